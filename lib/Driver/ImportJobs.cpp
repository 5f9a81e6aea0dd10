//===- ImportJobs.cpp - Text to jobs in the job dialect -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ImportJobs.h"
#include "Driver/ImportPython.h"
#include "Driver/NamedFiles.h"
#include "Driver/ParsedInput.h"
#include "Driver/TrainerRuns.h"
#include "Frontend/GCloud/Import.h"
#include "Frontend/GCloud/JobFile.h"
#include "Frontend/Python/Notebook/CheckCells.h"
#include "Frontend/Python/Scripts/JobScripts.h"
#include "Support/LLVM.h"
#include "Text/Markdown/Blocks.h"
#include "Text/Yaml/Checks.h"
#include "Text/Yaml/CopiedText.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::yaml;

namespace {
/// The import of one text.
class JobImporter {
public:
  JobImporter(const ParsedInput &input, mlir::MLIRContext *context,
              const ImportOptions &options, SourceSet &sources,
              mlir::Block *jobs)
      : input(input), buffer(input.buffer()), context(context),
        options(options), sources(sources), builder(context) {
    builder.setInsertionPointToEnd(jobs);
  }

  ImportResult import();

private:
  void importCommands();
  python::TrainerScripts trainerScripts(NamedFiles &files);
  void checkRuns(python::TrainerScripts &scripts, TrainerRuns &runs);
  void importBlock(const ParsedData &data,
                   llvm::ArrayRef<markdown::Block> blocks);
  void importPage();
  void importData(const ParsedData &data);
  void importJobsOf(const ParsedData &data, TreeView &tree);
  void keepComments(const yaml::Stream &stream);

  const ParsedInput &input;
  const SourceBuffer &buffer;
  mlir::MLIRContext *context;
  const ImportOptions &options;
  SourceSet &sources;
  mlir::OpBuilder builder;
  ImportResult result;
};
} // namespace

void JobImporter::keepComments(const Stream &stream) {
  result.streams.push_back(&stream);
  llvm::append_range(result.comments, stream.comments);
}

python::TrainerScripts JobImporter::trainerScripts(NamedFiles &files) {
  python::Program::ReadFile read;
  if (options.readFile)
    read = [&files](StringRef path, StringRef from) {
      return files.readFrom(path, from);
    };
  return python::TrainerScripts(buffer, std::move(read));
}

void JobImporter::checkRuns(python::TrainerScripts &scripts,
                            TrainerRuns &runs) {
  scripts.checkRun = [this, &runs](const python::TrainerScript &script,
                                   job::TrainingOp job) {
    python::FormFindings found;
    runs.check(script, job, found);
    llvm::append_range(result.findings, found.findings);
    llvm::append_range(result.failures, found.failures);
  };
}

/// The findings are those that a command takes part in; a file that it names
/// has its own when it is checked itself.
void JobImporter::importCommands() {
  NamedFiles files(buffer, options, sources, result);
  auto readConfig = [&](llvm::StringRef path) { return files.read(path); };
  auto treeOf = [&](const gcloud::ConfigText &config) -> const Stream & {
    return files.treeOf(config);
  };
  result.commands = std::make_unique<Stream>();
  result.commands->hasAliases = true;
  TreeView tree(*result.commands, buffer, context);
  python::TrainerScripts scripts = trainerScripts(files);
  TrainerRuns runs(context, options, sources, files, result);
  checkRuns(scripts, runs);
  auto jobSubmitted = [&](job::TrainingOp job,
                          const gcloud::SentPackage &sent) {
    python::checkJobScripts(job, &sent, sent.place, scripts);
  };
  gcloud::ImportContext commandContext{
      options.tables, options.overrides,     options.defaults,   readConfig,
      treeOf,         &result.skippedValues, &result.openValues, jobSubmitted};
  unsigned count = 0;
  for (const auto &script : input.scripts())
    count += gcloud::importCommands(*script, buffer, *result.commands, tree,
                                    commandContext, builder);
  llvm::append_range(result.files, scripts.buffers());
  result.isJob = count > 0;
  keepComments(*result.commands);
}

void JobImporter::importJobsOf(const ParsedData &data, TreeView &tree) {
  mlir::Block &jobs = *builder.getInsertionBlock();
  mlir::Operation *last = jobs.empty() ? nullptr : &jobs.back();
  for (const JobDocument &job : data.jobs)
    result.skippedValues +=
        job.kind->import(tree.resolve(job.root), tree, options, builder);
  NamedFiles files(buffer, options, sources, result);
  python::TrainerScripts scripts = trainerScripts(files);
  TrainerRuns runs(context, options, sources, files, result);
  checkRuns(scripts, runs);
  for (job::TrainingOp job : jobs.getOps<job::TrainingOp>()) {
    if (!last)
      python::checkJobScripts(job, /*package=*/nullptr, /*place=*/0, scripts);
    else if (job == last)
      last = nullptr;
  }
  llvm::append_range(result.files, scripts.buffers());
}

/// The block of a page that a value stands in; null if there is none.
static const markdown::Block *
blockAround(View value, llvm::ArrayRef<markdown::Block> blocks) {
  if (!value)
    return nullptr;
  SourceRange range = value.node->range;
  const auto *behind = llvm::partition_point(
      blocks, [&](const auto &block) { return block.range.end < range.end; });
  bool isFound = behind != blocks.end() && behind->range.begin <= range.begin;
  return isFound ? behind : nullptr;
}

void JobImporter::importBlock(const ParsedData &data,
                              llvm::ArrayRef<markdown::Block> blocks) {
  const Stream &stream = *data.read->stream;
  TreeView tree(stream, buffer, context);
  for (const Problem &problem : stream.problems)
    reportSyntax(problem, tree);
  result.wellFormed &= stream.problems.empty();
  const markdown::Block *block =
      data.jobs.empty()
          ? nullptr
          : blockAround(tree.resolve(data.jobs.front().root), blocks);
  if (block && reportCopiedText(stream, tree, block->range)) {
    result.wellFormed = false;
  } else {
    reportContent(*data.read, tree);
    importJobsOf(data, tree);
  }
  result.isJob = true;
  keepComments(stream);
}

/// Adds the jobs in the YAML and JSON of a Markdown page to what its commands
/// are.
void JobImporter::importPage() {
  if (input.data().empty())
    return;
  std::vector<markdown::Block> blocks;
  if (mayBeCopied(buffer.text()))
    blocks = markdown::codeBlocks(buffer.text());
  for (const ParsedData &data : input.data())
    importBlock(data, blocks);
  sortComments(result.comments);
}

/// True if a text that cannot be read is YAML or JSON all the same: its name
/// says so, or its first line looks like it. Sentences may speak of jobs, too.
static bool isMeantAsData(const SourceBuffer &buffer) {
  llvm::StringRef extension = llvm::sys::path::extension(buffer.name());
  if (extension != ".txt" && extension != ".rst" && extension != ".html")
    return true;
  llvm::StringRef first = buffer.text().ltrim();
  while (first.starts_with("#"))
    first = first.split('\n').second.ltrim();
  llvm::StringRef key = first.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '"'; });
  return first.starts_with("{") || first.starts_with("---") ||
         (!key.empty() && first.drop_front(key.size()).starts_with(":"));
}

void JobImporter::importData(const ParsedData &data) {
  const Stream &stream = *data.read->stream;
  result.wellFormed = stream.problems.empty();
  if (!input.scripts().empty())
    return importCommands();
  // Other documents are none of our business, unless what should be a job
  // cannot be read.
  result.isJob =
      input.isForced() || !data.jobs.empty() ||
      (input.mayHoldJob() && !result.wellFormed && isMeantAsData(buffer));
  if (!result.isJob)
    return;
  keepComments(stream);
  TreeView tree(stream, buffer, context);
  // What it shows is not what it says.
  SourceRange whole{0, static_cast<uint32_t>(buffer.text().size())};
  if (reportCopiedText(stream, tree, whole)) {
    result.wellFormed = false;
    return;
  }
  (void)reportProblems(*data.read, tree);
  bool isForGcloud = llvm::any_of(data.jobs, [&](const JobDocument &job) {
    return isFileOfGcloud(*job.kind, tree.resolve(job.root), tree);
  });
  if (result.wellFormed && isForGcloud)
    gcloud::reportUnsendable(stream, tree, options.mayHoldSeveralJobs);
  importJobsOf(data, tree);
}

ImportResult JobImporter::import() {
  if (input.isPython()) {
    if (input.problem())
      notebook::reportProblem(*input.problem(), buffer, context);
    result.isJob = input.problem().has_value();
    if (input.module())
      importPython(input, context, options, sources, builder, result);
    result.wellFormed = input.isWellFormed();
    return std::move(result);
  }
  if (!input.isScript()) {
    for (const ParsedData &data : input.data())
      importData(data);
    return std::move(result);
  }
  if (!input.scripts().empty())
    importCommands();
  if (input.isPage())
    importPage();
  return std::move(result);
}

ImportResult trainlint::importJobs(const ParsedInput &input,
                                   mlir::MLIRContext *context,
                                   const ImportOptions &options,
                                   SourceSet &sources, mlir::Block *jobs) {
  return JobImporter(input, context, options, sources, jobs).import();
}
