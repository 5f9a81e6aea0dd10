//===- CheckWorkerPools.cpp - The worker pools of Vertex AI are complete --===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Machines.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/WorkerPools.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKWORKERPOOLS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckWorkerPools
    : CheckPass<CheckWorkerPools,
                job::impl::CheckWorkerPoolsBase<CheckWorkerPools>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  void checkPool(TrainingOp training, PoolOp pool);
  void checkHost(PoolOp pool);
};
} // namespace

static bool isEmpty(PoolOp pool) {
  return llvm::none_of(pool->getAttrs(), [](mlir::NamedAttribute attribute) {
    return llvm::isa<ValueAttr>(attribute.getValue());
  });
}

static void checkReplicas(TrainingOp training, PoolOp pool) {
  ValueAttr replicas = pool.getReplicasAttr();
  std::optional<int64_t> count = knownInteger(replicas);
  // A number below zero is a finding of the schema.
  if (!count || *count < 0)
    return;
  StringRef field = nameOrFlagOf(training, "replicaCount");
  if (pool.getRole() == Role::Chief) {
    if (*count != 1)
      diag::PrimaryReplicaCount::notOne(replicas.getLoc(), field, *count)
          .help(*count > 1 ? "move the other " + std::to_string(*count - 1) +
                                 " to a second worker pool"
                           : "it is the primary replica");
    return;
  }
  if (*count == 0 && pool.getMachineTypeAttr())
    diag::MachineTypeWithoutCount::zero(pool.getMachineTypeAttr().getLoc(),
                                        nameOrFlagOf(training, "machineType"),
                                        field)
        .note(replicas.getLoc(), "no replicas");
  else if (pool.getRole() == Role::Evaluator && *count > 1)
    diag::EvaluatorCount::several(replicas.getLoc(), field, *count);
}

void CheckWorkerPools::checkHost(PoolOp pool) {
  const Accelerators::Row *accelerator = acceleratorOf(pool, tables());
  bool isGpu = accelerator && accelerator->kind == Accelerators::Kind::Gpu &&
               knownInteger(pool.getAcceleratorCountAttr()).value_or(0) > 0;
  ValueAttr machine = pool.getMachineTypeAttr();
  if (isGpu && knownString(machine) == StringRef(VertexSmallHost))
    diag::SmallGpuHost::logging(machine.getLoc(), VertexSmallHost)
        .note(pool.getAcceleratorTypeAttr().getLoc(), "a GPU");
}

void CheckWorkerPools::checkPool(TrainingOp training, PoolOp pool) {
  if (isEmpty(pool)) {
    // Only the first one is imported if it is empty.
    diag::EmptyPrimaryPool::empty(pool.getLoc())
        .help("the first pool holds the primary replica; leave out others");
    return;
  }
  StringRef config = namesOf(pool).config;
  bool isField = !training.getFromFlagsAttr();
  std::string name = isField ? "`" + config.str() + "`" : config.str();
  if (!pool.getMachineTypeAttr() && !training.getPersistentResourceAttr())
    diag::MissingField::missing(
        pool.getLoc(), name, nameOrFlagOf(training, "machineSpec.machineType"));
  if (!pool.getTaskAttr())
    diag::WorkerPoolTask::none(pool.getLoc(), name,
                               nameOfField(training, "containerSpec"),
                               nameOfField(training, "pythonPackageSpec"))
        .help("add a `" + nameOfField(training, "containerSpec") +
              "` with its `" + nameOfField(training, "imageUri") + "`");
  checkReplicas(training, pool);
  checkHost(pool);
}

void CheckWorkerPools::check(TrainingOp training) {
  for (PoolOp pool : training.getPools())
    checkPool(training, pool);
}

Check job::checkWorkerPools() { return Check::of<CheckWorkerPools>(); }
