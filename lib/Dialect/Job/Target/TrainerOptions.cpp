//===- TrainerOptions.cpp - What a job tells its trainer ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Target/JobTarget.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::job;
using graph::TrainingValues;

namespace {

/// An option of a trainer: `--name=value`, or `--name value` in two items.
struct TrainerOption {
  std::string name;
  std::string value;
  mlir::LocationAttr location;
  /// False if the value is left for somebody to fill in.
  bool isKnown = true;
};

} // namespace

/// Options are written with `_` and with `-`.
static std::string nameOf(StringRef word) {
  std::string name = word.str();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

static bool isOption(StringRef text) {
  return text.starts_with("--") && text.size() > 2;
}

/// Reads the items of a list. `--name` alone is an option with an empty value.
static void readOptions(ValueAttr arguments,
                        llvm::SmallVectorImpl<TrainerOption> &options) {
  llvm::SmallVector<ValueAttr> items = itemsOf(arguments);
  for (size_t at = 0; at < items.size(); ++at) {
    ValueAttr item = items[at];
    std::string written = item.getText();
    StringRef text = written;
    if (!isOption(text)) {
      // What stands for several words may give any option again.
      if (!item.getKnown())
        options.clear();
      continue;
    }
    auto [name, value] = text.drop_front(2).split('=');
    TrainerOption &option = options.emplace_back();
    option.name = nameOf(name);
    option.location = item.getLocation();
    option.isKnown = item.getKnown();
    if (text.contains('=')) {
      option.value = value.str();
      continue;
    }
    bool hasValue = at + 1 < items.size() && !isOption(items[at + 1].getText());
    if (!hasValue)
      continue;
    ++at;
    option.value = items[at].getText();
    option.location = items[at].getLocation();
    option.isKnown &= items[at].getKnown();
  }
}

/// What the options of public trainers are for.
static constexpr struct {
  llvm::StringLiteral name;
  std::optional<graph::Located<int64_t>> TrainingValues::*value;
} NumberOptions[] = {
    {"batch_size", &TrainingValues::batchSize},
    {"eval_batch_size", &TrainingValues::evalBatchSize},
    {"iterations", &TrainingValues::iterationsPerLoop},
    {"iterations_per_loop", &TrainingValues::iterationsPerLoop},
    {"max_steps", &TrainingValues::steps},
    {"num_cores", &TrainingValues::cores},
    {"num_shards", &TrainingValues::cores},
    {"num_tpu_cores", &TrainingValues::cores},
    {"save_checkpoints_steps", &TrainingValues::checkpointSteps},
    {"save_summary_steps", &TrainingValues::summarySteps},
    {"steps", &TrainingValues::steps},
    {"steps_per_epoch", &TrainingValues::stepsPerEpoch},
    {"steps_per_execution", &TrainingValues::stepsPerExecution},
    {"train_batch_size", &TrainingValues::batchSize},
    {"train_steps", &TrainingValues::steps},
};

static constexpr struct {
  llvm::StringLiteral name;
  std::optional<graph::Located<std::string>> TrainingValues::*value;
} TextOptions[] = {
    {"data_dir", &TrainingValues::dataDir},
    {"model_dir", &TrainingValues::modelDir},
    {"tpu_zone", &TrainingValues::tpuZone},
};

/// Files of examples, which the hosts of the devices read.
static constexpr llvm::StringLiteral FileOptions[] = {
    "eval_file",    "eval_files", "input_file",
    "predict_file", "train_file", "train_files",
};

/// Which TPU a trainer is to use.
static constexpr llvm::StringLiteral TpuOptions[] = {"master", "tpu",
                                                     "tpu_name"};

/// What spreads a model over several cores.
static constexpr llvm::StringLiteral SplitOptions[] = {
    "input_partition_dims", "mesh_shape", "model_parallelism",
    "num_cores_per_replica"};

/// A boolean as absl and argparse read it; nothing for other words.
static std::optional<bool> truthOf(StringRef text) {
  return llvm::StringSwitch<std::optional<bool>>(text.lower())
      .Cases({"", "true", "t", "1", "yes", "y"}, true)
      .Cases({"false", "f", "0", "no", "n"}, false)
      .Default(std::nullopt);
}

static void applyTruth(const TrainerOption &option, TrainingValues &values) {
  StringRef name = option.name;
  bool negated = name == "nouse_tpu" || name == "no_use_tpu";
  if (name != "use_tpu" && !negated)
    return;
  values.useTpu.reset();
  std::optional<bool> truth = truthOf(option.value);
  if (option.isKnown && truth)
    values.useTpu = {*truth != negated, option.location};
}

static void apply(const TrainerOption &option, TrainingValues &values) {
  bool isGiven = option.isKnown && !option.value.empty();
  for (const auto &known : NumberOptions) {
    if (known.name != option.name)
      continue;
    (values.*known.value).reset();
    int64_t number;
    // What is no number is the trainer's to failIfSet.
    if (isGiven && !StringRef(option.value).getAsInteger(10, number))
      values.*known.value = {number, option.location};
  }
  for (const auto &known : TextOptions) {
    if (known.name != option.name)
      continue;
    (values.*known.value).reset();
    if (isGiven)
      values.*known.value = {option.value, option.location};
  }
  if (isGiven && llvm::is_contained(FileOptions, option.name))
    values.files.push_back({option.value, option.location});
  // An empty name is that of no TPU.
  if (!option.value.empty() || !option.isKnown)
    values.namesTpu |= llvm::is_contained(TpuOptions, option.name);
  values.splitsModel |= llvm::is_contained(SplitOptions, option.name);
  applyTruth(option, values);
}

/// AI Platform runs TPUEstimator, which takes the batch of all replicas from
/// options of these names; other services run anything.
static void readServiceValues(TrainingOp training,
                              llvm::ArrayRef<TrainerOption> options,
                              TrainingValues &values) {
  bool isGlobal = llvm::any_of(options, [](const TrainerOption &option) {
    return option.name == "train_batch_size";
  });
  bool isShared = llvm::any_of(options, [](const TrainerOption &option) {
    return option.name == "batch_size";
  });
  if (training.getPlatform() != Platform::AIPlatform) {
    values.cores.reset();
    values.evalBatchSize.reset();
    return;
  }
  values.batchIsGlobal = isGlobal ? !isShared : !values.batchSize;
  ValueAttr region = training.getRegionAttr();
  if (std::optional<StringRef> name = knownString(region))
    values.region = {name->str(), region.getLocation()};
}

TrainingValues trainlint::trainingValuesOf(TrainingOp training,
                                           const Tables &tables) {
  TrainingValues values;
  llvm::SmallVector<TrainerOption> options;
  readOptions(training.getArgsAttr(), options);
  for (PoolOp pool : training.getPools()) {
    if (pool.getRole() == Role::Chief || pool.getRole() == Role::Worker)
      readOptions(pool.getContainerArgsAttr(), options);
  }
  for (const TrainerOption &option : options)
    apply(option, values);
  readServiceValues(training, options, values);

  ValueAttr runtime = training.getRuntimeVersionAttr();
  std::optional<StringRef> version = knownString(runtime);
  if (training.getPlatform() == Platform::AIPlatform && version) {
    if (std::optional<std::string> framework =
            graph::frameworkOfRuntime(*version, tables))
      values.frameworkVersion = {*framework, runtime.getLocation()};
  }
  return values;
}
