//===- GraphTraining.cpp - Trainings of jobs and their graphs -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/GraphTraining.h"
#include "Conversion/GraphToStableHLO/LegaliseStep.h"
#include "Conversion/JobToTarget/JobTarget.h"
#include "Diagnostics/SourceSet.h"
#include "Driver/Checker.h"
#include "Output/Writer.h"
#include "Runtime/Runner/PrintFindings.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;
using llvm::StringRef;

bool run::isGraphOrJob(StringRef path) {
  StringRef extension = llvm::sys::path::extension(path);
  return extension == ".yaml" || extension == ".yml" || extension == ".json" ||
         (isGraphName(path) && extension != ".mlir");
}

namespace {
/// The files, and what is made of them one after the other.
class Preparation {
public:
  Preparation(const GraphTrainingOptions &options, mlir::MLIRContext &context,
              llvm::raw_ostream &err)
      : options(options), context(context), err(err) {}

  bool readFiles(StringRef input);
  bool check();
  bool readJob();
  bool legalise();

  GraphTraining training;

private:
  bool fail(const llvm::Twine &message) {
    err << "trainlint-run: " << message << "\n";
    return false;
  }
  std::unique_ptr<llvm::MemoryBuffer> read(StringRef path);
  std::optional<step::StepOptions> stepOptions();
  ImportedGraph importAgain(tensorflow::OpRegistry &ops);

  const GraphTrainingOptions &options;
  mlir::MLIRContext &context;
  llvm::raw_ostream &err;
  std::unique_ptr<llvm::MemoryBuffer> graphFile;
  std::unique_ptr<SourceBuffer> graph;
  /// Null if there is none.
  std::unique_ptr<SourceBuffer> job;
  std::optional<int64_t> batchSize;
};
} // namespace

std::unique_ptr<llvm::MemoryBuffer> Preparation::read(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (file)
    return std::move(*file);
  fail("cannot read `" + path + "`: " + file.getError().message());
  return nullptr;
}

bool Preparation::readFiles(StringRef input) {
  StringRef path = options.graph.empty() ? input : options.graph;
  graphFile = read(path);
  if (!graphFile)
    return false;
  graph = std::make_unique<SourceBuffer>(
      path.str(),
      llvm::MemoryBuffer::getMemBuffer(graphFile->getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false),
      detectGraph(graphFile->getBuffer()).bufferKind());
  if (options.graph.empty())
    return true;
  std::unique_ptr<llvm::MemoryBuffer> file = read(input);
  if (file)
    job = std::make_unique<SourceBuffer>(input.str(), std::move(file));
  return job != nullptr;
}

/// Runs the checks, and writes what they find but for infos.
bool Preparation::check() {
  CheckSettings settings;
  settings.context.tables = &Tables::builtIn();
  if (job) {
    settings.graph.graph = graphFile.get();
    settings.graph.graphName = options.graph;
  } else {
    settings.import.kind = InputKind::Graph;
  }
  Checker checker;
  const SourceBuffer &input = job ? *job : *graph;
  CheckResult result = checker.check(input, settings);
  if (!result.failures.empty())
    return fail(result.failures.front());
  if (result.content == InputContent::Other)
    return fail("`" + input.name() + "` is not a training job");
  llvm::erase_if(result.findings, [](const Finding &finding) {
    return finding.severity == Severity::Info;
  });
  std::unique_ptr<Writer> writer =
      createWriter(OutputFormat::Text, err, WriterOptions());
  writer->write(input.name(), result.findings);
  bool hasErrors = llvm::any_of(result.findings, [](const Finding &finding) {
    return finding.severity == Severity::Error;
  });
  return !hasErrors || fail("what has errors is not trained");
}

/// Takes the devices and the values of training from the job.
bool Preparation::readJob() {
  batchSize = options.batchSize;
  training.replicas = options.replicas.value_or(1);
  if (!job)
    return true;
  context.loadDialect<job::JobDialect>();
  // What is to be said of the job was said.
  mlir::ScopedDiagnosticHandler ignore(
      &context, [](mlir::Diagnostic &) { return llvm::success(); });
  SourceSet sources;
  sources.add(*job);
  mlir::Block jobs;
  (void)importJobs(*job, &context, ImportOptions(), sources, &jobs);
  auto all = llvm::to_vector(jobs.getOps<job::TrainingOp>());
  if (all.size() != 1)
    return fail("`" + job->name() + "` holds " + llvm::Twine(all.size()) +
                " jobs, and one is trained at a time");
  const Tables &tables = Tables::builtIn();
  graph::Target target = targetOf(all.front(), tables);
  graph::TrainingValues values = trainingValuesOf(all.front(), tables);
  if (!options.replicas)
    training.replicas = std::max<int64_t>(target.devices.value_or(1), 1);
  auto valueOf = [](const auto &located) -> std::optional<int64_t> {
    return located ? std::optional(located->value) : std::nullopt;
  };
  training.steps = valueOf(values.steps);
  training.iterationsPerLoop = valueOf(values.iterationsPerLoop);
  training.checkpointSteps = valueOf(values.checkpointSteps);
  if (!batchSize)
    batchSize = valueOf(values.batchSize);
  return true;
}

std::optional<step::StepOptions> Preparation::stepOptions() {
  step::StepOptions out;
  out.trainOp = options.trainOp;
  out.loss = options.loss;
  out.foldedBatch = options.foldedBatch;
  out.replicas = training.replicas;
  if (batchSize) {
    if (*batchSize % training.replicas != 0) {
      fail("a batch of " + llvm::Twine(*batchSize) + " cannot be shared by " +
           llvm::Twine(training.replicas) + " replicas");
      return std::nullopt;
    }
    out.batchSize = *batchSize / training.replicas;
  }
  for (StringRef text : options.inputShapes)
    if (llvm::Error error = step::readInputShape(text, out)) {
      fail("option `--input-shape` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  for (StringRef text : options.initialValues)
    if (llvm::Error error = step::readInitialValue(text, out)) {
      fail("option `--initial` " + llvm::toString(std::move(error)));
      return std::nullopt;
    }
  return out;
}

/// What is to be said of the file was said by the checks.
ImportedGraph Preparation::importAgain(tensorflow::OpRegistry &ops) {
  mlir::ScopedDiagnosticHandler ignore(
      &context, [](mlir::Diagnostic &) { return llvm::success(); });
  return importGraphs(*graph, &context, ops);
}

bool Preparation::legalise() {
  std::optional<step::StepOptions> wanted = stepOptions();
  if (!wanted)
    return false;
  context.loadDialect<graph::GraphDialect>();
  tensorflow::OpRegistry ops(Tables::builtIn());
  ImportedGraph imported = importAgain(ops);
  for (auto model : imported.module->getOps<graph::ModelOp>()) {
    if (model.getFramework() != graph::Framework::TensorFlow)
      break;
    auto module = [&] {
      PrintFindings printing(&context, *graph, err);
      return step::legaliseStep(model, *imported.source, ops, *wanted);
    }();
    if (failed(module))
      return fail("the step of `" + graph->name() + "` cannot be made");
    training.step = std::move(*module);
    return true;
  }
  return fail("`" + graph->name() +
              "` is no graph of TensorFlow, and others have no steps");
}

std::optional<GraphTraining>
run::prepareGraphTraining(StringRef input, const GraphTrainingOptions &options,
                          mlir::MLIRContext &context, llvm::raw_ostream &err) {
  Preparation preparation(options, context, err);
  if (!preparation.readFiles(input) || !preparation.check() ||
      !preparation.readJob() || !preparation.legalise())
    return std::nullopt;
  return std::move(preparation.training);
}
