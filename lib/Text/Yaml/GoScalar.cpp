//===- GoScalar.cpp - What a plain scalar means to kubectl ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/GoScalar.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <cstdlib>
#include <string>

using namespace trainlint;
using namespace trainlint::yaml;

/// The text of a number without its underscores; empty if it does not begin as
/// a number does.
static std::string numberText(StringRef text) {
  if (text.empty() ||
      !(llvm::isDigit(text[0]) || StringRef("+-.").contains(text[0])))
    return {};
  std::string out;
  llvm::copy_if(text, std::back_inserter(out), [](char c) { return c != '_'; });
  return out;
}

/// The value of `0x1F`, `0b11`, `0o17`, `0777` or `12`.
static std::optional<double> integerIn(StringRef text) {
  bool negative = text.starts_with("-");
  if (negative || text.starts_with("+"))
    text = text.drop_front();
  unsigned base = 10;
  if (text.consume_front_insensitive("0x"))
    base = 16;
  else if (text.consume_front_insensitive("0b"))
    base = 2;
  else if (text.consume_front_insensitive("0o") ||
           (text.size() > 1 && text.consume_front("0")))
    base = 8;
  if (text.empty())
    return std::nullopt;
  // More than 64 bits is a Float, whose type makes no difference here.
  double value = 0;
  for (char c : text) {
    unsigned digit = llvm::hexDigitValue(c);
    if (digit >= base)
      return std::nullopt;
    value = value * base + digit;
  }
  return negative ? -value : value;
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
static bool isFloatText(StringRef text) {
  auto digits = [&] {
    size_t count = text.take_while(llvm::isDigit).size();
    text = text.drop_front(count);
    return count;
  };
  if (!text.consume_front("-"))
    text.consume_front("+");
  size_t whole = digits();
  if (text.consume_front(".")) {
    if (digits() + whole == 0)
      return false;
  } else if (whole == 0) {
    return false;
  }
  if (text.consume_front_insensitive("e")) {
    if (!text.consume_front("-"))
      text.consume_front("+");
    if (digits() == 0)
      return false;
  }
  return text.empty();
}

std::optional<double> yaml::goNumberValue(StringRef text) {
  if (text == ".nan" || text == ".NaN" || text == ".NAN")
    return std::nan("");
  StringRef magnitude = text;
  if (!magnitude.consume_front("-"))
    magnitude.consume_front("+");
  if (magnitude == ".inf" || magnitude == ".Inf" || magnitude == ".INF")
    return text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
  std::string number = numberText(text);
  if (number.empty())
    return std::nullopt;
  if (std::optional<double> whole = integerIn(number))
    return whole;
  if (!isFloatText(number))
    return std::nullopt;
  double value = std::strtod(number.c_str(), nullptr);
  // What a double cannot hold stays text.
  if (std::isinf(value))
    return std::nullopt;
  return value;
}

bool yaml::goBooleanValue(StringRef text) {
  return text.equals_insensitive("y") || text.equals_insensitive("yes") ||
         text.equals_insensitive("true") || text.equals_insensitive("on");
}

ScalarType yaml::goTypeOfPlain(StringRef text) {
  ScalarType type = typeOfPlain(text);
  if (type == ScalarType::Null || type == ScalarType::Boolean)
    return type;
  if (text == "y" || text == "Y" || text == "n" || text == "N")
    return ScalarType::Boolean;
  std::optional<double> value = goNumberValue(text);
  if (!value)
    return ScalarType::String;
  return std::isfinite(*value) && std::trunc(*value) == *value &&
                 text.find_first_of(".eE") == StringRef::npos
             ? ScalarType::Integer
             : ScalarType::Float;
}

ScalarType yaml::goTypeOf(const ScalarNode &scalar) {
  if (!scalar.tag.empty() && scalar.tag != "!") {
    ScalarType type = typeOf(scalar);
    bool isText = type == ScalarType::Timestamp || type == ScalarType::Merge;
    return isText ? ScalarType::String : type;
  }
  if (scalar.style != ScalarStyle::Plain || scalar.tag == "!")
    return ScalarType::String;
  return goTypeOfPlain(scalar.value);
}
