//===- NearMatchTest.cpp - Tests of suggestions for words -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearMatch.h"
#include "TestHelpers.h"
#include <random>

using namespace trainlint;
using llvm::ArrayRef;
using llvm::StringRef;

/// The suggestion for a word; empty if there is none.
static StringRef suggest(StringRef word, ArrayRef<StringRef> candidates) {
  std::optional<NearMatch> near = findNearMatch(word, candidates);
  std::optional<NearMatch> same = NearMatcher(candidates).find(word);
  EXPECT_EQ(near.has_value(), same.has_value()) << word.str();
  if (near && same) {
    EXPECT_EQ(near->word.data(), same->word.data()) << word.str();
    EXPECT_EQ(near->kind, same->kind) << word.str();
  }
  return near ? near->word : StringRef();
}

static const StringRef Fields[] = {"masterType", "workerType", "workerCount",
                                   "region", "scaleTier"};

TEST(NearMatchTest, SpellingIgnoresCaseAndSeparators) {
  for (StringRef word : {"mastertype", "MASTER_TYPE", "master-type",
                         "master type", "_masterType_", "masterType"}) {
    std::optional<NearMatch> near = findNearMatch(word, Fields);
    ASSERT_TRUE(near) << word.str();
    EXPECT_EQ(near->word, "masterType");
    EXPECT_EQ(near->kind, MatchKind::Spelling);
  }
}

TEST(NearMatchTest, TypoAllowsEveryKindOfSlip) {
  for (StringRef word : {"masterTyp", "masterTypee", "masterTxpe", "amsterType",
                         "master_tpye"}) {
    std::optional<NearMatch> near = findNearMatch(word, Fields);
    ASSERT_TRUE(near) << word.str();
    EXPECT_EQ(near->word, "masterType");
    EXPECT_EQ(near->kind, MatchKind::Typo);
  }
}

TEST(NearMatchTest, SwappedNeighborsAreOneSlip) {
  // A word of five letters may be one slip away; two substitutions would not
  // be near.
  EXPECT_EQ(suggest("abdce", {"abcde"}), "abcde");
  EXPECT_EQ(suggest("abxye", {"abcde"}), "");
}

TEST(NearMatchTest, LongerWordsMayBeFurtherAway) {
  EXPECT_EQ(suggest("ab", {"ax"}), "ax");
  EXPECT_EQ(suggest("ab", {"xy"}), "");
  EXPECT_EQ(suggest("abcdef", {"abcdxy"}), "abcdxy");
  EXPECT_EQ(suggest("abcdef", {"abcxyz"}), "");
  EXPECT_EQ(suggest("abcdefghi", {"abcdefxyz"}), "abcdefxyz");
}

TEST(NearMatchTest, NothingNear) {
  EXPECT_EQ(suggest("zone", Fields), "");
  EXPECT_EQ(suggest("", Fields), "");
  EXPECT_EQ(suggest("region", {}), "");
}

TEST(NearMatchTest, SeveralEquallyNearAreNoSuggestion) {
  EXPECT_EQ(suggest("typeX", {"typeA", "typeB"}), "");
  EXPECT_EQ(suggest("typeX", {"typeA", "typeB", "typeC"}), "");
  // The nearest wins, whatever ties there are behind it.
  EXPECT_EQ(suggest("abcdef", {"abcdxy", "abcdvw", "abcdex"}), "abcdex");
  EXPECT_EQ(suggest("abcdef", {"abcdex", "abcdxy", "abcdvw"}), "abcdex");
  // So does the same spelling.
  EXPECT_EQ(suggest("type_x", {"typeA", "typeX", "typeB"}), "typeX");
}

TEST(NearMatchTest, VeryLongWordsAreNoMisspelling) {
  std::string candidate(64, 'a');
  EXPECT_EQ(suggest(std::string(64, 'a'), {candidate}), candidate);
  EXPECT_EQ(suggest(std::string(65, 'a'), {candidate}), "");
}

TEST(NearMatchTest, LongCandidatesWithSeparators) {
  std::string candidate;
  for (char c = 'a'; c <= 'z'; ++c)
    candidate += std::string("____") + c;
  EXPECT_EQ(suggest("abcdefghijklmnopqrstuvwxyz", {candidate}), candidate);
  EXPECT_EQ(suggest("abcdefghijklmnopqrstuvwxy", {candidate}), candidate);
  EXPECT_EQ(suggest("_", {"ab", "x"}), "x");
  EXPECT_EQ(suggest("_", {"abc"}), "");
}

/// The same by the textbook: a matrix, and every candidate in turn.
static unsigned distance(StringRef a, StringRef b) {
  std::vector<std::vector<unsigned>> rows(a.size() + 1,
                                          std::vector<unsigned>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      unsigned &cell = rows[i][j];
      if (i == 0 || j == 0) {
        cell = i + j;
        continue;
      }
      cell = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1,
                       rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell = std::min(cell, rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

TEST(NearMatchTest, RandomWordsHaveTheNearestCandidate) {
  std::mt19937 random(7);
  auto word = [&](unsigned letters, unsigned longest) {
    std::string text;
    for (unsigned size = 1 + random() % longest; text.size() < size;)
      text += static_cast<char>('a' + random() % letters);
    return text;
  };
  for (unsigned round = 0; round < 4000; ++round) {
    unsigned letters = 2 + random() % 4, longest = round % 10 ? 9 : 64;
    std::vector<std::string> texts(1 + random() % 8);
    for (std::string &text : texts)
      text = word(letters, longest);
    std::string wanted = word(letters, longest);
    if (llvm::is_contained(texts, wanted))
      continue;
    unsigned nearest = std::max<size_t>(1, wanted.size() / 3) + 1;
    StringRef expected;
    for (StringRef text : texts) {
      unsigned away = distance(wanted, text);
      if (away <= nearest)
        expected = away < nearest ? text : StringRef();
      nearest = std::min(nearest, away);
    }
    std::vector<StringRef> candidates(texts.begin(), texts.end());
    EXPECT_EQ(suggest(wanted, candidates), expected) << wanted;
  }
}

TEST(NearMatchTest, ABudgetEndsTheSearchForTypos) {
  NearMatcher matcher({"masterType", "workerType"});
  unsigned found = 0, rounds = 1000;
  {
    NearMatchBudget budget(/*letters=*/1000);
    for (unsigned i = 0; i < rounds; ++i)
      found += matcher.find("masterTyp").has_value();
    EXPECT_EQ(suggest("workerTyp", Fields), "");
    // What is spelled otherwise costs little to find.
    EXPECT_EQ(suggest("worker_type", Fields), "workerType");
    EXPECT_TRUE(matcher.find("worker_type"));
    {
      NearMatchBudget inner;
      EXPECT_EQ(suggest("workerTyp", Fields), "workerType");
    }
    EXPECT_EQ(suggest("workerTyp", Fields), "");
  }
  EXPECT_GT(found, 20u);
  EXPECT_LT(found, rounds);
  EXPECT_EQ(suggest("workerTyp", Fields), "workerType");
}

TEST(NearMatchTest, SameLetters) {
  EXPECT_TRUE(sameLetters("runtime_version", "runtimeVersion"));
  EXPECT_TRUE(sameLetters("Runtime-Version", "runtime version"));
  EXPECT_TRUE(sameLetters("", "_"));
  EXPECT_FALSE(sameLetters("runtimeVersion", "runtimeVersions"));
  EXPECT_FALSE(sameLetters("a.b", "ab"));
}
