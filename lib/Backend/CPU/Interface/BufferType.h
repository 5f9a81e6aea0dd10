//===- BufferType.h - What a device buffer holds ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are dense and row-major. Booleans are bytes of 0 or 1. Numbers of
// less than eight bits have a byte each: integers extended by their sign, or by
// zeros; floating-point numbers in the low bits.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_BUFFERTYPE_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_BUFFERTYPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace trainlint::cpu {

/// Element types of StableHLO, without quantized ones.
enum class ElementType : uint8_t {
  Bool,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64,
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FN,
  F8E4M3B11FNUZ,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  F32,
  F64,
  C64,
  C128,
};

/// Bytes of an element in a buffer.
int64_t byteSize(ElementType element);

/// Name of an element type as StableHLO writes it, such as `ui8`.
llvm::StringRef nameOf(ElementType element);

/// A tensor of known shape. A scalar has no dimensions.
struct BufferType {
  ElementType element = ElementType::F32;
  llvm::SmallVector<int64_t, 4> dimensions;

  int64_t elementCount() const;
  int64_t byteSize() const { return elementCount() * cpu::byteSize(element); }
  /// As StableHLO writes it, such as `tensor<2x3xf32>`.
  std::string text() const;

  bool operator==(const BufferType &) const = default;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_BUFFERTYPE_H
