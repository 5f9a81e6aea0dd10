//===- TrainerOptions.cpp - What a job tells its trainer ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/JobToTarget/JobTarget.h"

using namespace trainlint;
using namespace trainlint::job;
using graph::TrainingValues;
using llvm::StringRef;

namespace {

/// An option of a trainer: `--name=value`, or `--name value` in two items.
struct TrainerOption {
  std::string name;
  std::string value;
  mlir::LocationAttr location;
};

} // namespace

/// Options are written with `_` and with `-`.
static std::string nameOf(StringRef word) {
  std::string name = word.str();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

static void readOptions(ValueAttr arguments,
                        llvm::SmallVectorImpl<TrainerOption> &options) {
  llvm::SmallVector<ValueAttr> items = itemsOf(arguments);
  for (size_t at = 0; at < items.size(); ++at) {
    std::optional<StringRef> text = items[at].getString();
    if (!text || !text->consume_front("--"))
      continue;
    auto [name, value] = text->split('=');
    if (text->contains('=')) {
      options.push_back({nameOf(name), value.str(), items[at].getLocation()});
      continue;
    }
    bool hasValue = at + 1 < items.size() && items[at + 1].getKnown();
    std::string next = hasValue ? items[at + 1].getText() : "";
    if (!hasValue || StringRef(next).starts_with("--"))
      continue;
    options.push_back({nameOf(name), next, items[at + 1].getLocation()});
  }
}

/// What the options of public trainers are for.
static constexpr struct {
  llvm::StringLiteral name;
  std::optional<graph::Located<int64_t>> TrainingValues::*value;
} NumberOptions[] = {
    {"batch_size", &TrainingValues::batchSize},
    {"iterations", &TrainingValues::iterationsPerLoop},
    {"iterations_per_loop", &TrainingValues::iterationsPerLoop},
    {"max_steps", &TrainingValues::steps},
    {"save_checkpoints_steps", &TrainingValues::checkpointSteps},
    {"steps", &TrainingValues::steps},
    {"steps_per_execution", &TrainingValues::iterationsPerLoop},
    {"train_batch_size", &TrainingValues::batchSize},
    {"train_steps", &TrainingValues::steps},
};

static constexpr struct {
  llvm::StringLiteral name;
  std::optional<graph::Located<std::string>> TrainingValues::*value;
} TextOptions[] = {
    {"data_dir", &TrainingValues::dataDir},
    {"model_dir", &TrainingValues::modelDir},
};

static void apply(const TrainerOption &option, TrainingValues &values) {
  for (const auto &known : NumberOptions) {
    int64_t number;
    if (known.name != option.name)
      continue;
    // What is no number is the trainer's to refuse.
    if (StringRef(option.value).getAsInteger(10, number))
      (values.*known.value).reset();
    else
      values.*known.value = {number, option.location};
  }
  for (const auto &known : TextOptions) {
    if (known.name == option.name)
      values.*known.value = {option.value, option.location};
  }
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

  ValueAttr runtime = training.getRuntimeVersionAttr();
  std::optional<StringRef> version = knownString(runtime);
  if (training.getPlatform() == Platform::AIPlatform && version) {
    if (std::optional<std::string> framework =
            graph::frameworkOfRuntime(*version, tables))
      values.frameworkVersion = {*framework, runtime.getLocation()};
  }
  return values;
}
