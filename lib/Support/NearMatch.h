//===- NearMatch.h - Did-you-mean suggestions -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every misspelled word is compared with every name that it could stand for.
// Where an input brings both, that is the square of its size, so the words of
// an input share a budget: once it is spent, only words that differ from a name
// in case and separators are recognized.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_NEARMATCH_H
#define TRAINLINT_SUPPORT_NEARMATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// The same for many words and one long list, which is prepared when the first
/// word is searched for.
class NearMatcher {
public:
  /// The text of the candidates has to live as long.
  explicit NearMatcher(std::vector<llvm::StringRef> candidates)
      : candidates(std::move(candidates)) {}
  NearMatcher(const NearMatcher &) = delete;
  NearMatcher &operator=(const NearMatcher &) = delete;

  std::optional<NearMatch> find(llvm::StringRef word);

private:
  /// A candidate that is not too long to be near a word.
  struct Entry {
    uint64_t kinds;
    uint32_t begin;
    uint32_t size;
    uint32_t candidate;
  };

  void prepare();
  llvm::StringRef lettersOf(const Entry &entry) const {
    return llvm::StringRef(letters).substr(entry.begin, entry.size);
  }

  std::vector<llvm::StringRef> candidates;
  bool isPrepared = false;
  /// What is compared of all candidates, in one piece.
  std::string letters;
  /// By their size.
  std::vector<Entry> entries;
  /// The first candidate that is spelled so.
  llvm::DenseMap<llvm::StringRef, uint32_t> spellings;
};

/// While it lives, the words that its thread searches for share a budget. There
/// is one for each input that is checked; what a user types needs none.
class NearMatchBudget {
public:
  /// Letters of candidates that are compared: about a tenth of a second.
  static constexpr uint64_t DefaultLetters = uint64_t(1) << 26;

  explicit NearMatchBudget(uint64_t letters = DefaultLetters);
  ~NearMatchBudget();
  NearMatchBudget(const NearMatchBudget &) = delete;
  NearMatchBudget &operator=(const NearMatchBudget &) = delete;

private:
  uint64_t *outer;
  uint64_t left;
};

/// True if two words differ only in case, `_`, `-` and spaces.
bool sameLetters(llvm::StringRef a, llvm::StringRef b);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_NEARMATCH_H
