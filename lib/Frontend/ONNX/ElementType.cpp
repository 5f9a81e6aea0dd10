//===- ElementType.cpp - The element types of ONNX ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ElementType.h"
#include "Support/LLVM.h"
#include <iterator>

using namespace trainlint;
using namespace trainlint::onnx;

namespace {
struct ElementRow {
  llvm::StringLiteral name;
  /// 0 for elements that differ.
  unsigned bits;
};
} // namespace

/// In the order of the types' numbers.
static constexpr ElementRow ElementRows[] = {
    {"undefined", 0},      {"float", 32},     {"uint8", 8},
    {"int8", 8},           {"uint16", 16},    {"int16", 16},
    {"int32", 32},         {"int64", 64},     {"string", 0},
    {"bool", 8},           {"float16", 16},   {"double", 64},
    {"uint32", 32},        {"uint64", 64},    {"complex64", 64},
    {"complex128", 128},   {"bfloat16", 16},  {"float8e4m3fn", 8},
    {"float8e4m3fnuz", 8}, {"float8e5m2", 8}, {"float8e5m2fnuz", 8},
    {"uint4", 4},          {"int4", 4},       {"float4e2m1", 4},
    {"float8e8m0", 8},     {"uint2", 2},      {"int2", 2},
};
static_assert(std::size(ElementRows) ==
              static_cast<size_t>(ElementType::Int2) + 1);

static const ElementRow *findRow(ElementType type) {
  auto number = static_cast<uint32_t>(type);
  return number < std::size(ElementRows) ? &ElementRows[number] : nullptr;
}

StringRef onnx::elementTypeName(ElementType type) {
  const ElementRow *row = findRow(type);
  return row ? StringRef(row->name) : StringRef();
}

std::optional<unsigned> onnx::elementBits(ElementType type) {
  const ElementRow *row = findRow(type);
  if (!row || row->bits == 0)
    return std::nullopt;
  return row->bits;
}
