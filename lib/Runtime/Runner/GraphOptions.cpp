//===- GraphOptions.cpp - Options of jobs and graphs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/SavedModel.h"
#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Runner/OptionReaders.h"
#include "Support/LLVM.h"
#include "Support/NamedShape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"

using namespace trainlint;
using namespace trainlint::run;
using namespace llvm::opt;

/// What means nothing for a program.
static constexpr OptionId GraphWords[] = {
    OPT_graph_EQ,      OPT_config_EQ,        OPT_isolated,
    OPT_train_op_EQ,   OPT_loss_EQ,          OPT_outputs_EQ,
    OPT_optimizer_EQ,  OPT_learning_rate_EQ, OPT_training_EQ,
    OPT_batch_size_EQ, OPT_folded_batch_EQ,  OPT_input_shape_EQ,
    OPT_feed_EQ,       OPT_initial_EQ,       OPT_form_EQ,
    OPT_metrics_EQ,    OPT_dimension_EQ,
};

/// What models without gradients are trained with.
static llvm::Error readSettings(const InputArgList &arguments,
                                GraphTrainingOptions &out) {
  for (StringRef text : arguments.getAllArgValues(OPT_training_EQ)) {
    auto [name, value] = text.split('=');
    if (name.empty() || value.empty())
      return llvm::createStringError(
          "option `--training` takes NAME=VALUE, not `" + text + "`");
    out.settings.emplace_back(name, value);
  }
  if (const Arg *argument = arguments.getLastArg(OPT_optimizer_EQ))
    out.settings.emplace_back("optimizer", argument->getValue());
  if (const Arg *argument = arguments.getLastArg(OPT_learning_rate_EQ))
    out.settings.emplace_back("learning_rate", argument->getValue());
  if (const Arg *argument = arguments.getLastArg(OPT_metrics_EQ))
    out.settings.emplace_back("metrics", argument->getValue());
  return llvm::Error::success();
}

/// Sizes by the names that a model has for them.
static llvm::Error readDimensions(const InputArgList &arguments,
                                  GraphTrainingOptions &out) {
  for (StringRef text : arguments.getAllArgValues(OPT_dimension_EQ)) {
    llvm::Expected<NamedSize> size = parseNamedSize(text);
    if (!size)
      return llvm::createStringError("option `--dimension` " +
                                     llvm::toString(size.takeError()));
    out.dimensions[size->name] = size->size;
  }
  return llvm::Error::success();
}

/// The tensors that a model is to give.
static llvm::Error readOutputs(const InputArgList &arguments,
                               GraphTrainingOptions &out) {
  if (!arguments.hasArg(OPT_outputs_EQ))
    return llvm::Error::success();
  bool isShown =
      out.last == Phase::Forward && out.form == ModelForm::Evaluation;
  if (!out.tasks.evaluates && !out.tasks.predicts && !isShown)
    return llvm::createStringError(
        "`--outputs` needs `--predict`, `--evaluate`, `--eval-data` or "
        "`--emit=forward --form=evaluation`");
  for (StringRef text : arguments.getAllArgValues(OPT_outputs_EQ)) {
    for (StringRef name : llvm::split(text, ',')) {
      if (name.empty())
        return llvm::createStringError("option `--outputs` takes names with "
                                       "commas between them, not `" +
                                       text + "`");
      out.outputs.push_back(name.str());
    }
  }
  return llvm::Error::success();
}

/// The phase of jobs and graphs that a word of `--emit` stands for; none for
/// what programs have as well.
static std::optional<Phase> phaseNamed(StringRef word) {
  return llvm::StringSwitch<std::optional<Phase>>(word)
      .Case("parse", Phase::Parse)
      .Case("import", Phase::Import)
      .Case("check", Phase::Check)
      .Case("forward", Phase::Forward)
      .Default(std::nullopt);
}

llvm::Error run::readGraph(const InputArgList &arguments, RunOptions &all) {
  StringRef input = arguments.getLastArgValue(OPT_INPUT);
  std::optional<Phase> shown = phaseNamed(all.emit);
  bool isCompiled = shown && *shown <= Phase::Check;
  bool isFolder = llvm::sys::fs::is_directory(input);
  if (!isCompiled && !arguments.hasArg(OPT_graph_EQ) && !isFolder &&
      !isGraphOrJob(input)) {
    if (std::optional<OptionId> given = firstGiven(arguments, GraphWords))
      return llvm::createStringError("option `" + spellingOf(*given) +
                                     "` is for jobs and graphs");
    if (shown)
      return llvm::createStringError("`--emit=" + all.emit +
                                     "` is for jobs and graphs");
    return llvm::Error::success();
  }
  GraphTrainingOptions &out = all.graph.emplace();
  out.graph = arguments.getLastArgValue(OPT_graph_EQ).str();
  if (arguments.hasArg(OPT_config_EQ))
    out.config = arguments.getLastArgValue(OPT_config_EQ).str();
  out.isIsolated = arguments.hasArg(OPT_isolated);
  out.last = shown.value_or(Phase::Step);
  if (arguments.hasArg(OPT_form_EQ) && out.last != Phase::Forward)
    return llvm::createStringError("option `--form` is for `--emit=forward`");
  out.form =
      llvm::StringSwitch<ModelForm>(arguments.getLastArgValue(OPT_form_EQ))
          .Case("inference", ModelForm::Inference)
          .Case("evaluation", ModelForm::Evaluation)
          .Default(ModelForm::Training);
  bool isUsed =
      arguments.hasArg(OPT_evaluate) || arguments.hasArg(OPT_predict_EQ);
  out.tasks.trains = !isUsed;
  out.tasks.evaluates = arguments.hasArg(OPT_evaluate) ||
                        (!isUsed && arguments.hasArg(OPT_eval_data_EQ));
  out.tasks.predicts = arguments.hasArg(OPT_predict_EQ);
  if (llvm::Error error = readSettings(arguments, out))
    return error;
  out.trainOp = arguments.getLastArgValue(OPT_train_op_EQ).str();
  out.loss = arguments.getLastArgValue(OPT_loss_EQ).str();
  if (llvm::Error error = readOutputs(arguments, out))
    return error;
  out.inputShapes = arguments.getAllArgValues(OPT_input_shape_EQ);
  if (llvm::Error error = readDimensions(arguments, out))
    return error;
  out.feeds = arguments.getAllArgValues(OPT_feed_EQ);
  out.initialValues = arguments.getAllArgValues(OPT_initial_EQ);
  out.replicas = all.replicas;
  out.partitions = all.partitions.value_or(1);
  if (llvm::Error error =
          readNumber(arguments, OPT_batch_size_EQ, 1, out.batchSize))
    return error;
  return readNumber(arguments, OPT_folded_batch_EQ, 1, out.foldedBatch);
}

llvm::Error run::takeSavedModel(RunOptions &all) {
  if (!all.graph)
    return llvm::Error::success();
  std::string folder = all.graph->graph.empty() ? all.module : all.graph->graph;
  if (llvm::sys::fs::is_directory(all.module)) {
    auto file = tensorflow::findGraphFile(all.module);
    if (!file)
      return file.takeError();
    all.module = std::move(*file);
  }
  if (!all.training)
    return llvm::Error::success();
  bool isSaid = !all.training->init.empty() ||
                (all.isUsed() && !all.training->checkpoints.empty());
  if (!isSaid && llvm::sys::fs::is_directory(folder) &&
      !checkpoints::findTensorBundle(folder).empty()) {
    all.training->init = std::move(folder);
    all.training->isInitOfModel = true;
  }
  all.graph->init = all.training->init;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// What is said of a launch, and not of the training that it starts.
static constexpr OptionId LaunchWords[] = {
    OPT_job_name_EQ,
    OPT_image_EQ,
    OPT_volume_EQ,
};

/// The command line of the processes that are launched, each option in its one
/// spelling.
static std::vector<std::string>
launchedArguments(const InputArgList &arguments) {
  std::vector<std::string> out = {arguments.getLastArgValue(OPT_INPUT).str()};
  for (const Arg *argument : arguments) {
    unsigned id = argument->getOption().getID();
    bool isOfLaunch = id == OPT_INPUT || id == OPT_emit_EQ ||
                      llvm::is_contained(LaunchWords, id);
    if (isOfLaunch)
      continue;
    std::string text = argument->getOption().getPrefixedName().str();
    out.push_back(argument->getNumValues() == 0 ? text
                                                : text + argument->getValue());
  }
  return out;
}

llvm::Error run::readLaunch(const InputArgList &arguments, RunOptions &all) {
  std::optional<launch::Launcher> launcher = launch::launcherNamed(all.emit);
  if (!launcher) {
    if (std::optional<OptionId> given = firstGiven(arguments, LaunchWords))
      return llvm::createStringError(
          "option `" + spellingOf(*given) +
          "` is for `--emit=jobset`, `vertex`, `xpk` and `slurm`");
    return llvm::Error::success();
  }
  static constexpr OptionId Others[] = {
      OPT_process_EQ,
      OPT_device_EQ,
      OPT_evaluate,
      OPT_predict_EQ,
  };
  if (std::optional<OptionId> given = firstGiven(arguments, Others))
    return llvm::createStringError("`--emit=" + all.emit +
                                   "` launches a training on the machines of "
                                   "a job, and takes no `" +
                                   spellingOf(*given) + "`");
  if (!all.graph)
    return llvm::createStringError("`--emit=" + all.emit +
                                   "` is for jobs and graphs");
  launch::LaunchRequest &out = all.graph->launch.emplace();
  out.launcher = *launcher;
  out.name = arguments.getLastArgValue(OPT_job_name_EQ).str();
  out.image = arguments.getLastArgValue(OPT_image_EQ).str();
  out.arguments = launchedArguments(arguments);
  out.partitions = all.graph->partitions;
  for (StringRef text : arguments.getAllArgValues(OPT_volume_EQ)) {
    auto [name, folder] = text.split(':');
    if (name.empty() || !folder.starts_with("/"))
      return llvm::createStringError(
          "option `--volume` takes NAME:/FOLDER, not `" + text + "`");
    out.volumes.push_back({name.str(), folder.str()});
  }
  return llvm::Error::success();
}
