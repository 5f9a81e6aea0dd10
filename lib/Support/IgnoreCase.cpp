//===- IgnoreCase.cpp - Words in whatever case ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/IgnoreCase.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <cassert>
#include <limits>

using namespace trainlint;

bool trainlint::containsIgnoringCase(StringRef text, StringRef word) {
  assert(!word.empty() && word.size() <= std::numeric_limits<uint8_t>::max());
  if (text.size() < word.size())
    return false;
  // Horspool's search: the character under the end of the word tells how far
  // the word may move on.
  size_t last = word.size() - 1;
  std::array<uint8_t, 256> steps;
  steps.fill(word.size());
  for (size_t i = 0; i < last; ++i) {
    for (char c : {word[i], llvm::toUpper(word[i])})
      steps[static_cast<uint8_t>(c)] = last - i;
  }
  for (size_t at = last; at < text.size();
       at += steps[static_cast<uint8_t>(text[at])]) {
    if (llvm::toLower(text[at]) == word[last] &&
        text.substr(at - last, word.size()).equals_insensitive(word))
      return true;
  }
  return false;
}
