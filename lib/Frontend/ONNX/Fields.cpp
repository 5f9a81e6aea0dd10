//===- Fields.cpp - The messages of ONNX ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Fields.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint::proto;
using llvm::StringRef;

namespace trainlint::onnx::fields {

static std::optional<int32_t> attributeTypeNumber(StringRef word) {
  return llvm::StringSwitch<std::optional<int32_t>>(word)
      .Case("UNDEFINED", 0)
      .Case("FLOAT", 1)
      .Case("INT", 2)
      .Case("STRING", 3)
      .Case("TENSOR", 4)
      .Case("GRAPH", 5)
      .Case("FLOATS", 6)
      .Case("INTS", 7)
      .Case("STRINGS", 8)
      .Case("TENSORS", 9)
      .Case("GRAPHS", 10)
      .Case("SPARSE_TENSOR", 11)
      .Case("SPARSE_TENSORS", 12)
      .Case("TYPE_PROTO", 13)
      .Case("TYPE_PROTOS", 14)
      .Default(std::nullopt);
}

static std::optional<int32_t> dataLocationNumber(StringRef word) {
  return llvm::StringSwitch<std::optional<int32_t>>(word)
      .Case("DEFAULT", 0)
      .Case("EXTERNAL", 1)
      .Default(std::nullopt);
}

static constexpr FieldType OperatorSetIdFields[] = {
    one(operator_set_id::Domain, "domain", FieldKind::String),
    one(operator_set_id::Version, "version", FieldKind::Int64)};
constinit const MessageType OperatorSetId = {OperatorSetIdFields};

static constexpr FieldType StringEntryFields[] = {
    one(string_entry::Key, "key", FieldKind::String),
    one(string_entry::Value, "value", FieldKind::String)};
constinit const MessageType StringEntry = {StringEntryFields};

static constexpr FieldType DimensionFields[] = {
    one(dimension::Value, "dim_value", FieldKind::Int64),
    one(dimension::Parameter, "dim_param", FieldKind::String)};
constinit const MessageType Dimension = {DimensionFields};

static constexpr FieldType TensorShapeProtoFields[] = {
    many(one(tensor_shape_proto::Dim, "dim", Dimension))};
constinit const MessageType TensorShapeProto = {TensorShapeProtoFields};

static constexpr FieldType TensorTypeProtoFields[] = {
    one(tensor_type_proto::ElementType, "elem_type", FieldKind::Int32),
    one(tensor_type_proto::Shape, "shape", TensorShapeProto)};
constinit const MessageType TensorTypeProto = {TensorTypeProtoFields};

static constexpr FieldType ElementTypeProtoFields[] = {
    one(element_type_proto::ElementType, "elem_type", TypeProto)};
constinit const MessageType ElementTypeProto = {ElementTypeProtoFields};

static constexpr FieldType MapTypeProtoFields[] = {
    one(map_type_proto::KeyType, "key_type", FieldKind::Int32),
    one(map_type_proto::ValueType, "value_type", TypeProto)};
constinit const MessageType MapTypeProto = {MapTypeProtoFields};

/// Of an opaque type it is enough to know that it is one.
static constexpr MessageType OpaqueTypeProto = {};

static constexpr FieldType TypeProtoFields[] = {
    one(type_proto::Tensor, "tensor_type", TensorTypeProto),
    one(type_proto::Sequence, "sequence_type", ElementTypeProto),
    one(type_proto::Map, "map_type", MapTypeProto),
    one(type_proto::Opaque, "opaque_type", OpaqueTypeProto),
    one(type_proto::SparseTensor, "sparse_tensor_type", TensorTypeProto),
    one(type_proto::Optional, "optional_type", ElementTypeProto)};
constinit const MessageType TypeProto = {TypeProtoFields};

static constexpr FieldType ValueInfoProtoFields[] = {
    one(value_info_proto::Name, "name", FieldKind::String),
    one(value_info_proto::Type, "type", TypeProto)};
constinit const MessageType ValueInfoProto = {ValueInfoProtoFields};

static constexpr FieldType TensorProtoFields[] = {
    many(one(tensor_proto::Dims, "dims", FieldKind::Int64)),
    one(tensor_proto::Type, "data_type", FieldKind::Int32),
    one(tensor_proto::Name, "name", FieldKind::String),
    one(tensor_proto::RawData, "raw_data", FieldKind::Bytes),
    many(one(tensor_proto::FloatValues, "float_data", FieldKind::Float)),
    many(one(tensor_proto::Int32Values, "int32_data", FieldKind::Int32)),
    many(one(tensor_proto::StringValues, "string_data", FieldKind::Bytes)),
    many(one(tensor_proto::Int64Values, "int64_data", FieldKind::Int64)),
    many(one(tensor_proto::DoubleValues, "double_data", FieldKind::Double)),
    many(one(tensor_proto::UInt64Values, "uint64_data", FieldKind::UInt64)),
    many(one(tensor_proto::ExternalData, "external_data", StringEntry)),
    one(tensor_proto::DataLocation, "data_location", dataLocationNumber)};
constinit const MessageType TensorProto = {TensorProtoFields};

static constexpr FieldType SparseTensorProtoFields[] = {
    one(sparse_tensor_proto::Values, "values", TensorProto),
    one(sparse_tensor_proto::Indices, "indices", TensorProto),
    many(one(sparse_tensor_proto::Dims, "dims", FieldKind::Int64))};
constinit const MessageType SparseTensorProto = {SparseTensorProtoFields};

static constexpr FieldType AttributeProtoFields[] = {
    one(attribute_proto::Name, "name", FieldKind::String),
    one(attribute_proto::Type, "type", attributeTypeNumber),
    one(attribute_proto::Int, "i", FieldKind::Int64),
    many(one(attribute_proto::Ints, "ints", FieldKind::Int64)),
    one(attribute_proto::Float, "f", FieldKind::Float),
    one(attribute_proto::String, "s", FieldKind::Bytes),
    one(attribute_proto::Tensor, "t", TensorProto),
    one(attribute_proto::Graph, "g", GraphProto),
    one(attribute_proto::SparseTensor, "sparse_tensor", SparseTensorProto),
    one(attribute_proto::TypeProto, "tp", TypeProto),
    many(one(attribute_proto::Floats, "floats", FieldKind::Float)),
    many(one(attribute_proto::Strings, "strings", FieldKind::Bytes)),
    many(one(attribute_proto::Tensors, "tensors", TensorProto)),
    many(one(attribute_proto::Graphs, "graphs", GraphProto)),
    many(one(attribute_proto::SparseTensors, "sparse_tensors",
             SparseTensorProto)),
    many(one(attribute_proto::TypeProtos, "type_protos", TypeProto)),
    one(attribute_proto::Reference, "ref_attr_name", FieldKind::String)};
constinit const MessageType AttributeProto = {AttributeProtoFields};

static constexpr FieldType NodeProtoFields[] = {
    many(one(node_proto::Input, "input", FieldKind::String)),
    many(one(node_proto::Output, "output", FieldKind::String)),
    one(node_proto::Name, "name", FieldKind::String),
    one(node_proto::OpType, "op_type", FieldKind::String),
    many(one(node_proto::Attribute, "attribute", AttributeProto)),
    one(node_proto::Domain, "domain", FieldKind::String),
    one(node_proto::Overload, "overload", FieldKind::String)};
constinit const MessageType NodeProto = {NodeProtoFields};

static constexpr FieldType GraphProtoFields[] = {
    many(one(graph_proto::Node, "node", NodeProto)),
    many(one(graph_proto::ValueInfo, "value_info", ValueInfoProto)),
    many(one(graph_proto::Initializer, "initializer", TensorProto)),
    many(one(graph_proto::Input, "input", ValueInfoProto)),
    many(one(graph_proto::Output, "output", ValueInfoProto)),
    one(graph_proto::Name, "name", FieldKind::String),
    many(one(graph_proto::SparseInitializer, "sparse_initializer",
             SparseTensorProto))};
constinit const MessageType GraphProto = {GraphProtoFields};

static constexpr FieldType FunctionProtoFields[] = {
    many(one(function_proto::Node, "node", NodeProto)),
    one(function_proto::Name, "name", FieldKind::String),
    one(function_proto::Domain, "domain", FieldKind::String),
    one(function_proto::Overload, "overload", FieldKind::String),
    many(one(function_proto::Input, "input", FieldKind::String)),
    many(one(function_proto::Output, "output", FieldKind::String)),
    many(one(function_proto::Attribute, "attribute", FieldKind::String)),
    many(
        one(function_proto::AttributeProto, "attribute_proto", AttributeProto)),
    many(one(function_proto::OpsetImport, "opset_import", OperatorSetId)),
    many(one(function_proto::ValueInfo, "value_info", ValueInfoProto))};
constinit const MessageType FunctionProto = {FunctionProtoFields};

static constexpr FieldType ModelProtoFields[] = {
    one(model_proto::IrVersion, "ir_version", FieldKind::Int64),
    one(model_proto::ProducerName, "producer_name", FieldKind::String),
    one(model_proto::ProducerVersion, "producer_version", FieldKind::String),
    one(model_proto::Domain, "domain", FieldKind::String),
    one(model_proto::ModelVersion, "model_version", FieldKind::Int64),
    one(model_proto::Graph, "graph", GraphProto),
    many(one(model_proto::OpsetImport, "opset_import", OperatorSetId)),
    many(one(model_proto::Metadata, "metadata_props", StringEntry)),
    many(one(model_proto::Functions, "functions", FunctionProto))};
constinit const MessageType ModelProto = {ModelProtoFields};

} // namespace trainlint::onnx::fields
