//===- TpuEstimatorArguments.cpp - Arguments that nothing takes -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuEstimators.h"
#include "Frontend/Python/Trainers/TensorflowNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

// The parameters of all versions together.

static constexpr StringRef EstimatorParameters[] = {
    "model_fn",
    "model_dir",
    "config",
    "params",
    "use_tpu",
    "train_batch_size",
    "eval_batch_size",
    "predict_batch_size",
    "batch_axis",
    "eval_on_tpu",
    "export_to_tpu",
    "export_to_cpu",
    "warm_start_from",
    "embedding_config_spec",
    "export_saved_model_api_version",
    "experimental_exported_model_uses_all_cores",
    "experimental_export_device_assignment",
    "experimental_embedding_tables_on_cpu",
};

static constexpr StringRef ConfigParameters[] = {
    "iterations_per_loop",
    "num_shards",
    "num_cores_per_replica",
    "computation_shape",
    "per_host_input_for_training",
    "tpu_job_name",
    "initial_infeed_sleep_secs",
    "input_partition_dims",
    "eval_training_input_configuration",
    "experimental_host_call_every_n_steps",
    "experimental_allow_per_host_v2_parallel_get_next",
    "experimental_feed_hook",
};

static constexpr StringRef RunConfigParameters[] = {
    "tpu_config",
    "evaluation_master",
    "master",
    "cluster",
    "model_dir",
    "tf_random_seed",
    "save_summary_steps",
    "save_checkpoints_steps",
    "save_checkpoints_secs",
    "session_config",
    "keep_checkpoint_max",
    "keep_checkpoint_every_n_hours",
    "log_step_count_steps",
    "train_distribute",
    "device_fn",
    "protocol",
    "eval_distribute",
    "experimental_distribute",
    "experimental_max_worker_delay_secs",
    "session_creation_timeout_secs",
    "checkpoint_save_graph_def",
};

static constexpr StringRef SpecParameters[] = {
    "mode",
    "predictions",
    "loss",
    "train_op",
    "eval_metrics",
    "export_outputs",
    "scaffold_fn",
    "host_call",
    "training_hooks",
    "evaluation_hooks",
    "prediction_hooks",
};

namespace {
struct ClassParameters {
  TpuClass which;
  StringRef name;
  ArrayRef<StringRef> parameters;
};
} // namespace

static constexpr size_t ClassCount = 4;

static ArrayRef<ClassParameters> classParameters() {
  static const ClassParameters all[ClassCount] = {
      {TpuClass::Estimator, "TPUEstimator", EstimatorParameters},
      {TpuClass::Config, "TPUConfig", ConfigParameters},
      {TpuClass::RunConfig, "RunConfig", RunConfigParameters},
      {TpuClass::EstimatorSpec, "TPUEstimatorSpec", SpecParameters},
  };
  return all;
}

void python::checkEstimatorArguments(const Context &context, const Call &call) {
  TpuClass which = tpuClassOf(call.callee);
  const ClassParameters *called =
      llvm::find_if(classParameters(), [&](const ClassParameters &one) {
        return one.which == which;
      });
  if (called == classParameters().end())
    return;
  for (const Argument &argument : call.arguments) {
    if (argument.name.empty() ||
        llvm::is_contained(called->parameters, argument.name))
      continue;
    const ClassParameters *owner =
        llvm::find_if(classParameters(), [&](const ClassParameters &one) {
          return llvm::is_contained(one.parameters, argument.name);
        });
    mlir::Location place = context.at(argument.namePlace);
    if (owner != classParameters().end()) {
      (void)diag::UnknownEstimatorArgument::elsewhere(
          place, argument.name, owner->name, called->name);
      continue;
    }
    Report report = diag::UnknownEstimatorArgument::unknown(
        place, argument.name, called->name);
    std::optional<NearMatch> near =
        findNearMatch(argument.name, called->parameters);
    if (near)
      report.fix(/*safe=*/false, "write `" + near->word + "`", place,
                 near->word);
  }
}
