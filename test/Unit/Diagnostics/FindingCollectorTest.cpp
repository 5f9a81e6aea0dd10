//===- FindingCollectorTest.cpp - Tests of findings as data ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/Syntax.h"
#include "Diagnostics/Report.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

namespace {
class FindingCollectorTest : public testing::Test {
protected:
  FindingCollectorTest() { sources.add(*buffer); }

  mlir::Location at(uint32_t begin, uint32_t end) {
    return makeLocation(&context, *buffer, {begin, end});
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<SourceBuffer> buffer = SourceBuffer::copy(
      "job.yaml", "first: &a one\nsecond: *a\nthird: three\n");
  SourceSet sources;
};
} // namespace

TEST_F(FindingCollectorTest, TakesAllPartsOfAReport) {
  FindingCollector collector(&context, sources);
  diag::DuplicateKey::twice(at(14, 20), "second")
      .label("this one")
      .note(at(0, 5), "first given here")
      .help("keep one of the two")
      .table("regions", "2021-01-19")
      .fix(/*safe=*/true, "remove it", at(14, 24), "")
      .fix(/*safe=*/false, "rename it",
           {{at(14, 20), "fourth"}, {at(22, 24), "x"}});
  std::vector<Finding> findings = collector.take();
  ASSERT_EQ(findings.size(), 1u);
  const Finding &finding = findings.front();
  EXPECT_EQ(finding.rule, RuleId::DuplicateKey);
  EXPECT_EQ(finding.severity, Severity::Error);
  EXPECT_EQ(finding.message, "key `second` is given twice");
  EXPECT_EQ(finding.place.buffer, buffer.get());
  EXPECT_EQ(finding.place.range, (SourceRange{14, 20}));
  EXPECT_EQ(finding.label, "this one");
  EXPECT_EQ(finding.help, "keep one of the two");
  EXPECT_EQ(finding.table, "regions");
  EXPECT_EQ(finding.tableDate, "2021-01-19");
  ASSERT_EQ(finding.related.size(), 1u);
  EXPECT_EQ(finding.related[0].place.range, (SourceRange{0, 5}));
  EXPECT_EQ(finding.related[0].message, "first given here");
  ASSERT_EQ(finding.fixes.size(), 2u);
  EXPECT_EQ(finding.fixes[0].title, "remove it");
  EXPECT_EQ(finding.fixes[0].applicability, Applicability::Safe);
  ASSERT_EQ(finding.fixes[0].edits.size(), 1u);
  EXPECT_EQ(finding.fixes[0].edits[0].place.range, (SourceRange{14, 24}));
  EXPECT_EQ(finding.fixes[0].edits[0].text, "");
  EXPECT_EQ(finding.fixes[1].applicability, Applicability::Unsafe);
  ASSERT_EQ(finding.fixes[1].edits.size(), 2u);
  EXPECT_EQ(finding.fixes[1].edits[1].place.range, (SourceRange{22, 24}));
  EXPECT_EQ(finding.fixes[1].edits[1].text, "x");
  EXPECT_TRUE(collector.failures().empty());
}

TEST_F(FindingCollectorTest, KeepsTheOrderOfTheReports) {
  FindingCollector collector(&context, sources);
  diag::DuplicateKey::twice(at(25, 30), "third");
  diag::TemplatedFile::marker(at(0, 5), "{{");
  diag::DuplicateKey::twice(at(14, 20), "second");
  std::vector<uint32_t> begins;
  for (const Finding &finding : collector.take())
    begins.push_back(finding.place.range.begin);
  EXPECT_EQ(begins, (std::vector<uint32_t>{25, 0, 14}));
  EXPECT_TRUE(collector.take().empty());
}

TEST_F(FindingCollectorTest, CountsWhatIsTooMuchOfARule) {
  FindingCollector collector(&context, sources);
  for (unsigned i = 0; i < MostFindingsOfRule + 7; ++i) {
    Report report = diag::DuplicateKey::twice(at(14, 20), "second");
    report.label("this one").help("keep one").note(at(0, 5), "the first");
    // A report is a failure for its caller, kept or not.
    EXPECT_TRUE(failed(llvm::LogicalResult(report)));
  }
  diag::UnknownField::unknown(at(0, 5), "first", "the job");
  std::vector<Finding> findings = collector.take();
  ASSERT_EQ(findings.size(), MostFindingsOfRule + 1);
  EXPECT_EQ(findings[MostFindingsOfRule - 2].help, "keep one");
  EXPECT_EQ(findings[MostFindingsOfRule - 1].help,
            "keep one; 7 more findings of this rule are not shown");
  EXPECT_EQ(findings.back().rule, RuleId::UnknownField);
  EXPECT_EQ(findings.back().help, "");
  EXPECT_EQ(collector.failures().size(), 0u);
}

TEST_F(FindingCollectorTest, TextOfTheUserIsPrintable) {
  FindingCollector collector(&context, sources);
  diag::DuplicateKey::twice(at(0, 5), "a\nb\x1B[31m");
  std::vector<Finding> findings = collector.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "key `a\\nb\\x1B[31m` is given twice");
}

TEST_F(FindingCollectorTest, NamesTheAliasesOnTheWay) {
  FindingCollector collector(&context, sources);
  diag::DuplicateKey::twice(makeAliasLocation(at(10, 13), at(22, 24)), "one");
  std::vector<Finding> findings = collector.take();
  ASSERT_EQ(findings.size(), 1u);
  // A value is fixed where it is written.
  EXPECT_EQ(findings[0].place.range, (SourceRange{10, 13}));
  ASSERT_EQ(findings[0].related.size(), 1u);
  EXPECT_EQ(findings[0].related[0].place.range, (SourceRange{22, 24}));
  EXPECT_EQ(findings[0].related[0].message, "used here through `*a`");
}

TEST_F(FindingCollectorTest, OtherDiagnosticsAreFailures) {
  FindingCollector collector(&context, sources);
  mlir::emitError(at(0, 5), "the verifier says no");
  EXPECT_TRUE(collector.take().empty());
  ASSERT_EQ(collector.failures().size(), 1u);
  EXPECT_EQ(collector.failures()[0], "the verifier says no");
}

TEST_F(FindingCollectorTest, ANewerCollectorTakesOver) {
  FindingCollector outer(&context, sources);
  {
    FindingCollector inner(&context, sources);
    diag::DuplicateKey::twice(at(0, 5), "a");
    EXPECT_EQ(inner.take().size(), 1u);
  }
  EXPECT_TRUE(outer.take().empty());
  diag::DuplicateKey::twice(at(0, 5), "a");
  EXPECT_EQ(outer.take().size(), 1u);
}

TEST_F(FindingCollectorTest, UnknownFilesHaveNoPlace) {
  FindingCollector collector(&context, sources);
  auto other = SourceBuffer::copy("other.yaml", "x");
  diag::DuplicateKey::twice(makeLocation(&context, *other, {0, 1}), "x");
  std::vector<Finding> findings = collector.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_FALSE(findings[0].place);
}

namespace {
class SortFindingsTest : public FindingCollectorTest {
protected:
  Finding finding(RuleId rule, Severity severity, SourceRange range,
                  llvm::StringRef message) {
    Finding out;
    out.rule = rule;
    out.severity = severity;
    out.message = message.str();
    out.place = {buffer.get(), range};
    return out;
  }

  static std::vector<std::string> messages(std::vector<Finding> findings) {
    sortFindings(findings);
    std::vector<std::string> out;
    for (const Finding &finding : findings)
      out.push_back(finding.message);
    return out;
  }
};
} // namespace

TEST_F(SortFindingsTest, ByPlaceThenSeverityThenRule) {
  EXPECT_EQ(messages({
                finding(RuleId::UnknownField, Severity::Error, {9, 12}, "5"),
                finding(RuleId::WrongType, Severity::Info, {3, 6}, "4"),
                finding(RuleId::WrongType, Severity::Error, {3, 6}, "2"),
                finding(RuleId::WrongType, Severity::Warning, {3, 6}, "3"),
                finding(RuleId::DuplicateKey, Severity::Error, {3, 6}, "1"),
                finding(RuleId::ItemCount, Severity::Info, {0, 1}, "0"),
            }),
            (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
}

TEST_F(SortFindingsTest, EqualKeysKeepTheirOrder) {
  EXPECT_EQ(messages({
                finding(RuleId::WrongType, Severity::Error, {3, 6}, "b"),
                finding(RuleId::WrongType, Severity::Error, {3, 6}, "a"),
            }),
            (std::vector<std::string>{"b", "a"}));
}

TEST_F(SortFindingsTest, DropsRepetitions) {
  // A node that is reached through two aliases is reported twice.
  EXPECT_EQ(messages({
                finding(RuleId::WrongType, Severity::Error, {3, 6}, "a"),
                finding(RuleId::WrongType, Severity::Error, {9, 12}, "a"),
                finding(RuleId::WrongType, Severity::Error, {3, 6}, "a"),
            }),
            (std::vector<std::string>{"a", "a"}));
}
