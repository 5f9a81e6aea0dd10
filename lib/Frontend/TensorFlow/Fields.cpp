//===- Fields.cpp - The messages of TensorFlow's graphs -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Fields.h"
#include "Dialect/Graph/Ops/DataType.h"

using namespace trainlint::proto;
using namespace trainlint::tensorflow;

namespace trainlint::tensorflow::fields {

static constexpr FieldType dataType(uint32_t number, llvm::StringLiteral name) {
  return one(number, name, dataTypeNumber);
}

static constexpr FieldType DimFields[] = {
    one(dim::Size, "size", FieldKind::Int64),
    one(dim::Name, "name", FieldKind::String)};
constinit const MessageType Dim = {DimFields};

static constexpr FieldType TensorShapeProtoFields[] = {
    many(one(tensor_shape_proto::Dim, "dim", Dim)),
    one(tensor_shape_proto::UnknownRank, "unknown_rank", FieldKind::Bool)};
constinit const MessageType TensorShapeProto = {TensorShapeProtoFields};

static constexpr FieldType TensorProtoFields[] = {
    dataType(tensor_proto::Type, "dtype"),
    one(tensor_proto::Shape, "tensor_shape", TensorShapeProto),
    one(tensor_proto::Content, "tensor_content", FieldKind::Bytes),
    many(one(tensor_proto::FloatValues, "float_val", FieldKind::Float)),
    many(one(tensor_proto::DoubleValues, "double_val", FieldKind::Double)),
    many(one(tensor_proto::IntValues, "int_val", FieldKind::Int32)),
    many(one(tensor_proto::StringValues, "string_val", FieldKind::Bytes)),
    many(one(tensor_proto::ComplexValues, "scomplex_val", FieldKind::Float)),
    many(one(tensor_proto::Int64Values, "int64_val", FieldKind::Int64)),
    many(one(tensor_proto::BoolValues, "bool_val", FieldKind::Bool)),
    many(one(tensor_proto::DoubleComplexValues, "dcomplex_val",
             FieldKind::Double)),
    many(one(tensor_proto::HalfValues, "half_val", FieldKind::Int32)),
    many(one(tensor_proto::UInt32Values, "uint32_val", FieldKind::UInt32)),
    many(one(tensor_proto::UInt64Values, "uint64_val", FieldKind::UInt64)),
    one(tensor_proto::Float8Values, "float8_val", FieldKind::Bytes)};
constinit const MessageType TensorProto = {TensorProtoFields};

static constexpr FieldType NameAttrListFields[] = {
    one(name_attr_list::Name, "name", FieldKind::String),
    many(one(name_attr_list::Attr, "attr", AttrEntry))};
constinit const MessageType NameAttrList = {NameAttrListFields};

static constexpr FieldType ListValueFields[] = {
    many(one(attr_value::String, "s", FieldKind::Bytes)),
    many(one(attr_value::Int, "i", FieldKind::Int64)),
    many(one(attr_value::Float, "f", FieldKind::Float)),
    many(one(attr_value::Bool, "b", FieldKind::Bool)),
    many(dataType(attr_value::Type, "type")),
    many(one(attr_value::Shape, "shape", TensorShapeProto)),
    many(one(attr_value::Tensor, "tensor", TensorProto)),
    many(one(list_value::Func, "func", NameAttrList))};
constinit const MessageType ListValue = {ListValueFields};

static constexpr FieldType AttrValueFields[] = {
    one(attr_value::List, "list", ListValue),
    one(attr_value::String, "s", FieldKind::Bytes),
    one(attr_value::Int, "i", FieldKind::Int64),
    one(attr_value::Float, "f", FieldKind::Float),
    one(attr_value::Bool, "b", FieldKind::Bool),
    dataType(attr_value::Type, "type"),
    one(attr_value::Shape, "shape", TensorShapeProto),
    one(attr_value::Tensor, "tensor", TensorProto),
    one(attr_value::Placeholder, "placeholder", FieldKind::String),
    one(attr_value::Func, "func", NameAttrList)};
constinit const MessageType AttrValue = {AttrValueFields};

static constexpr FieldType AttrEntryFields[] = {
    one(entry::Key, "key", FieldKind::String),
    one(entry::Value, "value", AttrValue)};
constinit const MessageType AttrEntry = {AttrEntryFields};

static constexpr FieldType NodeDefFields[] = {
    one(node_def::Name, "name", FieldKind::String),
    one(node_def::Op, "op", FieldKind::String),
    many(one(node_def::Input, "input", FieldKind::String)),
    many(one(node_def::Attr, "attr", AttrEntry)),
    one(node_def::Device, "device", FieldKind::String)};
constinit const MessageType NodeDef = {NodeDefFields};

static constexpr FieldType ArgDefFields[] = {
    one(arg_def::Name, "name", FieldKind::String),
    dataType(arg_def::Type, "type"),
    one(arg_def::TypeAttr, "type_attr", FieldKind::String),
    one(arg_def::NumberAttr, "number_attr", FieldKind::String),
    one(arg_def::TypeListAttr, "type_list_attr", FieldKind::String),
    one(arg_def::IsReference, "is_ref", FieldKind::Bool)};
constinit const MessageType ArgDef = {ArgDefFields};

static constexpr FieldType AttrDefFields[] = {
    one(attr_def::Name, "name", FieldKind::String),
    one(attr_def::Type, "type", FieldKind::String)};
constinit const MessageType AttrDef = {AttrDefFields};

static constexpr FieldType OpDefFields[] = {
    one(op_def::Name, "name", FieldKind::String),
    many(one(op_def::Input, "input_arg", ArgDef)),
    many(one(op_def::Output, "output_arg", ArgDef)),
    many(one(op_def::Attr, "attr", AttrDef)),
    one(op_def::IsStateful, "is_stateful", FieldKind::Bool),
    many(one(op_def::ControlOutput, "control_output", FieldKind::String))};
constinit const MessageType OpDef = {OpDefFields};

static constexpr FieldType FunctionDefFields[] = {
    one(function_def::Signature, "signature", OpDef),
    many(one(function_def::Node, "node_def", NodeDef)),
    many(one(function_def::Result, "ret", StringEntry)),
    many(one(function_def::Attr, "attr", AttrEntry)),
    many(one(function_def::ControlResult, "control_ret", StringEntry))};
constinit const MessageType FunctionDef = {FunctionDefFields};

static constexpr FieldType GradientDefFields[] = {
    one(gradient_def::Function, "function_name", FieldKind::String),
    one(gradient_def::Gradient, "gradient_func", FieldKind::String)};
constinit const MessageType GradientDef = {GradientDefFields};

static constexpr FieldType FunctionDefLibraryFields[] = {
    many(one(function_def_library::Function, "function", FunctionDef)),
    many(one(function_def_library::Gradient, "gradient", GradientDef))};
constinit const MessageType FunctionDefLibrary = {FunctionDefLibraryFields};

static constexpr FieldType VersionDefFields[] = {
    one(version_def::Producer, "producer", FieldKind::Int32),
    one(version_def::MinConsumer, "min_consumer", FieldKind::Int32),
    many(one(version_def::BadConsumers, "bad_consumers", FieldKind::Int32))};
constinit const MessageType VersionDef = {VersionDefFields};

static constexpr FieldType GraphDefFields[] = {
    many(one(graph_def::Node, "node", NodeDef)),
    one(graph_def::Library, "library", FunctionDefLibrary),
    one(graph_def::Versions, "versions", VersionDef),
    one(graph_def::Version, "version", FieldKind::Int32)};
constinit const MessageType GraphDef = {GraphDefFields};

static constexpr FieldType TensorInfoFields[] = {
    one(tensor_info::Name, "name", FieldKind::String),
    dataType(tensor_info::Type, "dtype"),
    one(tensor_info::Shape, "tensor_shape", TensorShapeProto)};
constinit const MessageType TensorInfo = {TensorInfoFields};

static constexpr FieldType TensorInfoEntryFields[] = {
    one(entry::Key, "key", FieldKind::String),
    one(entry::Value, "value", TensorInfo)};
constinit const MessageType TensorInfoEntry = {TensorInfoEntryFields};

static constexpr FieldType SignatureDefFields[] = {
    many(one(signature_def::Inputs, "inputs", TensorInfoEntry)),
    many(one(signature_def::Outputs, "outputs", TensorInfoEntry)),
    one(signature_def::Method, "method_name", FieldKind::String)};
constinit const MessageType SignatureDef = {SignatureDefFields};

static constexpr FieldType SignatureEntryFields[] = {
    one(entry::Key, "key", FieldKind::String),
    one(entry::Value, "value", SignatureDef)};
constinit const MessageType SignatureEntry = {SignatureEntryFields};

static constexpr FieldType SaverDefFields[] = {
    one(saver_def::FilenameTensor, "filename_tensor_name", FieldKind::String),
    one(saver_def::SaveTensor, "save_tensor_name", FieldKind::String),
    one(saver_def::RestoreOp, "restore_op_name", FieldKind::String)};
constinit const MessageType SaverDef = {SaverDefFields};

static constexpr FieldType OpListFields[] = {
    many(one(op_list::Op, "op", OpDef))};
constinit const MessageType OpList = {OpListFields};

static constexpr FieldType MetaInfoDefFields[] = {
    one(meta_info_def::Version, "meta_graph_version", FieldKind::String),
    one(meta_info_def::StrippedOps, "stripped_op_list", OpList),
    many(one(meta_info_def::Tags, "tags", FieldKind::String)),
    one(meta_info_def::TensorFlowVersion, "tensorflow_version",
        FieldKind::String),
    one(meta_info_def::TensorFlowGitVersion, "tensorflow_git_version",
        FieldKind::String)};
constinit const MessageType MetaInfoDef = {MetaInfoDefFields};

static constexpr FieldType MetaGraphDefFields[] = {
    one(meta_graph_def::MetaInfo, "meta_info_def", MetaInfoDef),
    one(meta_graph_def::Graph, "graph_def", GraphDef),
    one(meta_graph_def::Saver, "saver_def", SaverDef),
    many(one(meta_graph_def::Collection, "collection_def", CollectionEntry)),
    many(one(meta_graph_def::Signature, "signature_def", SignatureEntry))};
constinit const MessageType MetaGraphDef = {MetaGraphDefFields};

static constexpr FieldType SavedModelFields[] = {
    one(saved_model::SchemaVersion, "saved_model_schema_version",
        FieldKind::Int64),
    many(one(saved_model::MetaGraphs, "meta_graphs", MetaGraphDef))};
constinit const MessageType SavedModel = {SavedModelFields};

static constexpr FieldType StringEntryFields[] = {
    one(entry::Key, "key", FieldKind::String),
    one(entry::Value, "value", FieldKind::String)};
constinit const MessageType StringEntry = {StringEntryFields};

static constexpr FieldType CollectionEntryFields[] = {
    one(entry::Key, "key", FieldKind::String)};
constinit const MessageType CollectionEntry = {CollectionEntryFields};

} // namespace trainlint::tensorflow::fields
