//===- RunTest.cpp - Tests of a whole run ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Run.h"
#include "Driver/Graphs/GraphContext.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

static const StringRef GoodJob = "trainingInput:\n"
                                 "  region: us-central1\n";

/// The field is spelled in a way that is surely meant.
static const StringRef FixableJob = "trainingInput:\n"
                                    "  Region: us-central1\n";

static const StringRef BadJob = "trainingInput:\n"
                                "  region: us-central1\n"
                                "  somethingElse: 1\n";

namespace {
class RunTest : public testing::Test {
protected:
  RunTest() {
    options.isolated = true;
    options.format = OutputFormat::Concise;
    options.inputs = {folder.path()};
    options.makeContext = GraphContext::create;
  }

  /// Runs and keeps what was written.
  int run() {
    out.clear();
    err.clear();
    llvm::raw_string_ostream outStream(out), errStream(err);
    return trainlint::checkInputs(options, outStream, errStream);
  }

  TempFolder folder;
  RunOptions options;
  std::string out, err;
};
} // namespace

TEST_F(RunTest, ExitCodes) {
  folder.write("good.yaml", GoodJob);
  options.failOn = "warning";
  EXPECT_EQ(run(), ExitClean) << out << err;
  EXPECT_EQ(out, "");
  folder.write("bad.yaml", BadJob);
  EXPECT_EQ(run(), ExitFindings);
  EXPECT_TRUE(StringRef(out).contains("/bad.yaml:3:3: error: ")) << out;
  EXPECT_FALSE(StringRef(out).contains("good.yaml")) << out;
  options.severity = {{"unknown-field", "info"}};
  EXPECT_EQ(run(), ExitClean);
  options.severity = {{"unknown-field", "loud"}};
  EXPECT_EQ(run(), ExitUsage);
}

TEST_F(RunTest, FilesThatCannotBeReadFail) {
  folder.write("bad.yaml", BadJob);
  options.inputs = {folder.path("missing.yaml"), folder.path("bad.yaml")};
  options.failOn = "error";
  EXPECT_EQ(run(), ExitUsage);
  EXPECT_TRUE(StringRef(err).contains("missing.yaml: ")) << err;
  // The others are checked all the same.
  EXPECT_TRUE(StringRef(out).contains("/bad.yaml:3:3: error: ")) << out;
}

TEST_F(RunTest, AppliesFixes) {
  std::string file = folder.write("job.yaml", FixableJob);
  options.fix = FixMode::Diff;
  EXPECT_EQ(run(), ExitFindings);
  EXPECT_TRUE(StringRef(out).contains("\n-  Region: us-central1\n"
                                      "+  region: us-central1\n"))
      << out;
  EXPECT_EQ(folder.read("job.yaml"), FixableJob);

  options.fix = FixMode::Apply;
  EXPECT_EQ(run(), ExitClean) << out << err;
  EXPECT_EQ(folder.read("job.yaml"), GoodJob);
  EXPECT_EQ(folder.list(), std::vector<std::string>{"job.yaml"});

  // What is fixed has no difference left.
  options.fix = FixMode::Diff;
  EXPECT_EQ(run(), ExitClean);
  EXPECT_EQ(out, "");
}

TEST_F(RunTest, FixesThatExcludeEachOtherTakeSeveralRounds) {
  folder.write("job.yaml",
               (GoodJob + "# trainlint: ignore-file[wrong-type, duplicate-key, "
                          "unknown-field]\n")
                   .str());
  options.fix = FixMode::Apply;
  EXPECT_EQ(run(), ExitClean) << out << err;
  EXPECT_EQ(folder.read("job.yaml"), GoodJob);
}

TEST_F(RunTest, AnyNumberOfThreadsWritesTheSameReport) {
  for (unsigned i = 0; i < 100; ++i)
    folder.write("job" + std::to_string(i) + ".yaml", i % 3 == 0   ? BadJob
                                                      : i % 3 == 1 ? FixableJob
                                                                   : GoodJob);
  options.jobs = 1;
  int code = run();
  std::string report = out, summary = err;
  EXPECT_EQ(code, ExitFindings);
  for (unsigned threads : {2u, 4u, 7u}) {
    options.jobs = threads;
    EXPECT_EQ(run(), code);
    EXPECT_EQ(out, report);
    EXPECT_EQ(err, summary);
  }
}

TEST_F(RunTest, ABaselineHidesWhatItKnows) {
  folder.write("bad.yaml", BadJob);
  options.failOn = "error";
  options.writeBaseline = folder.path("known.txt");
  EXPECT_EQ(run(), ExitFindings);
  options.writeBaseline.reset();
  options.baseline = folder.path("known.txt");
  EXPECT_EQ(run(), ExitClean);
  EXPECT_EQ(out, "");
  folder.write("other.yaml", BadJob);
  EXPECT_EQ(run(), ExitFindings);
}

TEST_F(RunTest, GraphsAreLeftAloneByWhatDoesNotReadThem) {
  options.inputs = {folder.path("graph.pbtxt")};
  options.failOn = "warning";
  folder.write("graph.pbtxt", "node { name: \"x\" op: \"Nonsense\" }\n");
  EXPECT_EQ(run(), ExitFindings);
  EXPECT_TRUE(StringRef(out).contains("Nonsense")) << out;
  options.makeContext = nullptr;
  EXPECT_EQ(run(), ExitClean) << out;
  EXPECT_TRUE(StringRef(err).contains("which is not read")) << err;
}
