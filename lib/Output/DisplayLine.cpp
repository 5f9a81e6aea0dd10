//===- DisplayLine.cpp - A source line as a terminal shows it -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/DisplayLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace trainlint;
using llvm::StringRef;

static constexpr unsigned TabStop = 4;

DisplayLine::DisplayLine(StringRef line) {
  unsigned column = 0;
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(line.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(line.end());
  auto show = [&](StringRef text, unsigned width, unsigned bytes) {
    characters.emplace_back(column, shown.size());
    shown += text;
    for (unsigned i = 0; i < bytes; ++i)
      columns.push_back(column);
    column += width;
  };
  while (at < end) {
    unsigned length = llvm::getNumBytesForUTF8(*at);
    bool valid = at + length <= end && llvm::isLegalUTF8Sequence(at, end);
    StringRef character(reinterpret_cast<const char *>(at), valid ? length : 1);
    if (*at == '\t') {
      unsigned width = TabStop - column % TabStop;
      show(std::string(width, ' '), width, 1);
    } else if (!valid || *at < 0x20 || *at == 0x7F) {
      std::string escape = "<" + llvm::toHex(character) + ">";
      show(escape, escape.size(), 1);
    } else {
      int width = llvm::sys::unicode::columnWidthUTF8(character);
      if (width < 0) {
        // A control character beyond ASCII.
        show("\xEF\xBF\xBD", 1, character.size());
      } else {
        show(character, width, character.size());
      }
    }
    at += character.size();
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
