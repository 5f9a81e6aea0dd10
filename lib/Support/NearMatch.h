//===- NearMatch.h - Did-you-mean suggestions -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_NEARMATCH_H
#define TRAINLINT_SUPPORT_NEARMATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint {

/// How a word was found to resemble another.
enum class MatchKind {
  /// Equal but for case, `_`, `-` and spaces: surely the word that was meant.
  Spelling,
  /// A few letters away: probably the word that was meant.
  Typo,
};

struct NearMatch {
  llvm::StringRef word;
  MatchKind kind;
};

/// The one candidate that `word` most likely stands for, or none: no
/// candidate is near, or several are equally near.
std::optional<NearMatch>
findNearMatch(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> candidates);

/// True if two words differ only in case, `_`, `-` and spaces.
bool sameLetters(llvm::StringRef a, llvm::StringRef b);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_NEARMATCH_H
