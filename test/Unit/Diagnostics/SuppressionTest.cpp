//===- SuppressionTest.cpp - Tests of suppression comments ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Suppression.h"
#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/Fixes.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

namespace {
/// Reads the comments of a text; every `#` begins one, and a block ends with
/// its line unless `blockEnd` says otherwise.
class SuppressionTest : public testing::Test {
protected:
  void read(StringRef text, uint32_t blockEnd = 0) {
    buffer = SourceBuffer::copy("job.yaml", text);
    sources.add(*buffer);
    collector.emplace(&context, sources);
    std::vector<SourceRange> comments;
    for (size_t at = text.find('#'); at != StringRef::npos;
         at = text.find('#', text.find('\n', at))) {
      size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      comments.push_back(
          {static_cast<uint32_t>(at), static_cast<uint32_t>(end)});
    }
    suppressions.emplace(
        *buffer, comments,
        [&](SourceRange line) { return std::max(line.end, blockEnd); },
        &context);
  }

  /// True if a finding of a rule at the first occurrence of a word is silenced.
  bool silences(RuleId rule, StringRef word) {
    std::vector<Finding> findings = {findingAt(rule, word)};
    suppressions->apply(findings);
    return findings.empty();
  }

  Finding findingAt(RuleId rule, StringRef word) {
    auto begin = static_cast<uint32_t>(buffer->text().find(word));
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::Error;
    finding.place = {buffer.get(),
                     {begin, begin + static_cast<uint32_t>(word.size())}};
    return finding;
  }

  /// What is reported of the comments, as "rule: text: message".
  std::vector<std::string> reported() {
    std::vector<std::string> out;
    for (const Finding &finding : collector->take())
      out.push_back((infoOf(finding.rule).name.ref() + ": " +
                     buffer->text(finding.place.range) + ": " + finding.message)
                        .str());
    return out;
  }

  /// The text after the fixes for unused suppressions.
  std::string withoutUnused() {
    suppressions->reportUnused([](RuleId) { return true; });
    return applyFixes(*buffer, collector->take(), false).text;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<SourceBuffer> buffer;
  SourceSet sources;
  std::optional<FindingCollector> collector;
  std::optional<Suppressions> suppressions;
};
} // namespace

TEST_F(SuppressionTest, ATrailingCommentSpeaksForItsLine) {
  read("one: 1\n"
       "two: 2 # trainlint: ignore[wrong-type] for a reason\n"
       "three: 3\n");
  EXPECT_TRUE(silences(RuleId::WrongType, "two"));
  EXPECT_TRUE(silences(RuleId::WrongType, "2"));
  EXPECT_FALSE(silences(RuleId::WrongType, "one"));
  EXPECT_FALSE(silences(RuleId::WrongType, "three"));
  EXPECT_FALSE(silences(RuleId::UnknownField, "two"));
  EXPECT_EQ(reported(), std::vector<std::string>());
}

TEST_F(SuppressionTest, ACommentOnItsOwnLineSpeaksForWhatFollows) {
  read("one: 1\n"
       "# trainlint: ignore[wrong-type]\n"
       "\n"
       "# Another comment.\n"
       "two: 2\n"
       "three: 3\n");
  EXPECT_FALSE(silences(RuleId::WrongType, "one"));
  EXPECT_TRUE(silences(RuleId::WrongType, "two"));
  EXPECT_FALSE(silences(RuleId::WrongType, "three"));
}

TEST_F(SuppressionTest, WhatFollowsMayBeABlock) {
  StringRef text = "# trainlint: ignore[wrong-type]\n"
                   "two:\n"
                   "  inner: 2\n"
                   "after: 3\n";
  read(text, text.find("after") - 1);
  EXPECT_TRUE(silences(RuleId::WrongType, "inner"));
  EXPECT_FALSE(silences(RuleId::WrongType, "after"));
}

TEST_F(SuppressionTest, IgnoreFileSpeaksForAll) {
  read("one: 1\n"
       "two: 2 # trainlint: ignore-file[wrong-type]\n");
  EXPECT_TRUE(silences(RuleId::WrongType, "one"));
  EXPECT_TRUE(silences(RuleId::WrongType, "two"));
  EXPECT_FALSE(silences(RuleId::UnknownField, "one"));
}

TEST_F(SuppressionTest, SeveralRulesNamesAndCodes) {
  read("one: 1 #trainlint:ignore[ TL0002 ,wrong-type]\n");
  EXPECT_TRUE(silences(RuleId::DuplicateKey, "one"));
  EXPECT_TRUE(silences(RuleId::WrongType, "one"));
  EXPECT_FALSE(silences(RuleId::UnknownField, "one"));
  EXPECT_EQ(reported(), std::vector<std::string>());
}

TEST_F(SuppressionTest, OtherPlacesOfAFindingCountToo) {
  read("one: 1\n"
       "two: 2 # trainlint: ignore[duplicate-key]\n");
  Finding finding = findingAt(RuleId::DuplicateKey, "one");
  finding.related.push_back(
      {findingAt(RuleId::DuplicateKey, "two").place, "first given here"});
  std::vector<Finding> findings = {finding};
  suppressions->apply(findings);
  EXPECT_TRUE(findings.empty());
}

TEST_F(SuppressionTest, OtherCommentsMeanNothing) {
  read("one: 1 # ignore[wrong-type]\n"
       "two: 2 # see trainlint: ignore[wrong-type]\n");
  EXPECT_FALSE(silences(RuleId::WrongType, "one"));
  EXPECT_FALSE(silences(RuleId::WrongType, "two"));
  EXPECT_EQ(reported(), std::vector<std::string>());
}

TEST_F(SuppressionTest, MalformedCommentsAreReported) {
  read("one: 1 # trainlint: disable[wrong-type]\n"
       "two: 2 # trainlint: ignore wrong-type\n"
       "three: 3 # trainlint: ignore[]\n"
       "four: 4 # trainlint: ignore[wrong-type\n"
       "five: 5 # trainlint:\n");
  EXPECT_FALSE(silences(RuleId::WrongType, "one"));
  EXPECT_FALSE(silences(RuleId::WrongType, "two"));
  EXPECT_FALSE(silences(RuleId::WrongType, "four"));
  std::vector<std::string> problems = reported();
  EXPECT_EQ(problems.size(), 5u);
  for (const std::string &problem : problems)
    EXPECT_TRUE(
        StringRef(problem).starts_with("invalid-suppression: # trainlint:"))
        << problem;
}

TEST_F(SuppressionTest, UnknownRulesAreReportedAtTheirName) {
  read("one: 1 # trainlint: ignore[wrong-typ, duplicate-key]\n");
  // The others still count.
  EXPECT_TRUE(silences(RuleId::DuplicateKey, "one"));
  std::vector<Finding> findings = collector->take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(buffer->text(findings[0].place.range), "wrong-typ");
  EXPECT_EQ(findings[0].help, "did you mean `wrong-type`?");
}

TEST_F(SuppressionTest, SomeRulesCannotBeSilenced) {
  read("one: 1 # trainlint: ignore[yaml-syntax]\n");
  EXPECT_FALSE(silences(RuleId::YamlSyntax, "one"));
  EXPECT_EQ(reported().size(), 1u);
}

TEST_F(SuppressionTest, ReportsWhatSilencedNothing) {
  read("one: 1 # trainlint: ignore[wrong-type, duplicate-key]\n");
  EXPECT_TRUE(silences(RuleId::WrongType, "one"));
  // A rule that is not checked cannot show that its comment is not needed.
  suppressions->reportUnused([](RuleId) { return false; });
  EXPECT_TRUE(collector->take().empty());
  suppressions->reportUnused([](RuleId) { return true; });
  std::vector<Finding> findings = collector->take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, RuleId::UnusedSuppression);
  EXPECT_EQ(buffer->text(findings[0].place.range), "duplicate-key");
}

TEST_F(SuppressionTest, FixRemovesATrailingComment) {
  read("one: 1  # trainlint: ignore[wrong-type] reason\ntwo: 2\n");
  EXPECT_EQ(withoutUnused(), "one: 1\ntwo: 2\n");
}

TEST_F(SuppressionTest, FixRemovesALineOfItsOwn) {
  read("one: 1\n  # trainlint: ignore[wrong-type]\ntwo: 2\n");
  EXPECT_EQ(withoutUnused(), "one: 1\ntwo: 2\n");
}

TEST_F(SuppressionTest, FixRemovesALineOfItsOwnWithCrLf) {
  read("one: 1\r\n# trainlint: ignore[wrong-type]\r\ntwo: 2\r\n");
  EXPECT_EQ(withoutUnused(), "one: 1\r\ntwo: 2\r\n");
}

TEST_F(SuppressionTest, FixRemovesTheFirstOfSeveralNames) {
  read("one: 1 # trainlint: ignore[wrong-type, duplicate-key]\n");
  EXPECT_TRUE(silences(RuleId::DuplicateKey, "one"));
  EXPECT_EQ(withoutUnused(), "one: 1 # trainlint: ignore[duplicate-key]\n");
}

TEST_F(SuppressionTest, FixRemovesTheLastOfSeveralNames) {
  read("one: 1 # trainlint: ignore[wrong-type, duplicate-key]\n");
  EXPECT_TRUE(silences(RuleId::WrongType, "one"));
  EXPECT_EQ(withoutUnused(), "one: 1 # trainlint: ignore[wrong-type]\n");
}
