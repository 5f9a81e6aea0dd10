//===- SdkScripts.cpp - Scripts of jobs of Vertex AI's SDK ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/SdkScripts.h"
#include "Diagnostics/Messages/TrainerScripts.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Frontend/Python/Jobs/Signatures.h"
#include "Frontend/Python/Scripts/CheckScript.h"
#include "Support/LLVM.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;

/// Jobs behind these are not looked for among the calls.
static constexpr size_t MostJobs = 64;

namespace {

/// A script with what a job gives to it.
struct ScriptRun {
  const TrainerScript *script = nullptr;
  GivenArguments given;
};

class SdkScripts {
public:
  SdkScripts(const Context &context, TrainerScripts &scripts,
             llvm::ArrayRef<job::TrainingOp> jobs)
      : context(context), files(scripts.written()), scripts(scripts),
        jobs(jobs) {}

  void check();

private:
  void findStudies();
  bool isOfStudy(const Call &call) const;
  void checkCall(const Call &call, StringRef function);
  void checkStudy(const Call &call);

  void addRuns(const Call &call, const TrainerScript &script);
  ScriptRun runOf(const Call &call, StringRef function);
  ScriptRun runOfPool(const Call &call);
  ScriptRun runOfContainer(const Call &call, const Call &made,
                           StringRef function);
  void addCommand(const Value *command, const Value *args, Place use,
                  const Call &made, ScriptRun &run);
  const TrainerScript *scriptOfCommand(const Value &command, const Call &call,
                                       size_t &next);
  const TrainerScript *scriptOf(const Call &call, StringRef function);
  const TrainerScript *moduleNamed(StringRef module, const Call &call);
  void checkPath(const Call &call, StringRef function);
  bool mayBeMade();

  void addWords(const Value *list, Place use, GivenArguments &given) const;
  void addWord(const Value &value, Place use, GivenArguments &given) const;
  mlir::LocationAttr writtenAt(const Value &value) const;
  uint32_t above(const Call &call) const { return call.place().range.begin; }

  const Context &context;
  /// Null if the program writes none.
  const WrittenFiles *files;
  TrainerScripts &scripts;
  llvm::ArrayRef<job::TrainingOp> jobs;
  /// Calls that make the jobs of the trials of a study.
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> trials;
  /// True if there is a study whose job is not known.
  bool hasUnknownStudy = false;
  std::optional<bool> mayMakeFiles;
  /// How many modules were looked for: there are as many files as cells.
  unsigned modulesSought = 0;
};

} // namespace

static const Argument *sdkArgument(const Call &call, StringRef function,
                                   StringRef name) {
  const Signature *signature = sdkSignature(function);
  return signature ? argumentOf(call, *signature, name) : call.find(name);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Where a text stands as it is; null if nobody could replace it.
mlir::LocationAttr SdkScripts::writtenAt(const Value &value) const {
  if (!value.isVerbatim || value.place.buffer != &context.buffer())
    return {};
  return context.at(value.place);
}

void SdkScripts::addWord(const Value &value, Place use,
                         GivenArguments &given) const {
  GivenArgument word{"${}", context.at(value, value.use ? value.use : use)};
  if (value.kind == ValueKind::Text) {
    word.text = value.text.str();
    word.writtenAt = writtenAt(value);
  } else if (value.isInteger() || value.kind == ValueKind::Float) {
    word.text = printed(value);
  }
  given.words.push_back(std::move(word));
}

void SdkScripts::addWords(const Value *list, Place use,
                          GivenArguments &given) const {
  if (!list || list->isNone())
    return;
  if (!list->isSequence()) {
    given.isComplete = false;
    return;
  }
  for (const Value *item : list->items)
    addWord(*item, use, given);
  given.isComplete &= !list->isOpen;
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

/// A path that can lie beside the program.
static bool isLocalPath(const Value &value) {
  return value.isText() && !isBlank(value.text) &&
         !value.text.contains("://") &&
         !llvm::sys::path::is_absolute(value.text) &&
         !value.text.starts_with("~");
}

const TrainerScript *SdkScripts::scriptOf(const Call &call,
                                          StringRef function) {
  const Argument *path = sdkArgument(call, function, "script_path");
  if (!path || !isLocalPath(*path->value))
    return nullptr;
  return scripts.find(path->value->text, above(call));
}

/// `trainer/task.py` for `trainer.task`.
static std::string fileOfModule(StringRef module) {
  std::string path = module.str();
  std::replace(path.begin(), path.end(), '.', '/');
  return path + ".py";
}

/// The module of a package that the program writes above. Where a package on
/// the disk comes from, nobody knows.
const TrainerScript *SdkScripts::moduleNamed(StringRef module,
                                             const Call &call) {
  static constexpr unsigned MostModules = 200;
  if (!files || ++modulesSought > MostModules)
    return nullptr;
  std::string path = fileOfModule(module);
  StringRef found;
  for (const WrittenFile &file : files->all()) {
    StringRef written = file.path;
    bool isModule = written == path || written.ends_with("/" + path);
    if (!isModule || file.place >= above(call) || written == found)
      continue;
    if (!found.empty())
      return nullptr;
    found = written;
  }
  return found.empty() ? nullptr : scripts.find(found, above(call));
}

/// True if the program does anything that could bring a file.
bool SdkScripts::mayBeMade() {
  static constexpr llvm::StringLiteral Words[] = {
      "git ",       "cp ",      "mv ",        "wget",    "curl",
      "cd ",        "chdir",    "rsync",      "unzip",   "tar ",
      "tarfile",    "zipfile",  "shutil",     "copy",    "urlretrieve",
      "urlopen",    "upload",   "download",   "clone",   "nbconvert",
      "jupytext",   "template", "subprocess", "system(", "open(",
      "write_text", "echo",     "tee ",       "cat ",    "%run",
      "%load",      "requests", "%%bash",     "%%sh",    "%%script"};
  if (mayMakeFiles)
    return *mayMakeFiles;
  mayMakeFiles =
      llvm::any_of(context.program.module().cells, [](const auto &cell) {
        bool isFile =
            cell->cellMagic == "writefile" || cell->cellMagic == "file";
        return !isFile && llvm::any_of(Words, [&](StringRef word) {
          return cell->text.contains(word);
        });
      });
  return *mayMakeFiles;
}

void SdkScripts::checkPath(const Call &call, StringRef function) {
  const Argument *path = sdkArgument(call, function, "script_path");
  if (!path || !isLocalPath(*path->value) || !context.readFile)
    return;
  StringRef name = path->value->text;
  (void)name.consume_front("./");
  if ((files && files->findBelow(name, above(call))) || mayBeMade() ||
      scripts.mayExist(name, above(call)))
    return;
  diag::ScriptMissing::missing(context.at(*path), printed(*path->value));
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// The script that `python -m trainer.task` or `python train.py` of a container
/// runs, which lies beside the program for all that one can tell, or is written
/// by it. `next` is the first of its arguments.
const TrainerScript *SdkScripts::scriptOfCommand(const Value &command,
                                                 const Call &call,
                                                 size_t &next) {
  if (!command.isSequence() || command.isOpen || command.items.empty() ||
      !command.items.front()->isText() ||
      !command.items.front()->text.starts_with("python"))
    return nullptr;
  for (size_t i = 1; i < command.items.size(); ++i) {
    const Value &word = *command.items[i];
    if (!word.isText())
      return nullptr;
    bool isModule = word.text == "-m" && i + 1 < command.items.size();
    if (word.text.starts_with("-") && !isModule)
      continue;
    const Value &named = *command.items[i + isModule];
    next = i + isModule + 1;
    if (!isLocalPath(named) || (!isModule && !named.text.ends_with(".py")))
      return nullptr;
    std::string path = isModule ? fileOfModule(named.text) : named.text.str();
    const TrainerScript *script =
        isModule ? moduleNamed(named.text, call) : nullptr;
    if (!script)
      script = scripts.find(path, above(call));
    return script && script->isBeside ? script : nullptr;
  }
  return nullptr;
}

/// The script of a container's command, and its arguments. A command of one
/// word takes the script from the arguments.
void SdkScripts::addCommand(const Value *command, const Value *args, Place use,
                            const Call &made, ScriptRun &run) {
  bool isList = command && command->isSequence() && !command->isOpen;
  if (!isList)
    return;
  bool isArgs = args && args->isSequence() && !args->isOpen;
  SmallVector<const Value *> words(command->items);
  if (isArgs)
    llvm::append_range(words, args->items);
  Value all = *command;
  all.items = words;
  size_t next = 0;
  run.script = scriptOfCommand(all, made, next);
  if (!run.script)
    return;
  for (const Value *word : ArrayRef<const Value *>(words).drop_front(next))
    addWord(*word, use, run.given);
  run.given.isComplete &= isArgs || !args || args->isNone();
}

/// What the first of the pools of a CustomJob runs.
ScriptRun SdkScripts::runOfPool(const Call &call) {
  ScriptRun run;
  const Argument *pools = sdkArgument(call, "CustomJob", "worker_pool_specs");
  if (!pools || !pools->value->isSequence() || pools->value->items.empty() ||
      !pools->value->items.front()->isDict())
    return run;
  const Value &pool = *pools->value->items.front();
  const Value *package = pool.find("python_package_spec");
  const Value *container = pool.find("container_spec");
  run.given.location = context.at(*pools);
  if (package && package->isDict() && !container) {
    const Value *module = package->find("python_module");
    if (module && module->isText())
      run.script = moduleNamed(module->text, call);
    run.given.isComplete = !package->isOpen;
    addWords(package->find("args"), pools->place, run.given);
  } else if (container && container->isDict() && !package) {
    addCommand(container->find("command"), container->find("args"),
               pools->place, call, run);
    run.given.isComplete &= !container->isOpen;
  }
  return run;
}

/// What the container of a job runs that run() starts.
ScriptRun SdkScripts::runOfContainer(const Call &call, const Call &made,
                                     StringRef function) {
  ScriptRun run;
  const Argument *command =
      sdkArgument(made, "CustomContainerTrainingJob", "command");
  const Argument *args = sdkArgument(call, function, "args");
  if (!command)
    return run;
  run.given.location = args ? context.at(*args) : context.at(*command);
  addCommand(command->value, args ? args->value : nullptr, command->place, made,
             run);
  run.given.isComplete &= !call.isOpen;
  return run;
}

/// What a job runs: the call is the one that knows the arguments.
ScriptRun SdkScripts::runOf(const Call &call, StringRef function) {
  if (function == "CustomJob")
    return runOfPool(call);
  ScriptRun run;
  const Call *made = &call;
  StringRef constructor = function;
  if (function.ends_with(".run") || function.ends_with(".submit")) {
    made = call.receiver ? call.receiver->call : nullptr;
    constructor = function.rsplit('.').first;
  }
  if (!made)
    return run;
  if (constructor == "CustomContainerTrainingJob")
    return runOfContainer(call, *made, function);
  if (constructor == "CustomPythonPackageTrainingJob") {
    const Argument *module =
        sdkArgument(*made, constructor, "python_module_name");
    if (module && module->value->isText())
      run.script = moduleNamed(module->value->text, *made);
  } else {
    run.script = scriptOf(*made, constructor);
  }
  const Argument *args = sdkArgument(call, function, "args");
  run.given.location = args ? context.at(*args) : context.at(call.calleePlace);
  run.given.isComplete = !call.isOpen;
  if (args)
    addWords(args->value, args->place, run.given);
  return run;
}

/// A call may have become several jobs, by the branches in front of it. One
/// that is not sure to be sent is none to judge a script by.
void SdkScripts::addRuns(const Call &call, const TrainerScript &script) {
  job::TrainingOp found;
  for (job::TrainingOp job : jobs) {
    Place place = context.sources.resolve(job.getLoc());
    if (place.buffer != call.buffer ||
        !call.place().range.contains(place.range.begin))
      continue;
    if (found)
      return;
    found = job;
  }
  if (found)
    scripts.addRun(script, found);
}

void SdkScripts::checkCall(const Call &call, StringRef function) {
  if (function == "CustomTrainingJob")
    return checkPath(call, function);
  if (function == "CustomJob.from_local_script")
    checkPath(call, function);
  bool isTrial = isOfStudy(call);
  // Its arguments are judged with those of the study.
  if (isTrial)
    return;
  ScriptRun run = runOf(call, function);
  bool mayBeTrial =
      function == "CustomJob" || function == "CustomJob.from_local_script";
  run.given.isComplete &= !(mayBeTrial && hasUnknownStudy);
  if (!run.script)
    return;
  checkArguments(run.given, *run.script);
  addRuns(call, *run.script);
}

//===----------------------------------------------------------------------===//
// Studies
//===----------------------------------------------------------------------===//

bool SdkScripts::isOfStudy(const Call &call) const {
  return trials.contains({call.node.owner(), call.node.order()});
}

void SdkScripts::findStudies() {
  for (const Call *call : context.program.calls()) {
    if (!sdkNameOf(call->callee).isSdk("HyperparameterTuningJob"))
      continue;
    const Argument *job =
        sdkArgument(*call, "HyperparameterTuningJob", "custom_job");
    bool isKnown =
        job && job->value->kind == ValueKind::Object && job->value->call;
    if (isKnown)
      trials.insert(
          {job->value->call->node.owner(), job->value->call->node.order()});
    hasUnknownStudy |= !isKnown;
  }
}

void SdkScripts::checkStudy(const Call &call) {
  static constexpr llvm::StringLiteral Function = "HyperparameterTuningJob";
  const Argument *job = sdkArgument(call, Function, "custom_job");
  if (!job || job->value->kind != ValueKind::Object || !job->value->call)
    return;
  const Call &made = *job->value->call;
  SdkName name = sdkNameOf(made.callee);
  if (!name.isSdk("CustomJob") && !name.isSdk("CustomJob.from_local_script"))
    return;
  ScriptRun run = runOf(made, name.name);
  if (!run.script)
    return;
  auto namesOf = [&](StringRef argument, bool &isComplete) {
    llvm::SmallVector<StudyName> names;
    const Argument *dict = sdkArgument(call, Function, argument);
    isComplete = dict && dict->value->isDict() && !dict->value->isOpen;
    if (!dict || !dict->value->isDict())
      return names;
    for (const DictEntry &entry : dict->value->entries) {
      if (!entry.key->isText()) {
        isComplete = false;
        continue;
      }
      names.push_back({entry.key->text, context.at(*entry.key, dict->place),
                       writtenAt(*entry.key)});
    }
    return names;
  };
  bool knowsParameters = false, knowsMetrics = false;
  llvm::SmallVector<StudyName> parameters =
      namesOf("parameter_spec", knowsParameters);
  llvm::SmallVector<StudyName> metrics = namesOf("metric_spec", knowsMetrics);
  for (const StudyName &parameter : parameters)
    run.given.words.push_back({("--" + parameter.name + "=${}").str(),
                               parameter.location,
                               {},
                               /*isAdded=*/true});
  run.given.isComplete &= knowsParameters;
  checkArguments(run.given, *run.script);
  checkParameters(parameters, *run.script);
  if (knowsMetrics)
    checkMetrics(metrics, *run.script);
}

void SdkScripts::check() {
  static constexpr llvm::StringLiteral Functions[] = {
      "CustomTrainingJob",
      "CustomTrainingJob.run",
      "CustomTrainingJob.submit",
      "CustomContainerTrainingJob.run",
      "CustomContainerTrainingJob.submit",
      "CustomPythonPackageTrainingJob.run",
      "CustomPythonPackageTrainingJob.submit",
      "CustomJob",
      "CustomJob.from_local_script"};
  findStudies();
  for (const Call *call : context.program.calls()) {
    SdkName name = sdkNameOf(call->callee);
    if (name.library != SdkLibrary::Sdk)
      continue;
    if (name.name == "HyperparameterTuningJob")
      context.forEachForm(*call, [&](const Call &form) { checkStudy(form); });
    else if (llvm::is_contained(Functions, name.name))
      context.forEachForm(
          *call, [&](const Call &form) { checkCall(form, name.name); });
  }
}

void python::checkSdkScripts(const Context &context, TrainerScripts &scripts,
                             llvm::ArrayRef<job::TrainingOp> jobs) {
  SdkScripts(context, scripts, jobs.take_front(MostJobs)).check();
}
