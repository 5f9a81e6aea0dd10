//===- DisplayLine.cpp - A source line as a terminal shows it -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/DisplayLine.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

using namespace trainlint;

static constexpr unsigned TabStop = 4;

/// What stands for a character that is not printable. Unlike the escapes of
/// messages it is no text that formats of inputs know.
static std::string escapeOf(const Character &character) {
  bool isByte = !character.codePoint || *character.codePoint < 0x80;
  if (isByte)
    return "<" + llvm::toHex(character.bytes) + ">";
  return "<U+" +
         llvm::utohexstr(*character.codePoint, /*LowerCase=*/false,
                         /*Width=*/4) +
         ">";
}

DisplayLine::DisplayLine(StringRef line) {
  unsigned column = 0;
  auto show = [&](StringRef text, unsigned width) {
    characters.emplace_back(column, shown.size());
    shown += text;
    columns.push_back(column);
    column += width;
  };
  bool isCommand = false;
  while (!line.empty()) {
    Character character = firstCharacter(line);
    if (character.bytes == "\t") {
      unsigned width = TabStop - column % TabStop;
      show(std::string(width, ' '), width);
    } else if (!character.isPrintable() || isCommand) {
      std::string escape = escapeOf(character);
      show(escape, escape.size());
    } else {
      show(character.bytes,
           llvm::sys::unicode::columnWidthUTF8(character.bytes));
    }
    columns.insert(columns.end(), character.bytes.size() - 1, columns.back());
    // The second sign of a command of a service is not shown as one.
    isCommand = beginsServiceCommand(line);
    line = line.drop_front(character.bytes.size());
  }
  columns.push_back(column);
  characters.emplace_back(column, shown.size());
}

std::string DisplayLine::slice(unsigned begin, unsigned end) const {
  std::string out;
  for (size_t i = 0; i + 1 < characters.size(); ++i) {
    auto [column, byte] = characters[i];
    auto [nextColumn, nextByte] = characters[i + 1];
    if (nextColumn <= begin || column >= end)
      continue;
    if (column < begin || nextColumn > end) {
      unsigned from = std::max(column, begin), to = std::min(nextColumn, end);
      out.append(to - from, ' ');
      continue;
    }
    out += StringRef(shown).slice(byte, nextByte);
  }
  return out;
}
