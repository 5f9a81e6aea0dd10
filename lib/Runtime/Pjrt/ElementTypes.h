//===- ElementTypes.h - Element types of buffers ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_ELEMENTTYPES_H
#define TRAINLINT_RUNTIME_PJRT_ELEMENTTYPES_H

#include "Runtime/Pjrt/AbiTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace trainlint::pjrt {

/// The name that StableHLO gives an element type: "f32", "i1", "ui8". "unknown"
/// for a type that the interface does not have.
llvm::StringRef elementName(abi::Buffer_Type type);

/// The element type that StableHLO calls so; nothing for another word.
std::optional<abi::Buffer_Type> elementNamed(llvm::StringRef name);

/// The bytes of one element in the host's memory, where types of less than
/// eight bits take one; 0 for a type without elements.
size_t elementBytes(abi::Buffer_Type type);

/// True for a pair of floating-point numbers.
bool isComplex(abi::Buffer_Type type);

/// The shape of a buffer.
struct BufferShape {
  abi::Buffer_Type type = abi::Buffer_Type::INVALID;
  llvm::SmallVector<int64_t, 4> dims;

  /// The number of elements, 1 for a scalar.
  int64_t elementCount() const;
  /// The bytes of a dense array in the host's memory.
  int64_t byteSize() const { return elementCount() * elementBytes(type); }
  /// The same for a shape that may come from anywhere: none if a size is
  /// negative, or if an array of it, or of the shape without its dimensions of
  /// size 0, has more bytes than any computer. Where this is a number, sizes of
  /// parts of the shape do not overflow, either.
  std::optional<int64_t> checkedByteSize() const;
  /// As StableHLO writes it: "tensor<2x3xf32>".
  std::string text() const;

  bool operator==(const BufferShape &other) const = default;
};

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_ELEMENTTYPES_H
