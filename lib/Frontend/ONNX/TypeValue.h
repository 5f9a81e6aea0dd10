//===- TypeValue.h - The types of values ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_TYPEVALUE_H
#define TRAINLINT_FRONTEND_ONNX_TYPEVALUE_H

#include "Frontend/ONNX/ElementType.h"
#include "Frontend/ONNX/ModelFile.h"

namespace trainlint::onnx {

/// One dimension of a shape: a size, a name that stands for a size, or neither.
struct Dimension {
  std::optional<int64_t> size;
  /// Empty if it has no name.
  llvm::StringRef parameter;
  SourceRange range;
};

enum class TypeKind : uint8_t {
  /// No type is given.
  None,
  Tensor,
  SparseTensor,
  Sequence,
  Map,
  Optional,
  Opaque,
};

/// The type of a value.
struct TypeValue {
  TypeKind kind = TypeKind::None;
  SourceRange range;
  /// Of a tensor its elements, of a map its keys.
  ElementType elementType = ElementType::Undefined;
  SourceRange elementRange;
  /// Of a tensor; without it the rank is not known.
  bool hasShape = false;
  llvm::SmallVector<Dimension, 4> dimensions;
  /// What a sequence, a map or an optional value holds.
  std::unique_ptr<TypeValue> element;
};

/// An input, an output or another value of a graph.
struct ValueInfo {
  Name name;
  TypeValue type;
};

/// Reads a `ValueInfoProto`. Each of these is false if there is a problem,
/// which is then in the context.
bool readValueInfo(proto::ReadContext &context, const proto::Message &message,
                   ValueInfo &value);

/// Reads a `TypeProto`. Of several kinds the last one holds.
bool readType(proto::ReadContext &context, const proto::Message &message,
              TypeValue &type);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_TYPEVALUE_H
