//===- PrintableJson.cpp - JSON that is safe to look at -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PrintableJson.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"

using namespace trainlint;

/// A code point as JSON escapes it: one beyond the first 65536 is a pair.
static void addEscape(uint32_t point, llvm::raw_ostream &out) {
  auto add = [&](uint32_t unit) {
    out << "\\u" << llvm::format_hex_no_prefix(unit, 4);
  };
  if (point <= 0xFFFF)
    return add(point);
  point -= 0x10000;
  add(0xD800 + (point >> 10));
  add(0xDC00 + (point & 0x3FF));
}

void PrintableJson::write_impl(const char *begin, size_t size) {
  written += size;
  rest.append(begin, size);
  StringRef text = rest;
  while (!text.empty()) {
    StringRef plain = text.take_while(
        [](char c) { return c != '#' && c != '\x7F' && llvm::isASCII(c); });
    if (!plain.empty()) {
      out << plain;
      isBehindSign = false;
      text = text.drop_front(plain.size());
      continue;
    }
    if (text.size() < llvm::getNumBytesForUTF8(text.front()))
      break;
    Character character = firstCharacter(text);
    bool isSign = character.bytes == "#";
    bool isEscaped = !character.isPrintable() || (isSign && isBehindSign);
    if (isEscaped && character.codePoint)
      addEscape(*character.codePoint, out);
    else
      out << character.bytes;
    isBehindSign = isSign;
    text = text.drop_front(character.bytes.size());
  }
  rest = text.str();
}
