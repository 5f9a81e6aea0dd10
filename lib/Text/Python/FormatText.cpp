//===- FormatText.cpp - Texts with fields that are filled in --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/FormatText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {
/// Collects the parts of a text in their order.
class PartList {
public:
  explicit PartList(StringRef text) : text(text) {}

  void addText(size_t begin, size_t end, StringRef said) {
    if (said.empty())
      return;
    FormatPart &part = parts.emplace_back();
    part.range = rangeOf(begin, end);
    part.text = said.str();
  }
  FormatPart &addField(size_t begin, size_t end) {
    FormatPart &field = parts.emplace_back();
    field.range = rangeOf(begin, end);
    field.isField = true;
    return field;
  }

  StringRef text;
  std::vector<FormatPart> parts;
  unsigned nextPosition = 0;

private:
  static SourceRange rangeOf(size_t begin, size_t end) {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
};
} // namespace

/// `name`, `0`, `args.name!r:>10`: what stands between two braces.
static void readField(StringRef inside, FormatPart &field, PartList &list) {
  size_t end = inside.find_first_of("!:");
  StringRef which = inside.take_front(end);
  StringRef how = end == StringRef::npos ? StringRef() : inside.substr(end);
  StringRef argument =
      which.take_until([](char c) { return c == '.' || c == '['; });
  field.isPlain =
      argument == which &&
      (how.empty() || how == ":" || how == "!s" || how == ":s" || how == ":d");
  if (argument.empty())
    field.position = list.nextPosition++;
  else if (argument.getAsInteger(10, field.position))
    field.name = argument.str();
}

std::optional<std::vector<FormatPart>> python::readBraceFormat(StringRef text) {
  PartList list(text);
  size_t at = 0;
  while (at < text.size()) {
    size_t brace = text.find_first_of("{}", at);
    list.addText(at, std::min(brace, text.size()), text.slice(at, brace));
    if (brace == StringRef::npos)
      break;
    StringRef rest = text.substr(brace);
    if (rest.starts_with("{{") || rest.starts_with("}}")) {
      list.addText(brace, brace + 2, rest.take_front(1));
      at = brace + 2;
      continue;
    }
    size_t end = text.find_first_of("{}", brace + 1);
    if (rest.front() == '}' || end == StringRef::npos || text[end] == '{')
      return std::nullopt;
    readField(text.slice(brace + 1, end), list.addField(brace, end + 1), list);
    at = end + 1;
  }
  return std::move(list.parts);
}

std::optional<std::vector<FormatPart>>
python::readPercentFormat(StringRef text) {
  static constexpr llvm::StringLiteral Conversions = "diouxXeEfFgGcrsa";
  PartList list(text);
  size_t at = 0;
  while (at < text.size()) {
    size_t percent = text.find('%', at);
    list.addText(at, std::min(percent, text.size()), text.slice(at, percent));
    if (percent == StringRef::npos)
      break;
    size_t end = percent + 1;
    if (text.substr(end).starts_with("%")) {
      list.addText(percent, end + 1, "%");
      at = end + 1;
      continue;
    }
    StringRef name;
    if (text.substr(end).starts_with("(")) {
      size_t close = text.find(')', end);
      if (close == StringRef::npos)
        return std::nullopt;
      name = text.slice(end + 1, close);
      end = close + 1;
    }
    size_t conversion = text.find_first_of(Conversions, end);
    if (conversion == StringRef::npos ||
        text.slice(end, conversion).contains('*'))
      return std::nullopt;
    FormatPart &field = list.addField(percent, conversion + 1);
    char letter = text[conversion];
    field.isPlain =
        conversion == end && (letter == 's' || letter == 'd' || letter == 'i');
    field.name = name.str();
    if (name.empty())
      field.position = list.nextPosition++;
    at = conversion + 1;
  }
  return std::move(list.parts);
}

std::optional<std::vector<FormatPart>> python::readDollarFormat(StringRef text,
                                                                bool isSafe) {
  PartList list(text);
  size_t at = 0;
  while (at < text.size()) {
    size_t dollar = text.find('$', at);
    list.addText(at, std::min(dollar, text.size()), text.slice(at, dollar));
    if (dollar == StringRef::npos)
      break;
    StringRef rest = text.substr(dollar + 1);
    if (rest.starts_with("$")) {
      list.addText(dollar, dollar + 2, "$");
      at = dollar + 2;
      continue;
    }
    bool isBraced = rest.consume_front("{");
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    bool isName = !name.empty() && !llvm::isDigit(name.front()) &&
                  (!isBraced || rest.substr(name.size()).starts_with("}"));
    if (!isName && !isSafe)
      return std::nullopt;
    at = dollar + 1 + (isName ? name.size() + 2 * isBraced : 0);
    if (isName)
      list.addField(dollar, at).name = name.str();
    else
      list.addText(dollar, at, "$");
  }
  return std::move(list.parts);
}
