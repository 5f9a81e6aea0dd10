//===- CheckVmZones.cpp - Zones offer the accelerators of VMs -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Placement.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKVMZONES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckVmZones
    : CheckPass<CheckVmZones, job::impl::CheckVmZonesBase<CheckVmZones>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::GKE || platform == Platform::ComputeEngine;
  }
  void check(TrainingOp training);

private:
  void checkOffer(ValueAttr zone, PoolOp pool);
};
} // namespace

void CheckVmZones::checkOffer(ValueAttr zone, PoolOp pool) {
  const MachineTypes::Row *machine = machineOf(pool, tables());
  std::optional<StringRef> label = knownString(pool.getAcceleratorTypeAttr());
  const Accelerators::Row *gpu =
      label ? gpuWithLabel(*label, tables())
      : machine && !machine->accelerator.empty()
          ? tables().accelerators.find(machine->accelerator)
          : nullptr;
  if (!gpu || gpu->kind != Accelerators::Kind::Gpu || !gpu->zonesComplete)
    return;
  StringRef name = *zone.getString();
  llvm::SmallVector<StringRef> offers, near;
  for (const auto &row : tables().acceleratorZones.withAccelerator(gpu->name)) {
    offers.push_back(row.zone);
    if (row.region == name.rsplit('-').first)
      near.push_back(row.zone);
  }
  if (offers.empty() || llvm::is_contained(offers, name))
    return;
  ValueAttr device =
      label ? pool.getAcceleratorTypeAttr() : pool.getMachineTypeAttr();
  Report report = cite(diag::AcceleratorNotInZone::notOffered(
                           zone.getLoc(), name, gpu->flagName),
                       tables().acceleratorZones);
  report.note(device.getLoc(), "this accelerator")
      .help((near.empty() ? "it is in " : "in this region it is in ") +
            formatList(near.empty() ? offers : near, "and"));
}

void CheckVmZones::check(TrainingOp training) {
  bool isVm = training.getPlatform() == Platform::ComputeEngine;
  bool isNodePool = knownString(training.getWorkloadKindAttr()) == NodePoolKind;
  ValueAttr zone = training.getZoneAttr();
  std::optional<StringRef> name = knownString(zone);
  if (!name || !(isVm || isNodePool))
    return;
  if (tables().regions.find(*name)) {
    // A cluster may be in a region, whatever flag says so.
    if (isVm)
      diag::AcceleratorNotInZone::region(zone.getLoc(), *name)
          .help("a zone is a region with a letter, such as " + *name + "-a");
    return;
  }
  // Another name is a finding of nobody: zones get added.
  if (!tables().regions.find(name->rsplit('-').first))
    return;
  for (PoolOp pool : training.getPools())
    checkOffer(zone, pool);
}

Check job::checkVmZones() { return Check::of<CheckVmZones>(); }
