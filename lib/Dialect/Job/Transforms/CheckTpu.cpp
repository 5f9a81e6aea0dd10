//===- CheckTpu.cpp - A master and one TPU worker -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/CheckPass.h"
#include "Dialect/Job/Transforms/FieldNames.h"
#include "Dialect/Job/Transforms/Machines.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPU
#include "Dialect/Job/Transforms/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTpu : CheckPass<CheckTpu, job::impl::CheckTpuBase<CheckTpu>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkRoles(PoolOp pool);
  void checkWorker(TrainingOp training, PoolOp worker);
  void checkCores(PoolOp worker, PoolOp chief);
  void checkParameterServers(TrainingOp training);
  void checkTpuTfVersion(TrainingOp training, PoolOp pool);
};
} // namespace

static bool isTpu(const Accelerators::Row *accelerator) {
  return accelerator && accelerator->kind == Accelerators::Kind::Tpu;
}

/// The TPU belongs to the worker.
void CheckTpu::checkRoles(PoolOp pool) {
  if (pool.getRole() == Role::Worker)
    return;
  const Accelerators::Row *accelerator = acceleratorOf(pool, tables());
  bool machine = isCloudTpu(pool);
  if (!machine && !isTpu(accelerator))
    return;
  ValueAttr at =
      machine ? pool.getMachineTypeAttr() : pool.getAcceleratorTypeAttr();
  if (pool.getRole() != Role::Chief) {
    diag::TpuRole::undocumented(
        at.getLoc(), machine ? StringRef(CloudTpu) : accelerator->name,
        namesOf(pool.getRole()).noun)
        .help("use `workerType: cloud_tpu`");
    return;
  }
  Report report =
      machine ? diag::TpuAsMaster::machine(at.getLoc())
              : diag::TpuAsMaster::accelerator(at.getLoc(), accelerator->name);
  report.help("use `workerType: cloud_tpu` and another machine type for the "
              "master");
}

/// A cloud_tpu worker has eight cores of a type that the table lists.
void CheckTpu::checkCores(PoolOp worker, PoolOp chief) {
  const auto &counts = tables().aiPlatformAcceleratorCounts;
  ValueAttr type = worker.getAcceleratorTypeAttr();
  ValueAttr count = worker.getAcceleratorCountAttr();
  if (!type) {
    const MachineTypes::Row *master =
        chief ? machineOf(chief, tables()) : nullptr;
    if (count || !master || master->kind != MachineTypes::Kind::ComputeEngine)
      return;
    diag::TpuAcceleratorConfig::absent(worker.getMachineTypeAttr().getLoc(),
                                       master->name)
        .also(chief.getMachineTypeAttr().getLoc(), "Compute Engine master")
        .help("add `workerConfig.acceleratorConfig` with `type: TPU_V2` and "
              "`count: 8`");
    return;
  }
  const Accelerators::Row *accelerator = acceleratorOf(worker, tables());
  // An unknown accelerator has a finding already.
  if (!accelerator || !accelerator->aiPlatform)
    return;
  llvm::SmallVector<std::string> offers;
  for (const auto &row : counts.withMachineType(CloudTpu))
    offers.push_back(joinNumbers(row.counts, "or") + " x " +
                     row.accelerator.str());
  const auto *row = counts.find(CloudTpu, accelerator->name);
  if (!row && isTpu(accelerator)) {
    cite(diag::TpuAcceleratorConfig::undocumented(type.getLoc(),
                                                  accelerator->name),
         counts)
        .help("documented are " + joinWords(offers, "and"));
    return;
  }
  std::optional<int64_t> given = knownInteger(count);
  if (row && (!given || llvm::is_contained(row->counts, *given)))
    return;
  std::string offered = joinWords(offers, "and");
  Report report = cite(
      row ? diag::TpuAcceleratorConfig::notOffered(
                count.getLoc(), count.getText(), accelerator->name, offered)
          : diag::TpuAcceleratorConfig::wrongType(type.getLoc(),
                                                  accelerator->name, offered),
      counts);
  report.also(worker.getMachineTypeAttr().getLoc(), "on this worker");
  if (row)
    report.fix(/*safe=*/false, "use 8 cores", count.getLocation(),
               std::to_string(row->counts.front()));
}

void CheckTpu::checkWorker(TrainingOp training, PoolOp worker) {
  ValueAttr replicas = worker.getReplicasAttr();
  std::optional<int64_t> count = knownInteger(replicas);
  if (!replicas) {
    diag::TpuWorkerCount::absent(worker.getMachineTypeAttr().getLoc())
        .help("add `workerCount: 1`");
  } else if (count && *count != 1) {
    diag::TpuWorkerCount::wrong(replicas.getLoc(), *count)
        .also(worker.getMachineTypeAttr().getLoc(), "TPU worker")
        .fix(/*safe=*/false, "use one worker", replicas.getLocation(), "1");
  }
  checkCores(worker, training.getPool(Role::Chief));
}

void CheckTpu::checkParameterServers(TrainingOp training) {
  PoolOp servers = training.getPool(Role::ParameterServer);
  if (!servers)
    return;
  std::optional<int64_t> count = knownInteger(servers.getReplicasAttr());
  if (!count || *count <= 0)
    return;
  Report report = diag::TpuParameterServer::given(
      servers.getReplicasAttr().getLoc(), *count);
  PoolOp worker = training.getPool(Role::Worker);
  if (isCloudTpu(worker))
    report.also(worker.getMachineTypeAttr().getLoc(), "TPU worker");
  else
    report.also(training.getScaleTierAttr().getLoc(), "TPU tier");
  report.help("remove the parameter servers");
}

/// The TPU of a custom container has to know its TensorFlow; nothing else may.
void CheckTpu::checkTpuTfVersion(TrainingOp training, PoolOp pool) {
  ValueAttr version = pool.getTpuTfVersionAttr();
  PoolOp chief = training.getPool(Role::Chief);
  ValueAttr image = pool.getImageAttr();
  if (!image && chief)
    image = chief.getImageAttr();
  bool tpuWorker = pool.getRole() == Role::Worker && isCloudTpu(pool);
  if (tpuWorker && image && !version) {
    diag::TpuTfVersion::missing(pool.getMachineTypeAttr().getLoc())
        .also(image.getLoc(), "custom container")
        .help("add `workerConfig.tpuTfVersion` with the runtime version whose "
              "TensorFlow the container has");
    return;
  }
  // A machine type that is not known may turn out to be a TPU.
  ValueAttr machine = pool.getMachineTypeAttr();
  bool mayBeTpu = pool.getRole() == Role::Worker &&
                  (tpuWorker || !machine || !machine.getKnown());
  if (version && !(mayBeTpu && image))
    diag::TpuTfVersion::misplaced(version.getLoc()).help("remove it");
}

void CheckTpu::check(TrainingOp training) {
  for (PoolOp pool : training.getPools()) {
    checkRoles(pool);
    checkTpuTfVersion(training, pool);
  }
  PoolOp worker = training.getPool(Role::Worker);
  if (isCloudTpu(worker))
    checkWorker(training, worker);
  if (isTpuJob(training))
    checkParameterServers(training);
}

std::unique_ptr<mlir::Pass> job::createCheckTpu(const CheckContext &context) {
  return std::make_unique<CheckTpu>(context);
}
