//===- ShellTextMaker.h - Shell text with values of Python ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_SHELLTEXTMAKER_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_SHELLTEXTMAKER_H

#include "Frontend/Python/Values/Program.h"
#include "Text/Shell/Regions.h"

namespace trainlint::python {

/// Puts a text for a shell together from what is written in a file and from
/// values of Python. A value becomes a variable of the shell, so that a finding
/// points at where it is written and at where it is used.
class ShellTextMaker {
public:
  /// `takesDefaults` puts the default of a flag, or of a variable of the
  /// environment, in the place of what nobody knows.
  explicit ShellTextMaker(const Module &module, bool takesDefaults = false)
      : module(module), takesDefaults(takesDefaults),
        text(std::make_shared<MappedText>()) {}

  /// Adds a part of a cell as it is written.
  void addWritten(const Cell &cell, SourceRange range);
  /// Adds a part of another text of the file.
  void addPart(const MappedText &other, SourceRange range) {
    if (!range.empty())
      text->addPart(other, range);
  }
  /// Adds a text that stands for a part of the file.
  void addMeaning(llvm::StringRef meaning, SourceRange place) {
    text->addMeaning(meaning, place);
  }
  /// Adds a value that is used at a place of the file; what is not known, and
  /// what a shell would split, becomes a placeholder. `isQuoted` says that the
  /// shell splits nothing here.
  void addValue(const Value *value, SourceRange use, bool isQuoted = false);
  /// Adds one word that fixes leave alone: the characters around it stand
  /// elsewhere.
  void addComputed(llvm::StringRef word, SourceRange place);
  /// Adds a value that is spelled in the file.
  void addSpelled(const Value &value) {
    text->addWritten(module.buffer->text(), value.place.range);
  }
  /// Gives the shell a variable; the names have to be kept.
  void setVariable(llvm::StringRef name, const Value &value, SourceRange use);
  /// What is put into the text for a value, which may be null.
  const Value *settled(const Value *value);
  /// True if a value has had a default, whether that was taken or not.
  bool hasDefaults() const { return sawDefault; }

  const Module &ofModule() const { return module; }
  const MappedText &soFar() const { return *text; }
  shell::ShellText finish();

private:
  void addUse(llvm::StringRef variable, SourceRange use);

  const Module &module;
  bool takesDefaults;
  bool sawDefault = false;
  std::shared_ptr<MappedText> text;
  std::vector<shell::Word> variables;
};

/// What a value is in a command; nothing if nobody knows, or if it has no one
/// form there. What is not known of a text is written `${}`.
std::optional<std::string> wordOf(const Value &value);

/// True for characters that end a word, or that a shell does not leave alone.
bool isSplit(llvm::StringRef word);

/// True if the characters of a value stand at its place in a file.
bool isSpelledIn(const Value &value, const SourceBuffer &buffer);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_SHELLTEXTMAKER_H
