//===- ElementTypes.cpp - Element types of buffers ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/ElementTypes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::pjrt;

namespace {
struct ElementRecord {
  StringRef name;
  size_t bytes;
};
} // namespace

/// In the order of the enumeration.
static constexpr ElementRecord Elements[] = {
    {"invalid", 0},
    {"i1", 1},
    {"i8", 1},
    {"i16", 2},
    {"i32", 4},
    {"i64", 8},
    {"ui8", 1},
    {"ui16", 2},
    {"ui32", 4},
    {"ui64", 8},
    {"f16", 2},
    {"f32", 4},
    {"f64", 8},
    {"bf16", 2},
    {"complex<f32>", 8},
    {"complex<f64>", 16},
    {"f8E5M2", 1},
    {"f8E4M3FN", 1},
    {"f8E4M3B11FNUZ", 1},
    {"f8E5M2FNUZ", 1},
    {"f8E4M3FNUZ", 1},
    {"i4", 1},
    {"ui4", 1},
    {"token", 0},
    {"i2", 1},
    {"ui2", 1},
    {"f8E4M3", 1},
    {"f8E3M4", 1},
    {"f8E8M0FNU", 1},
    {"f4E2M1FN", 1},
};
static_assert(std::size(Elements) == size_t(abi::Buffer_Type::F4E2M1FN) + 1);

StringRef trainlint::pjrt::elementName(abi::Buffer_Type type) {
  auto index = static_cast<size_t>(type);
  return index < std::size(Elements) ? Elements[index].name : "unknown";
}

std::optional<abi::Buffer_Type> trainlint::pjrt::elementNamed(StringRef name) {
  for (size_t index = 1; index < std::size(Elements); ++index)
    if (Elements[index].name == name)
      return static_cast<abi::Buffer_Type>(index);
  return std::nullopt;
}

size_t trainlint::pjrt::elementBytes(abi::Buffer_Type type) {
  auto index = static_cast<size_t>(type);
  return index < std::size(Elements) ? Elements[index].bytes : 0;
}

bool trainlint::pjrt::isComplex(abi::Buffer_Type type) {
  return type == abi::Buffer_Type::C64 || type == abi::Buffer_Type::C128;
}

int64_t BufferShape::elementCount() const {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  return count;
}

std::optional<int64_t> BufferShape::checkedByteSize() const {
  constexpr int64_t MostBytes = int64_t(1) << 48;
  int64_t atLeast = elementBytes(type);
  for (int64_t dim : dims)
    if (dim < 0 ||
        __builtin_mul_overflow(atLeast, std::max<int64_t>(dim, 1), &atLeast) ||
        atLeast > MostBytes)
      return std::nullopt;
  return byteSize();
}

std::string BufferShape::text() const {
  std::string out = "tensor<";
  for (int64_t dim : dims)
    out += std::to_string(dim) + "x";
  return out + elementName(type).str() + ">";
}
