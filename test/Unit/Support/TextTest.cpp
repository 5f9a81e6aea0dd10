//===- TextTest.cpp - Tests of the text for messages ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

TEST(TextTest, JoinWords) {
  EXPECT_EQ(formatList(llvm::ArrayRef<StringRef>(), "and"), "");
  EXPECT_EQ(formatList(llvm::ArrayRef<StringRef>{"1"}, "and"), "1");
  EXPECT_EQ(formatList(llvm::ArrayRef<StringRef>{"a", "b"}, "or"), "a or b");
  EXPECT_EQ(formatList(llvm::ArrayRef<StringRef>{"1", "2", "4"}, "and"),
            "1, 2 and 4");
  EXPECT_EQ(formatList(llvm::ArrayRef<std::string>{"1", "2", "4"}, "or"),
            "1, 2 or 4");
}

TEST(TextTest, JoinWordsSpellsOutNoMoreThanTheLimit) {
  StringRef words[] = {"a", "b", "c", "d"};
  EXPECT_EQ(formatList(words, "and", 4), "a, b, c and d");
  EXPECT_EQ(formatList(words, "and", 3), "a, b, c and 1 more");
  EXPECT_EQ(formatList(words, "or", 1), "a or 3 more");
  std::vector<std::string> nine(9, "x");
  EXPECT_EQ(formatList(nine, "and"), "x, x, x, x, x, x, x, x and 1 more");
}

TEST(TextTest, JoinNumbers) {
  EXPECT_EQ(formatNumbers({}, "or"), "");
  EXPECT_EQ(formatNumbers({1}, "or"), "1");
  EXPECT_EQ(formatNumbers({-1, 0, 8}, "or"), "-1, 0 or 8");
  // Numbers are what a reader chooses from, so none is left out.
  EXPECT_EQ(formatNumbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "or"),
            "1, 2, 3, 4, 5, 6, 7, 8, 9 or 10");
}

TEST(TextTest, CountOf) {
  EXPECT_EQ(pluralize(0, "file"), "0 files");
  EXPECT_EQ(pluralize(1, "file"), "1 file");
  EXPECT_EQ(pluralize(3, "file"), "3 files");
  EXPECT_EQ(pluralize(1, "entry", "entries"), "1 entry");
  EXPECT_EQ(pluralize(2, "entry", "entries"), "2 entries");
}

TEST(TextTest, FormatNumber) {
  EXPECT_EQ(formatNumber(4), "4");
  EXPECT_EQ(formatNumber(0.1), "0.1");
  EXPECT_EQ(formatNumber(-2.5), "-2.5");
  for (double number : {1.0 / 3, 1e300, 5e-324, 9007199254740993.0})
    EXPECT_EQ(std::strtod(formatNumber(number).c_str(), nullptr), number);
}

// Qualified, since a string would find std::quoted as well.
TEST(TextTest, QuotedCutsLongText) {
  EXPECT_EQ(trainlint::quoted(""), "``");
  EXPECT_EQ(trainlint::quoted("a\nb"), "`a\\nb`");
  std::string sixty(60, 'x');
  EXPECT_EQ(trainlint::quoted(sixty), "`" + sixty + "`");
  EXPECT_EQ(trainlint::quoted(sixty + "y"), "`" + sixty + "...`");
}

TEST(TextTest, QuotedCutsBetweenCodePoints) {
  // The euro sign begins at byte 59 and does not fit.
  std::string text = std::string(59, 'x') + "\xE2\x82\xAC";
  EXPECT_EQ(trainlint::quoted(text), "`" + std::string(59, 'x') + "...`");
}
