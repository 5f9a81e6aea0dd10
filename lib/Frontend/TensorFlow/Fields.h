//===- Fields.h - The messages of TensorFlow's graphs -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_FIELDS_H
#define TRAINLINT_FRONTEND_TENSORFLOW_FIELDS_H

#include "Text/Protobuf/MessageType.h"

/// The fields of the messages that are read, by the names and numbers of
/// TensorFlow's public `.proto` files. Fields that nothing reads are left out.
namespace trainlint::tensorflow::fields {

extern const proto::MessageType SavedModel;
namespace saved_model {
enum : uint32_t { SchemaVersion = 1, MetaGraphs = 2 };
}

extern const proto::MessageType MetaGraphDef;
namespace meta_graph_def {
enum : uint32_t {
  MetaInfo = 1,
  Graph = 2,
  Saver = 3,
  Collection = 4,
  Signature = 5,
  AssetFile = 6,
  ObjectGraph = 7
};
}

extern const proto::MessageType MetaInfoDef;
namespace meta_info_def {
enum : uint32_t {
  Version = 1,
  StrippedOps = 2,
  Tags = 4,
  TensorFlowVersion = 5,
  TensorFlowGitVersion = 6
};
}

extern const proto::MessageType OpList;
namespace op_list {
enum : uint32_t { Op = 1 };
}

extern const proto::MessageType SaverDef;
namespace saver_def {
enum : uint32_t { FilenameTensor = 1, SaveTensor = 2, RestoreOp = 3 };
}

/// The entries of `collection_def`, of which only the key is read.
extern const proto::MessageType CollectionEntry;
extern const proto::MessageType SignatureEntry;
extern const proto::MessageType TensorInfoEntry;
extern const proto::MessageType AttrEntry;
extern const proto::MessageType StringEntry;
/// The numbers of the two fields that every entry of a map has.
namespace entry {
enum : uint32_t { Key = 1, Value = 2 };
}

extern const proto::MessageType SignatureDef;
namespace signature_def {
enum : uint32_t { Inputs = 1, Outputs = 2, Method = 3 };
}

extern const proto::MessageType TensorInfo;
namespace tensor_info {
enum : uint32_t { Name = 1, Type = 2, Shape = 3 };
}

extern const proto::MessageType GraphDef;
namespace graph_def {
enum : uint32_t { Node = 1, Library = 2, Version = 3, Versions = 4 };
}

extern const proto::MessageType VersionDef;
namespace version_def {
enum : uint32_t { Producer = 1, MinConsumer = 2, BadConsumers = 3 };
}

extern const proto::MessageType FunctionDefLibrary;
namespace function_def_library {
enum : uint32_t { Function = 1, Gradient = 2 };
}

extern const proto::MessageType GradientDef;
namespace gradient_def {
enum : uint32_t { Function = 1, Gradient = 2 };
}

extern const proto::MessageType FunctionDef;
namespace function_def {
enum : uint32_t {
  Signature = 1,
  Node = 3,
  Result = 4,
  Attr = 5,
  ControlResult = 6
};
}

extern const proto::MessageType OpDef;
namespace op_def {
enum : uint32_t {
  Name = 1,
  Input = 2,
  Output = 3,
  Attr = 4,
  IsStateful = 17,
  ControlOutput = 20
};
}

extern const proto::MessageType ArgDef;
namespace arg_def {
enum : uint32_t {
  Name = 1,
  Type = 3,
  TypeAttr = 4,
  NumberAttr = 5,
  TypeListAttr = 6,
  IsReference = 16
};
}

extern const proto::MessageType AttrDef;
namespace attr_def {
enum : uint32_t { Name = 1, Type = 2 };
}

extern const proto::MessageType NodeDef;
namespace node_def {
enum : uint32_t { Name = 1, Op = 2, Input = 3, Device = 4, Attr = 5 };
}

extern const proto::MessageType AttrValue;
namespace attr_value {
enum : uint32_t {
  List = 1,
  String = 2,
  Int = 3,
  Float = 4,
  Bool = 5,
  Type = 6,
  Shape = 7,
  Tensor = 8,
  Placeholder = 9,
  Func = 10
};
}

/// `AttrValue.ListValue`, which has the numbers of `AttrValue` but one.
extern const proto::MessageType ListValue;
namespace list_value {
enum : uint32_t { Func = 9 };
}

extern const proto::MessageType NameAttrList;
namespace name_attr_list {
enum : uint32_t { Name = 1, Attr = 2 };
}

extern const proto::MessageType TensorShapeProto;
namespace tensor_shape_proto {
enum : uint32_t { Dim = 2, UnknownRank = 3 };
}

extern const proto::MessageType Dim;
namespace dim {
enum : uint32_t { Size = 1, Name = 2 };
}

extern const proto::MessageType TensorProto;
namespace tensor_proto {
enum : uint32_t {
  Type = 1,
  Shape = 2,
  Content = 4,
  FloatValues = 5,
  DoubleValues = 6,
  IntValues = 7,
  StringValues = 8,
  ComplexValues = 9,
  Int64Values = 10,
  BoolValues = 11,
  DoubleComplexValues = 12,
  HalfValues = 13,
  UInt32Values = 16,
  UInt64Values = 17,
  Float8Values = 18
};
}

} // namespace trainlint::tensorflow::fields

#endif // TRAINLINT_FRONTEND_TENSORFLOW_FIELDS_H
