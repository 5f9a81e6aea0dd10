//===- ShellTextMaker.cpp - Shell text with values of Python --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/ShellTextMaker.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"

using namespace trainlint;
using namespace trainlint::python;

std::optional<std::string> python::wordOf(const Value &value) {
  switch (value.kind) {
  case ValueKind::Text:
    return value.text.str();
  case ValueKind::Integer:
  case ValueKind::Float:
  case ValueKind::Bool:
    return printed(value);
  default:
    return std::nullopt;
  }
}

bool python::isSpelledIn(const Value &value, const SourceBuffer &buffer) {
  if (value.place.buffer != &buffer || value.place.range.empty())
    return false;
  std::optional<std::string> word = wordOf(value);
  bool isPlain = value.isVerbatim || value.isInteger();
  return isPlain && word && buffer.text(value.place.range) == *word;
}

void ShellTextMaker::addWritten(const Cell &cell, SourceRange range) {
  if (range.begin >= range.end)
    return;
  if (cell.source)
    text->addPart(*cell.source, range);
  else
    text->addWritten(module.buffer->text(), range);
}

const Value *ShellTextMaker::settled(const Value *value) {
  if (!value || !value->fallback)
    return value;
  sawDefault = true;
  return takesDefaults ? value->fallback : value;
}

void ShellTextMaker::setVariable(StringRef name, const Value &given,
                                 SourceRange use) {
  const Value &value = *settled(&given);
  std::optional<std::string> word = wordOf(value);
  if (!word)
    return;
  bool isOpen = word->empty() || isPlaceholderName(*word);
  if (isOpen)
    word = UnknownText.str();
  bool isHere = value.place.buffer == module.buffer;
  SourceRange place = isHere ? value.place.range : use;
  variables.push_back(
      !isOpen && isSpelledIn(value, *module.buffer)
          ? shell::makeAssignment(name, place.begin, *word, place.begin)
          : shell::makeComputedAssignment(name, *word, place));
}

bool python::isSplit(StringRef word) {
  return word.find_first_of(" \t\n\"'`;&|<>()\\") != StringRef::npos;
}

void ShellTextMaker::addValue(const Value *value, SourceRange use,
                              bool isQuoted) {
  value = settled(value);
  std::optional<std::string> word;
  if (value)
    word = wordOf(*value);
  if (!word || word->empty() || (!isQuoted && isSplit(*word)))
    return addMeaning(UnknownText, use);
  std::string name = "_python_" + std::to_string(variables.size() + 1);
  setVariable(name, *value, use);
  addUse(name, use);
}

void ShellTextMaker::addComputed(StringRef word, SourceRange place) {
  std::string name = "_python_" + std::to_string(variables.size() + 1);
  variables.push_back(shell::makeComputedAssignment(name, word, place));
  addUse(name, place);
}

void ShellTextMaker::addUse(StringRef variable, SourceRange use) {
  // The last character on its own, so that the use ends where it does.
  uint32_t last = use.empty() ? use.end : use.end - 1;
  addMeaning(("${" + variable).str(), {use.begin, last});
  addMeaning("}", {last, use.end});
}

shell::ShellText ShellTextMaker::finish() {
  shell::ShellText made;
  uint32_t size = text->text().size();
  shell::Part part{{0, size}};
  part.block = std::move(text);
  made.parts.push_back(std::move(part));
  if (!variables.empty())
    made.environment =
        std::make_shared<const shell::Environment>(std::move(variables));
  return made;
}
