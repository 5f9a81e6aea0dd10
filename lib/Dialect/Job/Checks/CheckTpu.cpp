//===- CheckTpu.cpp - A master and one TPU worker -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Tpu.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPU
#include "Dialect/Job/Checks/Passes.h.inc"
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
  void checkTpuTfVersion(TrainingOp training);
  bool mayBeOnTpu(TrainingOp training);
};
} // namespace

static bool isTpu(const Accelerators::Row *accelerator) {
  return accelerator && accelerator->aiPlatform &&
         accelerator->kind == Accelerators::Kind::Tpu;
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
        namesOf(pool).noun)
        .help(useTpuWorker(pool));
    return;
  }
  Report report =
      machine ? diag::TpuAsMaster::machine(at.getLoc())
              : diag::TpuAsMaster::accelerator(at.getLoc(), accelerator->name);
  report.help(useTpuWorker(pool) + " and another machine type for the master");
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
        .note(chief.getMachineTypeAttr().getLoc(), "Compute Engine master")
        .help("add `" + namesOf(worker).accelerator +
              "` with `type: TPU_V2` and `count: 8`");
    return;
  }
  const Accelerators::Row *accelerator = acceleratorOf(worker, tables());
  // An unknown accelerator has a finding already.
  if (!accelerator || !accelerator->aiPlatform)
    return;
  llvm::SmallVector<std::string> offers;
  for (const auto &row : counts.withMachineType(CloudTpu))
    offers.push_back(formatNumbers(row.counts, "or") + " x " +
                     row.accelerator.str());
  const auto *row = counts.find(CloudTpu, accelerator->name);
  if (!row && isTpu(accelerator)) {
    cite(diag::TpuAcceleratorConfig::undocumented(type.getLoc(),
                                                  accelerator->name),
         counts)
        .help("documented are " + formatList(offers, "and"));
    return;
  }
  if (row && !count) {
    cite(diag::TpuAcceleratorConfig::noCount(type.getLoc(), accelerator->name),
         counts)
        .help("add `count: " + std::to_string(row->counts.front()) + "`");
    return;
  }
  std::optional<int64_t> given = knownInteger(count);
  if (row && (!given || llvm::is_contained(row->counts, *given)))
    return;
  std::string offered = formatList(offers, "and");
  Report report = cite(
      row ? diag::TpuAcceleratorConfig::notOffered(
                count.getLoc(), count.getText(), accelerator->name, offered)
          : diag::TpuAcceleratorConfig::wrongType(type.getLoc(),
                                                  accelerator->name, offered),
      counts);
  report.note(worker.getMachineTypeAttr().getLoc(), "on this worker");
  if (row)
    report.fix(/*safe=*/false, "use 8 cores", count.getLocation(),
               std::to_string(row->counts.front()));
}

void CheckTpu::checkWorker(TrainingOp training, PoolOp worker) {
  ValueAttr replicas = worker.getReplicasAttr();
  std::optional<int64_t> count = knownInteger(replicas);
  if (!replicas) {
    StringRef one = settingOf(training, /*value=*/{}, "workerCount", "1");
    diag::TpuWorkerCount::absent(worker.getMachineTypeAttr().getLoc(), one)
        .help("add `" + one + "`");
  } else if (count && *count >= 0 && *count != 1) {
    diag::TpuWorkerCount::wrong(replicas.getLoc(),
                                namesOf(worker, replicas).replicas, *count)
        .note(worker.getMachineTypeAttr().getLoc(), "TPU worker")
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
  ValueAttr replicas = servers.getReplicasAttr();
  Report report = diag::TpuParameterServer::given(
      replicas.getLoc(), namesOf(servers, replicas).replicas, *count);
  PoolOp worker = training.getPool(Role::Worker);
  if (isCloudTpu(worker))
    report.note(worker.getMachineTypeAttr().getLoc(), "TPU worker");
  else
    report.note(training.getScaleTierAttr().getLoc(), "TPU tier");
  report.help("remove the parameter servers");
}

/// The TPU of a custom container has to know its TensorFlow; nothing else may.
void CheckTpu::checkTpuTfVersion(TrainingOp training) {
  bool tpuTier = tierOf(training) == StringRef("BASIC_TPU");
  PoolOp worker = training.getPool(Role::Worker);
  PoolOp chief = training.getPool(Role::Chief);
  ValueAttr image = worker ? worker.getImageAttr() : ValueAttr();
  if (!image && chief)
    image = chief.getImageAttr();
  ValueAttr version = worker ? worker.getTpuTfVersionAttr() : ValueAttr();
  bool onTpu =
      tpuTier || (choosesMachines(training, tables()) && isCloudTpu(worker));
  if (onTpu && image && image.getKnown() && !version) {
    ValueAttr tpu =
        tpuTier ? training.getScaleTierAttr() : worker.getMachineTypeAttr();
    diag::TpuTfVersion::missing(tpu.getLoc(),
                                nameOrFlagOf(training, "tpuTfVersion"))
        .note(image.getLoc(), "custom container")
        .help("add `" + nameOrFlagOf(training, "workerConfig.tpuTfVersion") +
              "` with the runtime version whose "
              "TensorFlow the container has");
  }
  for (PoolOp pool : training.getPools()) {
    ValueAttr given = pool.getTpuTfVersionAttr();
    if (!given || !given.getKnown())
      continue;
    // The command line may bring the image, unless there is a runtime version.
    bool mayHaveImage = image || !training.getRuntimeVersionAttr();
    bool hasPlace = pool == worker && mayHaveImage && mayBeOnTpu(training);
    if (!hasPlace)
      diag::TpuTfVersion::misplaced(given.getLoc(),
                                    nameOrFlagOf(training, "tpuTfVersion"))
          .help("remove it");
  }
}

/// False if the workers certainly have no TPU. A tier or a machine type that is
/// not known, or not in the file, may turn out to bring one.
bool CheckTpu::mayBeOnTpu(TrainingOp training) {
  if (tierOf(training) == StringRef("BASIC_TPU"))
    return true;
  if (!choosesMachines(training, tables()))
    return false;
  ValueAttr machine = training.getPool(Role::Worker).getMachineTypeAttr();
  if (machine)
    return !machine.getKnown() || *machine.getString() == CloudTpu ||
           !tables().machineTypes.find(*machine.getString());
  return tierOf(training) != StringRef("CUSTOM");
}

void CheckTpu::check(TrainingOp training) {
  for (PoolOp pool : training.getPools())
    checkRoles(pool);
  checkTpuTfVersion(training);
  PoolOp worker = training.getPool(Role::Worker);
  if (isCloudTpu(worker) && choosesMachines(training, tables()))
    checkWorker(training, worker);
  if (isTpuJob(training))
    checkParameterServers(training);
}

Check job::checkTpu() { return Check::of<CheckTpu>(); }
