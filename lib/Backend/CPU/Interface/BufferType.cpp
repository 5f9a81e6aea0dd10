//===- BufferType.cpp - What a device buffer holds ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/BufferType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint::cpu {

namespace {
struct Element {
  llvm::StringLiteral name;
  int64_t bytes;
};
} // namespace

/// In the order of ElementType.
static constexpr Element elements[] = {
    {"i1", 1},           {"i2", 1},
    {"i4", 1},           {"i8", 1},
    {"i16", 2},          {"i32", 4},
    {"i64", 8},          {"ui2", 1},
    {"ui4", 1},          {"ui8", 1},
    {"ui16", 2},         {"ui32", 4},
    {"ui64", 8},         {"f4E2M1FN", 1},
    {"f6E2M3FN", 1},     {"f6E3M2FN", 1},
    {"f8E3M4", 1},       {"f8E4M3", 1},
    {"f8E4M3FN", 1},     {"f8E4M3B11FNUZ", 1},
    {"f8E4M3FNUZ", 1},   {"f8E5M2", 1},
    {"f8E5M2FNUZ", 1},   {"f8E8M0FNU", 1},
    {"bf16", 2},         {"f16", 2},
    {"f32", 4},          {"f64", 8},
    {"complex<f32>", 8}, {"complex<f64>", 16},
};
static_assert(std::size(elements) ==
              static_cast<size_t>(ElementType::C128) + 1);

int64_t byteSize(ElementType element) {
  return elements[static_cast<size_t>(element)].bytes;
}

llvm::StringRef nameOf(ElementType element) {
  return elements[static_cast<size_t>(element)].name;
}

int64_t BufferType::elementCount() const {
  return llvm::product_of(dimensions);
}

std::string BufferType::text() const {
  std::string result = "tensor<";
  llvm::raw_string_ostream out(result);
  for (int64_t size : dimensions)
    out << size << "x";
  out << nameOf(element) << ">";
  return result;
}

} // namespace trainlint::cpu
