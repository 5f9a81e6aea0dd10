//===- Checker.cpp - The check of one input -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Checker.h"
#include "Conversion/JobToTarget/JobTarget.h"
#include "Diagnostics/FindingCollector.h"
#include "Diagnostics/Suppression.h"
#include "Dialect/Graph/Checks/TrainingLoop.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Support/Cancellation.h"
#include "Support/NearMatch.h"
#include "Text/Protobuf/TextComments.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace trainlint;

namespace {
/// Inputs after which a context is replaced: it grows by 4 to 8 kB with each.
constexpr unsigned InputsPerContext = 256;

/// What a graph is checked against.
struct GraphUse {
  graph::Target target;
  graph::TrainingValues values;
};
} // namespace

struct Checker::State {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  /// The passes, built for one context, which they point to.
  std::optional<mlir::PassManager> passes;
  job::CheckContext passContext;
  std::optional<mlir::PassManager> graphPasses;
  graph::CheckContext graphContext;
  std::optional<tensorflow::OpRegistry> ops;
  unsigned inputs = 0;

  State() {
    context.loadDialect<job::JobDialect>();
    context.printOpOnDiagnostic(false);
  }

  mlir::PassManager &passesFor(const job::CheckContext &wanted) {
    bool same =
        passContext.tables == wanted.tables && passContext.asOf == wanted.asOf;
    if (passes && same)
      return *passes;
    passContext = wanted;
    passes.emplace(&context, job::TrainingOp::getOperationName());
    // The import is verified once; the checks change nothing.
    passes->enableVerifier(false);
    job::addChecks(*passes, passContext);
    return *passes;
  }

  tensorflow::OpRegistry &opsOf(const Tables &tables) {
    if (!ops || &ops->sources() != &tables)
      ops.emplace(tables);
    return *ops;
  }

  /// The passes on graphs, which read `graphContext`.
  mlir::PassManager &passesOnGraphs() {
    if (!graphPasses) {
      graphPasses.emplace(&context, graph::ModelOp::getOperationName());
      graphPasses->enableVerifier(false);
      graph::addChecks(*graphPasses, graphContext);
    }
    return *graphPasses;
  }

  void checkGraphs(const SourceBuffer &buffer, const Tables &tables,
                   llvm::ArrayRef<GraphUse> uses, CheckResult &result);
  llvm::SmallVector<GraphUse, 1> checkTraining(mlir::Block &jobs,
                                               const CheckSettings &settings);
};

Checker::Checker() = default;
Checker::~Checker() = default;

namespace {
/// The blocks of keys and list items, by where they begin.
class Blocks {
public:
  explicit Blocks(const yaml::Stream &stream);

  /// Where the longest block ends that begins on a line.
  uint32_t endOf(SourceRange line) const;

private:
  std::vector<SourceRange> blocks;
};
} // namespace

Blocks::Blocks(const yaml::Stream &stream) {
  for (const yaml::Node *node : stream.nodes) {
    if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node)) {
      for (const yaml::MappingEntry &entry : mapping->entries)
        blocks.push_back({entry.key->range.begin, entry.value->range.end});
    } else if (const auto *sequence =
                   llvm::dyn_cast<yaml::SequenceNode>(node)) {
      for (const yaml::Node *item : sequence->items)
        blocks.push_back(item->range);
    }
  }
  llvm::sort(blocks,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
}

uint32_t Blocks::endOf(SourceRange line) const {
  uint32_t end = line.end;
  auto first = llvm::partition_point(
      blocks, [&](SourceRange block) { return block.begin < line.begin; });
  for (SourceRange block : llvm::make_range(first, blocks.end())) {
    if (!line.contains(block.begin))
      break;
    end = std::max(end, block.end);
  }
  return end;
}

/// Removes the findings that comments of a buffer silence, and reports comments
/// that silence nothing.
static void applySuppressions(const SourceBuffer &buffer,
                              const CheckSettings &settings,
                              llvm::ArrayRef<SourceRange> comments,
                              Suppressions::BlockEnd blockEnd,
                              mlir::MLIRContext *context,
                              const SourceSet &sources, CheckResult &result) {
  if (!settings.honorSuppressions || comments.empty())
    return;
  FindingCollector collector(context, sources);
  Suppressions suppressions(buffer, comments, blockEnd, context);
  suppressions.apply(result.findings);
  suppressions.reportUnused(
      [&](RuleId rule) { return settings.rules.isEnabled(rule); });
  for (Finding &finding : collector.take())
    result.findings.push_back(std::move(finding));
}

/// The same for a graph, of which messages in text have comments.
static void applySuppressionsInGraph(const SourceBuffer &buffer,
                                     const CheckSettings &settings,
                                     mlir::MLIRContext *context,
                                     const SourceSet &sources,
                                     CheckResult &result) {
  if (!hasComments(buffer))
    return;
  std::optional<proto::MessageEnds> ends;
  auto messageEnd = [&](SourceRange line) {
    if (!ends)
      ends.emplace(buffer.text());
    return ends->endOf(line);
  };
  applySuppressions(buffer, settings,
                    proto::commentsWith("trainlint:", buffer.text()),
                    messageEnd, context, sources, result);
}

/// What is wrong in a file that a command names, and has nothing to do with the
/// command, is a finding of that file.
static void keepOwnFindings(const SourceBuffer &buffer,
                            std::vector<Finding> &findings) {
  llvm::erase_if(findings, [&](const Finding &finding) {
    return finding.place.buffer != &buffer &&
           llvm::none_of(finding.related, [&](const RelatedPlace &related) {
             return related.place.buffer == &buffer;
           });
  });
}

/// Adds what was reported while a collector lived.
static void add(FindingCollector &collector, CheckResult &result) {
  llvm::move(collector.take(), std::back_inserter(result.findings));
  llvm::append_range(result.failures, collector.failures());
}

/// Checks a StableHLO program for a device.
static void checkProgram(const stablehlo::ProgramFile &program,
                         const graph::Target &target, const Tables &tables) {
  if (!program.isValid())
    return;
  auto locate = [&](mlir::Operation *op) { return program.locate(op); };
  stablehlo::checkMemory(
      program.module(), target, locate,
      [&](mlir::BlockArgument argument) { return program.locate(argument); });
  stablehlo::checkPadding(program.module(), target, tables, locate);
  stablehlo::checkPrecision(program.module(), target, locate);
}

/// A graph is checked against so many jobs of a file, each of which costs as
/// much as the graph is large.
static constexpr unsigned MostJobsOfGraph = 32;

/// Imports the graphs of a buffer and runs the checks on them, against what
/// each job says.
void Checker::State::checkGraphs(const SourceBuffer &buffer,
                                 const Tables &tables,
                                 llvm::ArrayRef<GraphUse> uses,
                                 CheckResult &result) {
  context.loadDialect<graph::GraphDialect>();
  ImportedGraph imported = importGraphs(buffer, &context, opsOf(tables));
  for (const GraphUse &use : uses) {
    if (isCancelled())
      break;
    if (imported.program)
      checkProgram(*imported.program, use.target, tables);
    graphContext = {};
    graphContext.tables = &tables;
    graphContext.source = imported.source.get();
    graphContext.ops = &opsOf(tables);
    graphContext.target = use.target;
    graphContext.values = use.values;
    for (auto model : imported.module->getOps<graph::ModelOp>()) {
      if (failed(passesOnGraphs().run(model)))
        result.failures.push_back("the checks of a graph failed");
    }
  }
  graphContext = {};
}

/// Checks what jobs tell their trainers. Returns what their graph is checked
/// against, if there is one.
llvm::SmallVector<GraphUse, 1>
Checker::State::checkTraining(mlir::Block &jobs,
                              const CheckSettings &settings) {
  const Tables &tables = *settings.context.tables;
  bool hasGraph = settings.graph.graph != nullptr;
  llvm::SmallVector<GraphUse, 1> uses;
  for (auto training : jobs.getOps<job::TrainingOp>()) {
    GraphUse use;
    use.target = targetOf(training, tables);
    use.values = trainingValuesOf(training, tables);
    applyFlags(settings.graph, tables, &context, use.target, use.values);
    graph::checkTrainingLoop(use.target, use.values, hasGraph);
    if (hasGraph && uses.size() < MostJobsOfGraph)
      uses.push_back(std::move(use));
  }
  return uses;
}

/// The graph that jobs train, as a buffer of its own: the lines of a buffer are
/// counted by one thread.
static std::unique_ptr<SourceBuffer> graphOf(const GraphSettings &settings) {
  return makeGraphBuffer(settings.graphName, settings.graph->getMemBufferRef());
}

CheckResult Checker::check(const SourceBuffer &buffer,
                           const CheckSettings &settings,
                           const GraphContent *graph) {
  if (!state || state->inputs++ >= InputsPerContext)
    state = std::make_unique<State>();
  NearMatchBudget budget;
  mlir::MLIRContext *context = &state->context;
  SourceSet sources;
  sources.add(buffer);
  for (const SourceBuffer *extra : settings.extraSources)
    sources.add(*extra);

  CheckResult result;
  if (isGraphInput(buffer, settings.import.kind, graph)) {
    result.content = InputContent::Graph;
    FindingCollector collector(context, sources);
    GraphUse use;
    applyFlags(settings.graph, *settings.context.tables, context, use.target,
               use.values);
    graph::checkTrainingLoop(use.target, use.values, /*hasGraph=*/true);
    state->checkGraphs(buffer, *settings.context.tables, use, result);
    add(collector, result);
    settings.rules.apply(result.findings);
    applySuppressionsInGraph(buffer, settings, context, sources, result);
    settings.rules.apply(result.findings);
    sortFindings(result.findings);
    return result;
  }
  ImportResult imported;
  llvm::SmallVector<GraphUse, 1> uses;
  {
    FindingCollector collector(context, sources);
    mlir::Block jobs;
    ImportOptions import = settings.import;
    import.tables = settings.context.tables;
    imported = importJobs(buffer, context, import, sources, &jobs);
    if (imported.isJob)
      result.content = InputContent::Job;
    result.skippedValues = imported.skippedValues;
    for (mlir::Operation &op : jobs) {
      if (isCancelled())
        break;
      if (failed(mlir::verify(&op)) ||
          failed(state->passesFor(settings.context).run(&op)))
        result.failures.push_back("the checks of a job failed");
    }
    uses = state->checkTraining(jobs, settings);
    add(collector, result);
  }
  if (!imported.files.empty())
    keepOwnFindings(buffer, result.findings);
  if (settings.graph.graph && !uses.empty()) {
    result.files.push_back(graphOf(settings.graph));
    sources.add(*result.files.back());
    FindingCollector collector(context, sources);
    state->checkGraphs(*result.files.back(), *settings.context.tables, uses,
                       result);
    add(collector, result);
  }
  settings.rules.apply(result.findings);
  if (imported.stream) {
    const yaml::Stream &stream = *imported.stream;
    // Few files have a comment that speaks for a block.
    std::optional<Blocks> blocks;
    auto blockEnd = [&](SourceRange line) {
      if (!blocks)
        blocks.emplace(stream);
      return blocks->endOf(line);
    };
    applySuppressions(buffer, settings, stream.comments, blockEnd, context,
                      sources, result);
  }
  if (settings.graph.graph && !uses.empty())
    applySuppressionsInGraph(*result.files.back(), settings, context, sources,
                             result);
  settings.rules.apply(result.findings);
  sortFindings(result.findings);
  llvm::move(imported.files, std::back_inserter(result.files));
  return result;
}
