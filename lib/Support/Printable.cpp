//===- Printable.cpp - Text on its way out --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Printable.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

Character trainlint::firstCharacter(StringRef text) {
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  if (*at < 0x80)
    return {text.take_front(1), *at};
  const llvm::UTF8 *next = at;
  llvm::UTF32 point = 0;
  if (llvm::convertUTF8Sequence(&next, end, &point, llvm::strictConversion) !=
      llvm::conversionOK)
    return {text.take_front(1), std::nullopt};
  return {text.take_front(next - at), point};
}

bool Character::isPrintable() const {
  if (!codePoint)
    return false;
  if (*codePoint < 0x80)
    return llvm::isPrint(static_cast<char>(*codePoint));
  return llvm::sys::unicode::isPrintable(static_cast<int>(*codePoint));
}

bool trainlint::beginsServiceCommand(StringRef text) {
  return text.consume_front("##") &&
         text.drop_while(llvm::isAlnum).starts_with("[");
}

bool trainlint::beginsLineCommand(StringRef text) {
  // What a service takes for a blank beyond ASCII is left to it.
  auto mayBeBlank = [](char c) {
    return c <= ' ' || c == 0x7F || !llvm::isASCII(c);
  };
  return text.drop_while(mayBeBlank).starts_with("::");
}

static void addEscape(const Character &character, llvm::raw_ostream &out) {
  if (!character.codePoint)
    out << "\\x"
        << llvm::format_hex_no_prefix(
               static_cast<uint8_t>(character.bytes.front()), 2,
               /*Upper=*/true);
  else if (*character.codePoint == '\n')
    out << "\\n";
  else if (*character.codePoint == '\t')
    out << "\\t";
  else if (*character.codePoint < 0x80)
    out << "\\x"
        << llvm::format_hex_no_prefix(*character.codePoint, 2, /*Upper=*/true);
  else if (*character.codePoint <= 0xFFFF)
    out << "\\u"
        << llvm::format_hex_no_prefix(*character.codePoint, 4, /*Upper=*/true);
  else
    out << "\\U"
        << llvm::format_hex_no_prefix(*character.codePoint, 8, /*Upper=*/true);
}

/// Characters that are shown as they are, whatever follows them.
static bool isPlain(char c) { return llvm::isPrint(c) && c != '#'; }

std::string trainlint::printable(StringRef text) {
  if (llvm::all_of(text, isPlain))
    return text.str();
  std::string shown;
  llvm::raw_string_ostream out(shown);
  while (!text.empty()) {
    if (beginsServiceCommand(text)) {
      out << "#\\x23";
      text = text.drop_front(2);
      continue;
    }
    Character character = firstCharacter(text);
    if (character.isPrintable())
      out << character.bytes;
    else
      addEscape(character, out);
    text = text.drop_front(character.bytes.size());
  }
  return shown;
}

std::string trainlint::printableLine(StringRef text) {
  if (!beginsLineCommand(text))
    return printable(text);
  auto [before, behind] = text.split(':');
  return printable(before) + "\\x3A" + printable(behind);
}

std::string trainlint::printableLines(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string shown;
  for (const StringRef &line : lines)
    shown +=
        (&line == lines.begin() ? "" : "\n") + printableLine(ellipsize(line));
  return shown;
}

bool trainlint::isPrintableLine(StringRef line) {
  line.consume_back("\n");
  line.consume_back("\r");
  while (!line.empty()) {
    Character character = firstCharacter(line);
    if (!character.isPrintable() && line.front() != '\t')
      return false;
    if (beginsServiceCommand(line))
      return false;
    line = line.drop_front(character.bytes.size());
  }
  return true;
}

/// A byte within the quotes of a patch.
static void addQuoted(unsigned char byte, llvm::raw_ostream &out) {
  constexpr StringRef Escaped = "\a\b\t\n\v\f\r\"\\", Letters = "abtnvfr\"\\";
  size_t known = Escaped.find(static_cast<char>(byte));
  out << '\\';
  if (known != StringRef::npos)
    out << Letters[known];
  else
    out << llvm::format("%03o", byte);
}

std::string trainlint::patchName(StringRef file) {
  bool isPlain = isPrintableLine(file) &&
                 file.find_first_of("\"\\\t\r\n") == StringRef::npos;
  if (isPlain)
    return file.str();
  std::string quoted = "\"";
  llvm::raw_string_ostream out(quoted);
  while (!file.empty()) {
    Character character = firstCharacter(file);
    bool isPlain = character.isPrintable() && !beginsServiceCommand(file) &&
                   !StringRef("\"\\").contains(file.front());
    if (isPlain)
      out << character.bytes;
    else
      for (unsigned char byte : character.bytes)
        addQuoted(byte, out);
    file = file.drop_front(character.bytes.size());
  }
  return quoted + "\"";
}
