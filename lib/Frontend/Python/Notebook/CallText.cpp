//===- CallText.cpp - What calls of Python give to a shell ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CallText.h"
#include "Frontend/Python/Notebook/ComputedText.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

const Cell *python::cellAt(const Module &module, SourceRange place) {
  auto behind = llvm::partition_point(module.cells, [&](const auto &cell) {
    return cell->begin() <= place.begin;
  });
  return behind == module.cells.begin() ? nullptr : std::prev(behind)->get();
}

/// The node of a text's expression: itself, or the string around it.
Node python::expressionOf(const Value &text, const Module &module) {
  if (text.place.buffer != module.buffer)
    return {};
  const Cell *cell = cellAt(module, text.place.range);
  if (!cell || !cell->tree)
    return {};
  // A prefix and three quotes.
  constexpr uint32_t MostInFront = 5;
  SourceRange place = text.place.range;
  uint32_t first = place.begin - std::min(place.begin, MostInFront);
  for (Node node : cell->tree->nodesFrom(first)) {
    SourceRange around = node.place();
    if (around.begin > place.begin)
      break;
    if (around == place && !node.is(NodeKind::ExpressionStatement))
      return node;
    bool isAround = around.begin < place.begin && place.end <= around.end &&
                    place.begin - around.begin <= MostInFront;
    if (isAround && node.is(NodeKind::String))
      return node;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// True if a shell takes all characters of a word as they are.
static bool isPlainWord(StringRef word) {
  return llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || StringRef("-_=./:@,+%^~").contains(c);
  });
}

/// True for a text that was put together, of which a shell takes what is known
/// as it is: `f"--region={REGION}"`.
static bool hasPlainParts(const Value &item) {
  SmallVector<StringRef> known;
  item.text.split(known, UnknownText);
  return item.kind == ValueKind::Text && item.lastPart &&
         llvm::all_of(known, isPlainWord);
}

/// A word of a list, which no shell splits.
static void addWord(const Value &item, Place list, ShellTextMaker &maker) {
  SourceRange place = item.place.range;
  bool isInList = item.place.buffer == list.buffer &&
                  list.range.begin <= place.begin &&
                  place.end <= list.range.end;
  SourceRange use = item.use ? item.use.range : list.range;
  // The words of a text that is split stand where the text does.
  bool isHere = isInList || !item.use;
  // The name of a flag is looked for in what the word says itself.
  if (isInList && !item.use && hasPlainParts(item))
    return addText(item, place, maker);
  if (!isHere || !isSpelledIn(item, *list.buffer))
    return maker.addValue(&item, isInList && !item.use ? place : use,
                          /*isQuoted=*/true);
  // Without an environment nothing is replaced.
  if (isPlainWord(item.text))
    return maker.addSpelled(item);
  bool canBeQuoted = !item.text.contains('\'');
  if (!canBeQuoted)
    return maker.addValue(nullptr, place);
  maker.addMeaning("'", {place.begin, place.begin});
  maker.addSpelled(item);
  maker.addMeaning("'", {place.end, place.end});
}

static void addListCommand(const Value &command, ShellTextMaker &maker) {
  Place place = command.place;
  for (const Value *item : command.items) {
    addWord(*item, place, maker);
    uint32_t end = item->place ? item->place.range.end : place.range.begin;
    maker.addMeaning(" ", {end, end});
  }
  if (command.isOpen)
    maker.addValue(nullptr, {place.range.end, place.range.end});
}

/// True if a list still holds the words of the text that it was made of, as a
/// shell sees them.
static bool isSplitText(const Value &list) {
  if (!list.split)
    return false;
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(list.split->text, saver, words);
  return !words.empty() && words.size() == list.items.size() &&
         llvm::all_of_zip(
             words, list.items, [](const char *word, const Value *item) {
               return item->kind == ValueKind::Text && item->text == word;
             });
}

void python::addCommand(const Value &command, const Program &program,
                        ShellTextMaker &maker) {
  if (command.place.buffer != program.module().buffer)
    return;
  if (!command.isSequence())
    return addText(command, command.place.range, maker);
  // What a computed text is split into has the places of its parts.
  bool isComputed = isSplitText(command) && !command.items.front()->isVerbatim;
  if (!isComputed)
    return addListCommand(command, maker);
  addText(*command.split, command.split->place.range, maker);
}
