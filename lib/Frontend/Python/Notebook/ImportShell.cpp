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

unsigned python::importShell(const ProgramShell &shell,
                             const SourceBuffer &buffer, yaml::Stream &stream,
                             yaml::TreeView &tree,
                             const gcloud::ImportContext &context,
                             mlir::OpBuilder &builder) {
  gcloud::CommandSession session(buffer, stream, tree, builder);
  struct Step {
    std::function<gcloud::ConfigText(StringRef)> read;
    gcloud::ImportContext context;
  };
  // What a step is given lives until the end.
  std::vector<std::unique_ptr<Step>> steps;
  unsigned count = 0, reads = 0;
  for (unsigned i = 0; i < shell.cells().size(); ++i) {
    const ShellCell &cell = shell.cells()[i];
    auto step = std::make_unique<Step>(Step{{}, context});
    step->read = [&](StringRef path) -> gcloud::ConfigText {
      if (++reads > MostConfigs)
        return nullptr;
      return readConfig(shell, cell, path, context.readConfig);
    };
    step->context.readConfig = step->read;
    count += session.add(*shell.scripts()[i], step->context);
    steps.push_back(std::move(step));
  }
  session.finish();
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
