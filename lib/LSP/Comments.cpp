//===- Comments.cpp - Rules in comments -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Comments.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;

/// What stands between the brackets of a suppression that begins in a text; no
/// data if there is none. A list that is not closed goes on to the end.
static StringRef listIn(StringRef text) {
  size_t at = text.find("trainlint:");
  if (at == StringRef::npos)
    return {};
  StringRef rest = text.substr(at).drop_front(10).ltrim();
  if (!rest.consume_front("ignore"))
    return {};
  rest.consume_front("-file");
  if (!rest.consume_front("["))
    return {};
  return rest.take_until([](char c) { return c == ']'; });
}

std::vector<RuleName> lsp::ruleNamesIn(const Analysis &analysis) {
  std::vector<RuleName> out;
  const char *begin = analysis.text().text().data();
  for (SourceRange comment : analysis.comments()) {
    StringRef list = listIn(analysis.text().text(comment));
    if (!list.data())
      continue;
    llvm::SmallVector<StringRef> names;
    list.split(names, ',');
    for (StringRef name : names) {
      name = name.trim();
      uint32_t offset = name.data() - begin;
      out.push_back(
          {name, {offset, offset + static_cast<uint32_t>(name.size())}});
    }
  }
  return out;
}

std::optional<SourceRange> lsp::ruleNameBefore(const SourceBuffer &buffer,
                                               uint32_t offset) {
  LineColumn place = buffer.position(offset);
  StringRef before = buffer.line(place.line).take_front(place.column - 1);
  size_t comment = before.rfind('#');
  if (comment == StringRef::npos)
    return std::nullopt;
  StringRef list = listIn(before.substr(comment));
  // A list that ends before the cursor is none that it stands in.
  if (!list.data() || list.end() != before.end())
    return std::nullopt;
  StringRef name = list.substr(list.rfind(',') + 1).ltrim();
  return SourceRange{offset - static_cast<uint32_t>(name.size()), offset};
}
