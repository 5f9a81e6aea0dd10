//===- FixesTest.cpp - Tests of applying fixes ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Fixes.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
class FixesTest : public testing::Test {
protected:
  Edit edit(uint32_t begin, uint32_t end, StringRef text) {
    return {{buffer.get(), {begin, end}}, text.str()};
  }

  /// A finding with one fix.
  static Finding withFix(llvm::SmallVector<Edit, 1> edits,
                         Applicability applicability = Applicability::Safe) {
    Finding finding;
    finding.rule = RuleId::UnknownField;
    finding.severity = Severity::Error;
    finding.fixes.push_back({"fix it", applicability, std::move(edits)});
    return finding;
  }

  FixedText apply(llvm::ArrayRef<Finding> findings, bool unsafeToo = false) {
    return applyFixes(*buffer, findings, unsafeToo);
  }

  std::unique_ptr<SourceBuffer> buffer =
      SourceBuffer::copy("job.yaml", "0123456789");
};
} // namespace

TEST_F(FixesTest, NoFindingsLeaveTheText) {
  FixedText fixed = apply({});
  EXPECT_EQ(fixed.text, "0123456789");
  EXPECT_EQ(fixed.applied, 0u);
  // Nor does a finding that has no fix.
  Finding finding = withFix({});
  finding.fixes.clear();
  EXPECT_EQ(apply(finding).applied, 0u);
}

TEST_F(FixesTest, ReplacesInsertsAndRemoves) {
  FixedText fixed =
      apply({withFix({edit(8, 10, "")}), withFix({edit(0, 0, "<")}),
             withFix({edit(3, 5, "three")})});
  EXPECT_EQ(fixed.text, "<012three567");
  EXPECT_EQ(fixed.applied, 3u);
}

TEST_F(FixesTest, OfOverlappingEditsTheFirstWins) {
  FixedText fixed =
      apply({withFix({edit(2, 6, "first")}), withFix({edit(5, 8, "second")}),
             withFix({edit(8, 9, "third")})});
  EXPECT_EQ(fixed.text, "01first67third9");
  EXPECT_EQ(fixed.applied, 2u);
  // The order of the findings decides, not that of the text.
  fixed =
      apply({withFix({edit(5, 8, "second")}), withFix({edit(2, 6, "first")})});
  EXPECT_EQ(fixed.text, "01234second89");
  EXPECT_EQ(fixed.applied, 1u);
}

TEST_F(FixesTest, OneEditWithinAnotherWaits) {
  EXPECT_EQ(
      apply({withFix({edit(2, 8, "x")}), withFix({edit(4, 5, "y")})}).text,
      "01x89");
  EXPECT_EQ(
      apply({withFix({edit(4, 5, "y")}), withFix({edit(2, 8, "x")})}).text,
      "0123y56789");
  EXPECT_EQ(
      apply({withFix({edit(2, 8, "x")}), withFix({edit(4, 4, "y")})}).text,
      "01x89");
}

TEST_F(FixesTest, OfInsertionsAtOnePlaceTheFirstWins) {
  FixedText fixed =
      apply({withFix({edit(4, 4, "a")}), withFix({edit(4, 4, "b")})});
  EXPECT_EQ(fixed.text, "0123a456789");
  EXPECT_EQ(fixed.applied, 1u);
  // An insertion in front of text that is replaced clashes, too.
  fixed = apply({withFix({edit(4, 6, "x")}), withFix({edit(4, 4, "a")})});
  EXPECT_EQ(fixed.text, "0123x6789");
  EXPECT_EQ(fixed.applied, 1u);
}

TEST_F(FixesTest, NeighborsDoNotOverlap) {
  FixedText fixed =
      apply({withFix({edit(2, 4, "x")}), withFix({edit(4, 6, "y")})});
  EXPECT_EQ(fixed.text, "01xy6789");
  EXPECT_EQ(fixed.applied, 2u);
}

TEST_F(FixesTest, TheEditsOfAFixBelongTogether) {
  // The second edit of the second fix clashes, so none of its edits is made.
  FixedText fixed = apply({withFix({edit(6, 8, "x")}),
                           withFix({edit(0, 1, "y"), edit(7, 9, "z")})});
  EXPECT_EQ(fixed.text, "012345x89");
  EXPECT_EQ(fixed.applied, 1u);
  // Its edits need not be in order.
  fixed = apply(withFix({edit(7, 9, "z"), edit(0, 1, "y")}));
  EXPECT_EQ(fixed.text, "y123456z9");
  EXPECT_EQ(fixed.applied, 1u);
}

TEST_F(FixesTest, UnsafeFixesWaitForConsent) {
  Finding finding = withFix({edit(0, 1, "unsafe")}, Applicability::Unsafe);
  EXPECT_EQ(apply(finding).applied, 0u);
  EXPECT_EQ(apply(finding).text, "0123456789");
  EXPECT_EQ(apply(finding, /*unsafeToo=*/true).text, "unsafe123456789");
}

TEST_F(FixesTest, TheFirstFixThatMayBeAppliedIsTaken) {
  Finding finding = withFix({edit(0, 1, "unsafe")}, Applicability::Unsafe);
  finding.fixes.push_back({"fix it", Applicability::Safe, {edit(0, 1, "a")}});
  finding.fixes.push_back({"fix it", Applicability::Safe, {edit(0, 1, "b")}});
  EXPECT_EQ(apply(finding).text, "a123456789");
  EXPECT_EQ(apply(finding, /*unsafeToo=*/true).text, "unsafe123456789");
}

TEST_F(FixesTest, EditsOfOtherBuffersAreNotMade) {
  // A value of the command line, for one.
  auto other = SourceBuffer::copy("<command line>", "0123456789");
  Edit elsewhere{{other.get(), {0, 1}}, "x"};
  FixedText fixed = apply(withFix({elsewhere}));
  EXPECT_EQ(fixed.text, "0123456789");
  EXPECT_EQ(fixed.applied, 0u);
  EXPECT_EQ(apply(withFix({edit(3, 4, "y"), elsewhere})).applied, 0u);
}
