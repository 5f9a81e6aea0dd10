//===- NearMatch.cpp - Did-you-mean suggestions ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearMatch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace trainlint;
using llvm::ArrayRef;
using llvm::StringRef;

static std::string letters(StringRef word) {
  std::string out;
  for (char c : word) {
    if (c != '_' && c != '-' && c != ' ')
      out += llvm::toLower(c);
  }
  return out;
}

bool trainlint::sameLetters(StringRef a, StringRef b) {
  return letters(a) == letters(b);
}

/// Damerau-Levenshtein distance with adjacent transpositions, or `limit + 1`
/// if it is larger than `limit`.
static unsigned distance(StringRef a, StringRef b, unsigned limit) {
  size_t gap = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
  if (gap > limit)
    return limit + 1;
  size_t width = b.size() + 1;
  llvm::SmallVector<unsigned, 96> rows(3 * width);
  unsigned *before = rows.data(), *above = before + width, *row = above + width;
  for (size_t j = 0; j < width; ++j)
    above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    unsigned best = row[0];
    for (size_t j = 1; j < width; ++j) {
      unsigned swap = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + swap});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (best > limit)
      return limit + 1;
    unsigned *oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return above[b.size()];
}

std::optional<NearMatch>
trainlint::findNearMatch(StringRef word, ArrayRef<StringRef> candidates) {
  // A very long word is no misspelling of a name.
  if (word.empty() || word.size() > 64)
    return std::nullopt;
  std::string wanted = letters(word);
  for (StringRef candidate : candidates) {
    if (letters(candidate) == wanted)
      return NearMatch{candidate, MatchKind::Spelling};
  }

  unsigned nearest = std::max<size_t>(1, wanted.size() / 3) + 1;
  std::optional<NearMatch> found;
  for (StringRef candidate : candidates) {
    unsigned away = distance(wanted, letters(candidate), nearest);
    if (away > nearest)
      continue;
    if (away == nearest) {
      found.reset();
      continue;
    }
    nearest = away;
    found = NearMatch{candidate, MatchKind::Typo};
  }
  return found;
}
