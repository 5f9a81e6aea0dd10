//===- CellArguments.cpp - What a cell gives to its shell -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CellArguments.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// The value of one argument, which stands at a range of the cell.
static const Value *argumentValue(StringRef word, SourceRange range,
                                  const Cell &cell, const Program &program) {
  StringRef name = word;
  bool isName = name.consume_front("$") ||
                (name.consume_front("{") && name.consume_back("}"));
  if (isName)
    return program.valueOf(name, cell.index);
  if (word.find_first_of("${}\"'\\`*?~") != StringRef::npos)
    return nullptr;
  Value *value = program.makeValue(
      ValueKind::Text, {program.module().buffer, cell.placeOf(range)});
  value->text = word;
  value->isVerbatim = true;
  return value;
}

llvm::SmallVector<const Value *> python::argumentsOf(const Cell &cell,
                                                     const Program &program) {
  llvm::SmallVector<const Value *> arguments;
  StringRef line = cell.cellMagicArguments.text;
  uint32_t origin = cell.cellMagicArguments.range.begin;
  bool isArgument = false;
  for (size_t at = line.find_first_not_of(" \t"); at != StringRef::npos;) {
    size_t end = std::min(line.find_first_of(" \t", at), line.size());
    StringRef word = line.slice(at, end);
    SourceRange range{static_cast<uint32_t>(origin + at),
                      static_cast<uint32_t>(origin + end)};
    if (isArgument)
      arguments.push_back(argumentValue(word, range, cell, program));
    isArgument |= word == "-s";
    at = line.find_first_not_of(" \t", end);
  }
  return arguments;
}

/// `$1` or `${1}` at the front of a text: how long it is, and its number; zero
/// if there is none.
static std::pair<size_t, unsigned> positionAt(StringRef text) {
  if (!text.consume_front("$"))
    return {0, 0};
  bool isBraced = text.consume_front("{");
  StringRef digits = text.take_while(llvm::isDigit);
  unsigned number;
  // Without braces it has one digit.
  bool isOther = digits.empty() || digits.size() > (isBraced ? 2 : 1) ||
                 (isBraced && !text.drop_front(digits.size()).starts_with("}"));
  if (isOther || digits.getAsInteger(10, number))
    return {0, 0};
  return {1 + digits.size() + 2 * isBraced, number};
}

void python::addBody(const Cell &cell, llvm::ArrayRef<const Value *> arguments,
                     ShellTextMaker &maker) {
  StringRef text = cell.text.take_front(cell.body.end);
  // Functions have arguments of their own.
  bool isSimple = !arguments.empty() && !text.contains("shift") &&
                  !text.contains("function ") && !text.contains("()");
  uint32_t written = cell.body.begin;
  bool isSingle = false, isDouble = false;
  for (uint32_t at = written; isSimple && at < text.size(); ++at) {
    isSingle ^= text[at] == '\'' && !isDouble;
    isDouble ^= text[at] == '"' && !isSingle;
    if (text[at] == '\\' && !isSingle)
      ++at;
    if (isSingle || at >= text.size())
      continue;
    auto [size, number] = positionAt(text.substr(at));
    if (number == 0 || number > arguments.size())
      continue;
    uint32_t end = at + size;
    maker.addWritten(cell, {written, at});
    maker.addValue(arguments[number - 1], cell.placeOf({at, end}), isDouble);
    written = end;
    at = end - 1;
  }
  maker.addWritten(cell, {written, cell.body.end});
}
