//===- ScannerScalars.cpp - Plain, quoted and block scalars ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the extent of a scalar is found here; ScalarText.h reads its value.
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Yaml/ScannerImpl.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::yaml;

//===----------------------------------------------------------------------===//
// Quoted scalars
//===----------------------------------------------------------------------===//

/// The line that a quote stands on, which is what to underline if the quote is
/// never closed.
static SourceRange restOfLine(StringRef text, uint32_t begin) {
  StringRef line = text.substr(begin);
  line = line.take_front(line.find_first_of("\r\n")).rtrim();
  return {begin, begin + static_cast<uint32_t>(line.size())};
}

LogicalResult Scanner::scanEscape(uint32_t quote) {
  uint32_t begin = cursor.offset();
  cursor.advance();
  unsigned digits = 0;
  switch (cursor.peek()) {
  case '0':
  case 'a':
  case 'b':
  case 't':
  case '\t':
  case 'n':
  case 'v':
  case 'f':
  case 'r':
  case 'e':
  case ' ':
  case '"':
  case '/':
  case '\\':
  case 'N':
  case '_':
  case 'L':
  case 'P':
    cursor.advance();
    return success();
  case 'x':
    digits = 2;
    break;
  case 'u':
    digits = 4;
    break;
  case 'U':
    digits = 8;
    break;
  default: {
    uint32_t end = begin + (cursor.atEnd() ? 1 : 2);
    return fail({"unknown escape " + quoted(text.slice(begin, end)),
                 {begin, end},
                 "",
                 {},
                 "in double quotes a backslash is written `\\\\`; in single "
                 "quotes it needs no escape"});
  }
  }
  cursor.advance();
  uint32_t value = 0;
  for (unsigned i = 0; i < digits; ++i) {
    unsigned digit = llvm::hexDigitValue(cursor.peek());
    if (digit == ~0U)
      return fail({"expected " + std::to_string(digits) +
                       " hexadecimal digits after the escape",
                   {begin, cursor.offset()}});
    value = value * 16 + digit;
    cursor.advance();
  }
  if ((value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF)
    return fail(
        {"the escape names no Unicode character", {begin, cursor.offset()}});
  return success();
}

LogicalResult Scanner::scanQuoted() {
  if (failed(saveSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  char quote = cursor.peek();
  bool doubled = quote == '"';
  cursor.advance();
  while (true) {
    if (cursor.atEnd() || cursor.atDocumentIndicator()) {
      uint32_t here = cursor.offset();
      return fail(
          {"this quote is never closed",
           restOfLine(text, begin),
           cursor.atEnd() ? "the text ends here" : "the document ends here",
           {here, here}});
    }
    if (cursor.atBreak()) {
      cursor.advanceLine();
    } else if (!doubled && cursor.at('\'') && cursor.peek(1) == '\'') {
      cursor.advance(2);
    } else if (cursor.at(quote)) {
      break;
    } else if (doubled && cursor.at('\\') && cursor.atBreak(1)) {
      cursor.advance();
      cursor.advanceLine();
    } else if (doubled && cursor.at('\\')) {
      if (failed(scanEscape(begin)))
        return failure();
    } else {
      cursor.advance();
    }
  }
  cursor.advance();
  push(TokenKind::Scalar, begin,
       doubled ? ScalarStyle::DoubleQuoted : ScalarStyle::SingleQuoted);
  return success();
}

//===----------------------------------------------------------------------===//
// Plain scalars
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanPlain() {
  if (failed(saveSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  uint32_t end = begin;
  bool crossedLine = false;
  while (true) {
    if (cursor.atDocumentIndicator() || cursor.at('#'))
      break;
    while (!cursor.atBlankBreakOrEnd()) {
      char c = cursor.peek();
      if (c == ':') {
        if (cursor.atBlankBreakOrEnd(1))
          break;
        if (inFlow() && StringRef(",?[]{}").contains(cursor.peek(1))) {
          uint32_t colon = cursor.offset();
          return fail({"expected a space after `:`", {colon, colon + 1}});
        }
      }
      if (inFlow() &&
          (c == ',' || c == '[' || c == ']' || c == '{' || c == '}'))
        break;
      cursor.advance();
      end = cursor.offset();
      crossedLine = false;
    }
    if (cursor.atEnd() || !(cursor.atBlank() || cursor.atBreak()))
      break;
    while (cursor.atBlank() || cursor.atBreak()) {
      if (cursor.atBreak()) {
        cursor.advanceLine();
        crossedLine = true;
        continue;
      }
      if (crossedLine && cursor.at('\t') &&
          static_cast<int>(cursor.column()) < indent + 1) {
        uint32_t tab = cursor.offset();
        return fail({"tab in the indentation",
                     {tab, tab + 1},
                     "",
                     {},
                     "indent with spaces: YAML has no tab stops"});
      }
      cursor.advance();
    }
    if (!inFlow() && static_cast<int>(cursor.column()) < indent + 1)
      break;
  }
  out.tokens.push_back({TokenKind::Scalar, ScalarStyle::Plain, {begin, end}});
  if (crossedLine)
    simpleKeyAllowed = true;
  return success();
}

//===----------------------------------------------------------------------===//
// Block scalars
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanBlockScalarHeader(int &increment) {
  uint32_t begin = cursor.offset();
  auto scanDigit = [&]() -> LogicalResult {
    if (!llvm::isDigit(cursor.peek()))
      return success();
    if (cursor.at('0'))
      return fail({"an indentation indicator is a digit from 1 to 9",
                   {cursor.offset(), cursor.offset() + 1}});
    increment = cursor.peek() - '0';
    cursor.advance();
    return success();
  };
  auto atChomping = [&] { return cursor.at('+') || cursor.at('-'); };

  cursor.advance();
  if (atChomping()) {
    cursor.advance();
    if (failed(scanDigit()))
      return failure();
  } else {
    if (failed(scanDigit()))
      return failure();
    if (increment != 0 && atChomping())
      cursor.advance();
  }
  while (cursor.atBlank())
    cursor.advance();
  if (cursor.at('#'))
    skipComment();
  if (cursor.atBreakOrEnd())
    return success();
  SourceRange rest = restOfLine(text, cursor.offset());
  return fail({"the text of a block scalar begins on the next line",
               rest,
               "the block scalar begins here",
               {begin, begin + 1},
               ""});
}

/// Skips the empty lines and the indentation in front of a line of text; finds
/// the indentation of the whole if it is not known yet.
LogicalResult Scanner::skipBlockScalarBreaks(int &blockIndent) {
  int deepest = 0;
  auto column = [&] { return static_cast<int>(cursor.column()); };
  while (true) {
    while ((blockIndent == 0 || column() < blockIndent) && cursor.at(' '))
      cursor.advance();
    deepest = std::max(deepest, column());
    if ((blockIndent == 0 || column() < blockIndent) && cursor.at('\t')) {
      uint32_t tab = cursor.offset();
      return fail({"tab in the indentation",
                   {tab, tab + 1},
                   "",
                   {},
                   "indent with spaces: YAML has no tab stops"});
    }
    if (!cursor.atBreak())
      break;
    cursor.advanceLine();
  }
  if (blockIndent == 0)
    blockIndent = std::max({deepest, indent + 1, 1});
  return success();
}

LogicalResult Scanner::scanBlockScalar() {
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = true;
  uint32_t begin = cursor.offset();
  ScalarStyle style =
      cursor.at('|') ? ScalarStyle::Literal : ScalarStyle::Folded;
  int increment = 0;
  if (failed(scanBlockScalarHeader(increment)))
    return failure();
  uint32_t end =
      std::min(text.find_first_not_of("|>+-123456789", begin), text.size());
  if (cursor.atBreak())
    cursor.advanceLine();

  int blockIndent =
      increment == 0 ? 0 : (indent >= 0 ? indent + increment : increment);
  if (failed(skipBlockScalarBreaks(blockIndent)))
    return failure();
  while (static_cast<int>(cursor.column()) == blockIndent && !cursor.atEnd()) {
    while (!cursor.atBreakOrEnd())
      cursor.advance();
    end = cursor.offset();
    if (cursor.atBreak())
      cursor.advanceLine();
    if (failed(skipBlockScalarBreaks(blockIndent)))
      return failure();
  }
  out.tokens.push_back({TokenKind::Scalar,
                        style,
                        {begin, end},
                        static_cast<uint32_t>(blockIndent)});
  return success();
}
