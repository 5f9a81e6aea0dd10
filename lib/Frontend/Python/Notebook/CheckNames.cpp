//===- CheckNames.cpp - Names that the shells of a notebook lack ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/CheckNames.h"
#include "Diagnostics/Messages/Notebooks.h"
#include "Frontend/GCloud/Command.h"
#include "Frontend/Python/Notebook/EnvironmentAt.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::python;

bool python::hasJobCommand(const gcloud::CommandScript &script,
                           const Tables &tables) {
  return llvm::any_of(script.words().commands,
                      [&](const shell::Command &words) {
                        return gcloud::recognize(words, tables).has_value();
                      });
}

//===----------------------------------------------------------------------===//
// What shells know
//===----------------------------------------------------------------------===//

/// Variables that a shell, its user's session or the machine sets.
static bool isSetElsewhere(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "COLUMNS",  "DISPLAY",   "EDITOR",   "EUID",       "GROUPS",
      "HISTFILE", "HOME",      "HOST",     "HOSTNAME",   "HOSTTYPE",
      "IFS",      "JAVA_HOME", "LANG",     "LINENO",     "LINES",
      "LOGNAME",  "MACHTYPE",  "MAIL",     "OLDPWD",     "OPTARG",
      "OPTIND",   "OSTYPE",    "PATH",     "PIPESTATUS", "PPID",
      "PROMPT",   "PS1",       "PWD",      "PYTHONPATH", "RANDOM",
      "REPLY",    "SECONDS",   "SHELL",    "SHELLOPTS",  "SHLVL",
      "TERM",     "TMP",       "TMPDIR",   "TPU_NAME",   "UID",
      "USER",     "USERNAME",  "TF_CONFIG"};
  static constexpr llvm::StringLiteral prefixes[] = {
      "AIP_",    "BASH",     "CLOUDSDK_",  "CLOUD_ML", "COLAB_",   "CONDA",
      "CUDA",    "DATALAB_", "DEVSHELL_",  "GCE_",     "GOOGLE_",  "JPY_",
      "JUPYTER", "KAGGLE",   "KUBERNETES", "LC_",      "LD_",      "NB_",
      "NVIDIA_", "PIP_",     "PYTHON",     "SSH_",     "VIRTUAL_", "XDG_"};
  return llvm::is_contained(names, name) ||
         llvm::any_of(
             prefixes,
             [&](StringRef prefix) { return name.starts_with(prefix); }) ||
         llvm::all_of(name, llvm::isDigit) || name == "_";
}

static StringRef assignedBy(const shell::Word &word) {
  return StringRef(word.value).split('=').first;
}

/// True if a script runs what may set anything in its shell.
static bool mayAssignAnything(const shell::Script &script) {
  static constexpr llvm::StringLiteral names[] = {"source", ".", "eval", "set",
                                                  "conda"};
  return llvm::any_of(script.commands, [](const shell::Command &command) {
    return llvm::is_contained(names, command.words.front().value);
  });
}

//===----------------------------------------------------------------------===//
// Variables of shells
//===----------------------------------------------------------------------===//

namespace {
class NameChecker {
public:
  NameChecker(const ProgramShell &shell, const PythonNames &names,
              const Context &context)
      : shell(shell), names(names), context(context),
        environment(shell.program()) {}

  void check();

private:
  void checkVariables(const ShellCell &cell, const shell::Script &script);
  void checkVariable(const ShellCell &cell, StringRef name, SourceRange place);
  void reportPython(StringRef name, SourceRange place, const NameWrite &write);
  void offerEnvironment(Report &report, const NameWrite &write);
  void checkBraces(const ShellCell &cell, const gcloud::CommandScript &script);
  void checkBraces(const ShellCell &cell, const shell::Word &word);
  mlir::Location at(SourceRange range) const {
    return context.at({&context.buffer(), range});
  }

  const ProgramShell &shell;
  const PythonNames &names;
  const Context &context;
  EnvironmentAt environment;
  /// Where cells above have set variables of their own shells.
  llvm::StringMap<SourceRange> lost;
};
} // namespace

/// Offers to put a variable of Python into the environment, behind the line
/// that sets it.
void NameChecker::offerEnvironment(Report &report, const NameWrite &write) {
  Node statement = write.target;
  while (statement && !statement.is(NodeKind::ExpressionStatement))
    statement = statement.parent();
  bool isTop = statement && statement.parent().is(NodeKind::Module);
  if (!isTop)
    return;
  const Tree &tree = *statement.owner();
  size_t end = tree.text().find('\n', statement.range().end);
  uint32_t line = std::min(end, tree.text().size());
  SourceRange behind = tree.placeOf({line, line});
  std::string name = write.name.str();
  bool isText = write.value && write.value->kind == ValueKind::Text;
  std::string text = "\nos.environ[\"" + name +
                     "\"] = " + (isText ? name : "str(" + name + ")");
  if (!shell.program().isImported("os"))
    text = "\nimport os" + text;
  report.fix(/*safe=*/false, "put `" + name + "` into the environment",
             at(behind), text);
}

void NameChecker::reportPython(StringRef name, SourceRange place,
                               const NameWrite &write) {
  Report report = diag::BashPythonName::unset(at(place), name, name);
  report.note(context.at(write.target), "set for Python only");
  offerEnvironment(report, write);
  report.help("os.environ[\"" + name.str() +
              "\"] sets it for the shells below");
}

void NameChecker::checkVariable(const ShellCell &cell, StringRef name,
                                SourceRange place) {
  if (isSetElsewhere(name) || environment.find(name, cell.place) ||
      names.isQuoted(name, cell.place))
    return;
  bool isCell = cell.kind == ShellCell::Kind::Cell;
  if (const NameWrite *write = names.findAbove(name, cell.place)) {
    if (isCell)
      reportPython(name, place, *write);
    return;
  }
  if (names.isMentioned(name, cell.place))
    return;
  auto above = lost.find(name);
  if (above != lost.end()) {
    diag::BashUnset::lost(at(place), name, name)
        .note(at(above->second), "set here, in a shell that has ended")
        .help("`%env " + name.str() + "=...` sets it for all cells below");
    return;
  }
  if (const EnvironmentAt::Setting *below = environment.findFirst(name)) {
    diag::BashUnset::below(at(place), name, name)
        .note(at(below->write->place.range), "set here");
    return;
  }
  Report report = diag::BashUnset::nowhere(at(place), name, name);
  // `$name_$(date)` is the variable `name_`.
  if (name.size() > 1 && name.ends_with("_"))
    report.help("write `${" + name.drop_back().str() +
                "}_` if a name ends in front of the underscore");
}

void NameChecker::checkVariables(const ShellCell &cell,
                                 const shell::Script &script) {
  if (mayAssignAnything(script))
    return;
  llvm::StringSet<> known;
  for (const shell::Word &word : script.assignments)
    known.insert(assignedBy(word));
  for (StringRef name : script.changing)
    known.insert(name);
  auto checkWord = [&](const shell::Word &word) {
    for (const shell::Expansion &expansion : word.expansions) {
      bool isOurs = expansion.name.starts_with("_python_");
      if (!isOurs && known.insert(expansion.name).second)
        checkVariable(cell, expansion.name,
                      word.part(expansion.begin, expansion.end));
    }
  };
  llvm::for_each(script.assignments, checkWord);
  for (const shell::Command &command : script.commands)
    llvm::for_each(command.words, checkWord);
}

//===----------------------------------------------------------------------===//
// Names in braces
//===----------------------------------------------------------------------===//

void NameChecker::checkBraces(const ShellCell &cell, const shell::Word &word) {
  StringRef value = word.value;
  for (size_t at = value.find('{'); at != StringRef::npos;
       at = value.find('{', at + 1)) {
    StringRef name = value.substr(at + 1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    size_t end = at + 1 + name.size();
    bool isName = !name.empty() && !llvm::isDigit(name.front()) &&
                  value.substr(end).starts_with("}") &&
                  (at == 0 || value[at - 1] != '$');
    if (!isName || names.isMentioned(name, cell.place))
      continue;
    mlir::Location location = this->at(word.part(at, end + 1));
    const NameWrite *below = names.findBelow(name, cell.place);
    // What nobody sets anywhere is often left to the reader.
    if (below)
      diag::BraceUndefined::below(location, name)
          .note(context.at(below->target), "set here");
    else
      diag::BraceUndefined::undefined(location, name);
  }
}

void NameChecker::checkBraces(const ShellCell &cell,
                              const gcloud::CommandScript &script) {
  for (const shell::Command &words : script.words().commands)
    if (gcloud::recognize(words, context.tables))
      for (const shell::Word &word : words.words)
        checkBraces(cell, word);
}

void NameChecker::check() {
  for (unsigned i = 0; i < shell.cells().size(); ++i) {
    const ShellCell &cell = shell.cells()[i];
    const gcloud::CommandScript &script = *shell.scripts()[i];
    bool isLine = cell.kind == ShellCell::Kind::Line;
    // The names of a line are the same in all its forms.
    bool isOther = !isLine && cell.kind != ShellCell::Kind::Cell;
    if (isOther || cell.form > 0)
      continue;
    if (names.isOpen(cell.place))
      return;
    checkVariables(cell, script.words());
    if (isLine)
      checkBraces(cell, script);
    for (const shell::Word &word : script.words().assignments)
      lost.try_emplace(assignedBy(word), word.range);
  }
}

void python::checkNames(const ProgramShell &shell, const PythonNames &names,
                        const Context &context) {
  NameChecker(shell, names, context).check();
}
