//===- Totals.cpp - What a job uses altogether ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Totals.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

/// The machines of a pool; none if their number is not known.
static std::optional<int64_t> machinesOf(PoolOp pool) {
  auto training = pool->getParentOfType<TrainingOp>();
  ValueAttr replicas = pool.getReplicasAttr();
  if (!replicas) {
    bool isOne = training.getPlatform() == Platform::AIPlatform &&
                 pool.getRole() == Role::Chief;
    bool isPod = training.getPlatform() == Platform::GKE;
    if (!isOne && !isPod)
      return std::nullopt;
  }
  std::optional<int64_t> count = replicas ? knownInteger(replicas) : 1;
  if (training.getPlatform() != Platform::GKE || !count)
    return count;
  // Each copy of the whole is a group of pods.
  ValueAttr group = pool.getGroupSizeAttr();
  std::optional<int64_t> size = group ? knownInteger(group) : 1;
  int64_t product = 0;
  if (!size || llvm::MulOverflow(*count, *size, product))
    return std::nullopt;
  return product;
}

/// A slice of Cloud TPU.
static void addSlice(PoolOp pool, const Tables &tables, PoolTotals &totals) {
  const TpuTypes::Row *type = tpuTypeOf(pool, tables);
  if (!type)
    return;
  totals.accelerators = type->chips;
  // An accelerator type can come with one of several numbers of hosts.
  if (type->hosts.size() == 1)
    totals.hostsPerSlice = type->hosts.front();
}

/// The nodes of a slice on Kubernetes or Vertex AI.
static void addNodes(PoolOp pool, const Tables &tables, PoolTotals &totals) {
  auto nodes = sliceNodesOf(pool, tables);
  if (nodes.size() == 1)
    totals.hostsPerSlice = nodes.front().nodes;
}

static void addMachine(PoolOp pool, const Tables &tables, PoolTotals &totals) {
  const MachineTypes::Row *machine = machineOf(pool, tables);
  if (!machine || !totals.machines)
    return;
  if (machine->vcpus)
    totals.vcpus = *machine->vcpus * *totals.machines;
  if (machine->memoryGb)
    totals.memoryGb = *machine->memoryGb * *totals.machines;
  bool contained = totals.accelerator.empty() && !machine->accelerator.empty();
  int64_t product = 0;
  if (!contained || !machine->acceleratorCount ||
      llvm::MulOverflow(static_cast<int64_t>(*machine->acceleratorCount),
                        *totals.machines, product))
    return;
  totals.accelerator = machine->accelerator;
  totals.accelerators = product;
}

PoolTotals job::totalsOf(PoolOp pool, const Tables &tables) {
  PoolTotals totals;
  totals.accelerator = knownString(pool.getAcceleratorTypeAttr()).value_or("");
  auto training = pool->getParentOfType<TrainingOp>();
  if (training.getPlatform() == Platform::CloudTPU &&
      pool.getRole() != Role::Host) {
    addSlice(pool, tables, totals);
    return totals;
  }
  totals.machines = machinesOf(pool);
  std::optional<int64_t> count = knownInteger(pool.getAcceleratorCountAttr());
  int64_t product = 0;
  if (totals.machines && count && !totals.accelerator.empty() &&
      !llvm::MulOverflow(*count, *totals.machines, product))
    totals.accelerators = product;
  addMachine(pool, tables, totals);
  if (training.getPlatform() == Platform::GKE)
    addNodes(pool, tables, totals);
  return totals;
}

std::string job::describe(const PoolTotals &totals) {
  llvm::SmallVector<std::string> parts;
  // In front, since editors cut what is long.
  if (totals.accelerators && !totals.accelerator.empty())
    parts.push_back(std::to_string(*totals.accelerators) + " x " +
                    totals.accelerator.str());
  if (totals.machines && totals.vcpus && totals.memoryGb)
    parts.push_back(pluralize(*totals.machines, "machine") + " with " +
                    formatNumber(*totals.vcpus) + " vCPUs and " +
                    formatNumber(*totals.memoryGb) + " GB");
  else if (totals.machines)
    parts.push_back(pluralize(*totals.machines, "machine"));
  if (totals.hostsPerSlice)
    parts.push_back(pluralize(*totals.hostsPerSlice, "host") + " a slice");
  return llvm::join(parts, ", ");
}

std::string job::describeTotals(TrainingOp training, const Tables &tables) {
  int64_t machines = 0;
  llvm::MapVector<StringRef, int64_t> accelerators;
  for (PoolOp pool : training.getPools()) {
    PoolTotals totals = totalsOf(pool, tables);
    machines += totals.machines.value_or(0);
    // A sum of which a part is not known would be too small.
    bool isUnknown = (!totals.machines && !totals.accelerators) ||
                     (!totals.accelerator.empty() && !totals.accelerators);
    if (isUnknown)
      return "";
    if (totals.accelerators)
      accelerators[totals.accelerator] += *totals.accelerators;
  }
  llvm::SmallVector<std::string> parts;
  if (machines != 0)
    parts.push_back(pluralize(machines, "machine"));
  for (const auto &[name, count] : accelerators)
    parts.push_back(std::to_string(count) + " x " + name.str());
  return llvm::join(parts, ", ");
}
