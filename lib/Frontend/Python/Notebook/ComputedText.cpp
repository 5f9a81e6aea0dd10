//===- ComputedText.cpp - Texts that a program puts together --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/ComputedText.h"
#include "Frontend/Python/Notebook/CallText.h"
#include "Frontend/Python/Notebook/LiteralText.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Texts within texts that are looked into.
static constexpr unsigned Deepest = 50;

namespace {
/// Adds a text part by part.
class TextWriter {
public:
  explicit TextWriter(ShellTextMaker &maker)
      : maker(maker), module(maker.ofModule()) {}

  void add(const Value &text, SourceRange range, SourceRange use);
  void addFilling(const Value *value, SourceRange use);

private:
  void addPart(const TextPart &part, SourceRange range, SourceRange use);
  void addOperand(const Value &value, SourceRange range, SourceRange use);
  void addLiteral(const Value &text, SourceRange range, SourceRange use);
  void addValue(const Value *value, SourceRange use);
  bool isApart(SourceRange place) const;
  const MappedText *saidBy(const Value &literal);
  std::optional<SourceRange> placeIn(const Value &text, SourceRange range);
  bool isHere(Place place) const {
    return place.buffer == module.buffer && !place.range.empty();
  }

  ShellTextMaker &maker;
  const Module &module;
  /// What strings say, by where they begin; null for what is no string.
  llvm::DenseMap<uint32_t, std::shared_ptr<const MappedText>> said;
  unsigned depth = 0;
};
} // namespace

static SourceRange wholeOf(const Value &text) {
  return {0, static_cast<uint32_t>(text.text.size())};
}

/// The texts that a text grew through, from the first one.
static llvm::SmallVector<const Value *> stepsOf(const Value &text) {
  llvm::SmallVector<const Value *> steps;
  for (const Value *step = &text; step;
       step = step->lastPart ? step->lastPart->front : nullptr)
    steps.push_back(step);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

/// What the last part of a text takes of it.
static SourceRange lastRange(const Value &text) {
  const Value *front = text.lastPart ? text.lastPart->front : nullptr;
  return {front ? wholeOf(*front).end : 0, wholeOf(text).end};
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

const MappedText *TextWriter::saidBy(const Value &literal) {
  if (literal.place.buffer != module.buffer)
    return nullptr;
  auto [entry, isNew] = said.try_emplace(literal.place.range.begin);
  if (!isNew)
    return entry->second.get();
  Node string = expressionOf(literal, module);
  const Cell *cell = string ? cellAt(module, string.place()) : nullptr;
  if (cell && string.is(NodeKind::String))
    entry->second = saidText(string, *cell);
  return entry->second.get();
}

void TextWriter::addLiteral(const Value &text, SourceRange range,
                            SourceRange use) {
  const MappedText *mapped = text.isTemplate ? nullptr : saidBy(text);
  if (mapped && mapped->text() == text.text) {
    StringRef word =
        text.text.slice(range.begin, range.end).take_until([](char c) {
          return isSplit(StringRef(&c, 1));
        });
    SourceRange first{range.begin,
                      range.begin + static_cast<uint32_t>(word.size())};
    if (!word.empty() && isApart(mapped->placeOf(first))) {
      maker.addComputed(word, mapped->placeOf(first));
      range.begin = first.end;
    }
    return maker.addPart(*mapped, range);
  }
  maker.addMeaning(text.isTemplate ? StringRef(UnknownText)
                                   : text.text.slice(range.begin, range.end),
                   use);
}

/// True if something follows the characters of a word that stands elsewhere:
/// what replaces both would replace what is between them.
bool TextWriter::isApart(SourceRange place) const {
  StringRef front = maker.soFar().text();
  if (front.empty() || StringRef(" \t\n").contains(front.back()))
    return false;
  uint32_t end = maker.soFar().placeOf(static_cast<uint32_t>(front.size()));
  if (place.begin < end)
    return true;
  // Quotes and a plus, also in the JSON of a notebook.
  StringRef between = module.buffer->text({end, place.begin});
  return between.find_first_not_of(" \t\r\n\"'+\\(),frbunFRBU") !=
         StringRef::npos;
}

void TextWriter::addValue(const Value *value, SourceRange use) {
  std::optional<std::string> word = value ? wordOf(*value) : std::nullopt;
  if (word && !word->empty() && !isSplit(*word) && !isPlaceholderName(*word) &&
      isApart(use))
    return maker.addComputed(*word, use);
  maker.addValue(value, use);
}

/// Where a part of a text stands in the file; nothing if it is not in one
/// string of it.
std::optional<SourceRange> TextWriter::placeIn(const Value &text,
                                               SourceRange range) {
  const Value *at = &text;
  while (at) {
    if (!at->lastPart) {
      const MappedText *mapped = saidBy(*at);
      if (!mapped || mapped->text() != at->text)
        return std::nullopt;
      return mapped->placeOf(range);
    }
    SourceRange last = lastRange(*at);
    const TextPart &part = *at->lastPart;
    if (range.end <= last.begin) {
      at = part.front;
      continue;
    }
    bool isText = part.value->kind == ValueKind::Text && !part.isField;
    if (range.begin < last.begin || !isText)
      return std::nullopt;
    uint32_t inFormat = part.format ? part.range.begin : 0;
    range = {range.begin - last.begin + inFormat,
             range.end - last.begin + inFormat};
    at = part.format ? part.format : part.value;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// True for a blank of several words that a reader fills in: `[your project]`.
static bool isBlank(StringRef text) {
  bool isAsked = text.starts_with("[") || text.starts_with("<") ||
                 text.starts_with_insensitive("your ");
  return isAsked && !text.contains(" -") && isPlaceholderName(text);
}

void TextWriter::addFilling(const Value *value, SourceRange use) {
  value = maker.settled(value);
  bool isText = value && value->kind == ValueKind::Text && !value->text.empty();
  if (isText && isBlank(value->text))
    return addValue(nullptr, use);
  if (isText && isSplit(value->text))
    return add(*value, wholeOf(*value), use);
  addValue(value, use);
}

/// Adds what is on one side of a `+`, or an item that is joined.
void TextWriter::addOperand(const Value &value, SourceRange range,
                            SourceRange use) {
  if (value.kind != ValueKind::Text)
    return addValue(&value, use);
  bool isNamed = isHere(value.use);
  if (!value.text.empty() && (!isNamed || isSplit(value.text)))
    return add(value, range, use);
  // A text to which others are added begins with nothing.
  StringRef front = maker.soFar().text();
  bool isWord = !front.empty() && !StringRef(" \t\n").contains(front.back());
  if (isNamed && (isWord || !value.text.empty()))
    addValue(&value, use);
}

void TextWriter::addPart(const TextPart &part, SourceRange range,
                         SourceRange use) {
  const Value &value = *part.value;
  if (part.format && !part.isField)
    return add(*part.format,
               {part.range.begin + range.begin, part.range.begin + range.end},
               use);
  if (isHere(value.use))
    use = value.use.range;
  else if (isHere(value.place))
    use = value.place.range;
  if (!part.isField)
    return addOperand(value, range, use);
  std::optional<SourceRange> field;
  if (isHere(part.braces))
    field = part.braces.range;
  else if (part.format)
    field = placeIn(*part.format, part.range);
  // A name says more of what is put together than its parts.
  bool hasParts = value.kind == ValueKind::Text && value.lastPart && !value.use;
  if (hasParts)
    return add(value, wholeOf(value), field.value_or(use));
  addFilling(part.value, field.value_or(use));
}

void TextWriter::add(const Value &text, SourceRange range, SourceRange use) {
  if (depth >= Deepest)
    return maker.addMeaning(UnknownText, use);
  ++depth;
  for (const Value *step : stepsOf(text)) {
    SourceRange last = lastRange(*step);
    uint32_t begin = std::max(last.begin, range.begin);
    uint32_t end = std::min(last.end, range.end);
    bool isWhole = begin == last.begin && end == last.end;
    if (begin > end || (begin == end && !isWhole))
      continue;
    SourceRange within{begin - last.begin, end - last.begin};
    bool isText =
        step->lastPart && step->lastPart->value->kind == ValueKind::Text;
    if (!step->lastPart)
      addLiteral(*step, within, use);
    else if (isWhole || (isText && !step->lastPart->isField))
      addPart(*step->lastPart, within, use);
    else
      maker.addMeaning(step->text.slice(begin, end), use);
  }
  --depth;
}

void python::addText(const Value &text, SourceRange use,
                     ShellTextMaker &maker) {
  TextWriter(maker).add(text, wholeOf(text), use);
}

void python::addFilling(const Value *value, SourceRange use,
                        ShellTextMaker &maker) {
  TextWriter(maker).addFilling(value, use);
}
