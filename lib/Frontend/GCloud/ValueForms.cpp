//===- ValueForms.cpp - Forms of values that gcloud reads -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/ValueForms.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::gcloud;

std::optional<int64_t> gcloud::wholeNumberOf(StringRef text) {
  text = text.trim();
  bool isNegative = text.consume_front("-");
  if (!isNegative)
    text.consume_front("+");
  if (text.empty() || !llvm::isDigit(text.back()))
    return std::nullopt;
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  int64_t number = 0;
  bool afterDigit = false;
  for (char letter : text) {
    if (letter == '_' && afterDigit) {
      afterDigit = false;
      continue;
    }
    if (!llvm::isDigit(letter))
      return std::nullopt;
    afterDigit = true;
    int64_t digit = letter - '0';
    number = number > (Most - digit) / 10 ? Most : number * 10 + digit;
  }
  return isNegative ? -number : number;
}

bool gcloud::isDuration(StringRef text, bool orSeconds) {
  if (orSeconds && wholeNumberOf(text))
    return true;
  std::string upper = text.upper();
  StringRef rest = upper;
  if (!rest.consume_front("-"))
    rest.consume_front("+");
  if (rest == "P0")
    return true;
  rest.consume_front("P");
  bool hasTime = false;
  while (!rest.empty()) {
    if (rest.consume_front("T")) {
      if (std::exchange(hasTime, true))
        return false;
      continue;
    }
    StringRef amount = rest.take_while(
        [](char c) { return llvm::isDigit(c) || c == '.' || c == ','; });
    rest = rest.drop_front(amount.size());
    // Nothing is said of what is not read.
    if (amount.size() > MostDigits)
      return true;
    double number;
    std::string decimal = amount.str();
    llvm::replace(decimal, ',', '.');
    if (readDecimal(decimal, number) || rest.empty())
      return false;
    // Parts of a second end it.
    if (rest == "MS" || rest == "US" || rest == "NS")
      return true;
    if (!StringRef("YWDHMS").contains(rest.front()))
      return false;
    rest = rest.drop_front();
  }
  return true;
}

bool gcloud::mayBeMoment(StringRef text) {
  // The reader of dates knows many forms, of which most have a number.
  return llvm::any_of(text, llvm::isDigit);
}

bool gcloud::isSize(StringRef text) {
  StringRef amount =
      text.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  StringRef whole = amount.take_while(llvm::isDigit);
  StringRef unit = text.drop_front(amount.size());
  bool isNumber = !whole.empty() && amount.count('.') <= 1;
  std::string upper = unit.upper();
  unit = upper;
  unit.consume_back("B");
  bool hasScale = unit.size() <= 2 && (unit.size() < 2 || unit.back() == 'I') &&
                  (unit.empty() || StringRef("KMGTP").contains(unit.front()));
  return isNumber && hasScale;
}

bool gcloud::isAccount(StringRef text) {
  if (!text.empty() && llvm::all_of(text, llvm::isDigit))
    return true;
  auto [name, domain] = text.rsplit('@');
  size_t dot = domain.find('.', 1);
  return !name.empty() && dot != StringRef::npos && dot + 1 < domain.size();
}

bool gcloud::isLabelValue(StringRef text) {
  // Letters beyond ASCII may have no case; they are more bytes than letters.
  bool isPlain = llvm::isASCII(text);
  return (!isPlain || text.size() <= 63) && llvm::all_of(text, [](char c) {
           return llvm::isLower(c) || llvm::isDigit(c) || c == '_' ||
                  c == '-' || !llvm::isASCII(c);
         });
}

bool gcloud::isLabelKey(StringRef text) {
  return !text.empty() &&
         (llvm::isLower(text.front()) || !llvm::isASCII(text.front())) &&
         isLabelValue(text);
}

bool gcloud::isBucketName(StringRef text) {
  bool hasLetters = llvm::all_of(text, [](char c) {
    return llvm::isLower(c) || llvm::isDigit(c) || c == '_' || c == '-' ||
           c == '.';
  });
  llvm::SmallVector<StringRef> parts;
  text.split(parts, '.');
  bool isShort = text.size() <= 222 && llvm::all_of(parts, [](StringRef part) {
                   return part.size() <= 63;
                 });
  if (!hasLetters || !isShort || text.size() < 3)
    return false;
  return llvm::isAlnum(text.front()) && llvm::isAlnum(text.back());
}
