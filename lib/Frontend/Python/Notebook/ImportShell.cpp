//===- ImportShell.cpp - Jobs that programs submit by commands ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/ImportShell.h"
#include "Frontend/Python/Notebook/Folders.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "Support/Placeholder.h"
#include "Text/Markdown/Documents.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr auto Posix = llvm::sys::path::Style::posix;

/// Every command is checked together with its file.
static constexpr unsigned MostConfigs = 100;

bool python::mayBeChanged(const ProgramShell &shell, const WrittenFile &file,
                          uint32_t place) {
  StringRef name = llvm::sys::path::filename(file.path, Posix);
  static constexpr llvm::StringLiteral writing[] = {
      ">", "sed ", "tee ", "mv ", "cp ", "perl ", "yq ", "envsubst"};
  for (unsigned i = 0; i < shell.cells().size(); ++i) {
    uint32_t at = shell.cells()[i].place;
    if (at <= file.place || at >= place)
      continue;
    StringRef text = shell.textOf(i);
    bool writes =
        text.contains(name) && llvm::any_of(writing, [&](StringRef word) {
          return text.contains(word);
        });
    if (writes)
      return true;
  }
  return false;
}

gcloud::ConfigText
python::readConfig(const ProgramShell &shell, const ShellCell &cell,
                   StringRef path,
                   llvm::function_ref<gcloud::ConfigText(StringRef)> disk) {
  std::optional<std::string> known = pathIn(cell.folder, path);
  if (!known)
    return nullptr;
  if (const WrittenFile *file = shell.files().find(*known, cell.place)) {
    if (!file->text || mayBeChanged(shell, *file, cell.place))
      return nullptr;
    return {shell.program().module().buffer, file->text};
  }
  return disk ? disk(*known) : nullptr;
}

namespace {
/// A text for a shell, and what it is.
struct ShellStep {
  const ShellCell *cell;
  const gcloud::CommandScript *script;
};

/// Imports texts for shells in the order in which a program runs them.
class ShellRun {
public:
  ShellRun(const ProgramShell &shell, yaml::Stream &stream,
           yaml::TreeView &tree, const Context &context,
           const gcloud::ImportContext &commands, CheckShellJob checkJob,
           bool restsOnDefaults)
      : shell(shell), stream(stream), tree(tree), context(context),
        commands(commands), checkJob(checkJob),
        restsOnDefaults(restsOnDefaults),
        session(context.buffer(), stream, tree, context.builder) {}

  /// Imports all, and leaves the jobs to be checked by others, but for those
  /// that depend on branches.
  unsigned import(ArrayRef<ShellStep> steps, FormFindings &result);
  /// Imports all, and checks each job.
  unsigned check(ArrayRef<ShellStep> steps, FormCounter &counter,
                 FormFindings &result);

private:
  struct Reading {
    std::function<gcloud::ConfigText(StringRef)> read;
    gcloud::ImportContext context;
  };
  const gcloud::ImportContext &contextOf(const ShellCell &cell);
  mlir::Operation *lastJob() const;
  void checkJobsBehind(mlir::Operation *last);
  unsigned importForm(const ShellStep &form, FormCounter &counter,
                      FormFindings &result);

  const ProgramShell &shell;
  yaml::Stream &stream;
  yaml::TreeView &tree;
  const Context &context;
  const gcloud::ImportContext &commands;
  CheckShellJob checkJob;
  bool restsOnDefaults;
  gcloud::CommandSession session;
  /// What a text is given lives until the end.
  std::vector<std::unique_ptr<Reading>> readings;
  std::vector<std::unique_ptr<gcloud::CommandSession>> formSessions;
  unsigned reads = 0;
};
} // namespace

const gcloud::ImportContext &ShellRun::contextOf(const ShellCell &cell) {
  Reading &reading = *readings.emplace_back(new Reading{{}, commands});
  reading.read = [this, &cell](StringRef path) -> gcloud::ConfigText {
    if (++reads > MostConfigs)
      return nullptr;
    return readConfig(shell, cell, path, commands.readConfig);
  };
  reading.context.readConfig = reading.read;
  return reading.context;
}

mlir::Operation *ShellRun::lastJob() const {
  mlir::Block &jobs = *context.builder.getInsertionBlock();
  return jobs.empty() ? nullptr : &jobs.back();
}

void ShellRun::checkJobsBehind(mlir::Operation *last) {
  mlir::Block &jobs = *context.builder.getInsertionBlock();
  mlir::Block::iterator next =
      last ? std::next(last->getIterator()) : jobs.begin();
  for (mlir::Operation &op : llvm::make_range(next, jobs.end()))
    if (auto job = llvm::dyn_cast<job::TrainingOp>(op))
      checkJob(job, /*isKept=*/!restsOnDefaults);
}

unsigned ShellRun::importForm(const ShellStep &form, FormCounter &counter,
                              FormFindings &result) {
  mlir::Operation *last = lastJob();
  auto &own =
      *formSessions.emplace_back(std::make_unique<gcloud::CommandSession>(
          context.buffer(), stream, tree, context.builder,
          session.currentSettings()));
  FindingCollector collector(context.mlirContext(), context.sources);
  unsigned count = own.add(*form.script, contextOf(*form.cell));
  own.finish();
  checkJobsBehind(last);
  counter.add(collector.take());
  llvm::append_range(result.failures, collector.failures());
  return count;
}

unsigned ShellRun::import(ArrayRef<ShellStep> steps, FormFindings &result) {
  unsigned count = 0;
  while (!steps.empty()) {
    const ShellCell &cell = *steps.front().cell;
    if (cell.forms == 1) {
      count += session.add(*steps.front().script, contextOf(cell));
      steps = steps.drop_front();
      continue;
    }
    // The forms of one call.
    FormCounter counter;
    ArrayRef<ShellStep> forms = steps.take_while([&](const ShellStep &step) {
      return step.cell->source == cell.source;
    });
    for (const ShellStep &form : forms)
      count += importForm(form, counter, result);
    counter.finish(cell.forms, cell.branch, result);
    for (const auto &form : ArrayRef(formSessions).take_back(forms.size()))
      session.addUncertain(*form);
    steps = steps.drop_front(forms.size());
  }
  session.finish();
  return count;
}

unsigned ShellRun::check(ArrayRef<ShellStep> steps, FormCounter &counter,
                         FormFindings &result) {
  mlir::Operation *last = lastJob();
  FindingCollector collector(context.mlirContext(), context.sources);
  FormFindings ofForms;
  unsigned count = import(steps, ofForms);
  checkJobsBehind(last);
  std::vector<Finding> found = collector.take();
  llvm::append_range(found, ofForms.findings);
  counter.add(std::move(found));
  llvm::append_range(result.failures, collector.failures());
  llvm::append_range(result.failures, ofForms.failures);
  return count;
}

static std::vector<ShellStep> stepsOf(ArrayRef<ShellCell> cells,
                                      const gcloud::CommandScripts &scripts) {
  std::vector<ShellStep> steps;
  for (auto [cell, script] : llvm::zip_equal(cells, scripts))
    steps.push_back({&cell, script.get()});
  return steps;
}

/// What the program runs if nobody gives it anything. What depends on branches
/// and has no default is judged without defaults.
static std::vector<ShellStep> defaultSteps(const ProgramShell &shell) {
  std::vector<ShellStep> steps =
      stepsOf(shell.defaultCells(), shell.defaultScripts());
  llvm::SmallDenseSet<unsigned> sources;
  for (const ShellStep &step : steps)
    sources.insert(step.cell->source);
  for (const ShellStep &step : stepsOf(shell.cells(), shell.scripts()))
    if (step.cell->forms == 1 && !sources.contains(step.cell->source))
      steps.push_back(step);
  llvm::stable_sort(steps, [](const ShellStep &a, const ShellStep &b) {
    return a.cell->place < b.cell->place;
  });
  return steps;
}

/// Where the program runs the command that a finding is of; no place if nobody
/// knows, or if it is the place of the finding.
static Place runOf(const Finding &finding, const ProgramShell &shell) {
  auto holds = [](Place run, Place part) {
    return run && part.buffer == run.buffer &&
           run.range.begin <= part.range.begin &&
           part.range.end <= run.range.end;
  };
  for (const ShellCell &cell : shell.defaultCells()) {
    bool isUsedHere =
        llvm::any_of(finding.related, [&](const RelatedLocation &related) {
          return holds(cell.run, related.place);
        });
    if (isUsedHere && !holds(cell.run, finding.place))
      return cell.run;
  }
  return {};
}

/// Reports what is wrong only where the defaults hold.
static void checkDefaults(const ProgramShell &shell, const FormCounter &known,
                          const Context &context,
                          const gcloud::ImportContext &commands,
                          CheckShellJob checkJob) {
  yaml::Stream stream;
  stream.hasAliases = true;
  yaml::TreeView tree(stream, context.buffer(), context.mlirContext());
  // What is left open was counted without defaults.
  unsigned skippedValues = 0;
  std::vector<mlir::Location> openValues;
  gcloud::ImportContext own = commands;
  own.skippedValues = &skippedValues;
  own.openValues = &openValues;
  mlir::Block jobs;
  mlir::OpBuilder::InsertionGuard guard(context.builder);
  context.builder.setInsertionPointToEnd(&jobs);
  FormCounter usual;
  ShellRun(shell, stream, tree, context, own, checkJob,
           /*restsOnDefaults=*/true)
      .check(defaultSteps(shell), usual, context.found);
  usual.finishDefaults(
      known, [&](const Finding &finding) { return runOf(finding, shell); },
      context.found);
}

unsigned python::importShell(const ProgramShell &shell, yaml::Stream &stream,
                             yaml::TreeView &tree, const Context &context,
                             const gcloud::ImportContext &commands,
                             CheckShellJob checkJob) {
  std::vector<ShellStep> steps = stepsOf(shell.cells(), shell.scripts());
  ShellRun run(shell, stream, tree, context, commands, checkJob,
               /*restsOnDefaults=*/false);
  if (shell.defaultCells().empty())
    return run.import(steps, context.found);
  FormCounter known;
  unsigned count = run.check(steps, known, context.found);
  known.finish(/*forms=*/1, {}, context.found);
  checkDefaults(shell, known, context, commands, checkJob);
  return count;
}

namespace {
/// The files that commands of a program take as their configurations.
class TakenFiles {
public:
  TakenFiles(const ProgramShell &shell, const Tables &tables) {
    forEachConfig(shell, tables, [&](const ConfigUse &use) {
      StringRef name = llvm::sys::path::filename(use.path.text, Posix);
      if (!use.isKnown)
        names.insert(isPlaceholderWord(name) ? "" : name);
      else if (auto path = pathIn(use.cell.folder, use.path.text))
        files.insert(shell.files().find(*path, use.cell.place));
    });
  }

  bool contains(const WrittenFile &file) const {
    return files.contains(&file) || names.contains("") ||
           names.contains(llvm::sys::path::filename(file.path, Posix));
  }

private:
  llvm::DenseSet<const WrittenFile *> files;
  /// The last parts of paths that are not known; empty for any.
  llvm::StringSet<> names;
};
} // namespace

void python::forEachConfig(const ProgramShell &shell, const Tables &tables,
                           llvm::function_ref<void(const ConfigUse &)> look) {
  unsigned count = 0;
  for (unsigned i = 0; i < shell.cells().size(); ++i) {
    const gcloud::CommandScript &script = *shell.scripts()[i];
    for (const shell::Command &words : script.words().commands) {
      std::optional<gcloud::Command> command = gcloud::recognize(words, tables);
      const gcloud::Flag *flag = command ? command->find("config") : nullptr;
      if (!flag || !flag->row || !flag->word)
        continue;
      shell::Value path =
          script.variables().valueOf(*flag->word, flag->valueBegin);
      if (path.text.empty())
        continue;
      if (++count > MostConfigs)
        return;
      look({shell.cells()[i], path, !isPlaceholderWord(path.text)});
    }
  }
}

std::vector<yaml::ReadResult>
python::readWrittenDocuments(const ProgramShell &shell, const Tables &tables,
                             llvm::function_ref<bool(StringRef)> mayHold,
                             llvm::function_ref<bool(StringRef)> takesWord,
                             yaml::SecondOpinion second) {
  std::vector<yaml::ReadResult> found;
  std::optional<TakenFiles> taken;
  for (const WrittenFile &file : shell.files().all()) {
    if (!file.isCell || !isYamlOrJsonName(file.path) || !file.text ||
        file.text->text().empty() || !mayHold(file.text->text()))
      continue;
    // An exercise, which its reader completes.
    if (file.text->text().contains("TODO"))
      continue;
    // What is added to is read with what is added.
    const WrittenFile *next =
        shell.files().findBelow(file.path, file.place + 1);
    if (next && next->isAppended)
      continue;
    if (!taken)
      taken.emplace(shell, tables);
    if (taken->contains(file))
      continue;
    found.push_back(markdown::readOpenText(file.text, takesWord, second));
  }
  return found;
}
