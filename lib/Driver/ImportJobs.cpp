//===- ImportJobs.cpp - Text to jobs in the job dialect -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ImportJobs.h"
#include "Driver/DocumentKinds.h"
#include "Frontend/GCloud/Import.h"
#include "Text/Markdown/Blocks.h"
#include "Text/Shell/Workflow.h"
#include "Text/Yaml/Checks.h"
#include "Text/Yaml/CopiedText.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::yaml;

namespace {
/// The files that the commands of a script name. Every command is checked
/// together with its file, so that all of them together are limited.
class NamedFiles {
public:
  NamedFiles(const SourceBuffer &script, const ImportOptions &options,
             SourceSet &sources, ImportResult &result)
      : script(script), options(options), sources(sources), result(result) {}

  /// A file; null if there is none, and once there were too many.
  const SourceBuffer *read(llvm::StringRef path);

private:
  static constexpr unsigned MostNames = 100;
  static constexpr uint64_t MostBytes = 2 << 20;

  const SourceBuffer *open(llvm::StringRef path);

  const SourceBuffer &script;
  const ImportOptions &options;
  SourceSet &sources;
  ImportResult &result;
  llvm::StringMap<const SourceBuffer *> files;
  /// Of all files, as often as they were asked for.
  uint64_t bytes = 0;
};
} // namespace

const SourceBuffer *NamedFiles::open(llvm::StringRef path) {
  std::unique_ptr<SourceBuffer> file = options.readFile(path, script.name());
  if (!file)
    return nullptr;
  sources.add(*file);
  return result.files.emplace_back(std::move(file)).get();
}

const SourceBuffer *NamedFiles::read(llvm::StringRef path) {
  if (!options.readFile || bytes > MostBytes)
    return nullptr;
  auto known = files.find(path);
  if (known == files.end()) {
    if (files.size() == MostNames)
      return nullptr;
    known = files.try_emplace(path, open(path)).first;
  }
  if (const SourceBuffer *file = known->second)
    bytes += file->text().size();
  return bytes > MostBytes ? nullptr : known->second;
}

/// Imports the commands of a text. The findings are those that a command takes
/// part in; a file that it names has its own when it is checked itself.
static ImportResult
importCommands(const SourceBuffer &buffer, mlir::MLIRContext *context,
               const ImportOptions &options, SourceSet &sources,
               llvm::ArrayRef<shell::ShellText> texts, mlir::Block *jobs) {
  ImportResult result;
  NamedFiles files(buffer, options, sources, result);
  auto readConfig = [&](llvm::StringRef path) { return files.read(path); };
  result.stream = std::make_unique<Stream>();
  result.stream->hasAliases = true;
  TreeView tree(*result.stream, buffer, context);
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(jobs);
  gcloud::ImportContext commandContext{
      options.tables, options.overrides,   options.defaults,
      readConfig,     &result.fileStreams, &result.skippedValues};
  unsigned count = 0;
  for (const shell::ShellText &text : texts)
    count += gcloud::importCommands(text, buffer, *result.stream, tree,
                                    commandContext, builder);
  result.isJob = count > 0;
  return result;
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

/// Adds the jobs in the YAML and JSON of a Markdown page to what its commands
/// are.
static void importPage(const SourceBuffer &page, mlir::MLIRContext *context,
                       const ImportOptions &options, ImportResult &result,
                       mlir::Block *jobs) {
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(jobs);
  std::vector<markdown::Block> blocks;
  if (mayBeCopied(page.text()))
    blocks = markdown::codeBlocks(page.text());
  for (ReadResult &read : readPage(page, context)) {
    TreeView tree(*read.stream, page, context);
    for (const Problem &problem : read.stream->problems)
      reportSyntax(problem, tree);
    result.wellFormed &= read.stream->problems.empty();
    std::vector<Document> &documents = read.stream->documents;
    const markdown::Block *block =
        documents.empty()
            ? nullptr
            : blockAround(tree.resolve(documents.front().root), blocks);
    if (block && reportCopiedText(*read.stream, tree, block->range)) {
      result.wellFormed = false;
      documents.clear();
    } else {
      reportContent(read, tree);
    }
    for (const Document &document : documents) {
      View root = tree.resolve(document.root);
      const DocumentKind *of = kindOfDocument(root, tree, InputKind::Auto);
      result.skippedValues += of->import(root, tree, options, builder);
    }
    result.isJob = true;
    if (!result.stream)
      result.stream = std::make_unique<Stream>();
    result.stream->add(std::move(read.stream));
  }
  if (!result.stream)
    return;
  // A block may be read as commands, too.
  std::vector<SourceRange> &comments = result.stream->comments;
  llvm::sort(comments,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
  comments.erase(llvm::unique(comments), comments.end());
}

shell::FileKind trainlint::scriptKindOf(const SourceBuffer &buffer,
                                        InputKind kind) {
  if (kind != InputKind::Auto && kind != InputKind::Commands)
    return shell::FileKind::Other;
  shell::FileKind found = shell::kindOf(buffer.name(), buffer.text());
  // What is given as commands is a script whatever it is called.
  bool isOther = found == shell::FileKind::Other;
  return isOther && kind == InputKind::Commands ? shell::FileKind::Shell
                                                : found;
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

ImportResult trainlint::importJobs(const SourceBuffer &buffer,
                                   mlir::MLIRContext *context,
                                   const ImportOptions &options,
                                   SourceSet &sources, mlir::Block *jobs) {
  ImportResult result;
  shell::FileKind kind = scriptKindOf(buffer, options.kind);
  bool isScript = kind != shell::FileKind::Other;
  // Other texts than YAML can be read as one long value.
  llvm::StringRef name = buffer.name();
  bool mayHoldCommand =
      gcloud::mayHoldCommand(buffer.text()) &&
      (isScript || name.ends_with(".yaml") || name.ends_with(".yml"));
  if (isScript && mayHoldCommand)
    result = importCommands(buffer, context, options, sources,
                            shell::shellTexts(kind, buffer.text()), jobs);
  if (kind == shell::FileKind::Markdown && options.kind == InputKind::Auto)
    importPage(buffer, context, options, result, jobs);
  if (isScript)
    return result;
  if (options.kind == InputKind::None || options.kind == InputKind::Graph)
    return result;
  llvm::SmallVector<const DocumentKind *, 4> kinds;
  bool forced = options.kind != InputKind::Auto;
  for (const DocumentKind &candidate : documentKinds()) {
    if (forced ? candidate.kind == options.kind
               : candidate.mayHold(buffer.text()))
      kinds.push_back(&candidate);
  }
  if (kinds.empty() && !mayHoldCommand)
    return result;

  ReadResult text = read(buffer.text());
  TreeView tree(*text.stream, buffer, context);
  result.wellFormed = text.stream->problems.empty();
  llvm::SmallVector<std::pair<View, const DocumentKind *>> documents;
  for (const Document &document : text.stream->documents) {
    View root = tree.resolve(document.root);
    if (!root)
      continue;
    auto of = llvm::find_if(kinds, [&](const DocumentKind *candidate) {
      return forced || candidate->accepts(root, tree);
    });
    if (of != kinds.end())
      documents.emplace_back(root, *of);
  }
  if (documents.empty() && !forced && mayHoldCommand && result.wellFormed)
    return importCommands(buffer, context, options, sources,
                          shell::workflowTexts(*text.stream, buffer.text()),
                          jobs);
  // Other documents are none of our business, unless what should be a job
  // cannot be read.
  result.isJob =
      forced || !documents.empty() ||
      (!kinds.empty() && !result.wellFormed && isMeantAsData(buffer));
  if (!result.isJob)
    return result;

  // What it shows is not what it says.
  SourceRange whole{0, static_cast<uint32_t>(buffer.text().size())};
  if (reportCopiedText(*text.stream, tree, whole)) {
    result.wellFormed = false;
    result.stream = std::move(text.stream);
    return result;
  }
  (void)reportProblems(text, tree);
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(jobs);
  for (const auto &[root, of] : documents)
    result.skippedValues += of->import(root, tree, options, builder);
  result.stream = std::move(text.stream);
  return result;
}
