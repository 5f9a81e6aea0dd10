//===- ScalarType.cpp - What a plain scalar means in YAML 1.1 -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/ScalarType.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <cstdlib>

using namespace trainlint;
using namespace trainlint::yaml;

/// Takes the longest prefix whose characters satisfy `accepts`.
template <typename Predicate>
static StringRef takeWhile(StringRef &text, Predicate accepts) {
  StringRef taken = text.take_while(accepts);
  text = text.drop_front(taken.size());
  return taken;
}

static bool isDigitOrUnderscore(char c) { return llvm::isDigit(c) || c == '_'; }

static void dropSign(StringRef &text) {
  if (!text.consume_front("-"))
    text.consume_front("+");
}

/// `(:[0-5]?[0-9])+` and nothing after it.
static bool isBase60Tail(StringRef text) {
  if (text.empty())
    return false;
  while (text.consume_front(":")) {
    StringRef digits = text.take_while(llvm::isDigit);
    if (digits.empty() || digits.size() > 2 ||
        (digits.size() == 2 && digits[0] > '5'))
      return false;
    text = text.drop_front(digits.size());
  }
  return text.empty();
}

static bool isInteger(StringRef text) {
  dropSign(text);
  if (text.consume_front("0b"))
    return !text.empty() && llvm::all_of(text, [](char c) {
      return c == '0' || c == '1' || c == '_';
    });
  if (text.consume_front("0x"))
    return !text.empty() && llvm::all_of(text, [](char c) {
      return llvm::isHexDigit(c) || c == '_';
    });
  if (text == "0")
    return true;
  if (text.consume_front("0"))
    return llvm::all_of(
        text, [](char c) { return (c >= '0' && c <= '7') || c == '_'; });
  if (text.empty() || !llvm::isDigit(text[0]))
    return false;
  takeWhile(text, isDigitOrUnderscore);
  return text.empty() || isBase60Tail(text);
}

/// `[eE][-+]?[0-9]+`.
static bool isExponent(StringRef text) {
  if (!text.consume_front_insensitive("e"))
    return false;
  dropSign(text);
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

static bool isFloat(StringRef text) {
  if (text == ".nan" || text == ".NaN" || text == ".NAN")
    return true;
  if (text.size() > 1 && text[0] == '.' && llvm::isDigit(text[1])) {
    text = text.drop_front();
    takeWhile(text, isDigitOrUnderscore);
    // Only here YAML 1.1 wants a sign.
    bool isSigned = text.size() > 1 && (text[1] == '-' || text[1] == '+');
    return text.empty() || (isSigned && isExponent(text));
  }
  dropSign(text);
  if (text == ".inf" || text == ".Inf" || text == ".INF")
    return true;
  if (text.empty() || !llvm::isDigit(text[0]))
    return false;
  takeWhile(text, isDigitOrUnderscore);
  if (text.consume_front(".")) {
    takeWhile(text, isDigitOrUnderscore);
    return text.empty() || isExponent(text);
  }
  if (isExponent(text))
    return true;
  // Base 60 with a fraction, such as 190:20:30.15.
  auto [whole, fraction] = text.split('.');
  return text.contains('.') && isBase60Tail(whole) &&
         llvm::all_of(fraction, isDigitOrUnderscore);
}

/// Takes between `least` and `most` digits.
static bool takeDigits(StringRef &text, unsigned least, unsigned most) {
  StringRef digits = text.take_while(llvm::isDigit).take_front(most);
  text = text.drop_front(digits.size());
  return digits.size() >= least;
}

static bool isTimestamp(StringRef text) {
  if (text.size() < 8 || !llvm::isDigit(text[0]))
    return false;
  StringRef date = text;
  if (takeDigits(date, 4, 4) && date.consume_front("-") &&
      takeDigits(date, 2, 2) && date.consume_front("-") &&
      takeDigits(date, 2, 2) && date.empty())
    return true;
  if (!takeDigits(text, 4, 4) || !text.consume_front("-") ||
      !takeDigits(text, 1, 2) || !text.consume_front("-") ||
      !takeDigits(text, 1, 2))
    return false;
  if (!text.consume_front_insensitive("t")) {
    StringRef blanks =
        takeWhile(text, [](char c) { return c == ' ' || c == '\t'; });
    if (blanks.empty())
      return false;
  }
  if (!takeDigits(text, 1, 2) || !text.consume_front(":") ||
      !takeDigits(text, 2, 2) || !text.consume_front(":") ||
      !takeDigits(text, 2, 2))
    return false;
  if (text.consume_front("."))
    takeWhile(text, llvm::isDigit);
  StringRef zone = text.ltrim(" \t");
  if (zone.empty())
    return text.empty();
  if (zone == "Z")
    return true;
  if (!zone.consume_front("-") && !zone.consume_front("+"))
    return false;
  if (!takeDigits(zone, 1, 2))
    return false;
  if (zone.consume_front(":"))
    return takeDigits(zone, 2, 2) && zone.empty();
  return zone.empty();
}

static bool isBoolean(StringRef text) {
  constexpr StringRef Longest = "false";
  if (text.size() > Longest.size())
    return false;
  return llvm::StringSwitch<bool>(text)
      .Cases({"yes", "Yes", "YES", "no", "No", "NO"}, true)
      .Cases({"true", "True", "TRUE", "false", "False", "FALSE"}, true)
      .Cases({"on", "On", "ON", "off", "Off", "OFF"}, true)
      .Cases({"y", "Y", "n", "N"}, true)
      .Default(false);
}

ScalarType yaml::typeOfPlain(StringRef text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" ||
      text == "NULL")
    return ScalarType::Null;
  char first = text[0];
  if (llvm::isDigit(first) || first == '-' || first == '+' || first == '.') {
    if (isInteger(text))
      return ScalarType::Integer;
    if (isFloat(text))
      return ScalarType::Float;
    if (isTimestamp(text))
      return ScalarType::Timestamp;
    return ScalarType::String;
  }
  if (text == "<<")
    return ScalarType::Merge;
  return isBoolean(text) ? ScalarType::Boolean : ScalarType::String;
}

ScalarType yaml::typeOf(const ScalarNode &scalar) {
  if (!scalar.tag.empty() && scalar.tag != "!")
    return llvm::StringSwitch<ScalarType>(scalar.tag)
        .Case("!!null", ScalarType::Null)
        .Case("!!bool", ScalarType::Boolean)
        .Case("!!int", ScalarType::Integer)
        .Case("!!float", ScalarType::Float)
        .Case("!!timestamp", ScalarType::Timestamp)
        .Case("!!merge", ScalarType::Merge)
        .Default(ScalarType::String);
  if (scalar.style != ScalarStyle::Plain || scalar.tag == "!")
    return ScalarType::String;
  return typeOfPlain(scalar.value);
}

bool yaml::isMerge(const ScalarNode &scalar) {
  return (scalar.value == "<<" || !scalar.tag.empty()) &&
         typeOf(scalar) == ScalarType::Merge;
}

std::optional<int64_t> yaml::integerValue(StringRef text) {
  if (!isInteger(text))
    return std::nullopt;
  bool negative = text.starts_with("-");
  dropSign(text);
  std::string digits;
  llvm::copy_if(text, std::back_inserter(digits),
                [](char c) { return c != '_'; });
  StringRef rest = digits;

  int64_t value = 0;
  auto add = [&](unsigned base, unsigned digit) {
    return !__builtin_mul_overflow(value, static_cast<int64_t>(base), &value) &&
           !__builtin_add_overflow(value, static_cast<int64_t>(digit), &value);
  };
  if (rest.contains(':')) {
    while (!rest.empty()) {
      auto [part, more] = rest.split(':');
      unsigned number = 0;
      if (part.getAsInteger(10, number) || !add(60, number))
        return std::nullopt;
      rest = more;
    }
    return negative ? -value : value;
  }
  unsigned base = 10;
  if (rest.consume_front("0b"))
    base = 2;
  else if (rest.consume_front("0x"))
    base = 16;
  else if (rest.size() > 1 && rest.starts_with("0"))
    base = 8;
  for (char c : rest) {
    if (!add(base, llvm::hexDigitValue(c)))
      return std::nullopt;
  }
  return negative ? -value : value;
}

std::optional<double> yaml::numberValue(StringRef text) {
  if (isInteger(text)) {
    if (std::optional<int64_t> whole = integerValue(text))
      return static_cast<double>(*whole);
  }
  std::string digits;
  llvm::copy_if(text, std::back_inserter(digits),
                [](char c) { return c != '_'; });
  if (digits.empty())
    return std::nullopt;
  StringRef lower = StringRef(digits).ltrim("+-");
  if (lower.equals_insensitive(".inf"))
    return digits[0] == '-' ? -HUGE_VAL : HUGE_VAL;
  // strtod knows more spellings than a config may use, hexadecimal for one.
  if (!llvm::all_of(digits, [](char c) {
        return llvm::isDigit(c) || StringRef("+-.eE").contains(c);
      }))
    return std::nullopt;
  char *end = nullptr;
  double value = std::strtod(digits.c_str(), &end);
  if (end != digits.c_str() + digits.size())
    return std::nullopt;
  return value;
}

std::optional<int64_t> yaml::wholeNumber(StringRef text) {
  if (std::optional<int64_t> whole = integerValue(text))
    return whole;
  std::optional<double> number = numberValue(text);
  // Beyond 2^53 a double does not hold every integer.
  constexpr double Largest = 9007199254740992.0;
  if (!number || !(std::abs(*number) <= Largest) ||
      *number != std::floor(*number))
    return std::nullopt;
  return static_cast<int64_t>(*number);
}

bool yaml::booleanValue(StringRef text) {
  return text.equals_insensitive("yes") || text.equals_insensitive("true") ||
         text.equals_insensitive("on") || text.equals_insensitive("y");
}
