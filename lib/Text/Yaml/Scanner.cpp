//===- Scanner.cpp - YAML text to tokens ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scanner follows the same rules as libyaml: a token is a key if a `:`
// follows on its line within 1,024 characters, and indentation opens and closes
// block collections.
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Scanner.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Yaml/ScannerImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::yaml;

TokenStream yaml::scan(StringRef text) { return Scanner(text).run(); }

Scanner::Scanner(StringRef text)
    : text(text), cursor(text, byteOrderMarkLength(text)), keys(1) {
  out.tokens.reserve(text.size() / 6 + 16);
}

TokenStream Scanner::run() {
  while (!done) {
    if (failed(scanToken()))
      break;
  }
  return std::move(out);
}

LogicalResult Scanner::fail(Problem problem) {
  out.problems.push_back(std::move(problem));
  return failure();
}

void Scanner::push(TokenKind kind, uint32_t begin, ScalarStyle style) {
  out.tokens.push_back({kind, style, {begin, cursor.offset()}});
}

LogicalResult Scanner::scanToken() {
  skipToNextToken();
  unrollIndent(cursor.column());
  if (cursor.atEnd())
    return scanStreamEnd();
  if (cursor.column() == 0 && cursor.at('%'))
    return scanDirective();
  if (cursor.atDocumentIndicator())
    return scanDocumentIndicator();

  switch (cursor.peek()) {
  case '[':
    return scanFlowStart(TokenKind::FlowSequenceStart);
  case '{':
    return scanFlowStart(TokenKind::FlowMappingStart);
  case ']':
    return scanFlowEnd(TokenKind::FlowSequenceEnd);
  case '}':
    return scanFlowEnd(TokenKind::FlowMappingEnd);
  case ',':
    return scanFlowEntry();
  case '-':
    if (cursor.atBlankBreakOrEnd(1))
      return scanBlockEntry();
    return scanPlain();
  case '?':
    if (inFlow() || cursor.atBlankBreakOrEnd(1))
      return scanKey();
    return scanPlain();
  case ':':
    if (inFlow() || cursor.atBlankBreakOrEnd(1))
      return scanValue();
    return scanPlain();
  case '*':
  case '&':
    return scanAnchorOrAlias();
  case '!':
    return scanTag();
  case '|':
  case '>':
    if (!inFlow())
      return scanBlockScalar();
    break;
  case '\'':
  case '"':
    return scanQuoted();
  case '%':
  case '@':
  case '`':
  case '\t':
    break;
  default:
    return scanPlain();
  }

  uint32_t begin = cursor.offset();
  char found = cursor.peek();
  if (found == '\t') {
    uint32_t end = text.find_first_not_of(" \t", begin);
    return fail({"tab in the indentation",
                 {begin, std::min<uint32_t>(end, text.size())},
                 "",
                 {},
                 "indent with spaces: YAML has no tab stops"});
  }
  Problem problem{quoted(text.substr(begin, 1)) + " cannot begin a value here",
                  {begin, begin + 1}};
  if (found == '%' && cursor.column() != 0 &&
      text.substr(begin).starts_with("%}"))
    problem.help = "a template has to be rendered before it is YAML";
  else
    problem.help = "put the value in quotes";
  return fail(std::move(problem));
}

unsigned yaml::byteOrderMarkLength(StringRef text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}
