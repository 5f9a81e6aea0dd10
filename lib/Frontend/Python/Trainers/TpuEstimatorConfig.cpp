//===- TpuEstimatorConfig.cpp - TPUConfig and RunConfig -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// What TPUConfig does unless it is told.
static constexpr int64_t DefaultIterations = 2;
static constexpr int64_t MostCoresPerReplica = 128;

static void checkCoresPerReplica(const Context &context, const Call &config,
                                 const graph::Target *tpu) {
  const Argument *cores = configArgument(config, "num_cores_per_replica");
  if (!cores)
    return;
  const Value &value = *cores->value;
  if (value.isText() || value.kind == ValueKind::Float) {
    (void)diag::CoresPerReplica::count(context.at(*cores), printed(value));
    return;
  }
  if (!value.isInteger())
    return;
  int64_t count = value.integer;
  if (count <= 0 || count > MostCoresPerReplica ||
      !llvm::isPowerOf2_64(count)) {
    (void)diag::CoresPerReplica::count(context.at(*cores), printed(value));
    return;
  }
  if (tpu && tpu->devices && count > *tpu->devices) {
    Report report = diag::CoresPerReplica::tooMany(context.at(*cores), count,
                                                   tpu->name, *tpu->devices);
    if (tpu->location)
      report.note(tpu->location, "the TPU of the job");
  }
}

static void checkPartition(const Context &context, const Call &config) {
  const Argument *dims = configArgument(config, "input_partition_dims");
  if (!dims || dims->value->isNone() || dims->value->isUnknown())
    return;
  const Value &value = *dims->value;
  bool isKnown = value.isSequence() && !value.isOpen;
  if (isKnown && value.items.size() != 1 && value.items.size() != 2) {
    (void)diag::InputPartitionDims::length(context.at(*dims),
                                           value.items.size());
    return;
  }
  const Argument *mode = configArgument(config, "per_host_input_for_training");
  InputMode given = mode ? inputModeOf(*mode->value) : InputMode::PerHostV1;
  if (given != InputMode::PerHostV2 && given != InputMode::Unknown &&
      (mode || !config.isOpen)) {
    Report report = diag::InputPartitionDims::mode(context.at(*dims));
    if (mode)
      report.note(context.at(*mode), "another mode is given here");
    return;
  }
  const Argument *cores = configArgument(config, "num_cores_per_replica");
  if (isLeftOut(config, cores)) {
    (void)diag::InputPartitionDims::cores(context.at(*dims));
    return;
  }
  std::optional<int64_t> wanted = integerOf(cores);
  if (!isKnown || !wanted || value.items.empty())
    return;
  const Value &features = *value.items.front();
  if (!features.isSequence() || features.isOpen)
    return;
  int64_t parts = 1;
  for (const Value *item : features.items) {
    if (!item->isInteger() || item->integer <= 0 ||
        llvm::MulOverflow(parts, item->integer, parts))
      return;
  }
  if (parts == *wanted)
    return;
  Report report = diag::InputPartitionDims::parts(
      context.at(*dims), pluralize(parts, "part"), pluralize(*wanted, "core"));
  report.note(context.at(*cores), "the cores of a replica");
}

static void checkEvaluationInput(const Context &context, const Call &config) {
  const Argument *mode =
      configArgument(config, "eval_training_input_configuration");
  if (!mode)
    return;
  switch (inputModeOf(*mode->value)) {
  case InputMode::Unknown:
  case InputMode::PerHostV1:
  case InputMode::Sliced:
    return;
  case InputMode::PerShardV1:
  case InputMode::PerHostV2:
  case InputMode::Broadcast:
    break;
  }
  StringRef name = mode->value->kind == ValueKind::Name
                       ? mode->value->text.rsplit('.').second
                       : StringRef();
  (void)diag::EvaluationInput::mode(
      context.at(*mode), name.empty() ? printed(*mode->value) : name.str());
}

static void checkShards(const Context &context, const Call &config,
                        const graph::Target *tpu) {
  const Argument *shards = configArgument(config, "num_shards");
  std::optional<int64_t> count = integerOf(shards);
  if (!count)
    return;
  const Argument *cores = configArgument(config, "num_cores_per_replica");
  int64_t perReplica =
      isLeftOut(config, cores) ? 1 : integerOf(cores).value_or(0);
  std::optional<int64_t> devices = tpu ? tpu->devices : std::nullopt;
  if (*count == 1 && perReplica == 1 && devices != 1) {
    Report report = diag::NumShards::one(context.at(*shards));
    report.help("leave it out: TPUEstimator counts the cores itself");
    return;
  }
  if (!devices || perReplica <= 0 || *devices % perReplica != 0 ||
      *count == *devices / perReplica)
    return;
  Report report =
      diag::NumShards::different(context.at(*shards), *count, tpu->name,
                                 pluralize(*devices / perReplica, "replica"));
  if (tpu->location)
    report.note(tpu->location, "the TPU of the job");
  report.help("leave it out: TPUEstimator counts the cores itself");
}

/// `place` is where the number is given, or where it is left out.
static void checkLoop(mlir::Location place, int64_t iterations) {
  if (iterations > DefaultIterations)
    return;
  Report report =
      diag::IterationsPerLoop::few(place, pluralize(iterations, "step"));
  report.help("take the number of steps between two checkpoints as "
              "`iterations_per_loop`");
}

void python::checkTpuConfig(const Context &context, const Call &config,
                            const graph::Target *tpu, bool trains,
                            bool isOnTpu) {
  checkCoresPerReplica(context, config, tpu);
  checkPartition(context, config);
  checkEvaluationInput(context, config);
  if (isOnTpu)
    checkShards(context, config, tpu);

  const Argument *loop = configArgument(config, "iterations_per_loop");
  std::optional<int64_t> iterations = integerOf(loop);
  if (iterations && *iterations <= 0)
    (void)diag::IterationsPerLoop::notPositive(context.at(*loop), *iterations);
  else if (trains && iterations)
    checkLoop(context.at(*loop), *iterations);
  else if (trains && !loop && !config.isOpen)
    checkLoop(context.at(config.calleePlace), DefaultIterations);
}

void python::checkRunConfig(const Context &context, const Call &runConfig,
                            bool trains) {
  const Argument *master = runConfigArgument(runConfig, "master");
  const Argument *cluster = runConfigArgument(runConfig, "cluster");
  if (master && cluster && master->value->isText() &&
      cluster->value->kind == ValueKind::Object) {
    Report report = diag::MasterAndCluster::both(context.at(*master));
    report.note(context.at(*cluster), "`cluster` is given here");
  }

  const Argument *inner = runConfigArgument(runConfig, "tpu_config");
  if (isLeftOut(runConfig, inner) && trains) {
    checkLoop(context.at(runConfig.calleePlace), DefaultIterations);
    return;
  }
  const Call *config =
      inner ? constructorOf(inner->value, TpuClass::Config) : nullptr;
  const Argument *loop =
      config ? configArgument(*config, "iterations_per_loop") : nullptr;
  std::optional<int64_t> iterations = integerOf(loop);
  if (!iterations || *iterations <= 0)
    return;
  for (auto [name, what] :
       {std::pair<StringRef, StringRef>{"save_checkpoints_steps",
                                        "a checkpoint"},
        std::pair<StringRef, StringRef>{"save_summary_steps", "a summary"}}) {
    const Argument *given = runConfig.find(name);
    std::optional<int64_t> interval = integerOf(given);
    if (!interval || *interval <= 0 || *interval >= *iterations)
      continue;
    Report report = diag::CheckpointInterval::less(context.at(*given), what,
                                                   *interval, *iterations);
    report.note(context.at(*loop), "steps per loop of the device");
    report.help(what + " is written after " + llvm::Twine(*iterations) +
                " steps");
  }
}
