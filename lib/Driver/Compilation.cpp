//===- Compilation.cpp - An input and how far it came ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Compilation.h"
#include "Device/Checks/TrainingLoop.h"
#include "Diagnostics/RuleIds.h"
#include "Diagnostics/Suppression.h"
#include "Dialect/Job/Target/JobTarget.h"
#include "Driver/OpenValues.h"
#include "Support/Cancellation.h"
#include "Support/NearMatch.h"
#include "Support/PhaseTrace.h"
#include "Support/WorkCounter.h"
#include "Text/Protobuf/TextComments.h"
#include "Text/Python/Statements.h"

using namespace trainlint;

Compilation::Compilation(CompilerContext &context, const SourceBuffer &buffer,
                         const CheckSettings &settings,
                         const GraphContent *content,
                         ParsedInput::Extent extent, LoadedFilePtr file)
    : context(context), source(buffer), how(settings), extent(extent),
      file(std::move(file)) {
  if (content)
    found = *content;
  files.add(buffer);
  for (const SourceBuffer *extra : settings.extraSources)
    files.add(*extra);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void Compilation::detect() {
  InputKind kind = how.import.kind;
  bool mayBe = kind == InputKind::Graph ||
               (kind == InputKind::Auto && mayBeGraph(source.name()));
  if (!found)
    found = mayBe ? detectGraph(source.text()) : GraphContent();
  graphInput =
      context.readsGraphs() && (kind == InputKind::Graph ||
                                (kind == InputKind::Auto && found->isReadable));
  if (graphInput)
    compiledGraph = context.openGraph(source, *found, tables(), files);
}

bool Compilation::isGraph() {
  std::call_once(isDetected, [this] { detect(); });
  return graphInput;
}

const GraphContent &Compilation::content() {
  (void)isGraph();
  return *found;
}

const ParsedInput &Compilation::parse() {
  if (!parsed) {
    PhaseTrace trace("reading", source.name());
    bool compares = how.rules.isEnabled(RuleId::YamlPortability);
    parsed = std::make_unique<ParsedInput>(
        source, how.import.kind, &mlirContext(), extent,
        compares ? yaml::SecondOpinion::YamlCpp : yaml::SecondOpinion::None,
        file);
  }
  return *parsed;
}

//===----------------------------------------------------------------------===//
// Importing
//===----------------------------------------------------------------------===//

const ImportResult &Compilation::import() {
  if (imported)
    return *imported;
  const ParsedInput &input = parse();
  PhaseTrace trace("importing", source.name());
  work::JobImports.add();
  NearMatchBudget budget;
  FindingCollector collector(&mlirContext(), files);
  ImportOptions options = how.import;
  options.tables = &tables();
  if (how.graph.target)
    options.target = &*how.graph.target;
  unsigned openValues = 0;
  options.checkJob = [&](job::TrainingOp job) {
    openValues += leaveOpen(job, tables());
    checkJob(job);
  };
  imported.emplace(importJobs(input, &mlirContext(), options, files, &block));
  for (auto job : block.getOps<job::TrainingOp>())
    openValues += leaveOpen(job, tables());
  imported->skippedValues += openValues;
  ownReport.add(collector);
  ownReport.append({std::move(imported->findings), imported->failures});
  // What is wrong in a program is never left unsaid.
  imported->isJob |= input.isPython() && !ownReport.findings.empty();
  return *imported;
}

mlir::Block &Compilation::jobs() {
  (void)import();
  return block;
}

CheckableGraph *Compilation::graph(CompilerContext *own) {
  if (isGraph() || compiledGraph)
    return compiledGraph.get();
  const GraphSettings &named = how.graph;
  if (!named.graph || !context.readsGraphs())
    return nullptr;
  GraphContent content = detectGraph(named.graph->getBuffer());
  graphBuffer =
      makeGraphBuffer(named.graphName, named.graph->getMemBufferRef(), content);
  files.add(*graphBuffer);
  compiledGraph =
      (own ? *own : context).openGraph(*graphBuffer, content, tables(), files);
  return compiledGraph.get();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// A graph is checked against so many jobs of a file, each of which costs as
/// much as the graph is large.
static constexpr unsigned MostJobsOfGraph = 32;

/// What is wrong in a file that a command names, and has nothing to do with the
/// command, is a finding of that file.
static void keepOwnFindings(const SourceBuffer &buffer,
                            std::vector<Finding> &findings) {
  llvm::erase_if(findings, [&](const Finding &finding) {
    return finding.place.buffer != &buffer &&
           llvm::none_of(finding.related, [&](const RelatedLocation &related) {
             return related.place.buffer == &buffer;
           });
  });
}

/// Checks a job, and what it tells its trainer.
void Compilation::checkJob(job::TrainingOp job) {
  if (isCancelled())
    return;
  if (failed(context.check(job, how.context)))
    ownReport.failures.push_back("the checks of a job failed");
  bool hasGraph = how.graph.graph && context.readsGraphs();
  GraphUse use;
  use.target = targetOf(job, tables());
  use.values = trainingValuesOf(job, tables());
  applyFlags(how.graph, tables(), &mlirContext(), use.target, use.values);
  graph::checkTrainingLoop(use.target, use.values, hasGraph);
  if (hasGraph && uses.size() < MostJobsOfGraph)
    uses.push_back(std::move(use));
}

void Compilation::checkJobs() {
  (void)import();
  PhaseTrace trace("checking", source.name());
  NearMatchBudget budget;
  FindingCollector collector(&mlirContext(), files);
  for (auto job : block.getOps<job::TrainingOp>()) {
    if (!imported->checkedJobs.contains(job))
      checkJob(job);
  }
  ownReport.add(collector);
  if (!imported->files.empty())
    keepOwnFindings(source, ownReport.findings);
  reportOpenValues();
}

/// Says which values of the input are left for its reader to fill in.
void Compilation::reportOpenValues() {
  if (!how.rules.isEnabled(RuleId::PlaceholderValue))
    return;
  OpenValues open(source, files, parsed->isPython());
  for (auto job : block.getOps<job::TrainingOp>())
    open.add(job);
  for (mlir::Location place : imported->openValues)
    open.add(place);
  for (const ParsedData &data : parsed->data()) {
    llvm::SmallVector<SourceRange> documents;
    for (const JobDocument &job : data.jobs)
      documents.push_back(job.root->range);
    open.add(*data.read->stream, std::move(documents));
  }
  FindingCollector collector(&mlirContext(), files);
  open.report(ownReport.findings, &mlirContext());
  ownReport.add(collector);
}

void Compilation::checkOwnGraph() {
  GraphUse use;
  NearMatchBudget budget;
  {
    FindingCollector collector(&mlirContext(), files);
    applyFlags(how.graph, tables(), &mlirContext(), use.target, use.values);
    graph::checkTrainingLoop(use.target, use.values, /*hasGraph=*/true);
    ownReport.add(collector);
  }
  graph()->check(use);
  ownReport.append(graph()->report());
}

void Compilation::checkAlone() {
  if (std::exchange(isChecked, true))
    return;
  if (isGraph())
    checkOwnGraph();
  else
    checkJobs();
}

CheckResult Compilation::checkInput() {
  checkAlone();
  return finish(ownReport, /*withGraph=*/false);
}

bool Compilation::trainsGraph() { return isChecked && !uses.empty(); }

void Compilation::checkTrainedGraph() {
  if (!trainsGraph() || std::exchange(isGraphChecked, true))
    return;
  CheckableGraph &trained = *graph();
  NearMatchBudget budget;
  std::vector<GraphUse> moved;
  for (const GraphUse &use : uses)
    moved.push_back(moveTo(&trained.mlirContext(), use));
  trained.check(moved);
}

void Compilation::dropTrainedGraph() {
  if (!isGraph())
    compiledGraph = nullptr;
}

CheckResult Compilation::check() {
  checkAlone();
  checkTrainedGraph();
  PhaseReport all = std::move(ownReport);
  if (trainsGraph())
    all.append(graph()->report());
  return finish(std::move(all), trainsGraph());
}

//===----------------------------------------------------------------------===//
// Suppressions and severities
//===----------------------------------------------------------------------===//

namespace {
/// The blocks of keys and list items, by where they begin.
class Blocks {
public:
  explicit Blocks(llvm::ArrayRef<const yaml::Stream *> streams);

  /// Where the longest block ends that begins on a line.
  uint32_t endOf(SourceRange line) const;

private:
  void add(const yaml::Node *node);

  std::vector<SourceRange> blocks;
};
} // namespace

Blocks::Blocks(llvm::ArrayRef<const yaml::Stream *> streams) {
  for (const yaml::Stream *stream : streams)
    for (const yaml::Node *node : stream->nodes)
      add(node);
  llvm::sort(blocks,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
}

void Blocks::add(const yaml::Node *node) {
  if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node)) {
    for (const yaml::MappingEntry &entry : mapping->entries)
      blocks.push_back({entry.key->range.begin, entry.value->range.end});
  } else if (const auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(node)) {
    for (const yaml::Node *item : sequence->items)
      blocks.push_back(item->range);
  }
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
void Compilation::suppress(const SourceBuffer &buffer,
                           llvm::ArrayRef<SourceRange> comments,
                           llvm::function_ref<uint32_t(SourceRange)> blockEnd,
                           CheckResult &result) {
  if (!how.honorSuppressions || comments.empty())
    return;
  FindingCollector collector(&mlirContext(), files);
  Suppressions suppressions(buffer, comments, blockEnd, &mlirContext());
  suppressions.apply(result.findings);
  suppressions.reportUnused(
      [&](RuleId rule) { return how.rules.isEnabled(rule); });
  llvm::move(collector.take(), std::back_inserter(result.findings));
}

void Compilation::suppressInText(CheckResult &result) {
  // Few files have a comment that speaks for a block.
  std::optional<Blocks> blocks;
  std::optional<python::StatementEnds> statements;
  auto blockEnd = [&](SourceRange line) {
    if (!blocks) {
      blocks.emplace(imported->streams);
      if (const python::Module *module = parsed->module())
        statements.emplace(*module);
    }
    uint32_t end = blocks->endOf(line);
    return statements ? std::max(end, statements->endOf(line)) : end;
  };
  suppress(source, imported->comments, blockEnd, result);
}

/// The same for a graph, of which messages in text have comments.
void Compilation::suppressInGraph(CheckResult &result) {
  const SourceBuffer &buffer = graph()->buffer();
  if (!hasComments(graph()->content()))
    return;
  std::optional<proto::MessageEnds> ends;
  auto messageEnd = [&](SourceRange line) {
    if (!ends)
      ends.emplace(buffer.text());
    return ends->endOf(line);
  };
  suppress(buffer, proto::commentsWith("trainlint:", buffer.text()), messageEnd,
           result);
}

CheckResult Compilation::finish(PhaseReport report, bool withGraph) {
  CheckResult result;
  result.findings = std::move(report.findings);
  result.failures = std::move(report.failures);
  if (isGraph()) {
    result.content = InputContent::Graph;
  } else {
    if (imported->isJob)
      result.content = InputContent::Job;
    result.skippedValues = imported->skippedValues;
  }
  how.rules.apply(result.findings);
  if (isGraph())
    suppressInGraph(result);
  else
    suppressInText(result);
  if (withGraph) {
    suppressInGraph(result);
    result.files.push_back(graphBuffer);
  }
  how.rules.apply(result.findings);
  sortFindings(result.findings);
  if (imported)
    llvm::append_range(result.files, imported->files);
  return result;
}
