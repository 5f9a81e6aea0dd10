//===- TextFunctions.cpp - Texts that functions of Python change ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

static SourceRange rangeOf(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

const Value *Evaluator::substitute(const Value *format,
                                   const Arguments &arguments, bool isSafe,
                                   Place place) {
  std::optional<std::vector<FormatPart>> parts;
  if (format->isText())
    parts = readDollarFormat(format->text, isSafe);
  if (!parts)
    return joinTexts({}, place, /*isOpen=*/true);
  const Argument *given = arguments.find("", 0);
  const Value *mapping = given ? contents(given->value) : nullptr;
  auto valueOf = [&](const FormatPart &field) -> const Value * {
    // A keyword counts more than the mapping.
    if (const Argument *keyword = arguments.find(field.name))
      return keyword->value;
    if (arguments.isOpen || (mapping && !mapping->isDict()))
      return nullptr;
    if (const Value *found = mapping ? mapping->find(field.name) : nullptr)
      return restricted(found, path);
    if (!isSafe || (mapping && mapping->isOpen))
      return nullptr;
    return partOf(format, field.range).value;
  };
  return fillIn(format, *parts, valueOf, place);
}

//===----------------------------------------------------------------------===//
// Blanks
//===----------------------------------------------------------------------===//

/// What two lines begin with, both of blanks.
static StringRef commonMargin(StringRef a, StringRef b) {
  size_t size = 0;
  while (size < a.size() && size < b.size() && a[size] == b[size])
    ++size;
  return a.take_front(size);
}

const Value *Evaluator::dedent(const Value *text, Place place) {
  static constexpr size_t MostLines = 200;
  if (text->kind != ValueKind::Text)
    return factory.unknown(place);
  llvm::SmallVector<StringRef> lines;
  text->text.split(lines, '\n', MostLines);
  if (lines.size() > MostLines)
    return joinTexts({}, place, /*isOpen=*/true);
  std::optional<StringRef> margin;
  for (StringRef line : lines) {
    StringRef said = line.ltrim(" \t");
    StringRef front = line.drop_back(said.size());
    if (!said.empty())
      margin = margin ? commonMargin(*margin, front) : front;
  }
  if (!margin || margin->empty())
    return text;
  llvm::SmallVector<TextPart, 8> parts;
  size_t begin = 0;
  for (StringRef line : lines) {
    size_t end = std::min(begin + line.size() + 1, text->text.size());
    bool isBlank = line.trim(" \t").empty();
    size_t dropped = isBlank ? line.size() : margin->size();
    if (begin + dropped < end)
      parts.push_back(partOf(text, rangeOf(begin + dropped, end)));
    begin = end;
  }
  return joinTexts(parts, place);
}

const Value *Evaluator::strip(const Value *text, StringRef method,
                              Place place) {
  StringRef said = text->text;
  if (method != "rstrip")
    said = said.ltrim();
  if (method != "lstrip")
    said = said.rtrim();
  if (said.size() == text->text.size())
    return text;
  SourceRange range = rangeIn(text->text, said);
  return joinTexts({partOf(text, range)}, place);
}
