//===- JobScripts.cpp - Scripts of jobs in the job dialect ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/JobScripts.h"
#include "Frontend/Python/Scripts/CheckPackage.h"
#include "Frontend/Python/Scripts/CheckScript.h"
#include "Support/LLVM.h"
#include "Text/Shell/Shell.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::python;
namespace path = llvm::sys::path;

namespace {

class JobScripts {
public:
  JobScripts(TrainingOp job, const gcloud::SentPackage *package, uint32_t place,
             TrainerScripts &scripts)
      : job(job), package(package), place(place), scripts(scripts) {}

  void check();

private:
  void checkModule();
  void checkLocalPackage();
  void checkSentCommand();
  void checkContainers();
  const TrainerScript *scriptOfCommand(llvm::ArrayRef<ValueAttr> command,
                                       size_t &next);
  void checkRun(const TrainerScript &script, GivenArguments given);

  TrainingOp job;
  const gcloud::SentPackage *package;
  uint32_t place;
  TrainerScripts &scripts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// A word as it is: of one with placeholders the name of its option.
static GivenArgument wordOf(ValueAttr value) {
  GivenArgument word{"${}", value.getLocation()};
  if (value.getKnown()) {
    word.text = value.getText();
    if (std::optional<StringRef> text = value.getString())
      word.text = text->str();
    return word;
  }
  auto text = llvm::dyn_cast<mlir::StringAttr>(value.getData());
  auto [name, rest] =
      text ? text.getValue().split('=') : std::pair<StringRef, StringRef>();
  bool isName = name.starts_with("--") && !rest.empty() &&
                name.find_first_of("${<[(`") == StringRef::npos;
  if (isName)
    word.text = (name + "=${}").str();
  return word;
}

/// Adds the words of a list; false if not all of them are known.
static bool addWordsOf(ValueAttr list, GivenArguments &given) {
  if (!list)
    return true;
  if (!list.getKnown() || !list.isList())
    return false;
  for (ValueAttr value : itemsOf(list))
    given.words.push_back(wordOf(value));
  return true;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The service adds the hyperparameters of the trial, and AI Platform the
/// directory of the job, which scripts that ignore it need not know.
void JobScripts::checkRun(const TrainerScript &script, GivenArguments given) {
  bool isAIPlatform = job.getPlatform() == Platform::AIPlatform;
  if (ValueAttr directory = job.getJobDirAttr(); directory && isAIPlatform)
    given.words.push_back({"--job-dir=${}",
                           directory.getLocation(),
                           {},
                           /*isAdded=*/script.interface.parsing !=
                               ScriptInterface::Parsing::Strict});
  llvm::SmallVector<StudyName> parameters, metrics;
  if (StudyOp study = job.getStudy()) {
    for (auto parameter : study.getBody().getOps<ParameterOp>()) {
      ValueAttr name = parameter.getParameterNameAttr();
      std::optional<StringRef> known = knownString(name);
      if (!known) {
        given.isComplete = false;
        continue;
      }
      parameters.push_back({*known, name.getLocation()});
      given.words.push_back({("--" + *known + "=${}").str(),
                             name.getLocation(),
                             {},
                             /*isAdded=*/true});
    }
    bool knowsMetrics = true;
    auto addMetric = [&](ValueAttr name) {
      if (std::optional<StringRef> known = knownString(name))
        metrics.push_back({*known, name.getLocation()});
      else
        knowsMetrics = false;
    };
    if (ValueAttr name = study.getMetricAttr())
      addMetric(name);
    if (ValueAttr names = study.getMetricsAttr()) {
      knowsMetrics &= names.getKnown();
      for (ValueAttr name : itemsOf(names))
        addMetric(name);
    }
    // AI Platform also takes summaries of TensorFlow for metrics.
    if (!knowsMetrics || (isAIPlatform && script.interface.writesSummaries))
      metrics.clear();
  }
  given.sender = package ? package->location : mlir::LocationAttr();
  checkArguments(given, script);
  checkParameters(parameters, script, given.sender);
  checkMetrics(metrics, script, given.sender);
  scripts.addRun(script, job);
}

//===----------------------------------------------------------------------===//
// Modules of packages
//===----------------------------------------------------------------------===//

/// A path without the working directory in front; empty if it is not known.
static StringRef localPath(StringRef text) {
  for (StringRef here : {"$PWD/", "${PWD}/", "$(pwd)/", "`pwd`/", "./"})
    if (text.consume_front(here))
      break;
  text = text.rtrim('/');
  bool isKnown = text.find_first_of("${}<>[]`*") == StringRef::npos &&
                 !path::is_absolute(text) && !text.starts_with("~") &&
                 !text.contains("://");
  return isKnown ? text : StringRef();
}

void JobScripts::checkModule() {
  // The modules of packages that lie in Cloud Storage are not there.
  if (package && package->path.empty())
    package = nullptr;
  std::optional<StringRef> module = knownString(job.getPythonModuleAttr());
  if (!module)
    return;
  auto [top, rest] = module->split('.');
  llvm::SmallString<64> file;
  StringRef folder = top;
  if (package) {
    folder = localPath(package->path);
    // A package is called like its folder.
    if (folder.empty() || path::filename(folder, path::Style::posix) != top ||
        rest.empty())
      return;
    file = folder;
  } else {
    file = top;
  }
  llvm::SmallVector<StringRef> segments;
  rest.split(segments, '.', -1, /*KeepEmpty=*/false);
  for (StringRef segment : segments)
    path::append(file, path::Style::posix, segment);
  std::string script = (file + ".py").str();
  const TrainerScript *found = scripts.find(script, place);
  // Where no command names the package, it may be another one.
  if (found && !package && !found->isBeside)
    return;
  if (!found) {
    if (package)
      checkModuleExists(*module, folder, file, job.getPythonModuleAttr(), place,
                        scripts);
    return;
  }
  GivenArguments given;
  given.location = job.getArgsAttr() ? job.getArgsAttr().getLocation()
                                     : mlir::LocationAttr(job.getLoc());
  given.isComplete = addWordsOf(job.getArgsAttr(), given);
  checkRun(*found, std::move(given));
  if (package)
    checkPackage(job, *package, *found, folder, scripts);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

/// The script that `python -m trainer.task` or `python train.py` runs.
const TrainerScript *
JobScripts::scriptOfCommand(llvm::ArrayRef<ValueAttr> command, size_t &next) {
  if (command.empty() ||
      !StringRef(wordOf(command.front()).text).starts_with("python"))
    return nullptr;
  for (size_t i = 1; i < command.size(); ++i) {
    std::optional<StringRef> word = knownString(command[i]);
    if (!word)
      return nullptr;
    std::optional<StringRef> behind =
        i + 1 < command.size() ? knownString(command[i + 1]) : std::nullopt;
    if (*word == "-m" && behind) {
      next = i + 2;
      std::string file = behind->str();
      std::replace(file.begin(), file.end(), '.', '/');
      return scripts.find(file + ".py", place);
    }
    if (word->starts_with("-"))
      continue;
    next = i + 1;
    StringRef file = localPath(*word);
    return file.ends_with(".py") ? scripts.find(file, place) : nullptr;
  }
  return nullptr;
}

/// The words of a command within the text for a shell.
static llvm::SmallVector<ValueAttr> wordsOf(const shell::Command &command,
                                            ValueAttr text) {
  mlir::MLIRContext *context = text.getContext();
  llvm::SmallVector<ValueAttr> words;
  for (const shell::Word &word : shell::programWords(command))
    words.push_back(
        ValueAttr::get(context, mlir::StringAttr::get(context, word.value),
                       /*known=*/word.expansions.empty(), text.getLocation()));
  return words;
}

/// The words of the program that `bash -c "..."` runs in the folder where it
/// starts: the first one of Python; none if there is none. Other commands are
/// what they are.
static llvm::SmallVector<ValueAttr>
withoutShell(llvm::SmallVector<ValueAttr> words) {
  std::optional<StringRef> name =
      words.empty() ? std::nullopt : knownString(words.front());
  StringRef program = path::filename(name.value_or(""), path::Style::posix);
  if (program != "bash" && program != "sh")
    return words;
  size_t at = 1;
  bool takesText = false;
  for (; at < words.size(); ++at) {
    StringRef word = knownString(words[at]).value_or("");
    if (!word.starts_with("-"))
      break;
    takesText |= !word.starts_with("--") && word.contains('c');
  }
  // What the shell replaces is no more known to it than to others.
  auto text = takesText && at < words.size()
                  ? llvm::dyn_cast<mlir::StringAttr>(words[at].getData())
                  : mlir::StringAttr();
  if (!text)
    return {};
  shell::Script script;
  SourceRange whole{0, static_cast<uint32_t>(text.size())};
  shell::split(text.getValue(), shell::Part{whole}, script);
  for (const shell::Command &command : script.commands) {
    llvm::SmallVector<ValueAttr> inner = wordsOf(command, words[at]);
    StringRef first =
        inner.empty() ? "" : knownString(inner.front()).value_or("");
    if (first == "cd" || first == "pushd")
      return {};
    if (first.starts_with("python") && inner.size() > 1 && !command.isOpen)
      return inner;
  }
  return {};
}

void JobScripts::checkContainers() {
  for (PoolOp pool : job.getPools()) {
    ValueAttr command = pool.getContainerCommandAttr();
    ValueAttr args = pool.getContainerArgsAttr();
    if (!command || !command.getKnown() || !command.isList())
      continue;
    llvm::SmallVector<ValueAttr> words = itemsOf(command);
    bool isCommand = words.size() > 1;
    // `command: ["python"]` and the script among the arguments.
    if (args && args.getKnown() && args.isList())
      llvm::append_range(words, itemsOf(args));
    words = withoutShell(std::move(words));
    size_t next = 0;
    const TrainerScript *script = scriptOfCommand(words, next);
    if (!script || !script->isBeside)
      continue;
    GivenArguments given;
    given.isComplete = !args || args.getKnown();
    given.location =
        args && isCommand ? args.getLocation() : command.getLocation();
    for (ValueAttr word : llvm::ArrayRef(words).drop_front(next))
      given.words.push_back(wordOf(word));
    checkRun(*script, std::move(given));
    // The others mostly run the same.
    return;
  }
}

//===----------------------------------------------------------------------===//
// Flags of Vertex AI
//===----------------------------------------------------------------------===//

/// A file or a module of `local-package-path`, which gcloud puts into an image.
void JobScripts::checkLocalPackage() {
  std::optional<StringRef> name = knownString(package->script);
  if (package->module)
    name = knownString(package->module);
  StringRef folder = localPath(package->path);
  if (!name || folder.empty())
    return;
  std::string file = name->str();
  if (package->module) {
    std::replace(file.begin(), file.end(), '.', '/');
    file += ".py";
  }
  llvm::SmallString<64> path(folder == "." ? StringRef() : folder);
  path::append(path, path::Style::posix, file);
  if (!path.ends_with(".py"))
    return;
  const TrainerScript *script = scripts.find(path, place);
  if (!script)
    return;
  GivenArguments given;
  given.location = package->location;
  given.isComplete = package->knowsArgs;
  for (ValueAttr word : package->args)
    given.words.push_back(wordOf(word));
  checkRun(*script, std::move(given));
}

/// `--command=python,train.py` and `--args`.
void JobScripts::checkSentCommand() {
  llvm::SmallVector<ValueAttr> words(package->command);
  llvm::append_range(words, package->args);
  size_t next = 0;
  const TrainerScript *script = scriptOfCommand(words, next);
  if (!script || !script->isBeside)
    return;
  GivenArguments given;
  given.location = package->command.front().getLocation();
  given.isComplete = package->knowsArgs;
  for (ValueAttr word : llvm::ArrayRef(words).drop_front(next))
    given.words.push_back(wordOf(word));
  checkRun(*script, std::move(given));
}

void JobScripts::check() {
  if (package && (package->module || package->script))
    return checkLocalPackage();
  if (package && !package->command.empty())
    return checkSentCommand();
  if (job.getPythonModuleAttr())
    return checkModule();
  if (!package || package->path.empty())
    checkContainers();
}

void python::checkJobScripts(TrainingOp job, const gcloud::SentPackage *package,
                             uint32_t place, TrainerScripts &scripts) {
  JobScripts(job, package, place, scripts).check();
}
