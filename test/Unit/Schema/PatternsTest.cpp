//===- PatternsTest.cpp - Tests of the patterns of schemas ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Patterns.h"
#include "TestHelpers.h"
#include <atomic>
#include <thread>

using namespace trainlint;
using trainlint::schema::matchesPattern;

TEST(PatternsTest, MatchAnywhere) {
  EXPECT_TRUE(matchesPattern("b+", "abbc"));
  EXPECT_FALSE(matchesPattern("b+", "ac"));
  EXPECT_TRUE(matchesPattern("", "anything"));
  EXPECT_TRUE(matchesPattern("^$", ""));
}

TEST(PatternsTest, Anchors) {
  llvm::StringRef job = "^[A-Za-z][A-Za-z0-9_]*$";
  EXPECT_TRUE(matchesPattern(job, "job_1"));
  EXPECT_FALSE(matchesPattern(job, "1job"));
  EXPECT_FALSE(matchesPattern(job, "job-1"));
  EXPECT_FALSE(matchesPattern(job, ""));
  // As in JSON Schema, `$` does not skip a line break.
  EXPECT_FALSE(matchesPattern(job, "job\n"));
  EXPECT_FALSE(matchesPattern(job, "job\nsecond"));
}

TEST(PatternsTest, ADotIsOneCharacter) {
  EXPECT_TRUE(matchesPattern("^.$", "\xE2\x82\xAC"));
  EXPECT_FALSE(matchesPattern("^..$", "\xE2\x82\xAC"));
}

TEST(PatternsTest, ThreadsMayShareThem) {
  std::atomic<unsigned> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (unsigned n = 0; n < 200; ++n) {
        std::string pattern = "^x{" + std::to_string(n % 50) + "}$";
        wrong += !matchesPattern(pattern, std::string(n % 50, 'x'));
        wrong += matchesPattern(pattern, std::string(n % 50 + 1, 'x'));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0u);
}
