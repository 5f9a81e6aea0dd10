//===- NearMatch.cpp - Did-you-mean suggestions ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearMatch.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <bit>

using namespace trainlint;

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// A very long word is no misspelling of a name.
static constexpr size_t MaxWordSize = 64;

static bool isSeparator(char c) { return c == '_' || c == '-' || c == ' '; }

/// Appends what is compared of a word.
template <typename Buffer>
static void appendLetters(StringRef word, Buffer &out) {
  for (char c : word) {
    if (!isSeparator(c))
      out.push_back(llvm::toLower(c));
  }
}

static StringRef dropLastSeparators(StringRef word) {
  while (!word.empty() && isSeparator(word.back()))
    word = word.drop_back();
  return word;
}

bool trainlint::sameLetters(StringRef a, StringRef b) {
  // Names of a graph begin alike, and few end alike.
  a = dropLastSeparators(a);
  b = dropLastSeparators(b);
  if (!a.empty() && !b.empty() &&
      llvm::toLower(a.back()) != llvm::toLower(b.back()))
    return false;
  while (true) {
    a = a.drop_while(isSeparator);
    b = b.drop_while(isSeparator);
    if (a.empty() || b.empty())
      return a.empty() && b.empty();
    if (llvm::toLower(a.front()) != llvm::toLower(b.front()))
      return false;
    a = a.drop_front();
    b = b.drop_front();
  }
}

/// Which letters occur, with a bit for those that are equal modulo 64. Every
/// edit removes at most one of them and adds at most one.
static uint64_t kindsOf(StringRef letters) {
  uint64_t kinds = 0;
  for (unsigned char c : letters)
    kinds |= uint64_t(1) << (c % 64);
  return kinds;
}

//===----------------------------------------------------------------------===//
// Budget
//===----------------------------------------------------------------------===//

/// What is left of the budget of this thread; null if there is none.
static thread_local uint64_t *budget = nullptr;

NearMatchBudget::NearMatchBudget(uint64_t letters)
    : outer(std::exchange(budget, &left)), left(letters) {}

NearMatchBudget::~NearMatchBudget() { budget = outer; }

/// False if there is no more to spend.
static bool spend(uint64_t letters) {
  if (!budget)
    return true;
  *budget -= std::min(*budget, letters);
  return *budget != 0;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
/// A word that is searched for, and the nearest candidate so far.
class Search {
public:
  /// The word is not longer than MaxWordSize.
  explicit Search(StringRef word);

  StringRef wanted() const { return letters; }
  /// How much longer or shorter a candidate may be.
  size_t reach() const { return nearest; }
  bool mayBeNear(uint64_t kinds) const {
    return std::popcount(own & ~kinds) <= int(nearest) &&
           std::popcount(kinds & ~own) <= int(nearest);
  }
  void compare(StringRef candidateLetters, StringRef candidate);

  std::optional<NearMatch> result() const { return found; }

private:
  unsigned distance(StringRef other, unsigned limit) const;

  llvm::SmallString<MaxWordSize> letters;
  uint64_t own;
  /// For each letter a bit at each of its places in the word.
  uint64_t places[256] = {};
  unsigned nearest;
  std::optional<NearMatch> found;
};
} // namespace

Search::Search(StringRef word) {
  appendLetters(word, letters);
  own = kindsOf(letters);
  for (auto [index, c] : llvm::enumerate(letters))
    places[static_cast<unsigned char>(c)] |= uint64_t(1) << index;
  nearest = std::max<size_t>(1, letters.size() / 3) + 1;
}

/// Damerau-Levenshtein distance with adjacent transpositions, or `limit + 1`
/// if it is larger than `limit`. A column of the matrix is two words of bits,
/// which say where it goes up and down (Hyyrö, "A Bit-Vector Algorithm for
/// Computing Levenshtein and Damerau Edit Distances", 2003).
unsigned Search::distance(StringRef other, unsigned limit) const {
  if (letters.empty())
    return std::min<size_t>(other.size(), limit + 1);
  uint64_t last = uint64_t(1) << (letters.size() - 1);
  uint64_t up = ~uint64_t(0), down = 0, diagonal = 0, before = 0;
  size_t score = letters.size();
  for (auto [index, c] : llvm::enumerate(other)) {
    uint64_t same = places[static_cast<unsigned char>(c)];
    uint64_t swapped = ((~diagonal & same) << 1) & before;
    diagonal = (((same & up) + up) ^ up) | same | down | swapped;
    uint64_t right = down | ~(diagonal | up);
    uint64_t left = diagonal & up;
    score += (right & last) ? 1 : 0;
    score -= (left & last) ? 1 : 0;
    // Each letter that is left takes off one at most.
    if (score > limit + (other.size() - index - 1))
      return limit + 1;
    right = (right << 1) | 1;
    up = (left << 1) | ~(diagonal | right);
    down = diagonal & right;
    before = same;
  }
  return std::min<size_t>(score, limit + 1);
}

void Search::compare(StringRef candidateLetters, StringRef candidate) {
  unsigned away = distance(candidateLetters, nearest);
  if (away > nearest)
    return;
  if (away == nearest) {
    found.reset();
    return;
  }
  nearest = away;
  found = NearMatch{candidate, MatchKind::Typo};
}

static bool isSearchable(StringRef word) {
  return !word.empty() && word.size() <= MaxWordSize;
}

std::optional<NearMatch>
trainlint::findNearMatch(StringRef word, ArrayRef<StringRef> candidates) {
  if (!isSearchable(word))
    return std::nullopt;
  for (StringRef candidate : candidates) {
    if (sameLetters(word, candidate))
      return NearMatch{candidate, MatchKind::Spelling};
  }
  Search search(word);
  llvm::SmallString<2 * MaxWordSize> letters;
  for (StringRef candidate : candidates) {
    if (!spend(1 + candidate.size()))
      return std::nullopt;
    // Without its separators it is shorter still.
    if (candidate.size() + search.reach() < search.wanted().size())
      continue;
    letters.clear();
    appendLetters(candidate, letters);
    size_t size = letters.size(), own = search.wanted().size();
    if (size <= own + search.reach() && own <= size + search.reach() &&
        search.mayBeNear(kindsOf(letters)))
      search.compare(letters, candidate);
  }
  return search.result();
}

//===----------------------------------------------------------------------===//
// NearMatcher
//===----------------------------------------------------------------------===//

void NearMatcher::prepare() {
  isPrepared = true;
  for (auto [index, candidate] : llvm::enumerate(candidates)) {
    uint32_t begin = letters.size();
    appendLetters(candidate, letters);
    uint32_t size = letters.size() - begin;
    // A third of the longest word may be missing.
    if (size > 2 * MaxWordSize) {
      letters.resize(begin);
      continue;
    }
    entries.push_back({0, begin, size, static_cast<uint32_t>(index)});
  }
  for (Entry &entry : entries) {
    entry.kinds = kindsOf(lettersOf(entry));
    spellings.try_emplace(lettersOf(entry), entry.candidate);
  }
  llvm::stable_sort(
      entries, [](const Entry &a, const Entry &b) { return a.size < b.size; });
}

std::optional<NearMatch> NearMatcher::find(StringRef word) {
  if (!isSearchable(word))
    return std::nullopt;
  if (!isPrepared)
    prepare();
  Search search(word);
  auto same = spellings.find(search.wanted());
  if (same != spellings.end())
    return NearMatch{candidates[same->second], MatchKind::Spelling};
  size_t own = search.wanted().size();
  size_t shortest = own - std::min(own, search.reach());
  auto from = llvm::partition_point(
      entries, [&](const Entry &entry) { return entry.size < shortest; });
  for (const Entry &entry : llvm::make_range(from, entries.end())) {
    if (entry.size > own + search.reach())
      break;
    bool mayBeNear = search.mayBeNear(entry.kinds);
    if (!spend(mayBeNear ? 1 + entry.size : 1))
      return std::nullopt;
    if (mayBeNear)
      search.compare(lettersOf(entry), candidates[entry.candidate]);
  }
  return search.result();
}
