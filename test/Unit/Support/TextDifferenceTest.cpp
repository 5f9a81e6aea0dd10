//===- TextDifferenceTest.cpp - Tests of where texts differ ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/TextDifference.h"
#include "gtest/gtest.h"
#include <tuple>

using namespace trainlint;

namespace {

using Places = std::tuple<size_t, size_t, size_t>;

Places placesOf(const std::string &older, const std::string &newer) {
  TextDifference difference = differenceOf(older, newer);
  return {difference.begin, difference.oldEnd, difference.newEnd};
}

TEST(TextDifferenceTest, IsTheOneRangeThatDiffers) {
  EXPECT_EQ(placesOf("", ""), Places(0, 0, 0));
  EXPECT_EQ(placesOf("abc", "abc"), Places(3, 3, 3));
  EXPECT_EQ(placesOf("abc", "axc"), Places(1, 2, 2));
  EXPECT_EQ(placesOf("abc", "abbc"), Places(2, 2, 3));
  EXPECT_EQ(placesOf("aaaa", "aa"), Places(2, 4, 2));
  EXPECT_EQ(placesOf("", "ab"), Places(0, 0, 2));
  EXPECT_EQ(placesOf("abc", "xyz"), Places(0, 3, 3));
}

TEST(TextDifferenceTest, FindsItInLongTexts) {
  std::string older(100000, 'a');
  for (size_t at : {0u, 1u, 4095u, 4096u, 50000u, 99999u}) {
    std::string newer = older;
    newer[at] = 'b';
    EXPECT_EQ(placesOf(older, newer), Places(at, at + 1, at + 1));
    newer.insert(at, "cc");
    EXPECT_EQ(placesOf(older, newer), Places(at, at + 1, at + 3));
    EXPECT_EQ(placesOf(newer, older), Places(at, at + 3, at + 1));
  }
}

} // namespace
