//===- BaselineTest.cpp - Tests of known findings -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Baseline.h"
#include "Diagnostics/RuleIds.h"
#include "Driver/Checker.h"
#include "Driver/Graphs/GraphContext.h"
#include "Output/Writer.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

static const StringRef Job = "trainingInput:\n"
                             "  scaleTier: CUSTM\n"
                             "  region: us-central1\n"
                             "  masterTyp: n1-standard-8\n";

namespace {
class BaselineTest : public testing::Test {
protected:
  std::vector<Finding> check(StringRef text) {
    buffers.push_back(SourceBuffer::copy("job.yaml", text));
    return checker.check(*buffers.back(), {}).findings;
  }

  /// How many findings of a text the saved baseline hides, and how many stay.
  std::pair<unsigned, size_t> hide(StringRef file, StringRef text) {
    auto baseline = Baseline::load(folder.path("baseline.json"));
    EXPECT_TRUE(static_cast<bool>(baseline));
    if (!baseline)
      return {0, 0};
    std::vector<Finding> findings = check(text);
    unsigned hidden = baseline->hide(folder.path(file), findings);
    return {hidden, findings.size()};
  }

  TempFolder folder;
  Checker checker{GraphContext::create};
  std::vector<std::unique_ptr<SourceBuffer>> buffers;
};
} // namespace

TEST_F(BaselineTest, HidesWhatItKnows) {
  Baseline baseline(folder.path("baseline.json"));
  baseline.add(folder.path("job.yaml"), check(Job));
  EXPECT_EQ(messageOf(baseline.save()), "");
  EXPECT_EQ(hide("job.yaml", Job), std::make_pair(2u, size_t(0)));
  // Lines that are added elsewhere make no difference.
  EXPECT_EQ(hide("job.yaml", ("# new\n\n" + Job).str()),
            std::make_pair(2u, size_t(0)));
  // Another file has findings of its own.
  EXPECT_EQ(hide("other.yaml", Job), std::make_pair(0u, size_t(2)));
  // A finding more of the same kind is new.
  EXPECT_EQ(hide("job.yaml", (Job + "---\n" + Job).str()),
            std::make_pair(2u, size_t(2)));
}

TEST_F(BaselineTest, TheFileIsTheSameEachTime) {
  for (StringRef name : {"one.json", "two.json"}) {
    Baseline baseline(folder.path(name));
    for (StringRef file : {"b.yaml", "a.yaml", "c.yaml"})
      baseline.add(folder.path(file), check(Job));
    EXPECT_EQ(messageOf(baseline.save()), "");
  }
  std::string text = folder.read("one.json");
  EXPECT_EQ(text, folder.read("two.json"));
  EXPECT_LT(text.find("\"a.yaml\""), text.find("\"b.yaml\""));
  EXPECT_LT(text.find("\"b.yaml\""), text.find("\"c.yaml\""));
  // No path of the machine that it was written on.
  EXPECT_EQ(text.find(folder.path()), std::string::npos);
}

TEST_F(BaselineTest, RulesHaveTheNamesThatTheyHadWhenItWasWritten) {
  std::vector<Finding> findings = check(Job);
  findings.resize(1);
  findings.front().rule = RuleId::UnknownShape;
  folder.write("baseline.json",
               "{\"version\": 1, \"findings\": [{\"file\": \"job.yaml\", "
               "\"rule\": \"shape-not-known\", \"fingerprint\": \"" +
                   fingerprint(findings.front(), "shape-not-known") +
                   "\", \"count\": 1}]}");
  auto baseline = Baseline::load(folder.path("baseline.json"));
  ASSERT_TRUE(static_cast<bool>(baseline));
  EXPECT_EQ(baseline->hide(folder.path("job.yaml"), findings), 1u);
  EXPECT_TRUE(findings.empty());
}

TEST_F(BaselineTest, OtherFilesAreErrors) {
  auto problemOf = [&](StringRef text) {
    return messageOf(Baseline::load(folder.write("bad.json", text)));
  };
  EXPECT_NE(messageOf(Baseline::load(folder.path("missing.json"))), "");
  for (StringRef text :
       {"", "[]", "{}", "{\"version\": 2, \"findings\": []}",
        "{\"version\": 1}", "{\"version\": 1, \"findings\": [1]}",
        "{\"version\": 1, \"findings\": [{\"file\": \"a\"}]}",
        "{\"version\": 1, \"findings\": [{\"file\": \"a\", \"rule\": \"b\", "
        "\"fingerprint\": \"c\", \"count\": -1}]}"})
    EXPECT_NE(problemOf(text), "") << text.str();
  EXPECT_EQ(problemOf("{\"version\": 1, \"findings\": []}"), "");
}
