//===- ValidatorTest.cpp - Tests of structure against a schema ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Validator.h"
#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"
#include "Text/Yaml/Reader.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::schema;
using llvm::StringRef;

namespace {
class ValidatorTest : public testing::Test {
protected:
  /// Checks a text against the schema of jobs.
  std::vector<Finding> check(StringRef text) {
    buffer = SourceBuffer::copy("job.yaml", text);
    SourceSet sources;
    sources.add(*buffer);
    result = yaml::read(buffer->text());
    EXPECT_TRUE(result.stream->problems.empty()) << text.str();
    yaml::TreeView tree(*result.stream, *buffer, &context);
    FindingCollector collector(&context, sources);
    Validator validator(tree);
    validator.validate(tree.resolve(result.stream->documents.front().root),
                       aiPlatformJob(), "a job");
    skipped = validator.skippedValues();
    EXPECT_TRUE(collector.failures().empty());
    std::vector<Finding> findings = collector.take();
    sortFindings(findings);
    return findings;
  }

  /// The findings as "rule: text of the place".
  std::vector<std::string> places(StringRef text) {
    std::vector<std::string> out;
    for (const Finding &finding : check(text))
      out.push_back((infoOf(finding.rule).name.ref() + ": " +
                     buffer->text(finding.place.range))
                        .str());
    return out;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<SourceBuffer> buffer;
  yaml::ReadResult result;
  unsigned skipped = 0;
};
using Places = std::vector<std::string>;
} // namespace

TEST_F(ValidatorTest, AJobThatFits) {
  EXPECT_EQ(places("jobId: my_job\n"
                   "trainingInput:\n"
                   "  scaleTier: CUSTOM\n"
                   "  masterType: n1-standard-8\n"
                   "  workerCount: 2\n"
                   "  packageUris: [gs://b/p.tar.gz]\n"
                   "  hyperparameters:\n"
                   "    params: [{parameterName: x, type: INTEGER}]\n"),
            Places());
  EXPECT_EQ(skipped, 0u);
}

TEST_F(ValidatorTest, UnknownFieldsNearAKnownOne) {
  StringRef text = "trainingInput:\n"
                   "  region: us-central1\n"
                   "  masterTyp: n1-standard-8\n"
                   "  worker_count: 1\n"
                   "  somethingElse: 1\n";
  EXPECT_EQ(places(text),
            (Places{"unknown-field: masterTyp", "unknown-field: worker_count",
                    "unknown-field: somethingElse"}));
  std::vector<Finding> findings = check(text);
  ASSERT_EQ(findings.size(), 3u);
  // A slip may be meant otherwise; another spelling may not.
  ASSERT_EQ(findings[0].fixes.size(), 1u);
  EXPECT_EQ(findings[0].fixes[0].applicability, Applicability::Unsafe);
  EXPECT_EQ(findings[0].fixes[0].edits[0].text, "masterType");
  ASSERT_EQ(findings[1].fixes.size(), 1u);
  EXPECT_EQ(findings[1].fixes[0].applicability, Applicability::Safe);
  EXPECT_EQ(findings[1].fixes[0].edits[0].text, "workerCount");
  EXPECT_TRUE(findings[2].fixes.empty());
}

TEST_F(ValidatorTest, ValuesOfAnotherType) {
  EXPECT_EQ(places("trainingInput:\n"
                   "  region: us-central1\n"
                   "  packageUris: gs://b/p.tar.gz\n"
                   "  hyperparameters: [1]\n"
                   "  masterConfig: text\n"),
            (Places{"wrong-type: gs://b/p.tar.gz", "wrong-type: [1]",
                    "wrong-type: text"}));
}

TEST_F(ValidatorTest, WordsAndNumbers) {
  EXPECT_EQ(places("trainingInput:\n"
                   "  region: us-central1\n"
                   "  scaleTier: HUGE\n"
                   "  workerCount: -1\n"),
            (Places{"invalid-enum-value: HUGE", "value-out-of-range: -1"}));
}

TEST_F(ValidatorTest, RequiredFields) {
  EXPECT_EQ(places("jobId: my_job\n"), Places{"missing-field: jobId: my_job"});
}

TEST_F(ValidatorTest, PlaceholdersAreNotKnown) {
  EXPECT_EQ(places("trainingInput:\n"
                   "  region: us-central1\n"
                   "  scaleTier: ${TIER}\n"
                   "  workerCount: \"{{ workers }}\"\n"),
            Places());
  EXPECT_EQ(skipped, 2u);
}

TEST_F(ValidatorTest, AliasesAreCheckedAtTheirAnchorOnce) {
  std::vector<Finding> findings =
      check("trainingInput:\n"
            "  region: us-central1\n"
            "  hyperparameters:\n"
            "    params:\n"
            "    - &p {parameterName: x, type: INTEGER, wrong: 1}\n"
            "    - *p\n"
            "    - *p\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, RuleId::UnknownField);
  EXPECT_EQ(buffer->text(findings[0].place.range), "wrong");
}

TEST_F(ValidatorTest, AliasesAreNamed) {
  std::vector<Finding> findings = check("wrong: &w [1]\n"
                                        "trainingInput:\n"
                                        "  region: *w\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].rule, RuleId::WrongType);
  EXPECT_EQ(buffer->text(findings[1].place.range), "[1]");
  ASSERT_EQ(findings[1].related.size(), 1u);
  EXPECT_EQ(findings[1].related[0].message, "used here through `*w`");
}

TEST(SchemaTypesTest, DescribeTypes) {
  EXPECT_EQ(describeTypes(StringType), "text");
  EXPECT_EQ(describeTypes(BooleanType | NullType), "true or false");
  EXPECT_EQ(describeTypes(ArrayType | ObjectType), "a list or a mapping");
  // Every integer is a number, and a number may always stand in quotes.
  EXPECT_EQ(describeTypes(IntegerType | NumberType), "a number");
  EXPECT_EQ(describeTypes(IntegerType | StringType | NullType), "an integer");
}
