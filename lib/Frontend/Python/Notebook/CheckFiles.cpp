//===- CheckFiles.cpp - Files that the cells of a notebook pass on --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CheckFiles.h"
#include "Diagnostics/Messages/Notebooks.h"
#include "Frontend/Python/Notebook/CheckNames.h"
#include "Frontend/Python/Notebook/Folders.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr auto PosixStyle = llvm::sys::path::Style::posix;

namespace {
class FileChecker {
public:
  FileChecker(const ProgramShell &shell, const PythonNames &names,
              const Context &context, const gcloud::ImportContext &commands)
      : shell(shell), names(names), context(context), commands(commands) {}

  void check();

private:
  void checkUse(const ConfigUse &use);
  void checkMissing(const ConfigUse &use, StringRef path);
  void checkStale(const ConfigUse &use, StringRef path,
                  const WrittenFile &file);
  void checkPlaceholders(const WrittenFile &file);
  void reportPlaceholder(const WrittenFile &file, size_t begin, size_t end,
                         StringRef name);
  bool isOnDisk(StringRef path) const;
  bool canReadDisk() const;
  bool mayBring(uint32_t place) const;
  bool isMentionedBelow(StringRef path, uint32_t place) const;
  mlir::Location at(SourceRange range) const {
    return context.at({&context.buffer(), range});
  }
  mlir::Location at(const shell::Value &value) const {
    return value.use.empty() ? at(value.range) : at(value.use);
  }

  const ProgramShell &shell;
  const PythonNames &names;
  const Context &context;
  const gcloud::ImportContext &commands;
  /// The configurations of commands.
  llvm::DenseSet<const WrittenFile *> used;
  /// Where commands take the file of a path last.
  llvm::StringMap<uint32_t> lastUses;
};
} // namespace

//===----------------------------------------------------------------------===//
// What may be there
//===----------------------------------------------------------------------===//

bool FileChecker::isOnDisk(StringRef path) const {
  return commands.readConfig && commands.readConfig(path).buffer;
}

/// What is no file has no neighbors.
bool FileChecker::canReadDisk() const {
  StringRef name = context.buffer().name();
  return commands.readConfig && !name.starts_with("<") &&
         !name.starts_with("untitled:");
}

/// True if something above a place may bring files that nobody sees.
bool FileChecker::mayBring(uint32_t place) const {
  if (names.isOpen(place) || shell.files().hasUnknownPath(place))
    return true;
  static constexpr llvm::StringLiteral inPython[] = {
      "open",     "write_text", "dump",        "copy",       "copyfile",
      "copytree", "download",   "urlretrieve", "extractall", "subprocess",
      "system",   "to_yaml",    "clone",       "Repo",       "makedirs",
      "chdir",    "compile",    "get_ipython", "untar_data", "shutil"};
  bool brings = llvm::any_of(
      inPython, [&](StringRef name) { return names.isMentioned(name, place); });
  if (brings)
    return true;
  // Programs that leave no file behind.
  static constexpr llvm::StringLiteral harmless[] = {
      "gcloud", "pip",    "pip3",  "echo", "ls",    "cat",     "head",
      "tail",   "export", "pwd",   "grep", "apt",   "apt-get", "bq",
      "wc",     "date",   "rm",    "true", "sleep", "which",   "nvidia-smi",
      "docker", "sudo",   "mkdir", "touch"};
  for (unsigned i = 0; i < shell.cells().size(); ++i) {
    if (shell.cells()[i].place >= place)
      break;
    if (shell.textOf(i).contains('>'))
      return true;
    for (const shell::Command &command : shell.scripts()[i]->words().commands) {
      llvm::ArrayRef<shell::Word> words = shell::programWords(command);
      if (!words.empty() && !llvm::is_contained(harmless, words.front().value))
        return true;
    }
  }
  return false;
}

bool FileChecker::isMentionedBelow(StringRef path, uint32_t place) const {
  StringRef name = llvm::sys::path::filename(path, PosixStyle);
  return llvm::any_of(shell.program().module().cells, [&](const auto &cell) {
    uint32_t begin = cell->begin();
    return begin > place && StringRef(cell->text).contains(name);
  });
}

//===----------------------------------------------------------------------===//
// Configurations of commands
//===----------------------------------------------------------------------===//

void FileChecker::checkMissing(const ConfigUse &use, StringRef path) {
  if (names.isOpen(use.cell.place) || isOnDisk(path))
    return;
  if (const WrittenFile *below =
          shell.files().findBelow(path, use.cell.place)) {
    if (!below->isAppended && !mayBring(use.cell.place))
      diag::WrittenAfterUse::below(at(use.path), path)
          .note(at(below->pathPlace), "written here")
          .help("move the cell above this one");
    return;
  }
  bool isNotebook = shell.program().module().isNotebook;
  bool isLocal = !llvm::sys::path::is_absolute(path, PosixStyle) &&
                 !path.contains("://") && !path.starts_with("..") &&
                 !path.starts_with("~");
  if (!isNotebook || !isLocal || mayBring(use.cell.place) || !canReadDisk())
    return;
  diag::ConfigMissing::absent(at(use.path), path);
}

void FileChecker::checkStale(const ConfigUse &use, StringRef path,
                             const WrittenFile &file) {
  const WrittenFile *next = shell.files().findBelow(path, use.cell.place);
  bool replaces = next && next->isCell && !next->isAppended && next->written &&
                  file.text && next->written->text() != file.text->text();
  if (!replaces || lastUses.lookup(path) > next->place ||
      shell.files().findBelow(path, next->place + 1) ||
      isMentionedBelow(path, next->place))
    return;
  diag::StaleFile::replaced(at(use.path), path)
      .note(at(file.pathPlace), "the job gets what is written here")
      .note(at(next->pathPlace), "written anew here, and not used");
}

void FileChecker::checkUse(const ConfigUse &use) {
  std::optional<std::string> path = pathIn(use.cell.folder, use.path.text);
  if (!path || !use.isKnown || use.cell.kind == ShellCell::Kind::File)
    return;
  const WrittenFile *file = shell.files().find(*path, use.cell.place);
  if (file)
    checkStale(use, *path, *file);
  else
    checkMissing(use, *path);
}

//===----------------------------------------------------------------------===//
// Names of Python in files
//===----------------------------------------------------------------------===//

void FileChecker::reportPlaceholder(const WrittenFile &file, size_t begin,
                                    size_t end, StringRef name) {
  SourceRange range{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  const NameWrite *write = names.findAbove(name, file.place);
  diag::WritefilePlaceholder::literal(at(file.written->placeOf(range)),
                                      file.written->text().slice(begin, end),
                                      name)
      .note(context.at(write->target), "set here")
      .help("write the value, or write the file by `open(...).write(...)` with "
            "an f-string");
}

/// Of a file that a command takes as it is.
void FileChecker::checkPlaceholders(const WrittenFile &file) {
  if (!file.isCell || !file.written || !used.contains(&file) ||
      names.isOpen(file.place))
    return;
  StringRef text = file.written->text();
  llvm::StringSet<> known;
  for (size_t at = text.find_first_of("${"); at != StringRef::npos;
       at = text.find_first_of("${", at + 1)) {
    StringRef rest = text.substr(at);
    bool isDollar = rest.consume_front("$");
    bool isBraced = rest.consume_front("{");
    // Templates of others have two.
    bool isDouble = rest.starts_with("{") || (at > 0 && text[at - 1] == '{') ||
                    (!isDollar && at > 0 && text[at - 1] == '$');
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(name.size());
    bool closes = !isBraced || rest.consume_front("}");
    if (isDouble || !closes || name.size() < 2)
      continue;
    if (names.findAbove(name, file.place) && known.insert(name).second)
      reportPlaceholder(file, at, rest.data() - text.data(), name);
  }
}

void FileChecker::check() {
  forEachConfig(shell, context.tables, [&](const ConfigUse &use) {
    std::optional<std::string> path = pathIn(use.cell.folder, use.path.text);
    if (!path || !use.isKnown)
      return;
    lastUses[*path] = std::max(lastUses.lookup(*path), use.cell.place);
    const WrittenFile *file = shell.files().find(*path, use.cell.place);
    if (file && !mayBeChanged(shell, *file, use.cell.place))
      used.insert(file);
  });
  forEachConfig(shell, context.tables,
                [&](const ConfigUse &use) { checkUse(use); });
  for (const WrittenFile &file : shell.files().all())
    checkPlaceholders(file);
}

void python::checkFiles(const ProgramShell &shell, const PythonNames &names,
                        const Context &context,
                        const gcloud::ImportContext &commands) {
  FileChecker(shell, names, context, commands).check();
}

void python::checkShell(const ProgramShell &shell, const Context &context,
                        const gcloud::ImportContext &commands) {
  bool hasJobs = llvm::any_of(shell.scripts(), [&](const auto &script) {
    return hasJobCommand(*script, context.tables);
  });
  if (!hasJobs || shell.program().module().isShell)
    return;
  PythonNames names(shell.program());
  if (shell.program().module().isNotebook)
    checkNames(shell, names, context);
  checkFiles(shell, names, context, commands);
}
