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
/// Imports the scripts of a program in their order.
class ShellImporter {
public:
  ShellImporter(const ProgramShell &shell, yaml::Stream &stream,
                yaml::TreeView &tree, const Context &context,
                const gcloud::ImportContext &commands,
                llvm::function_ref<void(job::TrainingOp)> checkJob)
      : shell(shell), stream(stream), tree(tree), context(context),
        commands(commands), checkJob(checkJob),
        session(context.buffer(), stream, tree, context.builder) {}

  unsigned import();

private:
  struct Step {
    std::function<gcloud::ConfigText(StringRef)> read;
    gcloud::ImportContext context;
  };
  const gcloud::ImportContext &contextOf(const ShellCell &cell);
  unsigned importForm(unsigned number, FormCounter &counter);
  unsigned importForms(unsigned first, unsigned end);

  const ProgramShell &shell;
  yaml::Stream &stream;
  yaml::TreeView &tree;
  const Context &context;
  const gcloud::ImportContext &commands;
  llvm::function_ref<void(job::TrainingOp)> checkJob;
  gcloud::CommandSession session;
  /// What a step is given lives until the end.
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<std::unique_ptr<gcloud::CommandSession>> formSessions;
  unsigned reads = 0;
};
} // namespace

const gcloud::ImportContext &ShellImporter::contextOf(const ShellCell &cell) {
  Step &step = *steps.emplace_back(new Step{{}, commands});
  step.read = [this, &cell](StringRef path) -> gcloud::ConfigText {
    if (++reads > MostConfigs)
      return nullptr;
    return readConfig(shell, cell, path, commands.readConfig);
  };
  step.context.readConfig = step.read;
  return step.context;
}

unsigned ShellImporter::importForm(unsigned number, FormCounter &counter) {
  mlir::Block &jobs = *context.builder.getInsertionBlock();
  mlir::Operation *last = jobs.empty() ? nullptr : &jobs.back();
  auto &form =
      *formSessions.emplace_back(std::make_unique<gcloud::CommandSession>(
          context.buffer(), stream, tree, context.builder,
          session.currentSettings()));
  FindingCollector collector(context.mlirContext(), context.sources);
  unsigned count =
      form.add(*shell.scripts()[number], contextOf(shell.cells()[number]));
  form.finish();
  mlir::Block::iterator next =
      last ? std::next(last->getIterator()) : jobs.begin();
  for (mlir::Operation &op : llvm::make_range(next, jobs.end()))
    if (auto job = llvm::dyn_cast<job::TrainingOp>(op))
      checkJob(job);
  counter.add(collector.take());
  llvm::append_range(context.found.failures, collector.failures());
  return count;
}

/// The cells of one call.
unsigned ShellImporter::importForms(unsigned first, unsigned end) {
  FormCounter counter;
  unsigned count = 0;
  for (unsigned number = first; number < end; ++number)
    count += importForm(number, counter);
  const ShellCell &cell = shell.cells()[first];
  counter.finish(cell.forms, cell.branch, context.found);
  return count;
}

unsigned ShellImporter::import() {
  ArrayRef<ShellCell> cells = shell.cells();
  unsigned count = 0;
  for (unsigned i = 0; i < cells.size();) {
    unsigned end = i + 1;
    if (cells[i].forms == 1) {
      count += session.add(*shell.scripts()[i], contextOf(cells[i]));
    } else {
      while (end < cells.size() && cells[end].form > cells[end - 1].form &&
             cells[end].place == cells[i].place)
        ++end;
      count += importForms(i, end);
    }
    i = end;
  }
  session.finish();
  return count;
}

unsigned
python::importShell(const ProgramShell &shell, yaml::Stream &stream,
                    yaml::TreeView &tree, const Context &context,
                    const gcloud::ImportContext &commands,
                    llvm::function_ref<void(job::TrainingOp)> checkJob) {
  return ShellImporter(shell, stream, tree, context, commands, checkJob)
      .import();
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
    StringRef extension = llvm::sys::path::extension(file.path, Posix);
    bool isData =
        extension == ".yaml" || extension == ".yml" || extension == ".json";
    if (!file.isCell || !isData || !file.text || file.text->text().empty() ||
        !mayHold(file.text->text()))
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
