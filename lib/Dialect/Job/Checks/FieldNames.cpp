//===- FieldNames.cpp - What users call the parts of a job ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/FieldNames.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

const RoleNames &trainlint::job::namesOf(Role role) {
  static constexpr RoleNames Names[] = {
      {"the master", "masterType", "", "masterConfig",
       "masterConfig.acceleratorConfig", "masterConfig.imageUri"},
      {"the workers", "workerType", "workerCount", "workerConfig",
       "workerConfig.acceleratorConfig", "workerConfig.imageUri"},
      {"the parameter servers", "parameterServerType", "parameterServerCount",
       "parameterServerConfig", "parameterServerConfig.acceleratorConfig",
       "parameterServerConfig.imageUri"},
      {"the evaluators", "evaluatorType", "evaluatorCount", "evaluatorConfig",
       "evaluatorConfig.acceleratorConfig", "evaluatorConfig.imageUri"},
  };
  return Names[static_cast<unsigned>(role)];
}

/// The names of the worker pools of Vertex AI, by position.
static const RoleNames &namesOfPosition(Role role, TrainingOp training) {
  static constexpr RoleNames Names[] = {
      {"the first worker pool", "workerPoolSpecs[0].machineSpec.machineType",
       "workerPoolSpecs[0].replicaCount", "workerPoolSpecs[0]",
       "workerPoolSpecs[0].machineSpec.acceleratorType",
       "workerPoolSpecs[0].containerSpec.imageUri"},
      {"the second worker pool", "workerPoolSpecs[1].machineSpec.machineType",
       "workerPoolSpecs[1].replicaCount", "workerPoolSpecs[1]",
       "workerPoolSpecs[1].machineSpec.acceleratorType",
       "workerPoolSpecs[1].containerSpec.imageUri"},
      {"the third worker pool", "workerPoolSpecs[2].machineSpec.machineType",
       "workerPoolSpecs[2].replicaCount", "workerPoolSpecs[2]",
       "workerPoolSpecs[2].machineSpec.acceleratorType",
       "workerPoolSpecs[2].containerSpec.imageUri"},
      {"the fourth worker pool", "workerPoolSpecs[3].machineSpec.machineType",
       "workerPoolSpecs[3].replicaCount", "workerPoolSpecs[3]",
       "workerPoolSpecs[3].machineSpec.acceleratorType",
       "workerPoolSpecs[3].containerSpec.imageUri"},
  };
  static constexpr RoleNames Python[] = {
      {"the first worker pool",
       "worker_pool_specs[0].machine_spec.machine_type",
       "worker_pool_specs[0].replica_count", "worker_pool_specs[0]",
       "worker_pool_specs[0].machine_spec.accelerator_type",
       "worker_pool_specs[0].container_spec.image_uri"},
      {"the second worker pool",
       "worker_pool_specs[1].machine_spec.machine_type",
       "worker_pool_specs[1].replica_count", "worker_pool_specs[1]",
       "worker_pool_specs[1].machine_spec.accelerator_type",
       "worker_pool_specs[1].container_spec.image_uri"},
      {"the third worker pool",
       "worker_pool_specs[2].machine_spec.machine_type",
       "worker_pool_specs[2].replica_count", "worker_pool_specs[2]",
       "worker_pool_specs[2].machine_spec.accelerator_type",
       "worker_pool_specs[2].container_spec.image_uri"},
      {"the fourth worker pool",
       "worker_pool_specs[3].machine_spec.machine_type",
       "worker_pool_specs[3].replica_count", "worker_pool_specs[3]",
       "worker_pool_specs[3].machine_spec.accelerator_type",
       "worker_pool_specs[3].container_spec.image_uri"},
  };
  static constexpr RoleNames Flags[] = {
      {"the first worker pool", "machine-type", "replica-count",
       "the first --worker-pool-spec", "accelerator-type",
       "container-image-uri"},
      {"the second worker pool", "machine-type", "replica-count",
       "the second --worker-pool-spec", "accelerator-type",
       "container-image-uri"},
      {"the third worker pool", "machine-type", "replica-count",
       "the third --worker-pool-spec", "accelerator-type",
       "container-image-uri"},
      {"the fourth worker pool", "machine-type", "replica-count",
       "the fourth --worker-pool-spec", "accelerator-type",
       "container-image-uri"},
  };
  const RoleNames *names = training.getFromFlagsAttr()    ? Flags
                           : training.getFromPythonAttr() ? Python
                                                          : Names;
  return names[static_cast<unsigned>(role)];
}

/// The file in which a text stands; null if it stands nowhere.
static mlir::StringAttr fileOf(mlir::LocationAttr location) {
  mlir::StringAttr file;
  if (location)
    location.walk([&](mlir::Location part) {
      auto range = llvm::dyn_cast<mlir::FileLineColRange>(part);
      if (!range)
        return mlir::WalkResult::advance();
      file = range.getFilename();
      return mlir::WalkResult::interrupt();
    });
  return file;
}

/// True if a value stands in another file than the command whose flags give the
/// other ones.
static bool isFromNamedFile(TrainingOp training, ValueAttr value) {
  ValueAttr command = training.getFromFlagsAttr();
  return command && value &&
         fileOf(command.getLocation()) != fileOf(value.getLocation());
}

const RoleNames &trainlint::job::namesOf(PoolOp pool, ValueAttr value) {
  auto training = pool->getParentOfType<TrainingOp>();
  bool isField = training && training.getPlatform() == Platform::AIPlatform &&
                 isFromNamedFile(training, value);
  return isField ? namesOf(pool.getRole()) : namesOf(pool);
}

const RoleNames &trainlint::job::namesOf(PoolOp pool) {
  static constexpr RoleNames Flags[] = {
      {"the master", "--master-machine-type", "", "masterConfig",
       "--master-accelerator", "--master-image-uri"},
      {"the workers", "--worker-machine-type", "--worker-count", "workerConfig",
       "--worker-accelerator", "--worker-image-uri"},
      {"the parameter servers", "--parameter-server-machine-type",
       "--parameter-server-count", "parameterServerConfig",
       "--parameter-server-accelerator", "--parameter-server-image-uri"},
  };
  auto training = pool->getParentOfType<TrainingOp>();
  bool fromFlags = training && training.getFromFlagsAttr();
  if (training && training.getPlatform() == Platform::VertexAI)
    return namesOfPosition(pool.getRole(), training);
  // There is no flag for evaluators; they come from a file.
  if (!fromFlags || pool.getRole() == Role::Evaluator)
    return namesOf(pool.getRole());
  return Flags[static_cast<unsigned>(pool.getRole())];
}

/// The fields of Vertex AI that messages name, as its clients spell them.
static StringRef inPython(StringRef field) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
      Fields[] = {{"acceleratorCount", "accelerator_count"},
                  {"acceleratorType", "accelerator_type"},
                  {"baseOutputDirectory.outputUriPrefix", "base_output_dir"},
                  {"categoricalValueSpec.values", "values"},
                  {"containerSpec", "container_spec"},
                  {"discreteValueSpec.values", "values"},
                  {"imageUri", "image_uri"},
                  {"machineSpec", "machine_spec"},
                  {"machineSpec.machineType", "machine_spec.machine_type"},
                  {"machineType", "machine_type"},
                  {"maxTrialCount", "max_trial_count"},
                  {"maxValue", "max"},
                  {"minValue", "min"},
                  {"packageUris", "package_uris"},
                  {"parallelTrialCount", "parallel_trial_count"},
                  {"pythonPackageSpec", "python_package_spec"},
                  {"replicaCount", "replica_count"},
                  {"reservationAffinity", "reservation_affinity"},
                  {"tpuTopology", "tpu_topology"}};
  for (const auto &[name, spelled] : Fields) {
    if (name == field)
      return spelled;
  }
  return field;
}

StringRef trainlint::job::nameOfField(TrainingOp training,
                                      llvm::StringLiteral field) {
  return training.getFromPythonAttr() ? inPython(field) : StringRef(field);
}

StringRef trainlint::job::nameOfField(TrainingOp training,
                                      llvm::StringLiteral field,
                                      llvm::StringLiteral flag) {
  return training.getFromFlagsAttr() ? StringRef(flag)
                                     : nameOfField(training, field);
}

StringRef trainlint::job::nameOfField(TrainingOp training, ValueAttr value,
                                      llvm::StringLiteral field,
                                      llvm::StringLiteral flag) {
  return isFromNamedFile(training, value) ? StringRef(field)
                                          : nameOfField(training, field, flag);
}

std::string trainlint::job::useTpuWorker(PoolOp pool) {
  return ("use `" +
          nameOfField(pool->getParentOfType<TrainingOp>(),
                      "workerType: cloud_tpu",
                      "--worker-machine-type cloud_tpu") +
          "`")
      .str();
}
