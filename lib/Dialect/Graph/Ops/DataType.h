//===- DataType.h - The element types of TensorFlow -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_OPS_DATATYPE_H
#define TRAINLINT_DIALECT_GRAPH_OPS_DATATYPE_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint::tensorflow {

/// An element type. Files may hold other numbers, of newer versions.
enum class DataType : int32_t {
  Invalid = 0,
  Float = 1,
  Double = 2,
  Int32 = 3,
  UInt8 = 4,
  Int16 = 5,
  Int8 = 6,
  String = 7,
  Complex64 = 8,
  Int64 = 9,
  Bool = 10,
  QInt8 = 11,
  QUInt8 = 12,
  QInt32 = 13,
  BFloat16 = 14,
  QInt16 = 15,
  QUInt16 = 16,
  UInt16 = 17,
  Complex128 = 18,
  Half = 19,
  Resource = 20,
  Variant = 21,
  UInt32 = 22,
  UInt64 = 23,
  Float8E5M2 = 24,
  Float8E4M3FN = 25,
  Float8E4M3FNUZ = 26,
  Float8E4M3B11FNUZ = 27,
  Float8E5M2FNUZ = 28,
  Int4 = 29,
  UInt4 = 30,
  Int2 = 31,
  UInt2 = 32,
};

/// What is added to the number of a type for a reference to a value of it.
inline constexpr int32_t ReferenceOffset = 100;

bool isReference(DataType type);
/// The type that a reference refers to; other types as they are.
DataType withoutReference(DataType type);

/// `DT_FLOAT`, without `_REF` for a reference; empty for a type that is not
/// known here.
llvm::StringRef dataTypeName(DataType type);
/// The number of `DT_FLOAT` or `DT_FLOAT_REF`; none for other words.
std::optional<int32_t> dataTypeNumber(llvm::StringRef word);

/// The bytes that one element takes in a tensor's content; none for types
/// whose elements differ in size or are not known here.
std::optional<unsigned> elementSize(DataType type);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_DIALECT_GRAPH_OPS_DATATYPE_H
