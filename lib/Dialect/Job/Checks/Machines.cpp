//===- Machines.cpp - What the tables say of a pool -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

const MachineTypes::Row *job::machineOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getMachineTypeAttr());
  return name ? tables.machineTypes.find(*name) : nullptr;
}

const MachineTypes::Row *job::machineMeant(StringRef name,
                                           const PlatformTables &platform) {
  const MachineTypes &machines = platform.all.machineTypes;
  const MachineTypes::Row *row = machines.find(name);
  if (row && platform.has(*row))
    return nullptr;
  llvm::SmallVector<StringRef> names;
  for (const MachineTypes::Row &candidate : machines.rows) {
    if (platform.has(candidate))
      names.push_back(candidate.name);
  }
  std::optional<NearMatch> near = findNearMatch(name, names);
  if (!near || (row && near->kind == MatchKind::Typo))
    return nullptr;
  return machines.find(near->word);
}

const Accelerators::Row *job::acceleratorOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getAcceleratorTypeAttr());
  return name ? tables.accelerators.find(*name) : nullptr;
}

bool job::isCloudTpu(PoolOp pool) {
  return pool && knownString(pool.getMachineTypeAttr()) == CloudTpu;
}

std::optional<StringRef> job::tierOf(TrainingOp training) {
  return knownString(training.getScaleTierAttr());
}

bool job::choosesMachines(TrainingOp training, const Tables &tables) {
  std::optional<StringRef> tier = tierOf(training);
  return !tier || *tier == "CUSTOM" || !tables.aiPlatformScaleTiers.find(*tier);
}

bool job::isTpuJob(TrainingOp training) {
  return isCloudTpu(training.getPool(Role::Worker)) ||
         tierOf(training) == StringRef("BASIC_TPU");
}

std::string job::describeMachine(const MachineTypes::Row &machine) {
  std::string out = machine.name.str();
  if (machine.vcpus)
    out += " has " + formatNumber(*machine.vcpus) +
           (*machine.vcpus == 1 ? " vCPU" : " vCPUs");
  if (machine.memoryGb)
    out += (machine.vcpus ? " and " : " has ") +
           formatNumber(*machine.memoryGb) + " GB";
  return out;
}

const VertexCloudTpuCores::Row *job::cloudTpuCoresOf(PoolOp pool,
                                                     const Tables &tables) {
  const Accelerators::Row *accelerator = acceleratorOf(pool, tables);
  return accelerator ? tables.vertexCloudTpuCores.find(accelerator->name)
                     : nullptr;
}

bool job::isCloudTpuPod(PoolOp pool, const Tables &tables) {
  const VertexCloudTpuCores::Row *cores = cloudTpuCoresOf(pool, tables);
  std::optional<int64_t> count = knownInteger(pool.getAcceleratorCountAttr());
  return knownString(pool.getMachineTypeAttr()) == VertexCloudTpu && cores &&
         count && *count > cores->cores;
}

/// The accelerator that a pool names; null if it is not known, or if it is none
/// of the platform.
static const Accelerators::Row *namedBy(PoolOp pool,
                                        const PlatformTables &platform) {
  const Accelerators::Row *row = acceleratorOf(pool, platform.all);
  if (!row || !platform.has(*row))
    return nullptr;
  if (platform.isVertex() && isCloudTpuPod(pool, platform.all))
    return platform.all.accelerators.find(
        cloudTpuCoresOf(pool, platform.all)->pod);
  return row;
}

/// The accelerators of one pool; false if there may be others.
static bool addNeeds(PoolOp pool, const PlatformTables &platform,
                     llvm::SmallVectorImpl<AcceleratorNeed> &needs) {
  ValueAttr machine = pool.getMachineTypeAttr();
  if (ValueAttr type = pool.getAcceleratorTypeAttr()) {
    const Accelerators::Row *row = namedBy(pool, platform);
    // A count that is not known is at least one: no other is accepted.
    ValueAttr count = pool.getAcceleratorCountAttr();
    bool some = count && knownInteger(count).value_or(1) > 0;
    if (!some || !row)
      return false;
    needs.push_back({row, row->kind, type});
    return true;
  }
  bool anyTpu = platform.isVertex()
                    ? knownString(machine) == StringRef(VertexCloudTpu)
                    : isCloudTpu(pool);
  if (anyTpu) {
    needs.push_back({nullptr, Accelerators::Kind::Tpu, machine});
    return true;
  }
  if (!machine)
    return true;
  const MachineTypes::Row *row = machineOf(pool, platform.all);
  if (!row || row->accelerator.empty())
    return row != nullptr;
  // An accelerator of another service comes with a machine type of which
  // nothing is known here.
  const Accelerators::Row *contained =
      platform.all.accelerators.find(row->accelerator);
  bool offered =
      platform.isVertex() ? platform.has(*row) : platform.has(*contained);
  if (!offered)
    return false;
  needs.push_back({contained, contained->kind, machine});
  return true;
}

llvm::SmallVector<AcceleratorNeed>
job::acceleratorsOf(TrainingOp training, const Tables &tables, bool &complete) {
  llvm::SmallVector<AcceleratorNeed> needs;
  complete = true;
  ValueAttr tier = training.getScaleTierAttr();
  if (tier) {
    std::optional<StringRef> name = tierOf(training);
    const auto *row = name ? tables.aiPlatformScaleTiers.find(*name) : nullptr;
    complete = row != nullptr;
    if (row && row->acceleratorKind == StringRef("gpu"))
      needs.push_back({nullptr, Accelerators::Kind::Gpu, tier});
    else if (row && row->acceleratorKind == StringRef("tpu"))
      needs.push_back({nullptr, Accelerators::Kind::Tpu, tier});
  }
  if (!choosesMachines(training, tables))
    return needs;
  PlatformTables platform = tablesOf(training, tables);
  for (PoolOp pool : training.getPools()) {
    // A TPU worker is there in every number that is allowed.
    bool tpuWorker = pool.getRole() == Role::Worker && isCloudTpu(pool) &&
                     knownInteger(pool.getReplicasAttr()) != 0;
    if (pool.startsReplicas() || tpuWorker) {
      complete &= addNeeds(pool, platform, needs);
    } else if (pool.mayStartReplicas()) {
      llvm::SmallVector<AcceleratorNeed> possible;
      complete &= addNeeds(pool, platform, possible) && possible.empty();
    }
  }
  return needs;
}
