//===- ScalarText.cpp - The value that a scalar's text means --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/ScalarText.h"
#include "Support/LLVM.h"
#include "Text/Yaml/Cursor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/StringSaver.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// Moves over a line break and appends it as a reader sees it: LS and PS stay,
/// every other break is a line feed.
static void readBreak(Cursor &cursor, StringRef text, std::string &out) {
  uint32_t begin = cursor.offset();
  cursor.advanceLine();
  StringRef found = text.slice(begin, cursor.offset());
  out += found.size() == 3 ? found : StringRef("\n");
}

/// Moves over blanks and line breaks within a plain or quoted scalar and
/// appends what they fold to. `afterEscapedBreak` tells that the line ended in
/// a backslash, so that nothing stands for its break.
static void foldWhiteSpace(Cursor &cursor, uint32_t end, StringRef text,
                           bool afterEscapedBreak, std::string &out) {
  std::string blanks, first, more;
  bool crossedLine = afterEscapedBreak;
  while (cursor.offset() < end && (cursor.atBlank() || cursor.atBreak())) {
    if (cursor.atBlank()) {
      if (!crossedLine)
        blanks += cursor.peek();
      cursor.advance();
      continue;
    }
    if (crossedLine) {
      readBreak(cursor, text, more);
    } else {
      readBreak(cursor, text, first);
      crossedLine = true;
    }
  }
  if (!crossedLine) {
    out += blanks;
    return;
  }
  if (first == "\n")
    out += more.empty() ? " " : more;
  else
    out += first + more;
}

/// Appends the character that an escape in double quotes names.
static void readEscape(Cursor &cursor, std::string &out) {
  cursor.advance();
  char kind = cursor.peek();
  cursor.advance();
  unsigned digits = 0;
  uint32_t value = 0;
  switch (kind) {
  case '0':
    break;
  case 'a':
    value = '\a';
    break;
  case 'b':
    value = '\b';
    break;
  case 't':
  case '\t':
    value = '\t';
    break;
  case 'n':
    value = '\n';
    break;
  case 'v':
    value = '\v';
    break;
  case 'f':
    value = '\f';
    break;
  case 'r':
    value = '\r';
    break;
  case 'e':
    value = 0x1B;
    break;
  case 'N':
    value = 0x85;
    break;
  case '_':
    value = 0xA0;
    break;
  case 'L':
    value = 0x2028;
    break;
  case 'P':
    value = 0x2029;
    break;
  case 'x':
    digits = 2;
    break;
  case 'u':
    digits = 4;
    break;
  case 'U':
    digits = 8;
    break;
  default:
    value = kind;
    break;
  }
  for (; digits > 0; --digits) {
    value = value * 16 + llvm::hexDigitValue(cursor.peek());
    cursor.advance();
  }
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  if (llvm::ConvertCodePointToUTF8(value, end))
    out.append(bytes, end);
}

static std::string readFlowScalar(StringRef text, SourceRange inside,
                                  ScalarStyle style) {
  std::string out;
  // The cursor's column is wrong here, but only block scalars ask for it.
  Cursor cursor(text.take_front(inside.end), inside.begin);
  while (cursor.offset() < inside.end) {
    if (cursor.atBlank() || cursor.atBreak()) {
      foldWhiteSpace(cursor, inside.end, text, false, out);
    } else if (style == ScalarStyle::SingleQuoted && cursor.at('\'')) {
      out += '\'';
      cursor.advance(2);
    } else if (style == ScalarStyle::DoubleQuoted && cursor.at('\\')) {
      if (cursor.atBreak(1)) {
        cursor.advance();
        cursor.advanceLine();
        foldWhiteSpace(cursor, inside.end, text, true, out);
      } else {
        readEscape(cursor, out);
      }
    } else {
      uint32_t begin = cursor.offset();
      cursor.advance();
      out += text.slice(begin, cursor.offset());
    }
  }
  return out;
}

static std::string readBlockScalar(StringRef text, const Token &token) {
  Cursor cursor(text, token.range.begin);
  StringRef header = text.substr(token.range.begin).take_while([](char c) {
    return StringRef("|>+-123456789").contains(c);
  });
  bool keep = header.contains('+');
  bool strip = header.contains('-');
  while (!cursor.atBreakOrEnd())
    cursor.advance();

  std::string out, lastBreak, emptyLines;
  auto skipEmptyLines = [&] {
    emptyLines.clear();
    while (!cursor.atEnd()) {
      while (cursor.column() < token.blockIndent && cursor.at(' '))
        cursor.advance();
      if (!cursor.atBreak())
        return;
      readBreak(cursor, text, emptyLines);
    }
  };

  if (cursor.atBreak())
    cursor.advanceLine();
  skipEmptyLines();
  bool lastLineIndented = false;
  bool folded = token.style == ScalarStyle::Folded;
  while (!cursor.atEnd() && cursor.column() == token.blockIndent) {
    bool lineIndented = cursor.atBlank();
    if (folded && lastBreak == "\n" && !lastLineIndented && !lineIndented)
      lastBreak = emptyLines.empty() ? " " : "";
    out += lastBreak + emptyLines;
    lastLineIndented = lineIndented;
    uint32_t begin = cursor.offset();
    while (!cursor.atBreakOrEnd())
      cursor.advance();
    out += text.slice(begin, cursor.offset());
    lastBreak.clear();
    if (cursor.atBreak())
      readBreak(cursor, text, lastBreak);
    skipEmptyLines();
  }
  if (!strip)
    out += lastBreak;
  if (keep)
    out += emptyLines;
  return out;
}

/// True if the characters of a plain or quoted scalar are its value.
static bool standsLiterally(StringRef inside, ScalarStyle style) {
  // LS, PS and NEL begin with these two bytes.
  StringRef special = "\r\n\xC2\xE2";
  if (style == ScalarStyle::SingleQuoted)
    special = "\r\n\xC2\xE2'";
  else if (style == ScalarStyle::DoubleQuoted)
    special = "\r\n\xC2\xE2\\";
  return inside.find_first_of(special) == StringRef::npos;
}

StringRef yaml::readScalar(StringRef text, const Token &token,
                           llvm::BumpPtrAllocator &arena) {
  llvm::StringSaver saver(arena);
  if (token.style == ScalarStyle::Literal || token.style == ScalarStyle::Folded)
    return saver.save(readBlockScalar(text, token));
  SourceRange inside = token.range;
  if (token.style != ScalarStyle::Plain) {
    ++inside.begin;
    --inside.end;
  }
  StringRef raw = text.slice(inside.begin, inside.end);
  if (standsLiterally(raw, token.style))
    return raw;
  return saver.save(readFlowScalar(text, inside, token.style));
}
