//===- CallText.cpp - What calls of Python give to a shell ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CallText.h"
#include "Frontend/Python/Notebook/TextPieces.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

const Value *python::commandOf(const Call &call) {
  static constexpr llvm::StringLiteral shells[] = {"os.system",
                                                   "os.popen",
                                                   "subprocess.getoutput",
                                                   "subprocess.getstatusoutput",
                                                   "commands.getoutput",
                                                   "commands.getstatusoutput"};
  static constexpr llvm::StringLiteral programs[] = {
      "subprocess.run", "subprocess.call", "subprocess.check_call",
      "subprocess.check_output", "subprocess.Popen"};
  bool isShell = llvm::is_contained(shells, call.callee);
  if (!isShell && !llvm::is_contained(programs, call.callee))
    return nullptr;
  const Value *command = call.value(isShell ? "cmd" : "args", 0);
  if (isShell && !command)
    command = call.value("command");
  if (!command)
    return nullptr;
  const Value *asks = call.value("shell");
  bool hasShell = isShell || (asks && asks->truth().value_or(false));
  if (command->kind == ValueKind::Text)
    return hasShell ? command : nullptr;
  return command->isSequence() && !hasShell ? command : nullptr;
}

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
// Texts
//===----------------------------------------------------------------------===//

/// What the expressions among the pieces of a text are, found between what the
/// strings say; nothing if the two do not fit.
static std::optional<std::vector<std::string>>
partsOf(StringRef text, llvm::ArrayRef<TextPiece> pieces) {
  std::vector<std::string> parts(pieces.size());
  size_t at = 0;
  std::optional<size_t> open;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const TextPiece &piece = pieces[i];
    if (piece.expression) {
      // Where one of two ends nobody knows.
      if (open)
        return std::nullopt;
      open = i;
      continue;
    }
    size_t found = text.find(piece.text, at);
    if (found == StringRef::npos || (!open && found != at))
      return std::nullopt;
    if (open)
      parts[*open] = text.slice(at, found).str();
    open.reset();
    at = found + piece.text.size();
  }
  if (open)
    parts[*open] = text.substr(at).str();
  else if (at != text.size())
    return std::nullopt;
  return parts;
}

/// Adds the value of an expression within a text.
static void addPart(Node expression, StringRef text, SourceRange place,
                    const Program &program, unsigned cell,
                    ShellTextMaker &maker) {
  const Value *named = nullptr;
  if (expression.is(NodeKind::Identifier))
    named = program.valueOf(expression.text(), cell + 1);
  if (named && wordOf(*named) == text)
    return maker.addValue(named, place);
  Value *value =
      program.makeValue(ValueKind::Text, {program.module().buffer, place});
  value->text = program.keep(text);
  maker.addValue(value, place);
}

static void addTextCommand(const Value &command, const Program &program,
                           ShellTextMaker &maker) {
  Node expression = expressionOf(command, program.module());
  const Cell *cell = cellAt(program.module(), command.place.range);
  if (!expression || !cell)
    return;
  std::vector<TextPiece> pieces = piecesOf(expression);
  auto parts = partsOf(command.text, pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const TextPiece &piece = pieces[i];
    SourceRange place = cell->placeOf(piece.range);
    if (piece.expression && parts)
      addPart(piece.expression, (*parts)[i], place, program, cell->index,
              maker);
    else if (piece.expression)
      maker.addValue(nullptr, place);
    else if (piece.isWritten)
      maker.addWritten(*cell, piece.range);
    else
      maker.addMeaning(piece.text, place);
  }
}

/// True if a shell takes all characters of a word as they are.
static bool isPlainWord(StringRef word) {
  return llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || StringRef("-_=./:@,+%^~").contains(c);
  });
}

/// A word of a list, which no shell splits.
static void addWord(const Value &item, Place list, ShellTextMaker &maker) {
  SourceRange place = item.place.range;
  bool isInList = item.place.buffer == list.buffer &&
                  list.range.begin <= place.begin &&
                  place.end <= list.range.end;
  SourceRange use = item.use ? item.use.range : list.range;
  if (!isInList || !isSpelledIn(item, *list.buffer)) {
    bool isHere = isInList && !item.use;
    return maker.addValue(&item, isHere ? place : use, /*isQuoted=*/true);
  }
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

void python::addCommand(const Value &command, const Program &program,
                        ShellTextMaker &maker) {
  if (command.place.buffer != program.module().buffer)
    return;
  if (command.isSequence())
    addListCommand(command, maker);
  else
    addTextCommand(command, program, maker);
}
