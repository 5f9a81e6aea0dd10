//===- ElementType.h - The element types of ONNX ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_ELEMENTTYPE_H
#define TRAINLINT_FRONTEND_ONNX_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace trainlint::onnx {

/// An element type, `TensorProto.DataType`. Files may hold other numbers, of
/// newer versions.
enum class ElementType : int32_t {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26,
};

/// `float16`, as the operators' type constraints spell it; empty for a type
/// that is not known here.
llvm::StringRef elementTypeName(ElementType type);

/// The bits that one element takes in a tensor's data, where elements of less
/// than a byte lie packed; none for strings and types that are not known here.
std::optional<unsigned> elementBits(ElementType type);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_ELEMENTTYPE_H
