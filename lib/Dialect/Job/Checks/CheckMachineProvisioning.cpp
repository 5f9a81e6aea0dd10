//===- CheckMachineProvisioning.cpp - Ways to obtain a machine ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Machines.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKMACHINEPROVISIONING
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
using Provisioning = MachineProvisioning::Row;

/// A way to obtain machines: what asks for it, the column that tells of it, and
/// how messages call it.
struct Way {
  llvm::StringLiteral word;
  bool Provisioning::*column;
  llvm::StringLiteral noun;
};

/// What a pool asks for, with the value that does so.
struct Asked {
  const Way *way;
  ValueAttr by;
};

struct CheckMachineProvisioning
    : CheckPass<
          CheckMachineProvisioning,
          job::impl::CheckMachineProvisioningBase<CheckMachineProvisioning>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::GKE || platform == Platform::ComputeEngine;
  }
  void check(TrainingOp training);

private:
  void checkPool(TrainingOp training, PoolOp pool);
  llvm::SmallVector<const Provisioning *> machinesOf(PoolOp pool);
};
} // namespace

static constexpr Way Ways[] = {
    {"STANDARD", &Provisioning::onDemand, "on demand"},
    {"SPOT", &Provisioning::spot, "as a Spot VM"},
    {"FLEX_START", &Provisioning::flexStart, "with flex-start"},
    {"RESERVATION_BOUND", &Provisioning::reservation, "from a reservation"},
};

/// True if the job makes the machines of its pools, and not only a template
/// that says what they are like.
static bool createsMachines(TrainingOp training) {
  ValueAttr kind = training.getWorkloadKindAttr();
  if (training.getPlatform() == Platform::ComputeEngine)
    return !kind;
  return knownString(kind) == StringRef("NodePool");
}

/// The way that a pool certainly asks for; who creates machines without a word
/// on it asks for them on demand.
static std::optional<Asked> askedBy(TrainingOp training, PoolOp pool) {
  ValueAttr reservation = pool.getReservationAttr();
  // A reserved machine may be created like one on demand.
  if (reservation && knownString(reservation) != StringRef("none"))
    return std::nullopt;
  ValueAttr given = pool.getProvisioningAttr();
  if (!given && !createsMachines(training))
    return std::nullopt;
  std::optional<StringRef> word = given ? knownString(given) : Ways[0].word;
  const Way *way = llvm::find_if(Ways, [&](const Way &candidate) {
    return word == StringRef(candidate.word);
  });
  if (way == std::end(Ways))
    return std::nullopt;
  return Asked{way, given ? given : pool.getMachineTypeAttr()};
}

/// The machines that a pool may run on, if all of them are restricted.
llvm::SmallVector<const Provisioning *>
CheckMachineProvisioning::machinesOf(PoolOp pool) {
  llvm::SmallVector<const Provisioning *> machines;
  if (ValueAttr type = pool.getMachineTypeAttr()) {
    std::optional<StringRef> name = knownString(type);
    if (const Provisioning *row =
            name ? tables().machineProvisioning.find(*name) : nullptr)
      machines.push_back(row);
    return machines;
  }
  const Accelerators::Row *gpu = gpuOf(pool, tables());
  if (!gpu)
    return machines;
  for (const MachineTypes::Row &machine : tables().machineTypes.rows) {
    if (machine.accelerator != gpu->name)
      continue;
    const Provisioning *row = tables().machineProvisioning.find(machine.name);
    if (!row)
      return {};
    machines.push_back(row);
  }
  return machines;
}

void CheckMachineProvisioning::checkPool(TrainingOp training, PoolOp pool) {
  std::optional<Asked> asked = askedBy(training, pool);
  if (!asked || !asked->by)
    return;
  llvm::SmallVector<const Provisioning *> machines = machinesOf(pool);
  auto isOffered = [&](const Way &way) {
    return llvm::any_of(
        machines, [&](const Provisioning *row) { return row->*way.column; });
  };
  if (machines.empty() || isOffered(*asked->way))
    return;
  llvm::SmallVector<StringRef> offered;
  for (const Way &way : Ways) {
    if (isOffered(way))
      offered.push_back(way.noun);
  }
  ValueAttr machine = pool.getMachineTypeAttr() ? pool.getMachineTypeAttr()
                                                : pool.getAcceleratorTypeAttr();
  // Reservations may be used by machines that do not name them.
  bool isCertain =
      training.getPlatform() == Platform::ComputeEngine && !isOffered(Ways[3]);
  auto make = isCertain ? diag::MachineProvisioning::refused
                        : diag::MachineProvisioning::never;
  Report report = cite(make(asked->by.getLoc(), machine.getText(),
                            asked->way->noun, formatList(offered, "or")),
                       tables().machineProvisioning);
  if (asked->by != machine)
    report.note(machine.getLoc(), "this machine");
}

void CheckMachineProvisioning::check(TrainingOp training) {
  for (PoolOp pool : training.getPools())
    checkPool(training, pool);
}

Check job::checkMachineProvisioning() {
  return Check::of<CheckMachineProvisioning>();
}
