//===- Machines.cpp - What the tables say of a pool -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/Machines.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

const MachineTypes::Row *job::machineOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getMachineTypeAttr());
  return name ? tables.machineTypes.find(*name) : nullptr;
}

const MachineTypes::Row *job::machineMeant(StringRef name,
                                           const Tables &tables) {
  const MachineTypes::Row *row = tables.machineTypes.find(name);
  if (row && row->aiPlatform)
    return nullptr;
  llvm::SmallVector<StringRef> names;
  for (const MachineTypes::Row &candidate : tables.machineTypes.rows) {
    if (candidate.aiPlatform)
      names.push_back(candidate.name);
  }
  std::optional<NearMatch> near = findNearMatch(name, names);
  if (!near || (row && near->kind == MatchKind::Typo))
    return nullptr;
  return tables.machineTypes.find(near->word);
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

/// The accelerators of one pool; false if there may be others.
static bool addNeeds(PoolOp pool, const Tables &tables,
                     llvm::SmallVectorImpl<AcceleratorNeed> &needs) {
  ValueAttr machine = pool.getMachineTypeAttr();
  if (ValueAttr type = pool.getAcceleratorTypeAttr()) {
    const Accelerators::Row *row = acceleratorOf(pool, tables);
    // A count that is not known is at least one: no other is accepted.
    ValueAttr count = pool.getAcceleratorCountAttr();
    bool some = count && knownInteger(count).value_or(1) > 0;
    if (!some || !row || !row->aiPlatform)
      return false;
    needs.push_back({row, row->kind, type});
    return true;
  }
  if (isCloudTpu(pool)) {
    needs.push_back({nullptr, Accelerators::Kind::Tpu, machine});
    return true;
  }
  if (!machine)
    return true;
  const MachineTypes::Row *row = machineOf(pool, tables);
  if (!row || row->accelerator.empty())
    return row != nullptr;
  const Accelerators::Row *contained =
      tables.accelerators.find(row->accelerator);
  // An accelerator of another service comes with a machine type of which
  // nothing is known here.
  if (!contained->aiPlatform)
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
  for (PoolOp pool : training.getPools()) {
    // A TPU worker is there in every number that is allowed.
    bool tpuWorker = pool.getRole() == Role::Worker && isCloudTpu(pool) &&
                     knownInteger(pool.getReplicasAttr()) != 0;
    if (pool.startsReplicas() || tpuWorker) {
      complete &= addNeeds(pool, tables, needs);
    } else if (pool.mayStartReplicas()) {
      llvm::SmallVector<AcceleratorNeed> possible;
      complete &= addNeeds(pool, tables, possible) && possible.empty();
    }
  }
  return needs;
}
