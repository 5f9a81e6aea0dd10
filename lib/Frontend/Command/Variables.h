//===- Variables.h - Values of shell variables ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_COMMAND_VARIABLES_H
#define TRAINLINT_FRONTEND_COMMAND_VARIABLES_H

#include "Frontend/Command/Shell.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::shell {

/// What a part of a word stands for.
struct Value {
  /// Expansions that are not known are as written.
  std::string text;
  /// The place to edit: where the text stands.
  SourceRange range;
  /// Where the value is used, if that is elsewhere: `$NAME`.
  SourceRange use;
};

/// The variables of a script whose values are constant: set once, to a text
/// that is known.
class Variables {
public:
  /// `environment` holds the variables that are set when the script begins, as
  /// words `NAME=value`. Both have to outlive this.
  explicit Variables(const Script &script,
                     llvm::ArrayRef<Word> environment = {});

  /// What the part of a word's value from `begin` on stands for.
  Value valueOf(const Word &word, size_t begin) const {
    return valueOf(word, begin, word.value.size());
  }
  Value valueOf(const Word &word, size_t begin, size_t end) const;

private:
  /// Null for a variable that is set more than once.
  llvm::StringMap<const Word *> assignments;
  llvm::ArrayRef<Word> environment;
  /// What the constant ones stand for. Each is resolved once, when all it uses
  /// are; those that use themselves are not in it.
  llvm::StringMap<Value> values;

  /// True if an assignment is done before a word is read.
  bool precedes(const Word *assignment, const Word &word) const;
  void resolve(llvm::StringRef name, llvm::StringSet<> &active);
};

} // namespace trainlint::shell

#endif // TRAINLINT_FRONTEND_COMMAND_VARIABLES_H
