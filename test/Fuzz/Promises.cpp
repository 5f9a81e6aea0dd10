//===- Promises.cpp - What every report promises --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Promises.h"
#include "Copies.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using llvm::StringRef;

/// Written without a look at the function of the program that it checks.
static bool isShown(llvm::UTF32 character) {
  if (character < 0x20)
    return character == '\n';
  auto isIn = [&](llvm::UTF32 first, llvm::UTF32 last) {
    return first <= character && character <= last;
  };
  bool isControl = isIn(0x7F, 0x9F);
  bool isDirection = character == 0x61C || isIn(0x200E, 0x200F) ||
                     isIn(0x202A, 0x202E) || isIn(0x2066, 0x2069);
  bool endsLine = isIn(0x2028, 0x2029);
  bool isNone = (character & 0xFFFE) == 0xFFFE || isIn(0xFDD0, 0xFDEF);
  return !isControl && !isDirection && !endsLine && !isNone;
}

void test::checkShown(StringRef text, StringRef what) {
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  while (at < end) {
    const llvm::UTF8 *begin = at;
    llvm::UTF32 character = 0;
    bool isUtf8 =
        llvm::convertUTF8Sequence(&at, end, &character,
                                  llvm::strictConversion) == llvm::conversionOK;
    if (isUtf8 && isShown(character))
      continue;
    size_t offset = begin - reinterpret_cast<const llvm::UTF8 *>(text.begin());
    StringRef around = text.substr(offset > 60 ? offset - 60 : 0, 80);
    broken(what + " can be shown; it is not at byte " + llvm::Twine(offset) +
           ", in hexadecimal:\n" + llvm::toHex(around));
  }
}

void test::checkMessage(llvm::Error error) {
  checkShown(printableLines(llvm::toString(std::move(error))), "a message");
}

void test::checkReport(OutputFormat format, StringRef file,
                       llvm::ArrayRef<Finding> findings, unsigned width) {
  Summary summary;
  summary.files = 1;
  summary.count(findings);
  std::string text;
  llvm::raw_string_ostream os(text);
  WriterOptions options;
  options.width = width;
  std::unique_ptr<Writer> writer = createWriter(format, os, options);
  writer->begin();
  writer->write(file, findings);
  writer->end(summary);
  if (format != OutputFormat::Json && format != OutputFormat::Sarif &&
      format != OutputFormat::GitLab) {
    checkShown(text, "a report");
    return;
  }
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed)
    broken("the JSON can be read: " + llvm::toString(parsed.takeError()));
}
