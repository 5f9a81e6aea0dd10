//===- Decimal.cpp - Reading decimal numbers ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;

bool trainlint::readDecimal(StringRef text, double &number) {
  return text.size() > MostDigits || text.getAsDouble(number);
}

std::optional<size_t> trainlint::findLongDecimal(StringRef text) {
  auto isPart = [](char c) { return llvm::isDigit(c) || c == '.'; };
  size_t begin = 0;
  bool hasPoint = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!isPart(text[i])) {
      begin = i + 1;
      hasPoint = false;
      continue;
    }
    hasPoint |= text[i] == '.';
    if (hasPoint && i - begin >= MostDigits)
      return begin;
  }
  return std::nullopt;
}
