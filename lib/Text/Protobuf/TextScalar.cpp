//===- TextScalar.cpp - Values of Protobuf's text format ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/TextScalar.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include <charconv>
#include <limits>

using namespace trainlint;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// The byte of an escape of one letter, or none.
static std::optional<char> simpleEscape(char c) {
  switch (c) {
  case 'a':
    return '\a';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'v':
    return '\v';
  case '\\':
  case '\'':
  case '"':
  case '?':
    return c;
  default:
    return std::nullopt;
  }
}

/// Takes at most `limit` digits of a base from the front.
static unsigned takeDigits(StringRef &rest, unsigned base, unsigned limit,
                           uint32_t &value) {
  unsigned count = 0;
  for (value = 0; count < limit && !rest.empty(); ++count) {
    unsigned digit = llvm::hexDigitValue(rest.front());
    if (digit >= base)
      break;
    value = value * base + digit;
    rest = rest.drop_front();
  }
  return count;
}

/// Takes the digits of `\u` or `\U`; false if there are too few of them or they
/// are no code point.
static bool takeCodePoint(StringRef &rest, char letter, uint32_t &value) {
  unsigned wanted = letter == 'u' ? 4 : 8;
  return takeDigits(rest, 16, wanted, value) == wanted && value <= 0x10FFFF;
}

static bool appendCodePoint(StringRef &rest, char letter,
                            llvm::SmallVectorImpl<char> &out) {
  uint32_t value = 0;
  if (!takeCodePoint(rest, letter, value))
    return false;
  // Two escapes can spell the halves of one code point.
  if (value >= 0xD800 && value < 0xDC00 && rest.starts_with("\\u")) {
    StringRef after = rest.drop_front(2);
    uint32_t low = 0;
    if (takeCodePoint(after, 'u', low) && low >= 0xDC00 && low < 0xE000) {
      value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
      rest = after;
    }
  }
  char encoded[4];
  char *end = encoded;
  if (!llvm::ConvertCodePointToUTF8(value, end))
    return false;
  out.append(encoded, end);
  return true;
}

/// Decodes what follows a backslash.
static bool appendEscape(StringRef &rest, llvm::SmallVectorImpl<char> &out) {
  if (rest.empty())
    return false;
  char letter = rest.front();
  uint32_t value = 0;
  if (std::optional<char> simple = simpleEscape(letter)) {
    out.push_back(*simple);
    rest = rest.drop_front();
    return true;
  }
  if (takeDigits(rest, 8, 3, value) > 0) {
    out.push_back(static_cast<char>(value));
    return true;
  }
  rest = rest.drop_front();
  switch (letter) {
  case 'x':
  case 'X':
    if (takeDigits(rest, 16, 2, value) == 0)
      return false;
    out.push_back(static_cast<char>(value));
    return true;
  case 'u':
  case 'U':
    return appendCodePoint(rest, letter, out);
  default:
    return false;
  }
}

/// Decodes up to the quote that ends a string, which `rest` is moved behind.
static bool appendString(StringRef &rest, llvm::SmallVectorImpl<char> &out) {
  char quote = rest.front();
  const char special[] = {quote, '\\'};
  rest = rest.drop_front();
  while (!rest.empty()) {
    size_t size = rest.find_first_of(StringRef(special, 2));
    if (size == StringRef::npos)
      return false;
    out.append(rest.begin(), rest.begin() + size);
    bool ends = rest[size] == quote;
    rest = rest.drop_front(size + 1);
    if (ends)
      return true;
    if (!appendEscape(rest, out))
      return false;
  }
  return false;
}

bool proto::decodeStrings(StringRef written, uint32_t offset,
                          llvm::SmallVectorImpl<char> &out,
                          FirstProblem &problem) {
  StringRef rest = written;
  while (!rest.empty()) {
    if (rest.front() == '#') {
      rest = rest.drop_until([](char c) { return c == '\n'; });
    } else if (rest.front() != '"' && rest.front() != '\'') {
      rest = rest.drop_front();
    } else if (!appendString(rest, out)) {
      if (!problem)
        problem = Problem{
            offset + static_cast<uint32_t>(written.size() - rest.size()),
            "the escape does not exist"};
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Takes the sign, behind which there may be blanks and comments.
static bool takeSign(StringRef &written) {
  if (!written.consume_front("-"))
    return false;
  for (written = written.ltrim(); written.starts_with("#");
       written = written.ltrim())
    written = written.drop_until([](char c) { return c == '\n'; });
  return true;
}

/// The whole number without its sign.
static std::optional<uint64_t> parseMagnitude(StringRef digits) {
  unsigned base = 10;
  if (digits.consume_front("0x") || digits.consume_front("0X"))
    base = 16;
  else if (digits.size() > 1 && digits.front() == '0')
    base = 8;
  uint64_t value = 0;
  if (digits.getAsInteger(base, value))
    return std::nullopt;
  return value;
}

std::optional<int64_t> proto::parseSigned(StringRef written, unsigned bits) {
  bool negative = takeSign(written);
  std::optional<uint64_t> magnitude = parseMagnitude(written);
  uint64_t largest = (uint64_t(1) << (bits - 1)) - !negative;
  if (!magnitude || *magnitude > largest)
    return std::nullopt;
  return static_cast<int64_t>(negative ? -*magnitude : *magnitude);
}

std::optional<uint64_t> proto::parseUnsigned(StringRef written, unsigned bits) {
  std::optional<uint64_t> value = parseMagnitude(written);
  if (!value || (bits < 64 && *value >> bits != 0))
    return std::nullopt;
  return value;
}

std::optional<double> proto::parseFloat(StringRef written) {
  bool negative = takeSign(written);
  double value = 0;
  if (written.equals_insensitive("inf") ||
      written.equals_insensitive("infinity")) {
    value = std::numeric_limits<double>::infinity();
  } else if (written.equals_insensitive("nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    StringRef digits = written;
    if (!digits.consume_back("f"))
      digits.consume_back("F");
    auto [rest, error] = std::from_chars(digits.begin(), digits.end(), value);
    if (error == std::errc::invalid_argument || rest != digits.end())
      return std::nullopt;
    // Too large and too small a number are one error there.
    if (error == std::errc::result_out_of_range && readDecimal(digits, value))
      return std::nullopt;
  }
  return negative ? -value : value;
}

std::optional<bool> proto::parseBool(StringRef written) {
  return llvm::StringSwitch<std::optional<bool>>(written)
      .Cases({"true", "True", "t", "1"}, true)
      .Cases({"false", "False", "f", "0"}, false)
      .Default(std::nullopt);
}
