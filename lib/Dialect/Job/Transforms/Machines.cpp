//===- Machines.cpp - What the tables say of a pool -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/Machines.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

const MachineTypes::Row *job::machineOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getMachineTypeAttr());
  return name ? tables.machineTypes.find(*name) : nullptr;
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

bool job::isTpuJob(TrainingOp training) {
  return isCloudTpu(training.getPool(Role::Worker)) ||
         tierOf(training) == StringRef("BASIC_TPU");
}

std::string job::formatNumber(double number) {
  std::string out;
  llvm::raw_string_ostream(out) << llvm::format("%.10g", number);
  return out;
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

/// The accelerators of one pool.
static void addNeeds(PoolOp pool, const Tables &tables, bool &complete,
                     llvm::SmallVectorImpl<AcceleratorNeed> &needs) {
  ValueAttr machine = pool.getMachineTypeAttr();
  ValueAttr type = pool.getAcceleratorTypeAttr();
  if ((machine && !machine.getKnown()) || (type && !type.getKnown()))
    complete = false;
  // An accelerator of another service has a finding already, or comes with a
  // machine type of which nothing is known.
  auto add = [&](const Accelerators::Row *row, ValueAttr askedBy) {
    if (row && row->aiPlatform)
      needs.push_back({row, row->kind, askedBy});
  };
  if (type)
    return add(acceleratorOf(pool, tables), type);

  if (isCloudTpu(pool)) {
    needs.push_back({nullptr, Accelerators::Kind::Tpu, machine});
    return;
  }
  const MachineTypes::Row *row = machineOf(pool, tables);
  if (row && !row->accelerator.empty())
    add(tables.accelerators.find(row->accelerator), machine);
}

llvm::SmallVector<AcceleratorNeed>
job::acceleratorsOf(TrainingOp training, const Tables &tables, bool &complete) {
  llvm::SmallVector<AcceleratorNeed> needs;
  complete = true;
  ValueAttr tier = training.getScaleTierAttr();
  if (tier && !tier.getKnown())
    complete = false;
  if (std::optional<StringRef> name = tierOf(training)) {
    const auto *row = tables.aiPlatformScaleTiers.find(*name);
    if (row && row->acceleratorKind == StringRef("gpu"))
      needs.push_back({nullptr, Accelerators::Kind::Gpu, tier});
    else if (row && row->acceleratorKind == StringRef("tpu"))
      needs.push_back({nullptr, Accelerators::Kind::Tpu, tier});
  }
  for (PoolOp pool : training.getPools()) {
    if (pool.mayStartReplicas())
      addNeeds(pool, tables, complete, needs);
  }
  return needs;
}
