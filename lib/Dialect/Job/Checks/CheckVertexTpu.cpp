//===- CheckVertexTpu.cpp - TPUs of Vertex AI -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Machines.h"
#include "Diagnostics/Messages/Slices.h"
#include "Diagnostics/Messages/WorkerPools.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKVERTEXTPU
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckVertexTpu
    : CheckPass<CheckVertexTpu, job::impl::CheckVertexTpuBase<CheckVertexTpu>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  bool hasTpu(const MachineTypes::Row &machine);
  void checkCloudTpu(PoolOp pool);
  void checkCores(PoolOp pool, const VertexCloudTpuCores::Row &cores);
  void checkTopology(PoolOp pool, const MachineTypes::Row &machine);
  void checkOtherMachine(PoolOp pool, const MachineTypes::Row &machine);
  void reportNotAttachable(PoolOp pool, const MachineTypes::Row &machine);
  std::string listMachineTypes(const Accelerators::Row &accelerator);
  void checkSinglePool(TrainingOp training, PoolOp pool);
};
} // namespace

bool CheckVertexTpu::hasTpu(const MachineTypes::Row &machine) {
  const Accelerators::Row *contained =
      tables().accelerators.find(machine.accelerator);
  return machine.vertex &&
         (machine.name == VertexCloudTpu ||
          (contained && contained->kind == Accelerators::Kind::Tpu));
}

/// The TPU that a pool names, if Vertex AI has it.
static const Accelerators::Row *vertexTpuOf(PoolOp pool, const Tables &tables) {
  const Accelerators::Row *accelerator = acceleratorOf(pool, tables);
  bool tpu = accelerator && accelerator->vertex &&
             accelerator->kind == Accelerators::Kind::Tpu;
  return tpu ? accelerator : nullptr;
}

//===----------------------------------------------------------------------===//
// The machine and its TPU
//===----------------------------------------------------------------------===//

std::string
CheckVertexTpu::listMachineTypes(const Accelerators::Row &accelerator) {
  if (tables().vertexCloudTpuCores.find(accelerator.name))
    return accelerator.name.str() + " goes with " + VertexCloudTpu.str();
  llvm::SmallVector<StringRef> machines;
  for (const MachineTypes::Row &row : tables().machineTypes.rows) {
    if (row.vertex && row.accelerator == accelerator.name)
      machines.push_back(row.name);
  }
  return machines.empty() ? ""
                          : accelerator.name.str() + " is that of " +
                                formatList(machines, "and");
}

void CheckVertexTpu::reportNotAttachable(PoolOp pool,
                                         const MachineTypes::Row &machine) {
  const Accelerators::Row &accelerator = *acceleratorOf(pool, tables());
  Report report = cite(diag::AcceleratorNotAttachable::never(
                           pool.getAcceleratorTypeAttr().getLoc(),
                           accelerator.name, machine.name),
                       tables().machineTypes);
  report.note(pool.getMachineTypeAttr().getLoc(), "to this machine type");
  std::string where = listMachineTypes(accelerator);
  if (!where.empty())
    report.help(where);
}

/// `8, and 32 and more in multiples of 32`.
static std::string describe(const VertexCloudTpuCores::Row &row) {
  std::string out = std::to_string(row.cores) + ", and " +
                    std::to_string(row.podCores) + " and more";
  if (row.podStep)
    out += " in multiples of " + std::to_string(*row.podStep);
  return out;
}

static bool isOffered(const VertexCloudTpuCores::Row &row, int64_t count) {
  if (count == row.cores)
    return true;
  return count >= row.podCores && (!row.podStep || count % *row.podStep == 0);
}

void CheckVertexTpu::checkCores(PoolOp pool,
                                const VertexCloudTpuCores::Row &cores) {
  ValueAttr given = pool.getAcceleratorCountAttr();
  if (!given) {
    StringRef field =
        nameOfField(pool->getParentOfType<TrainingOp>(), "acceleratorCount");
    diag::AcceleratorCount::countMissing(pool.getAcceleratorTypeAttr().getLoc(),
                                         cores.accelerator, field)
        .help("add `" + field + ": " + std::to_string(cores.cores) + "`");
    return;
  }
  std::optional<int64_t> count = knownInteger(given);
  if (!count || isOffered(cores, *count))
    return;
  cite(diag::CloudTpuCores::notOffered(given.getLoc(), given.getText(),
                                       cores.accelerator, describe(cores)),
       tables().vertexCloudTpuCores)
      .note(pool.getMachineTypeAttr().getLoc(), "on this machine type")
      .note(pool.getAcceleratorTypeAttr().getLoc(), "of this accelerator")
      .fix(/*safe=*/false, "use " + std::to_string(cores.cores) + " cores",
           given.getLocation(), std::to_string(cores.cores));
}

void CheckVertexTpu::checkCloudTpu(PoolOp pool) {
  auto training = pool->getParentOfType<TrainingOp>();
  ValueAttr type = pool.getAcceleratorTypeAttr();
  ValueAttr machine = pool.getMachineTypeAttr();
  // Accelerators that are counted have a finding already.
  bool counted = knownInteger(pool.getAcceleratorCountAttr()).value_or(0) != 0;
  if (!type && !counted) {
    llvm::SmallVector<StringRef> names;
    for (const auto &row : tables().vertexCloudTpuCores.rows)
      names.push_back(row.accelerator);
    cite(diag::MachineWithoutAccelerator::tpu(machine.getLoc(), VertexCloudTpu,
                                              formatList(names, "or")),
         tables().vertexCloudTpuCores)
        .help("add `" + nameOfField(training, "acceleratorType") + "` and `" +
              nameOfField(training, "acceleratorCount") + "`");
    return;
  }
  const Accelerators::Row *tpu = vertexTpuOf(pool, tables());
  if (!tpu)
    return;
  if (const auto *cores = tables().vertexCloudTpuCores.find(tpu->name))
    checkCores(pool, *cores);
  else
    reportNotAttachable(pool, *machineOf(pool, tables()));
}

void CheckVertexTpu::checkTopology(PoolOp pool,
                                   const MachineTypes::Row &machine) {
  const Accelerators::Row *tpu = vertexTpuOf(pool, tables());
  if (tpu && tpu->name != machine.accelerator)
    reportNotAttachable(pool, machine);

  const VertexTpuTopologies &topologies = tables().vertexTpuTopologies;
  llvm::SmallVector<StringRef> offered;
  for (const auto &row : topologies.withMachineType(machine.name))
    offered.push_back(row.topology);
  std::string offer = machine.name.str() + " takes " +
                      formatList(offered, "and", offered.size());
  ValueAttr given = pool.getTpuTopologyAttr();
  if (!given) {
    cite(diag::TpuTopology::missing(
             pool.getMachineTypeAttr().getLoc(), machine.name,
             nameOfField(pool->getParentOfType<TrainingOp>(), "tpuTopology")),
         topologies)
        .help(offer);
    return;
  }
  std::optional<StringRef> topology = knownString(given);
  if (!topology || topologies.find(machine.name, *topology))
    return;
  cite(diag::TpuTopology::notOfMachine(given.getLoc(), machine.name, *topology),
       topologies)
      .note(pool.getMachineTypeAttr().getLoc(), "on this machine type")
      .help(offer);
}

void CheckVertexTpu::checkOtherMachine(PoolOp pool,
                                       const MachineTypes::Row &machine) {
  // No text says which machines have a TPU v4.
  const Accelerators::Row *tpu = vertexTpuOf(pool, tables());
  if (tpu && !listMachineTypes(*tpu).empty())
    reportNotAttachable(pool, machine);
  ValueAttr topology = pool.getTpuTopologyAttr();
  if (topology && topology.getKnown() && !tpu)
    diag::TpuTopology::noTpu(
        topology.getLoc(),
        nameOfField(pool->getParentOfType<TrainingOp>(), "tpuTopology"),
        machine.name)
        .note(pool.getMachineTypeAttr().getLoc(), "no TPU");
}

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

void CheckVertexTpu::checkSinglePool(TrainingOp training, PoolOp pool) {
  llvm::SmallVector<ValueAttr> others;
  for (PoolOp other : training.getPools()) {
    ValueAttr machine = other.getMachineTypeAttr();
    bool none = knownInteger(other.getReplicasAttr()) == 0;
    if (other != pool && machine && machine.getKnown() && !none)
      others.push_back(machine);
  }
  if (others.empty())
    return;
  ValueAttr machine = pool.getMachineTypeAttr();
  Report report = diag::TpuSinglePool::others(
      machine.getLoc(), *machine.getString(), others.size() + 1);
  for (ValueAttr other : others)
    report.note(other.getLoc(), "of another worker pool");
}

void CheckVertexTpu::check(TrainingOp training) {
  PoolOp first;
  for (PoolOp pool : training.getPools()) {
    const MachineTypes::Row *machine = machineOf(pool, tables());
    if (!machine || !machine->vertex)
      continue;
    if (!hasTpu(*machine)) {
      checkOtherMachine(pool, *machine);
      continue;
    }
    if (!first)
      first = pool;
    if (machine->name == VertexCloudTpu)
      checkCloudTpu(pool);
    else
      checkTopology(pool, *machine);
  }
  if (first)
    checkSinglePool(training, first);
}

Check job::checkVertexTpu() { return Check::of<CheckVertexTpu>(); }
