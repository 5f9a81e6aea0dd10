//===- Fields.h - The messages of ONNX --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_FIELDS_H
#define TRAINLINT_FRONTEND_ONNX_FIELDS_H

#include "Text/Protobuf/MessageType.h"

/// The fields of the messages that are read, by the names and numbers of
/// ONNX's public `.proto` files. Fields that nothing reads are left out.
namespace trainlint::onnx::fields {

extern const proto::MessageType ModelProto;
namespace model_proto {
enum : uint32_t {
  IrVersion = 1,
  ProducerName = 2,
  ProducerVersion = 3,
  Domain = 4,
  ModelVersion = 5,
  Graph = 7,
  OpsetImport = 8,
  Metadata = 14,
  Functions = 25
};
}

extern const proto::MessageType OperatorSetId;
namespace operator_set_id {
enum : uint32_t { Domain = 1, Version = 2 };
}

/// A key with its value, of metadata and of external data.
extern const proto::MessageType StringEntry;
namespace string_entry {
enum : uint32_t { Key = 1, Value = 2 };
}

extern const proto::MessageType GraphProto;
namespace graph_proto {
enum : uint32_t {
  Node = 1,
  Name = 2,
  Initializer = 5,
  Input = 11,
  Output = 12,
  ValueInfo = 13,
  SparseInitializer = 15
};
}

extern const proto::MessageType NodeProto;
namespace node_proto {
enum : uint32_t {
  Input = 1,
  Output = 2,
  Name = 3,
  OpType = 4,
  Attribute = 5,
  Domain = 7,
  Overload = 8
};
}

extern const proto::MessageType AttributeProto;
namespace attribute_proto {
enum : uint32_t {
  Name = 1,
  Float = 2,
  Int = 3,
  String = 4,
  Tensor = 5,
  Graph = 6,
  Floats = 7,
  Ints = 8,
  Strings = 9,
  Tensors = 10,
  Graphs = 11,
  TypeProto = 14,
  TypeProtos = 15,
  Type = 20,
  Reference = 21,
  SparseTensor = 22,
  SparseTensors = 23
};
}

extern const proto::MessageType TensorProto;
namespace tensor_proto {
enum : uint32_t {
  Dims = 1,
  Type = 2,
  FloatValues = 4,
  Int32Values = 5,
  StringValues = 6,
  Int64Values = 7,
  Name = 8,
  RawData = 9,
  DoubleValues = 10,
  UInt64Values = 11,
  ExternalData = 13,
  DataLocation = 14
};
}

extern const proto::MessageType SparseTensorProto;
namespace sparse_tensor_proto {
enum : uint32_t { Values = 1, Indices = 2, Dims = 3 };
}

extern const proto::MessageType ValueInfoProto;
namespace value_info_proto {
enum : uint32_t { Name = 1, Type = 2 };
}

extern const proto::MessageType TypeProto;
namespace type_proto {
enum : uint32_t {
  Tensor = 1,
  Sequence = 4,
  Map = 5,
  Opaque = 7,
  SparseTensor = 8,
  Optional = 9
};
}

/// `TypeProto.Tensor` and `TypeProto.SparseTensor`.
extern const proto::MessageType TensorTypeProto;
namespace tensor_type_proto {
enum : uint32_t { ElementType = 1, Shape = 2 };
}

/// `TypeProto.Sequence` and `TypeProto.Optional`.
extern const proto::MessageType ElementTypeProto;
namespace element_type_proto {
enum : uint32_t { ElementType = 1 };
}

extern const proto::MessageType MapTypeProto;
namespace map_type_proto {
enum : uint32_t { KeyType = 1, ValueType = 2 };
}

extern const proto::MessageType TensorShapeProto;
namespace tensor_shape_proto {
enum : uint32_t { Dim = 1 };
}

extern const proto::MessageType Dimension;
namespace dimension {
enum : uint32_t { Value = 1, Parameter = 2 };
}

extern const proto::MessageType FunctionProto;
namespace function_proto {
enum : uint32_t {
  Name = 1,
  Input = 4,
  Output = 5,
  Attribute = 6,
  Node = 7,
  OpsetImport = 9,
  Domain = 10,
  AttributeProto = 11,
  ValueInfo = 12,
  Overload = 13
};
}

} // namespace trainlint::onnx::fields

#endif // TRAINLINT_FRONTEND_ONNX_FIELDS_H
