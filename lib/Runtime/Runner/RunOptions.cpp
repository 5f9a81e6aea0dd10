//===- RunOptions.cpp - The command line of trainlint-run -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunOptions.h"
#include "Frontend/Formats/SavedModel.h"
#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Runner/DataOptions.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/OptionRecords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <thread>

using namespace trainlint;
using namespace trainlint::run;
using namespace llvm::opt;

#define OPTTABLE_STR_TABLE_CODE
#include "Runtime/Runner/RunOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Runtime/Runner/RunOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr OptTable::Info OptionRecordList[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Runtime/Runner/RunOptions.inc"
#undef OPTION
};

static const OptionRecords &table() {
  static const OptionRecords options(OptionStrTable, OptionPrefixesTable,
                                     OptionRecordList);
  return options;
}

void run::printRunHelp(llvm::raw_ostream &os) {
  os << "usage: trainlint-run [options] MODULE\n\n"
        "Runs the function `main` of a StableHLO program on a device, once or "
        "to train.\n"
        "MODULE may be a graph of TensorFlow, Keras or ONNX, or a job with "
        "`--graph`, which are trained;\n"
        "`--evaluate` measures a model of Keras or ONNX, and `--predict` uses "
        "it.\n\n"
        "options:\n";
  for (const OptTable::Info &info : table().getRecords()) {
    if (!info.HelpText)
      continue;
    std::string name = "  " + table().spellingOf(info);
    if (info.MetaVar)
      name += std::string(" ") + info.MetaVar;
    constexpr size_t Column = 30;
    os << name;
    if (name.size() + 2 > Column)
      os << "\n" << std::string(Column, ' ');
    else
      os << std::string(Column - name.size(), ' ');
    os << info.HelpText;
    if (info.Values && *info.Values)
      os << ": " << info.Values;
    os << "\n";
  }
  os << "\nexit codes: 0 it ran, 1 it failed, 2 an input or the command line "
        "cannot be used, 75 another process of the job was lost, 130 a "
        "training was "
        "interrupted\n";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// What a suggestion may be.
static std::vector<std::string> spellings() {
  std::vector<std::string> out;
  for (const OptTable::Info &info : table().getRecords())
    if (info.HelpText)
      out.push_back(table().spellingOf(info));
  return out;
}

/// Reads a whole number of at least `least`, if the option is there.
template <typename Number>
static llvm::Error readNumber(const InputArgList &arguments, OptionId option,
                              StringRef name, int64_t least, Number &out) {
  const Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return llvm::Error::success();
  int64_t number;
  if (StringRef(argument->getValue()).getAsInteger(10, number) ||
      number < least)
    return llvm::createStringError(
        llvm::formatv("option `--{0}` takes a whole number from {1}, not `{2}`",
                      name, least, argument->getValue()));
  out = number;
  return llvm::Error::success();
}

static llvm::Error readNamed(const InputArgList &arguments, OptionId option,
                             std::vector<pjrt::NamedValue> &out) {
  for (const std::string &text : arguments.getAllArgValues(option)) {
    auto value = pjrt::parseNamedValue(text);
    if (!value)
      return value.takeError();
    out.push_back(std::move(*value));
  }
  return llvm::Error::success();
}

static llvm::Error readDevice(const InputArgList &arguments, RunOptions &out) {
  auto [name, count] =
      arguments.getLastArgValue(OPT_device_EQ, "cpu").split(':');
  out.device = name.str();
  if (count.empty())
    return llvm::Error::success();
  int64_t number;
  if (count.getAsInteger(10, number) || number < 1)
    return llvm::createStringError("option `--device` takes a number of "
                                   "devices, not `" +
                                   count + "`");
  out.deviceCount = number;
  return llvm::Error::success();
}

/// A plugin of others has its own ways to number processes.
static llvm::Error readProcess(const InputArgList &arguments, RunOptions &out) {
  if (arguments.hasArg(OPT_coordinator_EQ) && arguments.hasArg(OPT_store_EQ))
    return llvm::createStringError(
        "`--coordinator` and `--store` exclude each other");
  const Arg *argument = arguments.getLastArg(OPT_process_EQ);
  if (!argument)
    return llvm::Error::success();
  auto [index, count] = StringRef(argument->getValue()).split('/');
  if (index.getAsInteger(10, out.processIndex) ||
      count.getAsInteger(10, out.processCount) || out.processIndex < 0 ||
      out.processIndex >= out.processCount)
    return llvm::createStringError("option `--process` takes a number below "
                                   "that of all, such as 0/2, not `" +
                                   StringRef(argument->getValue()) + "`");
  if (arguments.hasArg(OPT_coordinator_EQ))
    return llvm::Error::success();
  if (arguments.hasArg(OPT_plugin_EQ))
    return llvm::createStringError(
        "option `--process` without `--coordinator` is for CPU devices; a "
        "plugin may take `--option`s for it");
  if (out.processCount > 1 && !arguments.hasArg(OPT_store_EQ))
    return llvm::createStringError(
        "`--process` needs `--coordinator`, where the processes meet");
  return llvm::Error::success();
}

/// The job of several processes that this one belongs to.
static llvm::Error readJob(const InputArgList &arguments, RunOptions &out) {
  if (!arguments.hasArg(OPT_coordinator_EQ)) {
    constexpr std::pair<OptionId, StringRef> Words[] = {
        {OPT_coordinator_key_EQ, "coordinator-key"},
        {OPT_heartbeat_timeout_EQ, "heartbeat-timeout"},
        {OPT_join_timeout_EQ, "join-timeout"}};
    for (const auto &[option, name] : Words)
      if (arguments.hasArg(option))
        return llvm::createStringError("`--" + name +
                                       "` needs `--coordinator`");
    return llvm::Error::success();
  }
  coordination::JobOptions job;
  job.coordinator = arguments.getLastArgValue(OPT_coordinator_EQ).str();
  job.keyFile = arguments.getLastArgValue(OPT_coordinator_key_EQ).str();
  if (arguments.hasArg(OPT_process_EQ))
    job.process = {out.processIndex, out.processCount};
  auto readSeconds = [&](OptionId option, StringRef name,
                         std::chrono::milliseconds &time) {
    int64_t seconds = time.count() / 1000;
    llvm::Error error = readNumber(arguments, option, name, 1, seconds);
    constexpr int64_t MostSeconds = 24 * 60 * 60;
    time = std::chrono::seconds(std::min(seconds, MostSeconds));
    return error;
  };
  if (llvm::Error error = readSeconds(OPT_heartbeat_timeout_EQ,
                                      "heartbeat-timeout", job.heartbeat))
    return error;
  if (llvm::Error error =
          readSeconds(OPT_join_timeout_EQ, "join-timeout", job.meeting))
    return error;
  auto place = coordination::findJobPlace(job, coordination::environmentOf);
  if (!place)
    return place.takeError();
  out.processIndex = place->member.index;
  out.processCount = place->member.count;
  // One process needs nobody to coordinate it.
  if (out.processCount > 1)
    out.job = std::move(*place);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

namespace {
struct WordOption {
  OptionId id;
  llvm::StringLiteral name;
};
} // namespace

/// What means nothing without `--train`, `--evaluate` or `--predict`.
static constexpr WordOption TrainingWords[] = {
    {OPT_steps_EQ, "steps"},
    {OPT_iterations_per_loop_EQ, "iterations-per-loop"},
    {OPT_data_EQ, "data"},
    {OPT_fake_examples_EQ, "fake-examples"},
    {OPT_classes_EQ, "classes"},
    {OPT_no_shuffle, "no-shuffle"},
    {OPT_keep_remainder, "keep-remainder"},
    {OPT_shuffle_buffer_EQ, "shuffle-buffer"},
    {OPT_interleave_EQ, "interleave"},
    {OPT_prefetch_EQ, "prefetch"},
    {OPT_data_threads_EQ, "data-threads"},
    {OPT_columns_EQ, "columns"},
    {OPT_column_names_EQ, "column-names"},
    {OPT_mean_EQ, "mean"},
    {OPT_std_EQ, "std"},
    {OPT_image_root_EQ, "image-root"},
    {OPT_random_crop_EQ, "random-crop"},
    {OPT_random_resized_crop_EQ, "random-resized-crop"},
    {OPT_crop_area_EQ, "crop-area"},
    {OPT_crop_ratio_EQ, "crop-ratio"},
    {OPT_random_flip, "random-flip"},
    {OPT_scale_EQ, "scale"},
    {OPT_shift_EQ, "shift"},
    {OPT_no_scale, "no-scale"},
    {OPT_eval_data_EQ, "eval-data"},
    {OPT_eval_steps_EQ, "eval-steps"},
    {OPT_monitor_EQ, "monitor"},
    {OPT_patience_EQ, "patience"},
    {OPT_export_EQ, "export"},
    {OPT_checkpoints_EQ, "checkpoints"},
    {OPT_checkpoint_steps_EQ, "checkpoint-steps"},
    {OPT_checkpoint_seconds_EQ, "checkpoint-seconds"},
    {OPT_keep_checkpoints_EQ, "keep-checkpoints"},
    {OPT_resume, "resume"},
    {OPT_init_EQ, "init"},
    {OPT_fetch_state_EQ, "fetch-state"},
    {OPT_check_replicas, "check-replicas"},
    {OPT_shard_state, "shard-state"},
    {OPT_summaries_EQ, "summaries"},
    {OPT_summary_steps_EQ, "summary-steps"},
    {OPT_plot_EQ, "plot"},
    {OPT_log_EQ, "log"},
    {OPT_log_every_EQ, "log-every"},
};

/// `--data FILE`, `--data images=FILE,labels=FILE`. What is before `=` is an
/// input unless it is part of a path.
static void readData(StringRef text, std::vector<data::DataFile> &out) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [input, file] = part.split('=');
    if (file.empty() || input.contains('/'))
      out.push_back({part.str(), ""});
    else
      out.push_back({file.str(), input.str()});
  }
}

/// Words that stand for numbers.
static llvm::Error readClassNames(StringRef text,
                                  trainer::TrainingOptions &out) {
  llvm::StringSet<> known;
  for (StringRef name : llvm::split(text, ',')) {
    if (name.empty() || !known.insert(name).second)
      return llvm::createStringError(
          "option `--classes` takes a number, or different names with commas "
          "between them, not `" +
          text + "`");
    out.text.classes.push_back(name.str());
  }
  out.classes = known.size();
  return llvm::Error::success();
}

static llvm::Error readNumbers(const InputArgList &arguments, RunOptions &all,
                               trainer::TrainingOptions &out) {
  auto read = [&](OptionId id, StringRef name, int64_t least, auto &value) {
    return readNumber(arguments, id, name, least, value);
  };
  // The first number that cannot be read is told.
  llvm::Error error = read(OPT_steps_EQ, "steps", 0, all.steps);
  auto next = [&](OptionId id, StringRef name, auto &value) {
    if (!error)
      error = read(id, name, 1, value);
  };
  next(OPT_iterations_per_loop_EQ, "iterations-per-loop",
       all.iterationsPerLoop);
  next(OPT_fake_examples_EQ, "fake-examples", out.fakeExamples);
  StringRef classes = arguments.getLastArgValue(OPT_classes_EQ);
  if (!classes.contains(','))
    next(OPT_classes_EQ, "classes", out.classes);
  else if (!error)
    error = readClassNames(classes, out);
  next(OPT_eval_steps_EQ, "eval-steps", out.evaluationSteps);
  next(OPT_patience_EQ, "patience", out.patience);
  next(OPT_checkpoint_steps_EQ, "checkpoint-steps", out.checkpointSteps);
  next(OPT_checkpoint_seconds_EQ, "checkpoint-seconds", out.checkpointSeconds);
  next(OPT_keep_checkpoints_EQ, "keep-checkpoints", out.keptCheckpoints);
  next(OPT_summary_steps_EQ, "summary-steps", out.summarySteps);
  next(OPT_log_every_EQ, "log-every", out.logEvery);
  next(OPT_shuffle_buffer_EQ, "shuffle-buffer", out.pipeline.shuffleBuffer);
  next(OPT_interleave_EQ, "interleave", out.pipeline.interleave);
  next(OPT_prefetch_EQ, "prefetch", out.prefetch);
  next(OPT_data_threads_EQ, "data-threads", out.pipeline.threads);
  next(OPT_random_crop_EQ, "random-crop", out.pipeline.images.crop);
  if (!error && arguments.hasArg(OPT_seed_EQ))
    error = read(OPT_seed_EQ, "seed", 0, out.seed);
  return error;
}

/// What means nothing for a program.
static constexpr WordOption GraphWords[] = {
    {OPT_graph_EQ, "graph"},
    {OPT_config_EQ, "config"},
    {OPT_isolated, "isolated"},
    {OPT_train_op_EQ, "train-op"},
    {OPT_loss_EQ, "loss"},
    {OPT_outputs_EQ, "outputs"},
    {OPT_optimizer_EQ, "optimizer"},
    {OPT_learning_rate_EQ, "learning-rate"},
    {OPT_training_EQ, "training"},
    {OPT_batch_size_EQ, "batch-size"},
    {OPT_folded_batch_EQ, "folded-batch"},
    {OPT_input_shape_EQ, "input-shape"},
    {OPT_feed_EQ, "feed"},
    {OPT_initial_EQ, "initial"},
    {OPT_form_EQ, "form"},
    {OPT_metrics_EQ, "metrics"},
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

/// What is said of a launch, and not of the training that it starts.
static constexpr WordOption LaunchWords[] = {
    {OPT_job_name_EQ, "job-name"},
    {OPT_image_EQ, "image"},
    {OPT_volume_EQ, "volume"},
};

/// The command line of the processes that are launched, each option in its one
/// spelling.
static std::vector<std::string>
launchedArguments(const InputArgList &arguments) {
  std::vector<std::string> out = {arguments.getLastArgValue(OPT_INPUT).str()};
  for (const Arg *argument : arguments) {
    unsigned id = argument->getOption().getID();
    bool isOfLaunch = id == OPT_INPUT || id == OPT_emit_EQ ||
                      llvm::any_of(LaunchWords, [&](const WordOption &word) {
                        return word.id == id;
                      });
    if (isOfLaunch)
      continue;
    std::string text = argument->getOption().getPrefixedName().str();
    out.push_back(argument->getNumValues() == 0 ? text
                                                : text + argument->getValue());
  }
  return out;
}

/// What `--emit` of a launcher needs.
static llvm::Error readLaunch(const InputArgList &arguments, RunOptions &all) {
  std::optional<launch::Launcher> launcher = launch::launcherNamed(all.emit);
  if (!launcher) {
    for (const WordOption &word : LaunchWords)
      if (arguments.hasArg(word.id))
        return llvm::createStringError(
            "option `--" + word.name +
            "` is for `--emit=jobset`, `vertex`, `xpk` and `slurm`");
    return llvm::Error::success();
  }
  static constexpr WordOption Others[] = {
      {OPT_process_EQ, "process"},
      {OPT_device_EQ, "device"},
      {OPT_evaluate, "evaluate"},
      {OPT_predict_EQ, "predict"},
  };
  for (const WordOption &word : Others)
    if (arguments.hasArg(word.id))
      return llvm::createStringError("`--emit=" + all.emit +
                                     "` launches a training on the machines of "
                                     "a job, and takes no `--" +
                                     word.name + "`");
  if (!all.graph)
    return llvm::createStringError("`--emit=" + all.emit +
                                   "` is for jobs and graphs");
  launch::LaunchRequest &out = all.graph->launch.emplace();
  out.launcher = *launcher;
  out.name = arguments.getLastArgValue(OPT_job_name_EQ).str();
  out.image = arguments.getLastArgValue(OPT_image_EQ).str();
  out.arguments = launchedArguments(arguments);
  for (StringRef text : arguments.getAllArgValues(OPT_volume_EQ)) {
    auto [name, folder] = text.split(':');
    if (name.empty() || !folder.starts_with("/"))
      return llvm::createStringError(
          "option `--volume` takes NAME:/FOLDER, not `" + text + "`");
    out.volumes.push_back({name.str(), folder.str()});
  }
  return llvm::Error::success();
}

/// A job or a graph is always trained, and any input can be read and checked.
static llvm::Error readGraph(const InputArgList &arguments, RunOptions &all) {
  StringRef input = arguments.getLastArgValue(OPT_INPUT);
  std::optional<Phase> shown = phaseNamed(all.emit);
  bool isCompiled = shown && *shown <= Phase::Check;
  bool isFolder = llvm::sys::fs::is_directory(input);
  if (!isCompiled && !arguments.hasArg(OPT_graph_EQ) && !isFolder &&
      !isGraphOrJob(input)) {
    for (const WordOption &word : GraphWords)
      if (arguments.hasArg(word.id))
        return llvm::createStringError("option `--" + word.name +
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
  out.feeds = arguments.getAllArgValues(OPT_feed_EQ);
  out.initialValues = arguments.getAllArgValues(OPT_initial_EQ);
  out.replicas = all.replicas;
  if (llvm::Error error = readNumber(arguments, OPT_batch_size_EQ, "batch-size",
                                     1, out.batchSize))
    return error;
  return readNumber(arguments, OPT_folded_batch_EQ, "folded-batch", 1,
                    out.foldedBatch);
}

/// Options that go with each other.
static llvm::Error checkEvaluation(const InputArgList &arguments,
                                   const RunOptions &all) {
  struct Need {
    OptionId option;
    StringRef name;
    OptionId needed;
    StringRef neededName;
  };
  static constexpr Need Needs[] = {
      {OPT_eval_steps_EQ, "eval-steps", OPT_eval_data_EQ, "eval-data"},
      {OPT_monitor_EQ, "monitor", OPT_eval_data_EQ, "eval-data"},
      {OPT_patience_EQ, "patience", OPT_eval_steps_EQ, "eval-steps"},
  };
  for (const Need &need : Needs)
    if (arguments.hasArg(need.option) && !arguments.hasArg(need.needed))
      return llvm::createStringError("`--" + need.name + "` needs `--" +
                                     need.neededName + "`");
  bool isEvaluated = all.evaluates || arguments.hasArg(OPT_eval_data_EQ);
  if (arguments.hasArg(OPT_metrics_EQ) && !isEvaluated && all.emit.empty())
    return llvm::createStringError(
        "`--metrics` needs `--eval-data` or `--evaluate`");
  if (!all.isUsed())
    return llvm::Error::success();
  static constexpr WordOption Training[] = {
      {OPT_train, "train"},
      {OPT_steps_EQ, "steps"},
      {OPT_eval_steps_EQ, "eval-steps"},
      {OPT_monitor_EQ, "monitor"},
      {OPT_iterations_per_loop_EQ, "iterations-per-loop"},
      {OPT_no_shuffle, "no-shuffle"},
      {OPT_keep_remainder, "keep-remainder"},
      {OPT_shuffle_buffer_EQ, "shuffle-buffer"},
      {OPT_interleave_EQ, "interleave"},
      {OPT_prefetch_EQ, "prefetch"},
      {OPT_random_resized_crop_EQ, "random-resized-crop"},
      {OPT_random_flip, "random-flip"},
      {OPT_checkpoint_steps_EQ, "checkpoint-steps"},
      {OPT_checkpoint_seconds_EQ, "checkpoint-seconds"},
      {OPT_keep_checkpoints_EQ, "keep-checkpoints"},
      {OPT_check_replicas, "check-replicas"},
      {OPT_shard_state, "shard-state"},
      {OPT_log_every_EQ, "log-every"},
      {OPT_resume, "resume"},
      {OPT_fetch_state_EQ, "fetch-state"},
      {OPT_export_EQ, "export"},
      {OPT_summaries_EQ, "summaries"},
      {OPT_plot_EQ, "plot"},
      {OPT_fake_data, "fake-data"},
      {OPT_process_EQ, "process"},
      {OPT_coordinator_EQ, "coordinator"},
  };
  for (const WordOption &word : Training)
    if (arguments.hasArg(word.id))
      return llvm::createStringError(
          "option `--" + word.name + "` is for trainings, and `--" +
          (all.evaluates ? "evaluate" : "predict") + "` does without");
  if (!all.operationTimes.empty())
    return llvm::createStringError("option `--timing=" + all.operationTimes +
                                   "` is for programs and trainings");
  if (arguments.hasArg(OPT_init_EQ) && arguments.hasArg(OPT_checkpoints_EQ))
    return llvm::createStringError(
        "`--init` and `--checkpoints` exclude each other: one of them says "
        "what is used");
  return llvm::Error::success();
}

static llvm::Error readTraining(const InputArgList &arguments,
                                RunOptions &all) {
  all.evaluates = arguments.hasArg(OPT_evaluate);
  bool isUsed = all.evaluates || arguments.hasArg(OPT_predict_EQ);
  if (!arguments.hasArg(OPT_train) && !all.graph && !isUsed) {
    for (const WordOption &word : TrainingWords)
      if (arguments.hasArg(word.id))
        return llvm::createStringError("option `--" + word.name +
                                       "` is one of `--train`");
    if (all.emit == "devrt")
      return llvm::createStringError("`--emit=devrt` shows a `--train`");
    return llvm::Error::success();
  }
  trainer::TrainingOptions &out = all.training.emplace();
  if (llvm::Error error = readNumbers(arguments, all, out))
    return error;
  out.predictions = arguments.getLastArgValue(OPT_predict_EQ).str();
  if (llvm::Error error = checkEvaluation(arguments, all))
    return error;
  if (!all.steps && !all.graph && !isUsed)
    return llvm::createStringError("`--train` needs `--steps`");
  out.steps = all.steps.value_or(out.steps);
  out.iterationsPerLoop = all.iterationsPerLoop.value_or(out.iterationsPerLoop);
  for (const std::string &text : arguments.getAllArgValues(OPT_data_EQ))
    readData(text, out.data);
  for (const std::string &text : arguments.getAllArgValues(OPT_eval_data_EQ))
    readData(text, out.heldOut);
  out.monitor = arguments.getLastArgValue(OPT_monitor_EQ, "loss").str();
  out.isFakeData = all.fakeData;
  if (out.isFakeData && !out.data.empty())
    return llvm::createStringError(
        "`--data` and `--fake-data` exclude each other");
  out.isShuffled = !arguments.hasArg(OPT_no_shuffle);
  out.keepsRemainder = arguments.hasArg(OPT_keep_remainder);
  if (llvm::Error error = readScale(arguments, all, out.scale))
    return error;
  if (llvm::Error error = readPipeline(arguments, out))
    return error;
  out.checkpoints = arguments.getLastArgValue(OPT_checkpoints_EQ).str();
  out.isResumed = arguments.hasArg(OPT_resume);
  if (out.isResumed && out.checkpoints.empty())
    return llvm::createStringError("`--resume` needs `--checkpoints`");
  out.init = arguments.getLastArgValue(OPT_init_EQ).str();
  out.fetchedState = arguments.getLastArgValue(OPT_fetch_state_EQ).str();
  out.checksReplicas = arguments.hasArg(OPT_check_replicas);
  out.keepsParts = arguments.hasArg(OPT_shard_state);
  out.summaries = arguments.getLastArgValue(OPT_summaries_EQ).str();
  out.plot = arguments.getLastArgValue(OPT_plot_EQ).str();
  StringRef log = arguments.getLastArgValue(OPT_log_EQ);
  if (log == "progress")
    out.log = trainer::LogKind::Progress;
  else if (log == "json")
    out.log = trainer::LogKind::Json;
  else if (log == "none")
    out.log = trainer::LogKind::None;
  out.isShared = all.processCount > 1;
  all.exported = arguments.getLastArgValue(OPT_export_EQ).str();
  out.replicas = all.replicas;
  out.checksMemory = all.checkMemory;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static llvm::Error readAll(const InputArgList &arguments, RunOptions &out) {
  if (llvm::Error error = readDevice(arguments, out))
    return error;
  if (llvm::Error error = readProcess(arguments, out))
    return error;
  if (llvm::Error error = readJob(arguments, out))
    return error;
  if (llvm::Error error =
          readNamed(arguments, OPT_option_EQ, out.pluginOptions))
    return error;
  if (llvm::Error error =
          readNamed(arguments, OPT_compile_option_EQ, out.compileOptions))
    return error;
  if (llvm::Error error = readNumber(arguments, OPT_num_replicas_EQ,
                                     "num-replicas", 1, out.replicas))
    return error;
  if (llvm::Error error = readNumber(arguments, OPT_num_partitions_EQ,
                                     "num-partitions", 1, out.partitions))
    return error;
  if (llvm::Error error =
          readNumber(arguments, OPT_repeat_EQ, "repeat", 1, out.repeat))
    return error;
  if (llvm::Error error =
          readNumber(arguments, OPT_seed_EQ, "seed", 0, out.seed))
    return error;
  out.plugin = arguments.getLastArgValue(OPT_plugin_EQ).str();
  out.store = arguments.getLastArgValue(OPT_store_EQ).str();
  out.cacheFolder = arguments.getLastArgValue(OPT_cache_dir_EQ).str();
  out.operationTimes = arguments.getLastArgValue(OPT_timing_EQ).str();
  out.timing = arguments.hasArg(OPT_timing) || !out.operationTimes.empty();
  out.inputs = arguments.getAllArgValues(OPT_input_EQ);
  out.fakeData = arguments.hasArg(OPT_fake_data);
  StringRef output = arguments.getLastArgValue(OPT_output_EQ);
  out.output = output == "print" ? "" : output.str();
  out.emit = arguments.getLastArgValue(OPT_emit_EQ).str();
  out.checkMemory = !arguments.hasArg(OPT_no_memory_check);
  if (llvm::Error error = readGraph(arguments, out))
    return error;
  if (llvm::Error error = readLaunch(arguments, out))
    return error;
  return readTraining(arguments, out);
}

/// A folder is a SavedModel: its graph, and the variables that it begins with
/// where nothing else says so.
static llvm::Error takeSavedModel(RunOptions &all) {
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

llvm::Expected<RunOptions>
run::parseRunOptions(llvm::ArrayRef<const char *> given) {
  auto parsed = table().parse(/*command=*/"", given, spellings);
  if (!parsed)
    return parsed.takeError();
  const InputArgList &arguments = *parsed;
  RunOptions out;
  if (llvm::Error error = readAll(arguments, out))
    return error;
  if (arguments.hasArg(OPT_help))
    out.task = RunOptions::Task::Help;
  else if (arguments.hasArg(OPT_version))
    out.task = RunOptions::Task::Version;
  else if (arguments.hasArg(OPT_list_devices))
    out.task = RunOptions::Task::ListDevices;
  std::vector<std::string> modules = arguments.getAllArgValues(OPT_INPUT);
  if (out.task == RunOptions::Task::Run && modules.size() != 1)
    return llvm::createStringError(
        modules.empty() ? "no program is named"
                        : "more than one program is named: `" + modules[0] +
                              "` and `" + modules[1] + "`");
  if (!modules.empty())
    out.module = modules.front();
  if (llvm::Error error = takeSavedModel(out))
    return error;
  return out;
}
