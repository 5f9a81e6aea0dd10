//===- Compilation.h - An input and how far it came -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// text -> tree -> jobs or graph -> checked. Each phase runs once, when somebody
// first asks for it or for one behind it, and keeps its result. The command
// line, the language server and trainlint-run ask the same object, so that
// nothing is read, imported or told apart twice.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_COMPILATION_H
#define TRAINLINT_DRIVER_COMPILATION_H

#include "Diagnostics/RuleFilter.h"
#include "Driver/CompilerContext.h"
#include "Driver/GraphFlags.h"
#include "Driver/ParsedInput.h"

namespace trainlint {

/// What a check depends on beside the text. Shared by checks, never changed
/// while one runs.
struct CheckSettings {
  job::CheckContext context;
  RuleFilter rules;
  ImportOptions import;
  GraphSettings graph;
  /// The buffers that the import options point into.
  llvm::SmallVector<const SourceBuffer *, 2> extraSources;
  bool honorSuppressions = true;
};

/// What an input turned out to be.
enum class InputContent : uint8_t {
  /// Neither a job nor a graph, so that it was left alone.
  Other,
  Job,
  Graph,
};

/// The findings of one input, in the order of the text.
struct CheckResult {
  std::vector<Finding> findings;
  InputContent content = InputContent::Other;
  /// How many values hold placeholders and were not checked.
  unsigned skippedValues = 0;
  /// What went wrong inside; empty unless there is a defect in trainlint.
  std::vector<std::string> failures;
  /// Files beside the input that findings point into.
  std::vector<std::shared_ptr<const SourceBuffer>> files;
};

/// One input, compiled as far as somebody asked. One thread at a time, but for
/// `isGraph`, `content`, and `graph` of an input that is one.
class Compilation {
public:
  /// The context, the buffer and the settings live as long as this. `content`
  /// is what `detectGraph` has found, where it was looked at, and `file` what
  /// the buffer belongs to, where others may read it.
  Compilation(CompilerContext &context, const SourceBuffer &buffer,
              const CheckSettings &settings,
              const GraphContent *content = nullptr,
              ParsedInput::Extent extent = ParsedInput::Extent::Jobs,
              LoadedFilePtr file = nullptr);

  const SourceBuffer &buffer() const { return source; }
  const CheckSettings &settings() const { return how; }
  const Tables &tables() const { return *how.context.tables; }
  mlir::MLIRContext &mlirContext() { return context.mlirContext(); }

  /// True if the input is a graph, by its kind or by its content.
  bool isGraph();
  /// What the content is like that of.
  const GraphContent &content();

  /// Of an input that is no graph.
  const ParsedInput &parse();
  const ImportResult &import();
  /// Holds a `job.training` op for each job.
  mlir::Block &jobs();
  /// The place that a location speaks of, in any file that was read.
  const SourceSet &sources() const { return files; }

  /// The graph: the input itself, or the one that its jobs train, which is
  /// compiled in a context of its own if one is given first. Null if there is
  /// none, or if the context reads no graphs.
  CheckableGraph *graph(CompilerContext *own = nullptr);

  /// What is found without a look at the graph that the jobs train.
  CheckResult checkInput();
  /// True if the jobs train a graph, which their findings depend on.
  bool trainsGraph();
  /// What each of the first jobs tells of that graph, after `checkInput`.
  llvm::ArrayRef<GraphUse> graphUses() const { return uses; }
  /// Checks that graph, in the context that `graph` was given.
  void checkTrainedGraph();
  /// Forgets that graph, before its context ends.
  void dropTrainedGraph();
  /// All that is found. To be asked once, as the last of these.
  CheckResult check();

private:
  void detect();
  void checkAlone();
  void checkJob(job::TrainingOp job);
  void checkJobs();
  void reportOpenValues();
  void checkOwnGraph();
  CheckResult finish(PhaseReport report, bool withGraph);
  void suppressInText(CheckResult &result);
  void suppressInGraph(CheckResult &result);
  void suppress(const SourceBuffer &buffer,
                llvm::ArrayRef<SourceRange> comments,
                llvm::function_ref<uint32_t(SourceRange)> blockEnd,
                CheckResult &result);

  CompilerContext &context;
  const SourceBuffer &source;
  const CheckSettings &how;
  ParsedInput::Extent extent;
  LoadedFilePtr file;
  SourceSet files;

  std::once_flag isDetected;
  std::optional<GraphContent> found;
  bool graphInput = false;

  std::unique_ptr<ParsedInput> parsed;

  mlir::Block block;
  std::optional<ImportResult> imported;
  PhaseReport ownReport;

  bool isChecked = false;
  /// What the jobs' graph is checked against, as each of them says.
  std::vector<GraphUse> uses;

  std::shared_ptr<const SourceBuffer> graphBuffer;
  std::unique_ptr<CheckableGraph> compiledGraph;
  bool isGraphChecked = false;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_COMPILATION_H
