//===- TrainOptions.cpp - Options of trainings and evaluations ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/OptionReaders.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::run;
using namespace llvm::opt;

/// What means nothing without `--train`, `--evaluate` or `--predict`.
static constexpr OptionId TrainingWords[] = {
    OPT_steps_EQ,
    OPT_iterations_per_loop_EQ,
    OPT_data_EQ,
    OPT_fake_examples_EQ,
    OPT_classes_EQ,
    OPT_no_shuffle,
    OPT_keep_remainder,
    OPT_shuffle_buffer_EQ,
    OPT_interleave_EQ,
    OPT_prefetch_EQ,
    OPT_data_threads_EQ,
    OPT_columns_EQ,
    OPT_column_names_EQ,
    OPT_mean_EQ,
    OPT_std_EQ,
    OPT_image_root_EQ,
    OPT_random_crop_EQ,
    OPT_random_resized_crop_EQ,
    OPT_crop_area_EQ,
    OPT_crop_ratio_EQ,
    OPT_random_flip,
    OPT_scale_EQ,
    OPT_shift_EQ,
    OPT_no_scale,
    OPT_eval_data_EQ,
    OPT_eval_steps_EQ,
    OPT_monitor_EQ,
    OPT_patience_EQ,
    OPT_export_EQ,
    OPT_checkpoints_EQ,
    OPT_checkpoint_steps_EQ,
    OPT_checkpoint_seconds_EQ,
    OPT_keep_checkpoints_EQ,
    OPT_resume,
    OPT_init_EQ,
    OPT_fetch_state_EQ,
    OPT_check_replicas,
    OPT_shard_state,
    OPT_shard_EQ,
    OPT_summaries_EQ,
    OPT_summary_steps_EQ,
    OPT_plot_EQ,
    OPT_log_EQ,
    OPT_log_every_EQ,
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

/// `--shard dense/kernel=1`.
static llvm::Error readShardings(const InputArgList &arguments,
                                 RunOptions &all) {
  for (StringRef text : arguments.getAllArgValues(OPT_shard_EQ)) {
    auto [name, dimension] = text.rsplit('=');
    unsigned number;
    // More dimensions than a tensor has are refused where its type is known.
    if (name.empty() || dimension.getAsInteger(10, number))
      return llvm::createStringError(
          "option `--shard` takes NAME=DIMENSION with the number of a "
          "dimension from 0, such as `dense/kernel=1`, not `" +
          text + "`");
    all.shardings.push_back({name.str(), number});
  }
  return llvm::Error::success();
}

static llvm::Error readNumbers(const InputArgList &arguments, RunOptions &all,
                               trainer::TrainingOptions &out) {
  auto read = [&](OptionId id, int64_t least, auto &value) {
    return readNumber(arguments, id, least, value);
  };
  // The first number that cannot be read is told.
  llvm::Error error = read(OPT_steps_EQ, 0, all.steps);
  auto next = [&](OptionId id, auto &value) {
    if (!error)
      error = read(id, 1, value);
  };
  next(OPT_iterations_per_loop_EQ, all.iterationsPerLoop);
  next(OPT_fake_examples_EQ, out.fakeExamples);
  StringRef classes = arguments.getLastArgValue(OPT_classes_EQ);
  if (!classes.contains(','))
    next(OPT_classes_EQ, out.classes);
  else if (!error)
    error = readClassNames(classes, out);
  next(OPT_eval_steps_EQ, out.evaluationSteps);
  next(OPT_patience_EQ, out.patience);
  next(OPT_checkpoint_steps_EQ, out.checkpointSteps);
  next(OPT_checkpoint_seconds_EQ, out.checkpointSeconds);
  next(OPT_keep_checkpoints_EQ, out.keptCheckpoints);
  next(OPT_summary_steps_EQ, out.summarySteps);
  next(OPT_log_every_EQ, out.logEvery);
  next(OPT_shuffle_buffer_EQ, out.pipeline.shuffleBuffer);
  next(OPT_interleave_EQ, out.pipeline.interleave);
  next(OPT_prefetch_EQ, out.prefetch);
  next(OPT_data_threads_EQ, out.pipeline.threads);
  next(OPT_random_crop_EQ, out.pipeline.images.crop);
  if (!error && arguments.hasArg(OPT_seed_EQ))
    error = read(OPT_seed_EQ, 0, out.seed);
  return error;
}

/// Options that go with each other.
static llvm::Error checkEvaluation(const InputArgList &arguments,
                                   const RunOptions &all) {
  static constexpr std::pair<OptionId, OptionId> Needs[] = {
      {OPT_eval_steps_EQ, OPT_eval_data_EQ},
      {OPT_monitor_EQ, OPT_eval_data_EQ},
      {OPT_patience_EQ, OPT_eval_steps_EQ},
  };
  for (auto [option, needed] : Needs)
    if (arguments.hasArg(option) && !arguments.hasArg(needed))
      return llvm::createStringError("`" + spellingOf(option) + "` needs `" +
                                     spellingOf(needed) + "`");
  bool isEvaluated = all.evaluates || arguments.hasArg(OPT_eval_data_EQ);
  if (arguments.hasArg(OPT_metrics_EQ) && !isEvaluated && all.emit.empty())
    return llvm::createStringError(
        "`--metrics` needs `--eval-data` or `--evaluate`");
  if (!all.isUsed())
    return llvm::Error::success();
  static constexpr OptionId Training[] = {
      OPT_train,
      OPT_steps_EQ,
      OPT_eval_steps_EQ,
      OPT_monitor_EQ,
      OPT_iterations_per_loop_EQ,
      OPT_no_shuffle,
      OPT_keep_remainder,
      OPT_shuffle_buffer_EQ,
      OPT_interleave_EQ,
      OPT_prefetch_EQ,
      OPT_random_resized_crop_EQ,
      OPT_random_flip,
      OPT_checkpoint_steps_EQ,
      OPT_checkpoint_seconds_EQ,
      OPT_keep_checkpoints_EQ,
      OPT_check_replicas,
      OPT_shard_state,
      OPT_log_every_EQ,
      OPT_resume,
      OPT_fetch_state_EQ,
      OPT_export_EQ,
      OPT_summaries_EQ,
      OPT_plot_EQ,
      OPT_fake_data,
      OPT_process_EQ,
      OPT_coordinator_EQ,
  };
  if (std::optional<OptionId> given = firstGiven(arguments, Training))
    return llvm::createStringError(
        "option `" + spellingOf(*given) + "` is for trainings, and `--" +
        (all.evaluates ? "evaluate" : "predict") + "` does without");
  if (!all.operationTimes.empty())
    return llvm::createStringError(
        "option `" +
        (all.trace.empty() ? "--timing=" + all.operationTimes : "--trace") +
        "` is for programs and trainings");
  if (arguments.hasArg(OPT_init_EQ) && arguments.hasArg(OPT_checkpoints_EQ))
    return llvm::createStringError(
        "`--init` and `--checkpoints` exclude each other: one of them says "
        "what is used");
  return llvm::Error::success();
}

llvm::Error run::readTraining(const InputArgList &arguments, RunOptions &all) {
  all.evaluates = arguments.hasArg(OPT_evaluate);
  bool isUsed = all.evaluates || arguments.hasArg(OPT_predict_EQ);
  if (!arguments.hasArg(OPT_train) && !all.graph && !isUsed) {
    if (std::optional<OptionId> given = firstGiven(arguments, TrainingWords))
      return llvm::createStringError("option `" + spellingOf(*given) +
                                     "` is one of `--train`");
    if (all.emit == "devrt")
      return llvm::createStringError("`--emit=devrt` shows a `--train`");
    return llvm::Error::success();
  }
  trainer::TrainingOptions &out = all.training.emplace();
  if (llvm::Error error = readNumbers(arguments, all, out))
    return error;
  if (llvm::Error error = readShardings(arguments, all))
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
