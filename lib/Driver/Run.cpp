//===- Run.cpp - A run over many inputs -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Run.h"
#include "Driver/ApplyFixesToFixpoint.h"
#include "Driver/Baseline.h"
#include "Driver/GraphContent.h"
#include "Driver/OrderedWork.h"
#include "Driver/Progress.h"
#include "Driver/Settings.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "Support/Paths.h"
#include "Support/Printable.h"
#include "Support/RegularFile.h"
#include "Support/Text.h"
#include "Support/UnifiedDiff.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <thread>

using namespace trainlint;
using llvm::raw_ostream;

namespace {

/// What became of one input.
struct Outcome {
  /// Why the input could not be read; empty if it could.
  std::string problem;
  /// What the start of the file looks like, if it may be a graph.
  GraphContent graph;
  /// The version of the file that was read.
  FileStamp stamp;
  std::shared_ptr<const SourceBuffer> original;
  /// The text after fixes, if there were any; the findings point into it.
  std::unique_ptr<SourceBuffer> fixed;
  CheckResult result;
};

class Runner {
public:
  Runner(const RunOptions &options, raw_ostream &out, raw_ostream &err)
      : options(options), out(out), err(err), settings(options, noteSink()),
        configs(options.configFile, options.isolated, err, noteSink()) {}

  int run();

private:
  bool prepare();
  Outcome check(Checker &checker, const Input &input,
                const InputSettings &applied);
  void fix(Checker &checker, const InputSettings &applied, Outcome &outcome);
  void report(const Input &input, const InputSettings &applied,
              Outcome &outcome);
  void reportFix(const Input &input, Outcome &outcome);
  void dropRepeated(const InputSettings &applied, Outcome &outcome);
  const Baseline *baselineAt(StringRef path);
  void collectTables();
  void showTables();
  void finish();
  void startProgress();
  void sayProgress(size_t done);
  NoteSink noteSink() {
    return [this](StringRef path, StringRef why) {
      if (!this->options.quiet)
        notes() << printableLine(path) << ": note: " << printable(why) << "\n";
    };
  }
  void complain(StringRef text) {
    notes() << "trainlint: " << printable(text) << "\n";
  }
  /// Where notes go. On a terminal they follow what was reported before.
  raw_ostream &notes() {
    out.flush();
    return err;
  }

  const RunOptions &options;
  raw_ostream &out;
  raw_ostream &err;
  SettingsFactory settings;
  ConfigFinder configs;
  std::vector<Input> inputs;
  std::vector<const InputSettings *> applied;
  llvm::StringMap<std::unique_ptr<Baseline>> baselines;
  std::unique_ptr<Baseline> newBaseline;
  std::unique_ptr<Writer> writer;
  /// Null if nobody looks.
  std::unique_ptr<Progress> progress;
  Summary summary;
  /// How many of the files are graphs.
  unsigned graphs = 0;
  /// The findings on graphs that were reported, as text.
  llvm::StringSet<> graphFindings;
  bool failed = false;
  bool unusable = false;
  bool broken = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Finds the inputs and what applies to each; false if that is not possible.
bool Runner::prepare() {
  auto found =
      findInputs(options.inputs, options.inputOptions, configs, noteSink());
  if (!found) {
    complain(llvm::toString(found.takeError()));
    return false;
  }
  inputs = std::move(*found);
  for (const Input &input : inputs) {
    auto own = settings.settingsFor(input);
    if (!own) {
      complain(llvm::toString(own.takeError()));
      return false;
    }
    applied.push_back(*own);
    if (!(*own)->baseline.empty() && !baselineAt((*own)->baseline))
      return false;
  }
  if (options.writeBaseline)
    newBaseline = std::make_unique<Baseline>(*options.writeBaseline);
  return true;
}

const Baseline *Runner::baselineAt(StringRef path) {
  std::unique_ptr<Baseline> &slot = baselines[path];
  if (!slot) {
    auto loaded = Baseline::load(path);
    if (!loaded) {
      complain(llvm::toString(loaded.takeError()));
      return nullptr;
    }
    slot = std::make_unique<Baseline>(std::move(*loaded));
  }
  return slot.get();
}

//===----------------------------------------------------------------------===//
// One input
//===----------------------------------------------------------------------===//

/// What the command line itself names may be a pipe, such as `<(command)`; what
/// was found is a file.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(const Input &input, const ReadOptions &options) {
  if (input.isStdin)
    return readStream(/*descriptor=*/0, input.path, options);
  return input.named ? readFileOrStream(input.path, options)
                     : readRegularFile(input.path, options);
}

static std::unique_ptr<SourceBuffer>
readInput(const Input &input, InputKind kind, Outcome &outcome) {
  bool graphWanted = kind == InputKind::Graph;
  bool maybeGraph =
      graphWanted || (kind == InputKind::Auto && mayBeGraph(input.path));
  ReadOptions options;
  bool isNotebook = pythonFormOf(input.path, "") == PythonForm::Notebook;
  uint64_t largest = isNotebook ? LargestNotebook : LargestInput;
  options.largest = maybeGraph ? LargestGraph : largest;
  // A buffer that is read rather than mapped stays the same when the file is
  // changed meanwhile; what is too large to be a job is mapped.
  options.mapAbove = LargestInput;
  options.stamp = &outcome.stamp;
  auto text = openInput(input, options);
  if (!text) {
    outcome.problem = input.path + ": " + llvm::toString(text.takeError());
    return nullptr;
  }
  GraphContent &content = outcome.graph;
  if (maybeGraph)
    content = detectGraph((*text)->getBuffer());
  // Data of any size, none of which is read.
  if (content.detected.format == graph::GraphFormat::Hdf5 && !graphWanted)
    return SourceBuffer::copy(input.path, "");
  if ((*text)->getBufferSize() > largest && !content.isReadable &&
      !graphWanted) {
    outcome.problem = input.path + ": larger than " + formatLimit(largest);
    return nullptr;
  }
  if (content.isCompilerTest && !input.named && !graphWanted)
    content.isReadable = false;
  return std::make_unique<SourceBuffer>(input.path, std::move(*text),
                                        content.bufferKind());
}

/// True if others may name an input, as a configuration or a module.
static bool mayBeNamed(const Input &input) {
  return !input.isStdin && (isYamlOrJsonName(input.path) ||
                            llvm::sys::path::extension(input.path) == ".py");
}

/// The file of an input that another one has named; null if none has, and for
/// graphs.
static LoadedFilePtr findInput(const Input &input, InputKind kind,
                               FileCache &cache, Outcome &outcome) {
  LoadedFilePtr file = cache.find(input.path, &outcome.stamp);
  if (!file || kind != InputKind::Auto || !mayBeGraph(input.path))
    return file;
  outcome.graph = detectGraph(file->buffer().text());
  return outcome.graph.isReadable ? nullptr : file;
}

/// Fills in the text of an input. Returns its file, which is read once with all
/// that name it; null if nobody may do so.
static LoadedFilePtr loadInput(const Input &input, InputKind kind,
                               FileCache &cache, Outcome &outcome) {
  bool isShared = kind != InputKind::Graph && mayBeNamed(input);
  LoadedFilePtr file =
      isShared ? findInput(input, kind, cache, outcome) : nullptr;
  if (file) {
    outcome.original = file->share();
    return file;
  }
  outcome.original = readInput(input, kind, outcome);
  if (!outcome.original || !isShared || outcome.graph.isReadable)
    return nullptr;
  file = std::make_shared<LoadedFile>(outcome.original);
  cache.add(file, outcome.stamp);
  return file;
}

void Runner::fix(Checker &checker, const InputSettings &own, Outcome &outcome) {
  std::optional<FixedInput> fixed =
      applyFixesToFixpoint(checker, *outcome.original, outcome.result.findings,
                           own.check, options.unsafeFixes);
  if (!fixed)
    return;
  outcome.result = std::move(fixed->result);
  outcome.fixed = std::move(fixed->buffer);
}

Outcome Runner::check(Checker &checker, const Input &input,
                      const InputSettings &own) {
  Outcome outcome;
  if (!input.refusal.empty()) {
    outcome.problem = input.path + ": " + input.refusal;
    return outcome;
  }
  LoadedFilePtr file;
  if (input.isStdin && options.commandText)
    outcome.original = SourceBuffer::copy(input.path, *options.commandText);
  else
    file =
        loadInput(input, own.check.import.kind, settings.namedFiles(), outcome);
  if (!outcome.original || input.excluded)
    return outcome;
  outcome.result = checker.check(*outcome.original, own.check, &outcome.graph,
                                 std::move(file));
  if (options.fix != FixMode::None)
    fix(checker, own, outcome);
  return outcome;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

void Runner::reportFix(const Input &input, Outcome &outcome) {
  StringRef after =
      outcome.fixed ? outcome.fixed->text() : outcome.original->text();
  if (options.fix == FixMode::Diff) {
    if (outcome.fixed) {
      printUnifiedDiff(out, outcome.original->name(), outcome.original->text(),
                       after, options.writer.color);
      failed = true;
    }
    return;
  }
  if (input.isStdin) {
    out << after;
    return;
  }
  if (!outcome.fixed)
    return;
  OutputOptions output;
  output.keepsExecutable = true;
  output.replaces = outcome.stamp;
  if (llvm::Error error = writeOutput(input.path, after, output)) {
    complain(llvm::toString(std::move(error)));
    unusable = true;
  }
}

/// Why a file was left alone: the format that it certainly has, or that it is
/// no job.
static std::string whatItIs(const GraphContent &content) {
  using graph::GraphFormat;
  GraphFormat format = content.detected.format;
  if (format == GraphFormat::Unknown)
    return "not a training job";
  return (graph::formatName(format) + ", which is not read").str();
}

/// A graph may be an input itself and what several jobs train: what is wrong
/// with it is reported once.
void Runner::dropRepeated(const InputSettings &own, Outcome &outcome) {
  bool isGraph = outcome.result.content == InputContent::Graph;
  StringRef graph = own.check.graph.graphName;
  if (!isGraph && graph.empty())
    return;
  llvm::erase_if(outcome.result.findings, [&](const Finding &finding) {
    const SourceBuffer *buffer = finding.place.buffer;
    if (!buffer || (!isGraph && buffer->name() != graph))
      return false;
    std::string text;
    llvm::raw_string_ostream(text)
        << absolutePath(buffer->name()) << ':' << finding.place.range.begin
        << ':' << finding.place.range.end << ':' << finding.message;
    return !graphFindings.insert(text).second;
  });
}

void Runner::report(const Input &input, const InputSettings &own,
                    Outcome &outcome) {
  if (!outcome.problem.empty()) {
    complain(outcome.problem);
    unusable = true;
    return;
  }
  for (const std::string &failure : outcome.result.failures) {
    complain(input.path + ": internal error: " + failure);
    broken = true;
  }
  if (outcome.result.content == InputContent::Other) {
    if (input.named && !input.excluded && !options.quiet)
      notes() << printableLine(outcome.original->name())
              << ": note: " << whatItIs(outcome.graph)
              << ", so it was not checked\n";
    if (options.fix == FixMode::Apply && input.isStdin)
      out << outcome.original->text();
    return;
  }
  dropRepeated(own, outcome);
  std::vector<Finding> &findings = outcome.result.findings;
  if (newBaseline)
    newBaseline->add(outcome.original->name(), findings);
  if (!own.baseline.empty())
    summary.baselined +=
        baselineAt(own.baseline)->hide(outcome.original->name(), findings);

  ++summary.files;
  graphs += outcome.result.content == InputContent::Graph;
  summary.skippedValues += outcome.result.skippedValues;
  if (options.fix != FixMode::None)
    reportFix(input, outcome);
  if (options.fix == FixMode::Diff)
    return;
  summary.count(findings);
  failed |= llvm::any_of(findings, [&](const Finding &finding) {
    return own.failOn && finding.severity >= *own.failOn;
  });
  writer->write(outcome.original->name(), findings);
}

/// What the tables say the report says, so it tells of their dates.
void Runner::collectTables() {
  llvm::SmallPtrSet<const Tables *, 2> seen;
  for (const InputSettings *own : applied) {
    const Tables *tables = own->check.context.tables;
    if (!seen.insert(tables).second)
      continue;
    for (const TableInfo &table : tables->used())
      summary.tables.insert({table.name.str(), table.asOf.str()});
  }
}

void Runner::showTables() {
  llvm::SmallVector<std::string> names;
  for (const UsedTable &table : summary.tables)
    names.push_back(printable(table.name) + " (" + printable(table.asOf) + ")");
  err << "tables: "
      << (names.empty() ? "none" : formatList(names, "and", names.size()))
      << "\n";
}

void Runner::finish() {
  collectTables();
  if (options.fix != FixMode::Diff)
    writer->end(summary);
  if (newBaseline) {
    if (llvm::Error error = newBaseline->save()) {
      complain(llvm::toString(std::move(error)));
      unusable = true;
    }
  }
  bool forPeople = options.format == OutputFormat::Text ||
                   options.format == OutputFormat::Concise;
  if (options.quiet || !forPeople || options.fix == FixMode::Diff)
    return;
  if (summary.files == 0) {
    if (!inputs.empty() && !unusable)
      notes() << "no training jobs in " << pluralize(inputs.size(), "file")
              << "\n";
    return;
  }
  llvm::SmallVector<std::string> parts;
  if (summary.errors)
    parts.push_back(pluralize(summary.errors, "error"));
  if (summary.warnings)
    parts.push_back(pluralize(summary.warnings, "warning"));
  if (summary.infos)
    parts.push_back(pluralize(summary.infos, "info", "infos"));
  std::string found = parts.empty() ? "no findings" : formatList(parts, "and");
  llvm::SmallVector<std::string> places;
  if (summary.files != graphs)
    places.push_back(pluralize(summary.files - graphs, "job file"));
  if (graphs != 0)
    places.push_back(pluralize(graphs, "graph"));
  notes() << found << " in " << formatList(places, "and");
  if (summary.skippedValues)
    err << "; " << pluralize(summary.skippedValues, "value")
        << (summary.skippedValues == 1 ? " with a placeholder was"
                                       : " with placeholders were")
        << " not checked";
  if (summary.baselined)
    err << "; " << pluralize(summary.baselined, "known finding")
        << " hidden by the baseline";
  err << "\n";
  if (options.showTables)
    showTables();
}

/// Says what is being done on a terminal, unless somebody types the input.
void Runner::startProgress() {
  bool isTyped =
      llvm::any_of(inputs, [](const Input &input) { return input.isStdin; });
  if (options.progressColumns == 0 || isTyped || inputs.empty())
    return;
  progress = std::make_unique<Progress>(err, options.progressColumns);
  sayProgress(0);
}

void Runner::sayProgress(size_t done) {
  if (!progress || done == inputs.size())
    return;
  progress->say(inputs.size() == 1
                    ? "checking " + printable(inputs.front().path)
                    : "checked " + std::to_string(done) + " of " +
                          pluralize(inputs.size(), "file"));
}

int Runner::run() {
  if (!prepare())
    return ExitUsage;
  if (inputs.empty() && !options.quiet)
    complain(options.inputOptions.changedSince ? "no changed files to check"
                                               : "no files to check");

  // Standard output belongs to the fixed text of standard input.
  bool textToOut =
      options.fix == FixMode::Apply &&
      llvm::any_of(inputs, [](const Input &input) { return input.isStdin; });
  writer = createWriter(options.format, textToOut ? err : out, options.writer);
  if (options.fix != FixMode::Diff)
    writer->begin();

  startProgress();
  unsigned threads =
      options.jobs != 0 ? options.jobs : std::thread::hardware_concurrency();
  forEachInOrder<Outcome, std::optional<Checker>>(
      inputs.size(), threads,
      [&](std::optional<Checker> &checker, size_t index) {
        if (!checker)
          checker.emplace(options.makeContext, options.endsProcess);
        return check(*checker, inputs[index], *applied[index]);
      },
      [&](size_t index, Outcome &outcome) {
        {
          Progress::Hidden hidden(progress.get());
          report(inputs[index], *applied[index], outcome);
          // The line stands below what was reported.
          if (progress)
            out.flush();
        }
        sayProgress(index + 1);
      });
  progress.reset();
  finish();
  if (broken)
    return ExitInternal;
  if (unusable)
    return ExitUsage;
  return failed ? ExitFindings : ExitClean;
}

int trainlint::checkInputs(const RunOptions &options, raw_ostream &out,
                           raw_ostream &err) {
  return Runner(options, out, err).run();
}
