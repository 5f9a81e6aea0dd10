//===- Uri.cpp - Names of documents ---------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Uri.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace trainlint;

static std::string percentDecode(StringRef text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    bool isEscape = text[at] == '%' && at + 2 < text.size() &&
                    llvm::isHexDigit(text[at + 1]) &&
                    llvm::isHexDigit(text[at + 2]);
    if (!isEscape) {
      out += text[at];
      continue;
    }
    out += static_cast<char>(llvm::hexDigitValue(text[at + 1]) * 16 +
                             llvm::hexDigitValue(text[at + 2]));
    at += 2;
  }
  return out;
}

std::string lsp::pathOfUri(StringRef uri) {
  if (!uri.consume_front_insensitive("file:"))
    return "";
  // An authority names a machine; a file of another one cannot be read here.
  if (uri.consume_front("//")) {
    StringRef authority = uri.take_until([](char c) { return c == '/'; });
    if (!authority.empty() && authority != "localhost")
      return "";
    uri = uri.drop_front(authority.size());
  }
  std::string path = percentDecode(
      uri.take_until([](char c) { return c == '?' || c == '#'; }));
  bool usable = llvm::sys::path::is_absolute(path) &&
                StringRef(path).find('\0') == StringRef::npos;
  return usable ? path : "";
}

std::string lsp::uriOfPath(StringRef path) {
  std::string out = "file://";
  for (unsigned char c : absolutePath(path)) {
    if (llvm::isAlnum(c) || StringRef("-._~/").contains(c))
      out += c;
    else
      out += "%" + llvm::toHex(llvm::ArrayRef<uint8_t>(&c, 1));
  }
  return out;
}
