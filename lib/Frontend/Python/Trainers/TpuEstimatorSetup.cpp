//===- TpuEstimatorSetup.cpp - What a TPUEstimator is given ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// The arguments that are often given by position.
static int positionInEstimator(StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Case("model_fn", 0)
      .Case("model_dir", 1)
      .Case("config", 2)
      .Case("params", 3)
      .Case("use_tpu", 4)
      .Case("train_batch_size", 5)
      .Case("eval_batch_size", 6)
      .Case("predict_batch_size", 7)
      .Case("batch_axis", 8)
      .Case("eval_on_tpu", 9)
      .Default(-1);
}

static int positionInConfig(StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Case("iterations_per_loop", 0)
      .Case("num_shards", 1)
      .Case("num_cores_per_replica", 2)
      .Case("per_host_input_for_training", 3)
      .Case("input_partition_dims", 6)
      .Case("eval_training_input_configuration", 7)
      .Default(-1);
}

static int positionInRunConfig(StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Case("tpu_config", 0)
      .Case("evaluation_master", 1)
      .Case("master", 2)
      .Case("cluster", 3)
      .Default(-1);
}

const Argument *python::estimatorArgument(const Call &call, StringRef name) {
  return call.find(name, positionInEstimator(name));
}

const Argument *python::configArgument(const Call &call, StringRef name) {
  return call.find(name, positionInConfig(name));
}

const Argument *python::runConfigArgument(const Call &call, StringRef name) {
  return call.find(name, positionInRunConfig(name));
}

bool python::isChosen(const Argument *written) {
  return written && written->value->kind == ValueKind::Choice;
}

bool python::isLeftOut(const Call &call, const Argument *argument) {
  return argument ? argument->value->isNone() : !call.isOpen;
}

std::optional<int64_t> python::integerOf(const Argument *argument) {
  if (!argument || !argument->value->isInteger())
    return std::nullopt;
  return argument->value->integer;
}

UsesTpu python::usesTpu(const Call &estimator) {
  const Argument *given = estimatorArgument(estimator, "use_tpu");
  if (!given)
    return estimator.isOpen ? UsesTpu::Perhaps : UsesTpu::Yes;
  std::optional<bool> truth = given->value->truth();
  if (!truth)
    return UsesTpu::Perhaps;
  return *truth ? UsesTpu::Yes : UsesTpu::No;
}

InputMode python::inputModeOf(const Value &value) {
  if (value.kind == ValueKind::Bool)
    return value.boolean ? InputMode::PerHostV1 : InputMode::PerShardV1;
  if (value.isInteger() && value.integer >= 1 && value.integer <= 5)
    return static_cast<InputMode>(value.integer);
  if (value.kind != ValueKind::Name || !isTensorflowName(value.text))
    return InputMode::Unknown;
  return llvm::StringSwitch<InputMode>(value.text.rsplit('.').second)
      .Case("PER_SHARD_V1", InputMode::PerShardV1)
      .Case("PER_HOST_V1", InputMode::PerHostV1)
      .Case("PER_HOST_V2", InputMode::PerHostV2)
      .Case("BROADCAST", InputMode::Broadcast)
      .Case("SLICED", InputMode::Sliced)
      .Default(InputMode::Unknown);
}

/// The cores of a replica; 0 if nobody knows.
static int64_t coresPerReplica(const Call &config) {
  const Argument *given = configArgument(config, "num_cores_per_replica");
  if (isLeftOut(config, given))
    return 1;
  return integerOf(given).value_or(0);
}

/// The number of replicas by a TPUConfig, and by the TPU of the job.
static std::optional<Replicas> replicasOf(const Call &config,
                                          const Context &context,
                                          const graph::Target *tpu) {
  const Argument *shards = configArgument(config, "num_shards");
  if (std::optional<int64_t> count = integerOf(shards); count && *count > 1)
    return Replicas{*count, "`num_shards`", context.at(*shards)};
  int64_t cores = coresPerReplica(config);
  if (!tpu || !tpu->devices || cores <= 0 || *tpu->devices % cores != 0)
    return std::nullopt;
  return Replicas{*tpu->devices / cores, tpu->name, tpu->location};
}

bool python::trainsAndEvaluates(StringRef callee) {
  return isTensorflowName(callee) &&
         callee.ends_with("estimator.train_and_evaluate");
}

void python::forEachSpecification(
    const Call &call,
    llvm::function_ref<void(const Call &, StringRef method)> onSpec) {
  struct Part {
    StringRef name, className, method;
    int position;
  };
  for (const Part &part : {Part{"train_spec", "TrainSpec", "train", 1},
                           Part{"eval_spec", "EvalSpec", "evaluate", 2}}) {
    const Value *spec = call.value(part.name, part.position);
    if (spec && spec->kind == ValueKind::Object && spec->call &&
        isTensorflowName(spec->text) &&
        spec->text.rsplit('.').second == part.className)
      onSpec(*spec->call, part.method);
  }
}

const Call *python::estimatorOf(const Call &call) {
  if (tpuClassOf(call.callee) == TpuClass::Estimator)
    return &call;
  if (trainsAndEvaluates(call.callee))
    return constructorOf(call.value("estimator", 0), TpuClass::Estimator);
  return constructorOf(call.receiver, TpuClass::Estimator);
}

EstimatorSetup python::readSetup(const Call &estimator, const Call *written,
                                 const Context &context,
                                 const graph::Target *tpu) {
  EstimatorSetup setup;
  setup.call = &estimator;
  setup.written = written;
  if (const Argument *config = estimatorArgument(estimator, "config"))
    setup.runConfig = constructorOf(config->value, TpuClass::RunConfig);
  if (!setup.runConfig)
    return setup;
  const Argument *inner = runConfigArgument(*setup.runConfig, "tpu_config");
  if (inner)
    setup.config = constructorOf(inner->value, TpuClass::Config);
  if (!setup.config)
    return setup;
  const Argument *mode =
      configArgument(*setup.config, "per_host_input_for_training");
  if (mode)
    setup.inputMode = inputModeOf(*mode->value);
  else if (!setup.config->isOpen)
    setup.inputMode = InputMode::PerHostV1;
  setup.replicas = replicasOf(*setup.config, context, tpu);
  const Argument *shards = configArgument(*setup.config, "num_shards");
  setup.usesOneCore =
      integerOf(shards) == 1 && coresPerReplica(*setup.config) == 1;
  return setup;
}
