# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX's messages for the protobuf library.

They are written down apart from what trainlint reads by, so that each checks the
other. The strings are those of the proto3 form, which have to be UTF-8."""

import messages

ATTRIBUTE_TYPES = """UNDEFINED FLOAT INT STRING TENSOR GRAPH FLOATS INTS STRINGS TENSORS GRAPHS
SPARSE_TENSOR SPARSE_TENSORS TYPE_PROTO TYPE_PROTOS""".split()

MESSAGES = """
StringStringEntryProto
  1 key string
  2 value string
OpsetIdProto
  1 domain string
  2 version int64
Dimension
  1 dim_value oneof int64
  2 dim_param oneof string
  3 denotation string
TensorShapeProto
  1 dim repeated Dimension
TensorType
  1 elem_type int32
  2 shape TensorShapeProto
ElementType
  1 elem_type TypeProto
MapType
  1 key_type int32
  2 value_type TypeProto
OpaqueType
  1 domain string
  2 name string
TypeProto
  1 tensor_type oneof TensorType
  4 sequence_type oneof ElementType
  5 map_type oneof MapType
  7 opaque_type oneof OpaqueType
  8 sparse_tensor_type oneof TensorType
  9 optional_type oneof ElementType
  6 denotation string
ValueInfoProto
  1 name string
  2 type TypeProto
  3 doc_string string
Segment
  1 begin int64
  2 end int64
TensorProto
  1 dims repeated int64
  2 data_type int32
  3 segment Segment
  4 float_data repeated float
  5 int32_data repeated int32
  6 string_data repeated bytes
  7 int64_data repeated int64
  8 name string
  12 doc_string string
  9 raw_data bytes
  13 external_data repeated StringStringEntryProto
  14 data_location DataLocation
  10 double_data repeated double
  11 uint64_data repeated uint64
SparseTensorProto
  1 values TensorProto
  2 indices TensorProto
  3 dims repeated int64
AttributeProto
  1 name string
  21 ref_attr_name string
  13 doc_string string
  20 type AttributeType
  2 f optional float
  3 i optional int64
  4 s optional bytes
  5 t TensorProto
  6 g GraphProto
  22 sparse_tensor SparseTensorProto
  14 tp TypeProto
  7 floats repeated float
  8 ints repeated int64
  9 strings repeated bytes
  10 tensors repeated TensorProto
  11 graphs repeated GraphProto
  23 sparse_tensors repeated SparseTensorProto
  15 type_protos repeated TypeProto
NodeProto
  1 input repeated string
  2 output repeated string
  3 name string
  4 op_type string
  7 domain string
  8 overload string
  5 attribute repeated AttributeProto
  6 doc_string string
TensorAnnotation
  1 tensor_name string
  2 quant_parameter_tensor_names repeated StringStringEntryProto
GraphProto
  1 node repeated NodeProto
  2 name string
  5 initializer repeated TensorProto
  15 sparse_initializer repeated SparseTensorProto
  10 doc_string string
  11 input repeated ValueInfoProto
  12 output repeated ValueInfoProto
  13 value_info repeated ValueInfoProto
  14 quantization_annotation repeated TensorAnnotation
FunctionProto
  1 name string
  4 input repeated string
  5 output repeated string
  6 attribute repeated string
  11 attribute_proto repeated AttributeProto
  7 node repeated NodeProto
  8 doc_string string
  9 opset_import repeated OpsetIdProto
  10 domain string
  13 overload string
  12 value_info repeated ValueInfoProto
ModelProto
  1 ir_version int64
  8 opset_import repeated OpsetIdProto
  2 producer_name string
  3 producer_version string
  4 domain string
  5 model_version int64
  6 doc_string string
  7 graph GraphProto
  14 metadata_props repeated StringStringEntryProto
  25 functions repeated FunctionProto
"""


def message_classes():
    """The classes of a model and of a node."""
    enums = {"AttributeType": {name: number for number, name in enumerate(ATTRIBUTE_TYPES)},
             "DataLocation": {"DEFAULT": 0, "EXTERNAL": 1}}
    return messages.Description("onnx", MESSAGES, enums).classes("ModelProto", "NodeProto")
