//===- Encoding.cpp - Bytes that YAML text must not hold ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Text/Yaml/Scanner.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace trainlint;
using namespace trainlint::yaml;

/// The printable characters of YAML 1.1 beyond ASCII.
static bool isAllowed(uint32_t c) {
  return c == 0x85 || (c >= 0xA0 && c <= 0xD7FF) ||
         (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

static StringRef otherEncoding(StringRef text) {
  if (text.starts_with(StringRef("\xFF\xFE\0\0", 4)) ||
      text.starts_with(StringRef("\0\0\xFE\xFF", 4)))
    return "UTF-32";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return "UTF-16";
  return "";
}

bool yaml::checkEncoding(StringRef text, Problem &problem) {
  StringRef encoding = otherEncoding(text);
  if (!encoding.empty()) {
    problem = {("the text is encoded as " + encoding).str(),
               {0, 2},
               "",
               {},
               "save the file as UTF-8"};
    return false;
  }
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  for (const llvm::UTF8 *at = begin; at < end;) {
    uint32_t offset = at - begin;
    if (*at < 0x80) {
      bool allowed = (*at >= 0x20 && *at < 0x7F) || *at == '\n' ||
                     *at == '\r' || *at == '\t';
      if (!allowed) {
        problem = {"control character U+" + llvm::utohexstr(*at, false, 4) +
                       " in the text",
                   {offset, offset + 1}};
        return false;
      }
      ++at;
      continue;
    }
    llvm::UTF32 c = 0;
    const llvm::UTF8 *next = at;
    if (llvm::convertUTF8Sequence(&next, end, &c, llvm::strictConversion) !=
        llvm::conversionOK) {
      problem = {"byte 0x" + llvm::utohexstr(*at) + " is not UTF-8",
                 {offset, offset + 1},
                 "",
                 {},
                 "save the file as UTF-8"};
      return false;
    }
    if (!isAllowed(c)) {
      problem = {"control character U+" + llvm::utohexstr(c, false, 4) +
                     " in the text",
                 {offset, offset + static_cast<uint32_t>(next - at)}};
      return false;
    }
    at = next;
  }
  return true;
}
