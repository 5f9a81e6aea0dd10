//===- TrainerOptions.cpp - What a job tells its trainer ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/JobToTarget/JobTarget.h"
#include "llvm/ADT/StringSwitch.h"

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

static void setNumber(std::optional<graph::Located<int64_t>> &slot,
                      const TrainerOption &option) {
  int64_t number;
  // What is no number is the trainer's to refuse.
  if (StringRef(option.value).getAsInteger(10, number))
    slot.reset();
  else
    slot = {number, option.location};
}

static void setText(std::optional<graph::Located<std::string>> &slot,
                    const TrainerOption &option) {
  slot = {option.value, option.location};
}

/// The names are those of TPUEstimator's parameters and of the flags that the
/// public trainers of TensorFlow have for them.
static void apply(const TrainerOption &option, TrainingValues &values) {
  using Setter = void (*)(const TrainerOption &, TrainingValues &);
  auto set =
      llvm::StringSwitch<Setter>(option.name)
          .Cases({"batch_size", "train_batch_size"},
                 [](const TrainerOption &o, TrainingValues &v) {
                   setNumber(v.batchSize, o);
                 })
          .Cases({"iterations", "iterations_per_loop", "steps_per_execution"},
                 [](const TrainerOption &o, TrainingValues &v) {
                   setNumber(v.iterationsPerLoop, o);
                 })
          .Cases({"train_steps", "max_steps", "steps"},
                 [](const TrainerOption &o, TrainingValues &v) {
                   setNumber(v.steps, o);
                 })
          .Case("save_checkpoints_steps",
                [](const TrainerOption &o, TrainingValues &v) {
                  setNumber(v.checkpointSteps, o);
                })
          .Case("data_dir", [](const TrainerOption &o,
                               TrainingValues &v) { setText(v.dataDir, o); })
          .Case("model_dir", [](const TrainerOption &o,
                                TrainingValues &v) { setText(v.modelDir, o); })
          .Default(nullptr);
  if (set)
    set(option, values);
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
    const AiPlatformRuntimeVersions::Row *row =
        tables.aiPlatformRuntimeVersions.find(*version);
    // A runtime version is called after its TensorFlow.
    if (row)
      values.frameworkVersion = {
          row->tensorflow.empty() ? row->version.str() : row->tensorflow.str(),
          runtime.getLocation()};
  }
  return values;
}
