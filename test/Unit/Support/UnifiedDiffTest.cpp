//===- UnifiedDiffTest.cpp - Tests of differences -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/UnifiedDiff.h"
#include "TestHelpers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace trainlint;
using llvm::StringRef;

static std::string diff(StringRef before, StringRef after, bool color = false) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  printUnifiedDiff(stream, "job.yaml", before, after, color);
  return out;
}

/// Takes one line with its terminator.
static StringRef takeLine(StringRef &text) {
  size_t end = text.find('\n');
  StringRef line =
      text.take_front(end == StringRef::npos ? text.size() : end + 1);
  text = text.drop_front(line.size());
  return line;
}

/// Reads `START,COUNT` after a sign.
static bool takeSpan(StringRef &header, char sign, size_t &start,
                     size_t &count) {
  return header.consume_front(StringRef(&sign, 1)) &&
         !header.consumeInteger(10, start) && header.consume_front(",") &&
         !header.consumeInteger(10, count);
}

/// Applies a difference as `patch` does, without any tolerance: every line
/// number, count and context line has to be right. Returns what is wrong.
static std::string apply(StringRef before, StringRef patch,
                         std::string &result) {
  result.clear();
  if (takeLine(patch) != "--- job.yaml\n" ||
      takeLine(patch) != "+++ job.yaml\n")
    return "the names are missing";
  size_t oldDone = 0, newDone = 0;
  while (!patch.empty()) {
    StringRef header = takeLine(patch);
    size_t oldStart, oldCount, newStart, newCount;
    if (!header.consume_front("@@ ") ||
        !takeSpan(header, '-', oldStart, oldCount) ||
        !header.consume_front(" ") ||
        !takeSpan(header, '+', newStart, newCount) || header != " @@\n")
      return "no header of a hunk";
    // An empty side names the line before it.
    size_t oldFirst = oldCount ? oldStart - 1 : oldStart;
    size_t newFirst = newCount ? newStart - 1 : newStart;
    if (oldFirst < oldDone)
      return "hunks overlap";
    for (; oldDone < oldFirst; ++oldDone, ++newDone)
      result += takeLine(before);
    if (newDone != newFirst)
      return "wrong line of the new text";
    for (size_t oldSeen = 0, newSeen = 0;
         oldSeen < oldCount || newSeen < newCount;) {
      StringRef line = takeLine(patch);
      if (line.empty())
        return "the hunk is too short";
      char mark = line.front();
      line = line.drop_front();
      if (patch.starts_with("\\ No newline")) {
        takeLine(patch);
        line = line.drop_back();
      }
      if (mark != '+') {
        ++oldSeen;
        if (takeLine(before) != line)
          return "`" + line.str() + "` is not in the old text";
      }
      if (mark != '-') {
        ++newSeen;
        result += line;
      }
    }
    oldDone = oldFirst + oldCount;
    newDone = newFirst + newCount;
  }
  result += before;
  return "";
}

static void expectApplies(StringRef before, StringRef after) {
  std::string patch = diff(before, after), result;
  EXPECT_EQ(apply(before, patch, result), "") << patch;
  EXPECT_EQ(result, after) << patch;
}

/// Lines `first` to `last`, each its number.
static std::string numbers(unsigned first, unsigned last) {
  std::string out;
  for (unsigned i = first; i <= last; ++i)
    out += std::to_string(i) + "\n";
  return out;
}

TEST(UnifiedDiffTest, EqualTextsPrintNothing) {
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("a\nb", "a\nb"), "");
}

TEST(UnifiedDiffTest, OneLineWithThreeLinesOfContext) {
  std::string after = numbers(1, 4) + "five\n" + numbers(6, 10);
  EXPECT_EQ(diff(numbers(1, 10), after), "--- job.yaml\n"
                                         "+++ job.yaml\n"
                                         "@@ -2,7 +2,7 @@\n"
                                         " 2\n"
                                         " 3\n"
                                         " 4\n"
                                         "-5\n"
                                         "+five\n"
                                         " 6\n"
                                         " 7\n"
                                         " 8\n");
}

TEST(UnifiedDiffTest, EmptySides) {
  EXPECT_EQ(diff("", "a\nb\n"), "--- job.yaml\n"
                                "+++ job.yaml\n"
                                "@@ -0,0 +1,2 @@\n"
                                "+a\n"
                                "+b\n");
  EXPECT_EQ(diff("a\nb\n", ""), "--- job.yaml\n"
                                "+++ job.yaml\n"
                                "@@ -1,2 +0,0 @@\n"
                                "-a\n"
                                "-b\n");
  expectApplies("", "a\nb\n");
  expectApplies("a\nb\n", "");
}

TEST(UnifiedDiffTest, NoNewlineAtTheEnd) {
  EXPECT_EQ(diff("a\nb", "a\nc"), "--- job.yaml\n"
                                  "+++ job.yaml\n"
                                  "@@ -1,2 +1,2 @@\n"
                                  " a\n"
                                  "-b\n"
                                  "\\ No newline at end of file\n"
                                  "+c\n"
                                  "\\ No newline at end of file\n");
  expectApplies("a\nb", "a\nc");
  // Only the newline comes or goes.
  expectApplies("a\nb", "a\nb\n");
  expectApplies("a\nb\n", "a\nb");
  // The last line is context.
  expectApplies("a\nb", "x\nb");
  expectApplies("a", "a\nb");
  expectApplies("a\nb", "");
  expectApplies("", "a");
}

TEST(UnifiedDiffTest, FarChangesAreHunksOfTheirOwn) {
  std::string before = numbers(1, 30);
  std::string after = "one\n" + numbers(2, 14) + numbers(16, 29) + "30\nlast\n";
  std::string patch = diff(before, after);
  EXPECT_EQ(StringRef(patch).count("@@ -"), 3u) << patch;
  EXPECT_TRUE(StringRef(patch).contains("@@ -1,4 +1,4 @@\n")) << patch;
  EXPECT_TRUE(StringRef(patch).contains("@@ -12,7 +12,6 @@\n")) << patch;
  EXPECT_TRUE(StringRef(patch).contains("@@ -28,3 +27,4 @@\n")) << patch;
  expectApplies(before, after);
}

TEST(UnifiedDiffTest, NearChangesShareAHunk) {
  std::string before = numbers(1, 20);
  std::string after =
      numbers(1, 4) + "x\n" + numbers(6, 9) + "y\n" + numbers(11, 20);
  std::string patch = diff(before, after);
  EXPECT_EQ(StringRef(patch).count("@@ -"), 1u) << patch;
  expectApplies(before, after);
}

TEST(UnifiedDiffTest, EveryDistanceOfTwoChangesApplies) {
  for (unsigned gap = 0; gap < 12; ++gap) {
    std::string before = numbers(1, 40);
    std::string after = numbers(1, 9) + "x\n" + numbers(11, 10 + gap) + "y\n" +
                        numbers(12 + gap, 40);
    expectApplies(before, after);
    // Insertions and removals move the lines of the later hunk.
    expectApplies(before, numbers(1, 10) + "x\n" + numbers(11, 10 + gap) +
                              numbers(12 + gap, 40));
  }
}

TEST(UnifiedDiffTest, LineEndsArePartOfTheLine) {
  expectApplies("a\r\nb\r\n", "a\nb\r\n");
}

TEST(UnifiedDiffTest, WhatIsNotPrintableIsNoContext) {
  // Around a change, between two, and on both sides of a third.
  for (StringRef odd : {"\x1B[31m", " ::stop-commands::x", "##[group]", "a\rb",
                        "\xE2\x80\xAE", "\xFF"}) {
    for (unsigned at = 1; at <= 20; ++at) {
      std::string line = odd.str() + "\n";
      std::string before =
          numbers(1, at) + line + numbers(at + 1, 20) + line + numbers(21, 30);
      std::string after = before;
      for (StringRef number : {"5\n", "9\n", "20\n", "26\n"}) {
        size_t place = StringRef(after).find(("\n" + number).str());
        ASSERT_NE(place, std::string::npos);
        after.insert(place + 1, "x");
      }
      expectApplies(before, after);
      EXPECT_FALSE(StringRef(diff(before, after)).contains(odd));
    }
  }
}

TEST(UnifiedDiffTest, ChangesThatAreNotPrintableAreShownWithEscapes) {
  std::string patch = diff("a\n\x1B[m: 1\nb\n", "a\n\x1B[m: 2\nb\n");
  EXPECT_TRUE(StringRef(patch).ends_with(
      "@@ -1,3 +1,3 @@\n a\n-\\x1B[m: 1\n+\\x1B[m: 2\n b\n"))
      << patch;
  // A sign stands before what would be a command.
  expectApplies("\t::a\n", "\t::b\n");
}

TEST(UnifiedDiffTest, ManyTextsApply) {
  // Few different lines make many ways to match the two texts.
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    auto make = [&] {
      std::string text;
      for (unsigned i = random() % 24; i > 0; --i)
        text += std::string(1, 'a' + random() % 3) + "\n";
      if (!text.empty() && random() % 3 == 0)
        text.pop_back();
      return text;
    };
    std::string before = make(), after = make();
    if (before != after)
      expectApplies(before, after);
  }
}

TEST(UnifiedDiffTest, TheScriptIsShort) {
  // Of the many ways to turn the one into the other, readers want the one with
  // the fewest lines.
  std::string patch = diff("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n");
  unsigned changed = 0;
  llvm::SmallVector<StringRef> lines;
  StringRef(patch).split(lines, '\n');
  for (StringRef line : llvm::ArrayRef(lines).drop_front(2))
    changed += line.starts_with("+") || line.starts_with("-");
  EXPECT_EQ(changed, 5u) << patch;
}
