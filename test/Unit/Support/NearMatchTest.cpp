//===- NearMatchTest.cpp - Tests of suggestions for words -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearMatch.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::ArrayRef;
using llvm::StringRef;

/// The suggestion for a word; empty if there is none.
static StringRef suggest(StringRef word, ArrayRef<StringRef> candidates) {
  std::optional<NearMatch> near = findNearMatch(word, candidates);
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

TEST(NearMatchTest, SwappedNeighboursAreOneSlip) {
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

TEST(NearMatchTest, SameLetters) {
  EXPECT_TRUE(sameLetters("runtime_version", "runtimeVersion"));
  EXPECT_TRUE(sameLetters("Runtime-Version", "runtime version"));
  EXPECT_TRUE(sameLetters("", "_"));
  EXPECT_FALSE(sameLetters("runtimeVersion", "runtimeVersions"));
  EXPECT_FALSE(sameLetters("a.b", "ab"));
}
