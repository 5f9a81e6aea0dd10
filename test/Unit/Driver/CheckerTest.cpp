//===- CheckerTest.cpp - Tests of the whole pipeline ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Checker.h"
#include "Diagnostics/Fixes.h"
#include "Diagnostics/RuleIds.h"
#include "Driver/Graphs/GraphContext.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

static const StringRef GoodJob = "trainingInput:\n"
                                 "  scaleTier: CUSTOM\n"
                                 "  masterType: n1-standard-8\n"
                                 "  region: us-central1\n"
                                 "  runtimeVersion: \"2.3\"\n"
                                 "  pythonVersion: \"3.7\"\n"
                                 "  packageUris: [gs://b/p.tar.gz]\n"
                                 "  pythonModule: trainer.task\n";

static const StringRef BadJob = "trainingInput:\n"
                                "  scaleTier: CUSTM\n"
                                "  region: us-central1\n"
                                "  masterTyp: n1-standard-8\n"
                                "  masterConfig:\n"
                                "    imageUri: gcr.io/p/i\n";

/// All that a result says, one part a line, to compare results with.
static std::string describe(const CheckResult &result) {
  std::string out;
  llvm::raw_string_ostream os(out);
  auto place = [&](const Place &where) {
    if (where)
      os << where.buffer->name() << ":" << where.range.begin << "-"
         << where.range.end;
    os << " ";
  };
  os << (result.content == InputContent::Job) << " " << result.skippedValues
     << "\n";
  for (const std::string &failure : result.failures)
    os << "failure: " << failure << "\n";
  for (const Finding &finding : result.findings) {
    place(finding.place);
    os << spellingOf(finding.severity) << " " << infoOf(finding.rule).name
       << " " << finding.message << " " << finding.label << " " << finding.help
       << " " << finding.table << " " << finding.tableDate << "\n";
    for (const RelatedLocation &related : finding.related) {
      place(related.place);
      os << related.message << "\n";
    }
    for (const FixIt &fix : finding.fixes) {
      os << fix.title << "\n";
      for (const Edit &edit : fix.edits) {
        place(edit.place);
        os << edit.text << "\n";
      }
    }
  }
  return out;
}

static std::string check(Checker &checker, StringRef text,
                         const CheckSettings &settings = {}) {
  auto buffer = SourceBuffer::copy("job.yaml", text);
  return describe(checker.check(*buffer, settings));
}

/// The names of the rules that a text violates, in order.
static std::vector<std::string> rulesOf(StringRef text,
                                        const CheckSettings &settings = {}) {
  Checker checker(GraphContext::create);
  auto buffer = SourceBuffer::copy("job.yaml", text);
  std::vector<std::string> out;
  for (const Finding &finding : checker.check(*buffer, settings).findings)
    out.push_back(infoOf(finding.rule).name.str());
  return out;
}
using Rules = std::vector<std::string>;

TEST(CheckerTest, AJobWithoutFindings) {
  Checker checker(GraphContext::create);
  EXPECT_EQ(check(checker, GoodJob), "1 0\n");
}

TEST(CheckerTest, AFindingHasItsPlaceAndFix) {
  Checker checker(GraphContext::create);
  auto buffer = SourceBuffer::copy("job.yaml", BadJob);
  CheckResult result = checker.check(*buffer, {});
  EXPECT_EQ(result.content, InputContent::Job);
  EXPECT_TRUE(result.failures.empty());
  ASSERT_EQ(result.findings.size(), 2u) << describe(result);
  const Finding &tier = result.findings[0];
  EXPECT_EQ(tier.rule, RuleId::InvalidEnumValue);
  EXPECT_EQ(tier.severity, Severity::Error);
  EXPECT_EQ(tier.place.buffer, buffer.get());
  EXPECT_EQ(tier.place.range, (SourceRange{28, 33}));
  EXPECT_EQ(tier.message, "`CUSTM` is not a value of `scaleTier`");
  const Finding &field = result.findings[1];
  EXPECT_EQ(field.rule, RuleId::UnknownField);
  EXPECT_EQ(buffer->text(field.place.range), "masterTyp");
  EXPECT_EQ(field.place.begin().line, 4u);
  EXPECT_EQ(field.place.begin().column, 3u);
  ASSERT_EQ(field.fixes.size(), 1u);
  EXPECT_EQ(field.fixes[0].edits[0].text, "masterType");
}

TEST(CheckerTest, WhatIsNoJobIsLeftAlone) {
  Checker checker(GraphContext::create);
  for (StringRef text : {"", "a: 1\n", "- trainingInput\n", "# nothing\n",
                         "apiVersion: v1\nkind: Pod\n", "{ [\n"})
    EXPECT_EQ(check(checker, text), "0 0\n") << text.str();
  CheckSettings off;
  off.import.kind = InputKind::None;
  EXPECT_EQ(check(checker, BadJob, off), "0 0\n");
  CheckSettings forced;
  forced.import.kind = InputKind::AIPlatform;
  EXPECT_TRUE(StringRef(check(checker, "a: 1\n", forced)).starts_with("1 0\n"));
}

TEST(CheckerTest, TextThatIsNotWellFormed) {
  EXPECT_EQ(rulesOf("trainingInput:\n  scaleTier: \"CUSTOM\n"),
            Rules{"yaml-syntax"});
  EXPECT_EQ(rulesOf("trainingInput:\n{% if gpu %}\n  scaleTier: CUSTOM\n"),
            Rules{"templated-file"});
}

TEST(CheckerTest, PlaceholdersAreCounted) {
  Checker checker(GraphContext::create);
  std::string text = GoodJob.str();
  text.replace(text.find("us-central1"), 11, "${REGION}");
  EXPECT_EQ(check(checker, text), "1 1\n");
}

TEST(CheckerTest, EveryDocumentIsChecked) {
  std::string text =
      (GoodJob + "---\n" + BadJob + "---\nother: 1\n---\n" + GoodJob).str();
  EXPECT_EQ(rulesOf(text), (Rules{"invalid-enum-value", "unknown-field"}));
}

TEST(CheckerTest, RulesAndSeverities) {
  CheckSettings settings;
  EXPECT_EQ(messageOf(settings.rules.ignore("unknown-field")), "");
  EXPECT_EQ(messageOf(settings.rules.setSeverity("invalid-enum-value", "info")),
            "");
  Checker checker(GraphContext::create);
  auto buffer = SourceBuffer::copy("job.yaml", BadJob);
  CheckResult result = checker.check(*buffer, settings);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].rule, RuleId::InvalidEnumValue);
  EXPECT_EQ(result.findings[0].severity, Severity::Info);
}

TEST(CheckerTest, Suppressions) {
  StringRef text =
      "trainingInput:\n"
      "  scaleTier: CUSTM # trainlint: ignore[invalid-enum-value]\n"
      "  region: us-central1\n";
  EXPECT_EQ(rulesOf(text), Rules());
  CheckSettings settings;
  settings.honorSuppressions = false;
  EXPECT_EQ(rulesOf(text, settings), Rules{"invalid-enum-value"});
  std::string unused =
      (GoodJob + "# trainlint: ignore-file[unknown-field]\n").str();
  EXPECT_EQ(rulesOf(unused), Rules{"unused-suppression"});
  // Whether a comment is needed is not known if its rule is not checked.
  CheckSettings off;
  EXPECT_EQ(messageOf(off.rules.ignore("unknown-field")), "");
  EXPECT_EQ(rulesOf(unused, off), Rules());
}

TEST(CheckerTest, ACommentSpeaksForTheBlockBelow) {
  EXPECT_EQ(rulesOf("trainingInput:\n"
                    "  region: us-central1\n"
                    "  # trainlint: ignore[unknown-field]\n"
                    "  masterConfig:\n"
                    "    imageUri: gcr.io/p/i\n"
                    "    wrongField: 1\n"
                    "  otherWrongField: 1\n"),
            Rules{"unknown-field"});
}

TEST(CheckerTest, ValuesFromElsewhere) {
  auto values = SourceBuffer::copy("<command line>", "mars-north1");
  frontend::Override region[] = {{"region", values.get(), {0, 11}}};
  CheckSettings settings;
  settings.import.overrides = region;
  settings.extraSources.push_back(values.get());
  Checker checker(GraphContext::create);
  auto buffer = SourceBuffer::copy("job.yaml", GoodJob);
  CheckResult result = checker.check(*buffer, settings);
  ASSERT_FALSE(result.findings.empty());
  // The finding is one of the file, so that a report names it; the value that
  // it speaks of is a related location.
  const Finding &finding = result.findings[0];
  EXPECT_EQ(finding.rule, RuleId::UnknownRegion);
  EXPECT_EQ(finding.place.buffer, buffer.get());
  EXPECT_EQ(buffer->text(finding.place.range), "us-central1");
  EXPECT_TRUE(llvm::any_of(finding.related, [&](const RelatedLocation &other) {
    return other.place.buffer == values.get() &&
           other.place.range == SourceRange{0, 11};
  }));
  // A default gives way to the value of the file.
  settings.import.overrides = {};
  settings.import.defaults = region;
  EXPECT_TRUE(checker.check(*buffer, settings).findings.empty());
}

TEST(CheckerTest, FixesLeaveNothingToFix) {
  Checker checker(GraphContext::create);
  auto buffer = SourceBuffer::copy("job.yaml", BadJob);
  CheckResult result = checker.check(*buffer, {});
  FixedText fixed = applyFixes(*buffer, result.findings, /*unsafeToo=*/true);
  EXPECT_EQ(fixed.applied, 2u);
  EXPECT_TRUE(StringRef(fixed.text).contains("  scaleTier: CUSTOM\n"));
  EXPECT_TRUE(StringRef(fixed.text).contains("  masterType: n1-standard-8\n"));
  auto corrected = SourceBuffer::copy("job.yaml", fixed.text);
  CheckResult again = checker.check(*corrected, {});
  EXPECT_TRUE(again.findings.empty()) << describe(again);
}

TEST(CheckerTest, OneCheckerGivesTheSameResultEachTime) {
  // A context is kept for some hundred inputs; nothing may carry over, and
  // nothing may change when it is replaced.
  Checker reused, fresh;
  std::string good = check(fresh, GoodJob), bad = check(fresh, BadJob);
  for (unsigned i = 0; i < 300; ++i) {
    ASSERT_EQ(check(reused, BadJob), bad) << "input " << 2 * i;
    ASSERT_EQ(check(reused, GoodJob), good) << "input " << 2 * i + 1;
  }
}

TEST(CheckerTest, OneCheckerFollowsItsSettings) {
  // The passes are kept as well, with the day and the tables they were built
  // for. GPU training on 1.15 was broken for some weeks.
  StringRef text = "trainingInput:\n"
                   "  scaleTier: CUSTOM\n"
                   "  region: us-central1\n"
                   "  runtimeVersion: \"1.15\"\n"
                   "  pythonVersion: \"3.7\"\n"
                   "  masterType: n1-standard-8\n"
                   "  masterConfig:\n"
                   "    acceleratorConfig: {type: NVIDIA_TESLA_T4, count: 1}\n"
                   "  packageUris: [gs://b/p.tar.gz]\n"
                   "  pythonModule: trainer.task\n";
  CheckSettings broken;
  broken.context.asOf = absl::CivilDay(2020, 1, 15);
  EXPECT_EQ(rulesOf(text, broken), Rules{"gpu-runtime-incident"});
  EXPECT_EQ(rulesOf(text), Rules());

  TempFolder folder;
  folder.write("ai-platform-regions.csv",
               "# source: x\n# as-of: 2030\nregion,since\nmars-north1,\n");
  folder.write("regions.csv",
               "# source: x\n# as-of: 2030\nregion\nmars-north1\n");
  auto overlaid = OverlaidTables::load(folder.path());
  ASSERT_TRUE(static_cast<bool>(overlaid)) << messageOf(overlaid.takeError());
  CheckSettings mars;
  mars.context.tables = &(*overlaid)->tables();
  std::string onMars = text.str();
  onMars.replace(onMars.find("us-central1"), 11, "mars-north1");

  Checker checker(GraphContext::create), fresh(GraphContext::create);
  std::string now = check(fresh, text);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(check(checker, text), now);
    EXPECT_NE(check(checker, text, broken), now);
    EXPECT_FALSE(
        StringRef(check(checker, onMars, mars)).contains("unknown-region"));
    EXPECT_TRUE(StringRef(check(checker, onMars)).contains("unknown-region"));
  }
}

TEST(CheckerTest, FourThreadsAgree) {
  std::string texts[] = {
      GoodJob.str(), BadJob.str(), (GoodJob + "---\n" + BadJob).str(),
      "trainingInput:\n  region: &r mars-north1\n  jobDir: *r\n",
      "trainingInput:\n  scaleTier: \"CUSTOM\n"};
  std::vector<std::string> expected;
  for (const std::string &text : texts) {
    Checker checker(GraphContext::create);
    expected.push_back(check(checker, text));
  }
  constexpr unsigned Threads = 4, Rounds = 40;
  std::vector<std::string> found[Threads];
  std::vector<std::thread> pool;
  const CheckSettings settings;
  for (unsigned id = 0; id < Threads; ++id)
    pool.emplace_back([&, id] {
      Checker checker(GraphContext::create);
      for (unsigned i = 0; i < Rounds; ++i)
        for (const std::string &text : texts)
          found[id].push_back(check(checker, text, settings));
    });
  for (std::thread &thread : pool)
    thread.join();
  for (const std::vector<std::string> &results : found) {
    ASSERT_EQ(results.size(), Rounds * expected.size());
    for (size_t i = 0; i < results.size(); ++i)
      EXPECT_EQ(results[i], expected[i % expected.size()]);
  }
}
