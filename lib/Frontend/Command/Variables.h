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
  explicit Variables(const Script &script);

  /// What the part of a word's value from `begin` on stands for.
  Value valueOf(const Word &word, size_t begin) const {
    return valueOf(word, begin, word.value.size());
  }
  Value valueOf(const Word &word, size_t begin, size_t end) const;

private:
  Value resolve(const Word &word, size_t begin, size_t end,
                unsigned depth) const;

  /// Null for a variable that is set more than once.
  llvm::StringMap<const Word *> assignments;
};

} // namespace trainlint::shell

#endif // TRAINLINT_FRONTEND_COMMAND_VARIABLES_H
