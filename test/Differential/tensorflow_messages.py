# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow's graph messages for the protobuf library.

They are written down apart from what trainlint reads by, so that each checks the
other. Fields that only TensorFlow's runtime reads are left out."""

import messages

DATA_TYPES = """INVALID FLOAT DOUBLE INT32 UINT8 INT16 INT8 STRING COMPLEX64 INT64 BOOL
QINT8 QUINT8 QINT32 BFLOAT16 QINT16 QUINT16 UINT16 COMPLEX128 HALF RESOURCE VARIANT UINT32
UINT64 FLOAT8_E5M2 FLOAT8_E4M3FN FLOAT8_E4M3FNUZ FLOAT8_E4M3B11FNUZ FLOAT8_E5M2FNUZ INT4 UINT4
INT2 UINT2""".split()

MESSAGES = """
Dim
  1 size int64
  2 name string
TensorShapeProto
  2 dim repeated Dim
  3 unknown_rank bool
ResourceHandleProto
  1 device string
  2 container string
  3 name string
  4 hash_code uint64
  5 maybe_type_name string
VariantTensorDataProto
  1 type_name string
  2 metadata bytes
  3 tensors repeated TensorProto
TensorProto
  1 dtype DataType
  2 tensor_shape TensorShapeProto
  3 version_number int32
  4 tensor_content bytes
  5 float_val repeated float
  6 double_val repeated double
  7 int_val repeated int32
  8 string_val repeated bytes
  9 scomplex_val repeated float
  10 int64_val repeated int64
  11 bool_val repeated bool
  12 dcomplex_val repeated double
  13 half_val repeated int32
  14 resource_handle_val repeated ResourceHandleProto
  15 variant_val repeated VariantTensorDataProto
  16 uint32_val repeated uint32
  17 uint64_val repeated uint64
  18 float8_val bytes
NameAttrList
  1 name string
  2 attr map AttrValue
ListValue
  2 s repeated bytes
  3 i repeated int64
  4 f repeated float
  5 b repeated bool
  6 type repeated DataType
  7 shape repeated TensorShapeProto
  8 tensor repeated TensorProto
  9 func repeated NameAttrList
AttrValue
  1 list oneof ListValue
  2 s oneof bytes
  3 i oneof int64
  4 f oneof float
  5 b oneof bool
  6 type oneof DataType
  7 shape oneof TensorShapeProto
  8 tensor oneof TensorProto
  9 placeholder oneof string
  10 func oneof NameAttrList
DebugInfo
  1 original_node_names repeated string
  2 original_func_names repeated string
FullTypeDef
  2 args repeated FullTypeDef
  3 s string
  4 i int64
NodeDef
  1 name string
  2 op string
  3 input repeated string
  4 device string
  5 attr map AttrValue
  6 experimental_debug_info DebugInfo
  7 experimental_type FullTypeDef
HandleData
  1 dtype DataType
  2 shape TensorShapeProto
ArgDef
  1 name string
  2 description string
  3 type DataType
  4 type_attr string
  5 number_attr string
  6 type_list_attr string
  7 handle_data repeated HandleData
  16 is_ref bool
  17 experimental_full_type FullTypeDef
AttrDef
  1 name string
  2 type string
  3 default_value AttrValue
  4 description string
  5 has_minimum bool
  6 minimum int64
  7 allowed_values AttrValue
Deprecation
  1 version int32
  2 explanation string
OpDef
  1 name string
  2 input_arg repeated ArgDef
  3 output_arg repeated ArgDef
  4 attr repeated AttrDef
  5 summary string
  6 description string
  8 deprecation Deprecation
  16 is_aggregate bool
  17 is_stateful bool
  18 is_commutative bool
  19 allows_uninitialized_input bool
  20 control_output repeated string
  21 is_distributed_communication bool
OpList
  1 op repeated OpDef
ArgAttrs
  1 attr map AttrValue
FunctionDef
  1 signature OpDef
  3 node_def repeated NodeDef
  4 ret map string
  5 attr map AttrValue
  6 control_ret map string
  7 arg_attr numbermap ArgAttrs
  8 resource_arg_unique_id numbermap uint32
GradientDef
  1 function_name string
  2 gradient_func string
RegisteredGradient
  1 gradient_func string
  2 registered_op_type string
FunctionDefLibrary
  1 function repeated FunctionDef
  2 gradient repeated GradientDef
  3 registered_gradients repeated RegisteredGradient
VersionDef
  1 producer int32
  2 min_consumer int32
  3 bad_consumers repeated int32
GraphDef
  1 node repeated NodeDef
  2 library FunctionDefLibrary
  3 version int32
  4 versions VersionDef
TensorInfo
  1 name string
  2 dtype DataType
  3 tensor_shape TensorShapeProto
  4 coo_sparse CooSparse
CooSparse
  1 values_tensor_name string
  2 indices_tensor_name string
  3 dense_shape_tensor_name string
SignatureDef
  1 inputs map TensorInfo
  2 outputs map TensorInfo
  3 method_name string
AssetFileDef
  1 tensor_info TensorInfo
  2 filename string
SaverDef
  1 filename_tensor_name string
  2 save_tensor_name string
  3 restore_op_name string
  4 max_to_keep int32
  5 sharded bool
  6 keep_checkpoint_every_n_hours float
  7 version SaverVersion
NodeList
  1 value repeated string
BytesList
  1 value repeated bytes
Int64List
  1 value repeated int64
FloatList
  1 value repeated float
CollectionDef
  1 node_list oneof NodeList
  2 bytes_list oneof BytesList
  3 int64_list oneof Int64List
  4 float_list oneof FloatList
MetaInfoDef
  1 meta_graph_version string
  2 stripped_op_list OpList
  4 tags repeated string
  5 tensorflow_version string
  6 tensorflow_git_version string
  7 stripped_default_attrs bool
  8 function_aliases map string
MetaGraphDef
  1 meta_info_def MetaInfoDef
  2 graph_def GraphDef
  3 saver_def SaverDef
  4 collection_def map CollectionDef
  5 signature_def map SignatureDef
  6 asset_file_def repeated AssetFileDef
SavedModel
  1 saved_model_schema_version int64
  2 meta_graphs repeated MetaGraphDef
"""


def enums():
    types = {f"DT_{name}": number for number, name in enumerate(DATA_TYPES)}
    types.update({f"DT_{name}_REF": number for number, name in enumerate(DATA_TYPES[1:], 101)})
    return {"DataType": types, "SaverVersion": {"LEGACY": 0, "V1": 1, "V2": 2}}


def description():
    """All messages, for the library and its compiler."""
    return messages.Description("tensorflow", MESSAGES, enums())


def message_classes():
    """The classes of the three messages that files hold, and of `NodeDef`."""
    return description().classes(
        "GraphDef", "MetaGraphDef", "SavedModel", "NodeDef", "AttrValue")
