//===- CompilationTest.cpp - Tests of the phases of an input --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/GraphCompilation.h"
#include "Support/WorkCounter.h"
#include "gtest/gtest.h"

using namespace trainlint;
using llvm::StringRef;

namespace {

/// What was done since it was made.
struct Work {
  uint64_t reads = work::YamlReads.value();
  uint64_t jobs = work::JobImports.value();
  uint64_t graphs = work::GraphImports.value();
  uint64_t formats = work::FormatDetections.value();
  uint64_t shapes = work::ShapeInferences.value();

  Work done() const {
    Work now;
    return {now.reads - reads, now.jobs - jobs, now.graphs - graphs,
            now.formats - formats, now.shapes - shapes};
  }
};

constexpr StringRef Job = "trainingInput:\n"
                          "  scaleTier: BASIC_TPU\n"
                          "  region: us-central1\n";

constexpr StringRef Graph = R"(
node {
  name: "x"
  op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 4 } dim { size: 4 } } } }
}
node {
  name: "y"
  op: "MatMul"
  input: "x"
  input: "x"
  attr { key: "T" value { type: DT_FLOAT } }
}
node {
  name: "metadata"
  op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 8 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } }
}
)";

TEST(CompilationTest, EachPhaseOfAJobRunsOnce) {
  GraphContext context;
  auto buffer = SourceBuffer::copy("job.yaml", Job);
  CheckSettings settings;
  Work before;
  Compilation compilation(context, *buffer, settings);
  EXPECT_FALSE(compilation.isGraph());
  EXPECT_EQ(compilation.parse().data().size(), 1u);
  EXPECT_EQ(before.done().reads, 1u);
  EXPECT_EQ(before.done().jobs, 0u);
  EXPECT_TRUE(compilation.import().isJob);
  CheckResult first = compilation.checkInput();
  CheckResult last = compilation.check();
  EXPECT_EQ(first.findings.size(), last.findings.size());
  EXPECT_EQ(last.content, InputContent::Job);
  EXPECT_FALSE(compilation.jobs().empty());
  Work done = before.done();
  EXPECT_EQ(done.reads, 1u);
  EXPECT_EQ(done.jobs, 1u);
  EXPECT_EQ(done.graphs, 0u);
  EXPECT_EQ(done.formats, 0u);
}

TEST(CompilationTest, WhatMayHoldNoJobIsNotRead) {
  GraphContext context;
  auto buffer = SourceBuffer::copy("values.yaml", "image: nginx\n");
  CheckSettings settings;
  Work before;
  CheckResult result = Compilation(context, *buffer, settings).check();
  EXPECT_EQ(result.content, InputContent::Other);
  EXPECT_EQ(before.done().reads, 0u);
  Compilation whole(context, *buffer, settings, nullptr,
                    ParsedInput::Extent::Everything);
  EXPECT_EQ(whole.parse().data().size(), 1u);
}

TEST(CompilationTest, ASecondReaderIsAskedForTheRuleThatNeedsIt) {
  GraphContext context;
  auto buffer = SourceBuffer::copy("job.yaml", Job);
  CheckSettings settings;
  uint64_t before = work::YamlCppReads.value();
  Compilation(context, *buffer, settings).check();
  EXPECT_EQ(work::YamlCppReads.value() - before, 0u);
  EXPECT_FALSE(settings.rules.setSeverity("yaml-portability", "info"));
  Compilation(context, *buffer, settings).check();
  EXPECT_EQ(work::YamlCppReads.value() - before, 1u);
}

TEST(CompilationTest, JobsShareTheGraphThatTheyTrain) {
  GraphContext context;
  GraphContext own;
  // GPUs cannot run what is marked for TPUs.
  StringRef job = "trainingInput: {scaleTier: BASIC_GPU, region: us-east1}\n";
  std::string text = (job + "---\n" + job).str();
  auto buffer = SourceBuffer::copy("job.yaml", text);
  auto graph = llvm::MemoryBuffer::getMemBuffer(Graph, "model.pbtxt");
  CheckSettings settings;
  settings.graph.graph = graph.get();
  settings.graph.graphName = "model.pbtxt";
  Work before;
  Compilation compilation(context, *buffer, settings);
  CheckResult alone = compilation.checkInput();
  EXPECT_EQ(before.done().graphs, 0u);
  EXPECT_TRUE(compilation.trainsGraph());
  EXPECT_EQ(compilation.graphUses().size(), 2u);
  // The graph may be compiled where nobody waits for it.
  EXPECT_NE(compilation.graph(&own), nullptr);
  compilation.checkTrainedGraph();
  CheckResult all = compilation.check();
  auto isOfGraph = [](const Finding &finding) {
    return finding.place.buffer &&
           finding.place.buffer->name() == "model.pbtxt";
  };
  EXPECT_EQ(llvm::count_if(alone.findings, isOfGraph), 0);
  EXPECT_NE(llvm::count_if(all.findings, isOfGraph), 0);
  // A finding on the graph shows the place in the job that it rests on.
  bool showsJob = llvm::any_of(all.findings, [&](const Finding &finding) {
    return isOfGraph(finding) &&
           llvm::any_of(finding.related, [&](const auto &related) {
             return related.place.buffer == buffer.get();
           });
  });
  EXPECT_TRUE(showsJob);
  graphOf(compilation)->inferShapes();
  Work done = before.done();
  EXPECT_EQ(done.reads, 1u);
  EXPECT_EQ(done.jobs, 1u);
  EXPECT_EQ(done.graphs, 1u);
  EXPECT_EQ(done.formats, 1u);
  EXPECT_EQ(done.shapes, 1u);
}

TEST(CompilationTest, AGraphIsTheInput) {
  GraphContext context;
  auto buffer = SourceBuffer::copy("model.pbtxt", Graph);
  CheckSettings settings;
  Work before;
  Compilation compilation(context, *buffer, settings);
  EXPECT_TRUE(compilation.isGraph());
  EXPECT_NE(graphOf(compilation)->parse(), nullptr);
  CheckResult result = compilation.check();
  EXPECT_EQ(result.content, InputContent::Graph);
  EXPECT_TRUE(graphOf(compilation)->import().wellFormed);
  Work done = before.done();
  EXPECT_EQ(done.reads, 0u);
  EXPECT_EQ(done.graphs, 1u);
  EXPECT_EQ(done.formats, 1u);
}

} // namespace

TEST(CompilationTest, JobsAreCheckedWithoutTheirGraphInAContextThatReadsNone) {
  CompilerContext context;
  auto buffer = SourceBuffer::copy("job.yaml", Job);
  auto graph = llvm::MemoryBuffer::getMemBuffer(Graph);
  CheckSettings settings;
  settings.graph.graph = graph.get();
  settings.graph.graphName = "model.pbtxt";
  Compilation compilation(context, *buffer, settings);
  CheckResult result = compilation.check();
  EXPECT_EQ(result.content, InputContent::Job);
  EXPECT_FALSE(compilation.trainsGraph());
  EXPECT_EQ(compilation.graph(), nullptr);
}
