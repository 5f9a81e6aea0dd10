//===- StringText.cpp - What the strings of Python say --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/StringText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace trainlint;
using namespace trainlint::python;

/// Adds a character; one that cannot stand alone becomes the replacement
/// character.
static void addCodePoint(unsigned code, std::string &out) {
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  bool isSurrogate = code >= 0xD800 && code <= 0xDFFF;
  if (isSurrogate || !llvm::ConvertCodePointToUTF8(code, end)) {
    out += "\xEF\xBF\xBD";
    return;
  }
  out.append(bytes, end);
}

namespace {
/// Reads the characters of a string.
class CharacterReader {
public:
  CharacterReader(StringText &string, bool isFormat)
      : string(string), isFormat(isFormat) {}

  /// Adds what a part of the string says.
  void read(StringRef written, std::string &out);

private:
  /// Reads what follows a backslash.
  void readEscape(StringRef &rest, std::string &out);
  /// Reads a number of up to `digits` digits; false if there are fewer and all
  /// are needed.
  bool readCode(StringRef &rest, unsigned radix, size_t digits, bool needsAll,
                std::string &out);

  StringText &string;
  bool isFormat;
};
} // namespace

bool CharacterReader::readCode(StringRef &rest, unsigned radix, size_t digits,
                               bool needsAll, std::string &out) {
  StringRef number = rest.take_front(digits).take_while(
      [&](char c) { return llvm::hexDigitValue(c) < radix; });
  unsigned code;
  if ((needsAll && number.size() < digits) || number.getAsInteger(radix, code))
    return false;
  rest = rest.drop_front(number.size());
  if (string.isBytes)
    out += static_cast<char>(code);
  else
    addCodePoint(code, out);
  return true;
}

void CharacterReader::readEscape(StringRef &rest, std::string &out) {
  if (rest.consume_front("\r\n") || rest.consume_front("\n") ||
      rest.consume_front("\r"))
    return;
  if (!rest.empty() && rest[0] >= '0' && rest[0] <= '7') {
    readCode(rest, 8, 3, /*needsAll=*/false, out);
    return;
  }
  char letter = rest.empty() ? '\0' : rest[0];
  static constexpr llvm::StringLiteral letters = "\\'\"abfnrtv";
  static constexpr llvm::StringLiteral meanings = "\\'\"\a\b\f\n\r\t\v";
  size_t known = letter ? letters.find(letter) : StringRef::npos;
  if (known != StringRef::npos) {
    out += meanings[known];
    rest = rest.drop_front();
    return;
  }
  size_t digits = letter == 'x'                      ? 2
                  : letter == 'u' && !string.isBytes ? 4
                  : letter == 'U' && !string.isBytes ? 8
                                                     : 0;
  StringRef number = rest.drop_front(digits > 0 ? 1 : 0);
  if (digits > 0 && readCode(number, 16, digits, /*needsAll=*/true, out)) {
    rest = number;
    return;
  }
  // The names of characters (`\N{DASH}`) would take a table of all of them.
  out += '\\';
}

void CharacterReader::read(StringRef written, std::string &out) {
  out.reserve(written.size());
  StringRef special = isFormat ? "\\\r{}" : "\\\r";
  while (true) {
    size_t at = std::min(written.find_first_of(special), written.size());
    out += written.take_front(at);
    written = written.drop_front(at);
    if (written.empty())
      return;
    char c = written[0];
    written = written.drop_front();
    if (c == '\\' && string.isRaw) {
      out += c;
      continue;
    }
    string.isVerbatim = false;
    if (c == '\\') {
      readEscape(written, out);
    } else if (c == '\r') {
      // Python reads all ends of lines alike.
      written.consume_front("\n");
      out += '\n';
    } else {
      // A brace is written twice.
      written.consume_front(StringRef(&c, 1));
      out += c;
    }
  }
}

static StringPart expressionPart(Node interpolation) {
  StringPart part;
  part.braces = interpolation;
  part.expression = interpolation.child(Field::Expression);
  // What is broken has no value.
  if (!part.expression) {
    part.expression = interpolation;
    return part;
  }
  StringRef rest = interpolation.owner()->text(
      {part.expression.range().end, interpolation.range().end});
  part.isFormatted = rest.find_first_of("=!:") != StringRef::npos;
  return part;
}

StringText python::readString(Node node) {
  StringText string;
  Node start = node.child(NodeKind::StringStart);
  Node end = node.child(NodeKind::StringEnd);
  SourceRange content = node.range();
  if (start)
    content.begin = start.range().end;
  if (end)
    content.end = end.range().begin;
  const Tree &tree = *node.owner();
  string.content = tree.placeOf(content);

  StringRef prefix = start ? start.text() : StringRef();
  prefix = prefix.take_while(llvm::isAlpha);
  string.isBytes = prefix.contains_insensitive("b");
  string.isRaw = prefix.contains_insensitive("r");
  string.isVerbatim = true;
  CharacterReader reader(string, prefix.contains_insensitive("f"));
  auto addCharacters = [&](SourceRange range) {
    if (range.empty())
      return;
    string.parts.emplace_back();
    reader.read(tree.text(range), string.parts.back().text);
  };

  uint32_t done = content.begin;
  for (Node child : node.children()) {
    if (!child.is(NodeKind::Interpolation))
      continue;
    string.isVerbatim = false;
    addCharacters({done, child.range().begin});
    string.parts.push_back(expressionPart(child));
    done = child.range().end;
  }
  addCharacters({done, std::max(done, content.end)});
  return string;
}
