//===- Variables.h - Values of shell variables ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_VARIABLES_H
#define TRAINLINT_TEXT_SHELL_VARIABLES_H

#include "Text/Shell/Shell.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace trainlint::shell {

/// What a part of a word stands for.
struct Value {
  /// Expansions that are not known are as written.
  std::string text;
  /// The place to edit: where the text stands.
  SourceRange range;
  /// Where the value is used, if that is elsewhere: `$NAME`.
  SourceRange use;
  /// True if what stands there does not spell the text, nor a part of it.
  bool isComputed = false;
};

/// The assignments of a text by the names that they set.
class Assignments {
public:
  /// The words, `NAME=value`, have to outlive this.
  void add(const Word &word);
  /// Marks a name as one whose value is not followed.
  void forget(llvm::StringRef name) { words[name] = nullptr; }

  /// The assignment of a name; null if its value is not constant, nothing if
  /// nobody sets it.
  std::optional<const Word *> find(llvm::StringRef name) const;

private:
  llvm::StringMap<const Word *> words;
};

/// The variables that are set when a script begins, for all scripts that share
/// them.
class Environment {
public:
  explicit Environment(std::vector<Word> words);
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

  std::optional<const Word *> find(llvm::StringRef name) const {
    return assignments.find(name);
  }

private:
  std::vector<Word> words;
  Assignments assignments;
};

/// The variables of a script whose values are constant: set once, to a text
/// that is known. A name costs nothing before it is used, since recipes of a
/// Makefile share the variables of the whole file and use few of them.
class Variables {
public:
  /// `environment` may be null. Both have to outlive this.
  Variables(const Script &script, const Environment *environment);

  /// What the part of a word's value from `begin` on stands for.
  Value valueOf(const Word &word, size_t begin) const {
    return valueOf(word, begin, word.value.size());
  }
  Value valueOf(const Word &word, size_t begin, size_t end) const;

private:
  const Environment *environment;
  Assignments assignments;
  /// What the names that were used stand for; nothing for a text that is too
  /// long.
  mutable llvm::StringMap<std::optional<Value>> values;

  /// The assignment that a word sees; null if the value is not known there.
  const Word *assignmentFor(llvm::StringRef name, const Word &word) const;
  Value expand(const Word &word, size_t begin, size_t end,
               llvm::StringSet<> &active) const;
  const Value *resolve(llvm::StringRef name, const Word &assignment,
                       llvm::StringSet<> &active) const;
};

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_VARIABLES_H
