//===- IgnoreCaseTest.cpp - Tests of words in whatever case ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/IgnoreCase.h"
#include "gtest/gtest.h"
#include <random>

using namespace trainlint;
using llvm::StringRef;

namespace {

TEST(IgnoreCaseTest, FindsWordsInWhateverCase) {
  EXPECT_TRUE(containsIgnoringCase("a: {trialJobSpec: x}", "trialjobspec"));
  EXPECT_TRUE(containsIgnoringCase("TRIAL_JOB_SPEC", "trial_job_spec"));
  EXPECT_FALSE(containsIgnoringCase("trialJobSpe", "trialjobspec"));
  EXPECT_FALSE(containsIgnoringCase("", "a"));
  EXPECT_TRUE(containsIgnoringCase("A", "a"));
  // Two bytes that differ in the bit that tells small letters from capitals.
  EXPECT_FALSE(containsIgnoringCase("a\x0d"
                                    "b",
                                    "a-b"));
}

TEST(IgnoreCaseTest, FindsWhatASlowSearchFinds) {
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text, word;
    for (unsigned i = random() % 40; i > 0; --i)
      text += "aAbB-_"[random() % 6];
    for (unsigned i = 1 + random() % 4; i > 0; --i)
      word += "ab-_"[random() % 4];
    EXPECT_EQ(containsIgnoringCase(text, word),
              StringRef(text).contains_insensitive(word))
        << text << " " << word;
  }
}

} // namespace
