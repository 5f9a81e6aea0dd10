//===- Text.cpp - Wording helpers for messages ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace trainlint;

std::string trainlint::formatList(ArrayRef<StringRef> items,
                                  StringRef conjunction, size_t limit) {
  std::string out;
  bool cut = items.size() > limit;
  size_t shown = cut ? limit : items.size();
  for (size_t i = 0; i < shown; ++i) {
    bool last = i + 1 == items.size();
    if (i > 0)
      out += last ? (" " + conjunction + " ").str() : ", ";
    out += items[i];
  }
  if (cut)
    out += " " + conjunction.str() + " " +
           std::to_string(items.size() - limit) + " more";
  return out;
}

std::string trainlint::formatList(ArrayRef<std::string> items,
                                  StringRef conjunction, size_t limit) {
  llvm::SmallVector<StringRef> refs(items.begin(), items.end());
  return formatList(refs, conjunction, limit);
}

std::string trainlint::formatNumbers(ArrayRef<int64_t> items,
                                     StringRef conjunction) {
  llvm::SmallVector<std::string> words;
  for (int64_t item : items)
    words.push_back(std::to_string(item));
  return formatList(words, conjunction, items.size());
}

std::string trainlint::pluralize(uint64_t count, StringRef singular,
                                 StringRef plural) {
  std::string out = std::to_string(count) + " ";
  if (count == 1)
    return out + singular.str();
  return out + (plural.empty() ? singular.str() + "s" : plural.str());
}

std::string trainlint::formatNumber(double number) {
  char out[32];
  for (int digits : {10, 15, 17}) {
    std::snprintf(out, sizeof out, "%.*g", digits, number);
    if (std::strtod(out, nullptr) == number)
      break;
  }
  return out;
}

/// The longest prefix of at most `bytes` bytes that ends between code points.
static StringRef cutUtf8(StringRef text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  while (bytes > 0 && (text[bytes] & 0xC0) == 0x80)
    --bytes;
  return text.take_front(bytes);
}

std::string trainlint::quoted(StringRef text) {
  constexpr size_t Longest = 60;
  StringRef shown = cutUtf8(text, Longest);
  std::string out = "`" + printable(shown);
  if (shown.size() != text.size())
    out += "...";
  return out + "`";
}

StringRef trainlint::withoutBlanks(StringRef text) {
  while (!text.empty() && llvm::isSpace(text.front()))
    text = text.drop_front();
  while (!text.empty() && llvm::isSpace(text.back()))
    text = text.drop_back();
  return text;
}

std::string trainlint::ellipsize(StringRef text) {
  constexpr size_t Longest = 1000, Begin = 400, End = 100;
  if (text.size() <= Longest)
    return text.str();
  StringRef end = text.take_back(End);
  while (!end.empty() && (end.front() & 0xC0) == 0x80)
    end = end.drop_front();
  return (cutUtf8(text, Begin) + "..." + end).str();
}
