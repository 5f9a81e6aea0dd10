//===- SessionTest.cpp - Tests of documents that are edited ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Session.h"
#include "LSP/Completion.h"
#include "Support/WorkCounter.h"
#include "gtest/gtest.h"
#include <condition_variable>

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

namespace {

/// A session whose checks can be waited for.
class SessionTest : public testing::Test {
protected:
  SessionTest()
      : session(client, [this](CheckOutcome outcome) {
          std::lock_guard<std::mutex> lock(mutex);
          outcomes.push_back(std::move(outcome));
          changed.notify_one();
        }) {}

  OpenDocument &waitForCheck() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !outcomes.empty(); });
    CheckOutcome outcome = std::move(outcomes.front());
    outcomes.erase(outcomes.begin());
    OpenDocument *open = session.accept(std::move(outcome));
    EXPECT_NE(open, nullptr);
    return *open;
  }

  OpenDocument &open(StringRef text) {
    session.open("untitled:job", "yaml", 1, text);
    return waitForCheck();
  }

  std::vector<std::string> complete(OpenDocument &open, uint32_t offset) {
    Analysis *analysis = session.analyze(open);
    auto lock = analysis->lock();
    llvm::json::Value answer = completion(
        {open.document.text(), client, *analysis, CompletionContext::Form::Data,
         nullptr, [&](StringRef text) { return session.analyze(open, text); },
         offset});
    std::vector<std::string> labels;
    for (const llvm::json::Value &item :
         *answer.getAsObject()->getArray("items"))
      labels.push_back(item.getAsObject()->getString("label")->str());
    return labels;
  }

  Client client;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<CheckOutcome> outcomes;
  Session session;
};

constexpr StringRef Job = "trainingInput:\n"
                          "  scaleTier: CUSTOM\n"
                          "  masterType: n1-standrd-8\n"
                          "  region: us-central1\n";

TEST_F(SessionTest, AKeystrokeIsReadAndImportedOnce) {
  OpenDocument &document = open(Job);
  uint64_t reads = work::YamlReads.value(), imports = work::JobImports.value();
  ContentChange change;
  change.range = Range{{2, 20}, {2, 20}};
  change.text = "a";
  session.change("untitled:job", 2, {change});
  waitForCheck();
  EXPECT_FALSE(document.checked->result.findings.empty());
  // Requests rest on what the check has read.
  Analysis *analysis = session.analyze(document);
  auto lock = analysis->lock();
  EXPECT_EQ(analysis->jobs().size(), 1u);
  EXPECT_TRUE(analysis->valueAt(Job.find("CUSTOM")).has_value());
  EXPECT_EQ(work::YamlReads.value() - reads, 1u);
  EXPECT_EQ(work::JobImports.value() - imports, 1u);
}

TEST_F(SessionTest, ARequestNeedNotWaitForItsCheck) {
  uint64_t reads = work::YamlReads.value(), imports = work::JobImports.value();
  session.open("untitled:job", "yaml", 1, Job);
  OpenDocument *document = session.find("untitled:job");
  {
    Analysis *analysis = session.analyze(*document);
    auto lock = analysis->lock();
    EXPECT_EQ(analysis->jobs().size(), 1u);
  }
  waitForCheck();
  EXPECT_EQ(work::YamlReads.value() - reads, 1u);
  EXPECT_EQ(work::JobImports.value() - imports, 1u);
}

TEST_F(SessionTest, AWordThatIsThereIsCompletedWithoutReadingAnotherText) {
  OpenDocument &document = open(Job);
  uint64_t reads = work::YamlReads.value();
  auto machines = complete(document, Job.find("n1-standrd-8") + 5);
  EXPECT_TRUE(llvm::is_contained(machines, "n1-standard-8"));
  auto fields = complete(document, Job.find("masterType") + 6);
  EXPECT_TRUE(llvm::is_contained(fields, "masterType"));
  EXPECT_FALSE(llvm::is_contained(fields, "region"));
  EXPECT_EQ(work::YamlReads.value() - reads, 0u);
}

TEST_F(SessionTest, AnotherTextIsReadOnceWhereNothingStandsYet) {
  std::string text = (Job + "  \n").str();
  OpenDocument &document = open(text);
  uint64_t reads = work::YamlReads.value();
  auto fields = complete(document, text.size() - 1);
  EXPECT_TRUE(llvm::is_contained(fields, "workerType"));
  EXPECT_EQ(work::YamlReads.value() - reads, 1u);
}

TEST_F(SessionTest, GraphsAndProgramsAreNoData) {
  uint64_t reads = work::YamlReads.value();
  for (auto [uri, text] :
       {std::pair("file:///none/broken.pbtxt", "nod {"),
        std::pair("file:///none/graph.pbtxt",
                  "node { name: \"a\" op: \"NoOp\" }"),
        std::pair("file:///none/program.mlir",
                  "func.func @main(%a: tensor<f32>) {\n"
                  "  %0 = stablehlo.add %a, %a : tensor<f32>\n"
                  "  return\n}\n")}) {
    session.open(uri, "", 1, text);
    OpenDocument &document = waitForCheck();
    Analysis *analysis = session.analyze(document);
    ASSERT_NE(analysis, nullptr) << uri;
    // Nobody waits for the check of a graph.
    EXPECT_FALSE(analysis->lock().owns_lock()) << uri;
    EXPECT_TRUE(analysis->comments().empty()) << uri;
    EXPECT_TRUE(analysis->commands().all().empty()) << uri;
    EXPECT_TRUE(analysis->jobs().empty()) << uri;
  }
  EXPECT_EQ(work::YamlReads.value() - reads, 0u);
}

} // namespace
