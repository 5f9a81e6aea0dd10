//===- TypeSet.cpp - Sets of element types --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/TypeSet.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The place of a type in the bits; none for the empty type and unknown ones.
static std::optional<unsigned> bitOf(DataType type) {
  auto number = static_cast<uint32_t>(withoutReference(type));
  if (number == 0 || number >= 64)
    return std::nullopt;
  return number;
}

bool TypeSet::contains(DataType type) const {
  std::optional<unsigned> bit = bitOf(type);
  return bit && (bits >> *bit & 1);
}

void TypeSet::insert(DataType type) {
  if (std::optional<unsigned> bit = bitOf(type))
    bits |= uint64_t(1) << *bit;
}

llvm::SmallVector<DataType> TypeSet::types() const {
  llvm::SmallVector<DataType> result;
  for (unsigned bit = 1; bit < 64; ++bit) {
    if (bits >> bit & 1)
      result.push_back(static_cast<DataType>(bit));
  }
  return result;
}

std::string tensorflow::typeName(DataType type) {
  StringRef word = dataTypeName(type);
  if (!word.consume_front("DT_"))
    return "type " + std::to_string(static_cast<int32_t>(type));
  return isReference(type) ? word.lower() + "_ref" : word.lower();
}

std::optional<DataType> tensorflow::typeInTable(StringRef word) {
  std::optional<int32_t> number = dataTypeNumber("DT_" + word.upper());
  if (!number)
    return std::nullopt;
  return static_cast<DataType>(*number);
}
