//===- NamedShape.cpp - Shapes on the command line ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NamedShape.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;

llvm::Expected<NamedShape> trainlint::parseNamedShape(StringRef text) {
  auto [name, sizes] = text.rsplit('=');
  bool isWhole = text.contains('=') && !name.empty();
  NamedShape shape = {name.str(), {}};
  for (StringRef word : llvm::split(sizes, sizes.contains(',') ? ',' : 'x')) {
    int64_t size = 0;
    if (sizes.empty())
      break;
    isWhole &= !word.getAsInteger(10, size) && size >= 0;
    shape.sizes.push_back(size);
  }
  if (isWhole)
    return shape;
  return llvm::createStringError("takes NAME=SIZE,SIZE, not `" + text + "`");
}

llvm::Expected<NamedSize> trainlint::parseNamedSize(StringRef text) {
  auto [name, number] = text.rsplit('=');
  NamedSize size = {name, 0};
  if (!name.empty() && !number.getAsInteger(10, size.size) && size.size >= 0)
    return size;
  return llvm::createStringError("takes NAME=SIZE, not `" + text + "`");
}

static std::optional<int64_t>
productNamed(StringRef term, const llvm::StringMap<int64_t> &sizes) {
  std::optional<int64_t> product =
      term.empty() ? std::nullopt : std::optional(1L);
  for (StringRef word : llvm::split(term, '*')) {
    int64_t factor = 0;
    auto given = sizes.find(word.trim());
    if (given != sizes.end())
      factor = given->second;
    else if (word.trim().getAsInteger(10, factor))
      return std::nullopt;
    product = product ? llvm::checkedMul(*product, factor) : std::nullopt;
  }
  return product;
}

std::optional<int64_t>
trainlint::sizeNamed(StringRef name, const llvm::StringMap<int64_t> &sizes) {
  auto given = sizes.find(name);
  if (given != sizes.end())
    return given->second;
  std::optional<int64_t> sum = name.empty() ? std::nullopt : std::optional(0L);
  for (StringRef term : llvm::split(name, '+')) {
    std::optional<int64_t> product = productNamed(term, sizes);
    sum = sum && product ? llvm::checkedAdd(*sum, *product) : std::nullopt;
  }
  return sum && *sum >= 0 ? sum : std::nullopt;
}
