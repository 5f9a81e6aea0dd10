//===- Trainer.cpp - Trains a step ----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/Trainer.h"
#include "Runtime/Data/FakeData.h"
#include "Runtime/Trainer/TrainingLog.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::trainer;

//===----------------------------------------------------------------------===//
// What a run begins with
//===----------------------------------------------------------------------===//

/// Copies a tensor of a file for a state. The error tells what does not fit.
static llvm::Expected<run::HostTensor>
tensorFor(const NamedShape &state, const checkpoints::TensorView &found,
          StringRef file) {
  if (found.shape != state.shape)
    return llvm::createStringError(llvm::formatv(
        "`{0}` of `{1}` is {2}, and the step's is {3}", state.name, file,
        found.shape.text(), state.shape.text()));
  return run::HostTensor{found.shape, {found.bytes.begin(), found.bytes.end()}};
}

/// Refuses a name that the step does not have, and suggests one.
static llvm::Error checkNames(const StepModule &step,
                              const checkpoints::TensorFile &file,
                              StringRef path) {
  std::vector<StringRef> names;
  for (const NamedShape &state : step.state)
    names.push_back(state.name);
  for (const auto &[name, view] : file.tensors)
    if (!llvm::is_contained(names, name)) {
      std::string message =
          llvm::formatv("`{0}` of `{1}` is no state of the step", name, path);
      if (auto near = findNearMatch(name, names))
        message += "; it has `" + near->word.str() + "`";
      return llvm::createStringError(message);
    }
  return llvm::Error::success();
}

/// The words for what a checkpoint of objects and a step do not have in common,
/// which both may have. An error if that is all.
static llvm::Error noteDifference(const StepModule &step,
                                  const checkpoints::StateTensors &read,
                                  StringRef path, llvm::raw_ostream &err) {
  std::vector<std::string> missing;
  for (const NamedShape &state : step.state)
    if (!read.loaded.file.tensors.count(state.name))
      missing.push_back(quoted(state.name));
  if (!missing.empty() && missing.size() == step.state.size())
    return llvm::createStringError(
        "`" + path + "` has no value of the step, such as " + missing.front());
  std::vector<std::string> unused;
  for (const std::string &name : read.unused)
    unused.push_back(quoted(name));
  if (!unused.empty())
    writeNote(err, formatList(unused, "and") + " of `" + path.str() +
                       (unused.size() == 1 ? "` is no state of the step"
                                           : "` are no states of the step"));
  if (!missing.empty())
    writeNote(err,
              "`" + path.str() + "` has no value of " +
                  formatList(missing, "and") +
                  (missing.size() == 1 ? ", which keeps its initial one"
                                       : ", which keep their initial ones"));
  return llvm::Error::success();
}

llvm::Error Training::readInit(llvm::raw_ostream &err) {
  if (options.init.empty())
    return llvm::Error::success();
  std::vector<std::string> names;
  for (const NamedShape &state : step.state)
    names.push_back(state.name);
  auto read =
      checkpoints::loadStateTensors(options.init, names, options.restoredKeys);
  if (!read)
    return read.takeError();
  const checkpoints::TensorFile &file = read->loaded.file;
  if (llvm::Error error =
          read->mayHaveMore ? noteDifference(step, *read, options.init, err)
          : options.isInitOfModel ? llvm::Error::success()
                                  : checkNames(step, file, options.init))
    return error;
  for (const auto &[index, state] : llvm::enumerate(step.state)) {
    auto found = file.tensors.find(state.name);
    if (found == file.tensors.end())
      continue;
    auto tensor = tensorFor(state, found->second, options.init);
    if (!tensor)
      return tensor.takeError();
    given[index] = std::move(*tensor);
  }
  return llvm::Error::success();
}

llvm::Error Training::findCheckpoint(llvm::raw_ostream &err) {
  if (options.checkpoints.empty())
    return llvm::Error::success();
  checkpoints::CheckpointFolder folder(options.checkpoints,
                                       options.keptCheckpoints);
  if (!options.isResumed) {
    auto files = folder.list();
    if (!files)
      return files.takeError();
    if (files->empty())
      return llvm::Error::success();
    return llvm::createStringError(
        "the folder `" + options.checkpoints +
        "` holds the checkpoints of another run; `--resume` goes on from them");
  }
  auto newest = folder.findNewest([&](llvm::Error error) {
    writeNote(err, llvm::toString(std::move(error)));
  });
  if (!newest)
    return newest.takeError();
  if (!*newest) {
    writeNote(err, "`" + options.checkpoints +
                       "` holds no checkpoint; the training begins");
    return llvm::Error::success();
  }
  checkpoint = std::move(**newest);
  return checkCheckpoint(err);
}

llvm::Error Training::checkCheckpoint(llvm::raw_ostream &err) {
  const checkpoints::Progress &progress = checkpoint->progress;
  if (llvm::Error error =
          checkNames(step, checkpoint->state.file, checkpoint->path))
    return error;
  for (const NamedShape &state : step.state) {
    auto found = checkpoint->state.file.tensors.find(state.name);
    if (found == checkpoint->state.file.tensors.end())
      return llvm::createStringError("`" + checkpoint->path +
                                     "` lacks the state `" + state.name + "`");
    if (auto tensor = tensorFor(state, found->second, checkpoint->path);
        !tensor)
      return tensor.takeError();
  }
  if (options.seed && *options.seed != progress.seed)
    return llvm::createStringError(
        llvm::formatv("`{0}` is of a run with seed {1}, and `--seed` is {2}",
                      checkpoint->path, progress.seed, *options.seed));
  seed = progress.seed;
  if (progress.module != step.hash)
    writeNote(err,
              "`" + checkpoint->path +
                  "` was made by another step; the run is not the one that it "
                  "would have been");
  return llvm::Error::success();
}

llvm::Error Training::readData() {
  std::vector<data::InputSpec> inputs = step.inputs;
  for (data::InputSpec &input : inputs)
    if (!input.classes && options.classes)
      input.classes = options.classes;
  std::vector<data::Column> columns;
  if (!options.data.empty()) {
    auto read =
        data::readColumns(options.data, data::Split::Training, options.text);
    if (!read)
      return read.takeError();
    columns = std::move(*read);
  } else if (options.isFakeData) {
    int64_t examples = options.fakeExamples.value_or(step.batch() * replicas);
    columns = data::makeFakeColumns(inputs, examples, seed);
  } else if (!inputs.empty()) {
    return llvm::createStringError(
        "the step takes `" + inputs.front().name +
        "` and there is no `--data`; `--fake-data` makes some up");
  }
  auto made = data::Dataset::create(std::move(columns), std::move(inputs),
                                    {replicas, seed, options.isShuffled,
                                     options.keepsRemainder, options.scale,
                                     options.pipeline});
  if (!made)
    return made.takeError();
  dataset = std::move(*made);
  return llvm::Error::success();
}

llvm::Error Training::readHeldOut(std::optional<EvaluationModule> module) {
  if (options.heldOut.empty())
    return llvm::Error::success();
  if (!module)
    return llvm::createStringError(
        "`--eval-data` is for jobs and graphs, whose evaluation follows from "
        "the model");
  auto number = findMetric(module->metrics, options.monitor);
  if (!number)
    return number.takeError();
  monitored = *number;
  auto made = Evaluation::prepare(std::move(*module), options.heldOut, options,
                                  options.isShared ? 1 : replicas,
                                  options.isShared, seed);
  if (!made)
    return made.takeError();
  evaluation = std::move(*made);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Training>>
Training::prepare(TrainingModules modules, const TrainingOptions &options,
                  int64_t devices, llvm::raw_ostream &err) {
  std::unique_ptr<Training> out(
      new Training(std::move(modules.stepForm), options));
  out->replicas = countReplicas(out->step, options, devices);
  bool hasParts = llvm::any_of(out->step.parts, [&](const auto &part) {
    return out->step.isSharedByReplicas(part.first);
  });
  if (hasParts && out->replicas != out->step.replicas)
    return llvm::createStringError(llvm::formatv(
        "the step keeps its state in {0} parts, and there are {1} replicas",
        *out->step.replicas, out->replicas));
  out->seed = options.seed.value_or(0);
  for (const std::string &file : {options.plot, options.fetchedState})
    if (llvm::Error error = checkWritable(file))
      return error;
  if (llvm::Error error = out->findCheckpoint(err))
    return error;
  if (llvm::Error error = out->readInit(err))
    return error;
  if (llvm::Error error = out->readData())
    return error;
  if (llvm::Error error = out->readHeldOut(std::move(modules.evaluationForm)))
    return error;
  if (out->checkpoint) {
    const checkpoints::Progress &progress = out->checkpoint->progress;
    if (progress.globalBatch != out->dataset->globalBatch() ||
        progress.dataSize != out->dataset->exampleCount())
      writeNote(err,
                llvm::formatv("the checkpoint's run took {0} of {1} examples "
                              "in a step, and this one takes {2} of {3}",
                              progress.globalBatch, progress.dataSize,
                              out->dataset->globalBatch(),
                              out->dataset->exampleCount())
                    .str());
  }
  TrainingPlan plan;
  plan.steps = options.steps;
  plan.iterationsPerLoop = options.iterationsPerLoop;
  plan.replicas = out->replicas;
  plan.globalBatch = out->dataset->globalBatch();
  plan.seed = out->seed;
  plan.isResumed = options.isResumed;
  plan.batchesAhead = options.prefetch;
  if (!options.summaries.empty())
    plan.summarySteps = options.summarySteps;
  plan.hasCheckpoints = !options.checkpoints.empty();
  plan.checkpointSteps = options.checkpointSteps;
  plan.checkpointSeconds = options.checkpointSeconds;
  plan.evaluationSteps = options.evaluationSteps;
  plan.patience = options.patience;
  out->program = convertStepToDevRT(
      modules.step, out->evaluation ? modules.evaluation : mlir::ModuleOp(),
      plan);
  return out;
}
