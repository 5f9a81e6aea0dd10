//===- CheckTpuHosts.cpp - The VMs that feed a TPU pod --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPUHOSTS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTpuHosts
    : CheckPass<CheckTpuHosts, job::impl::CheckTpuHostsBase<CheckTpuHosts>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::CloudTPU;
  }
  void check(TrainingOp training);

private:
  void checkCount(PoolOp slice, PoolOp hosts);
  void checkZone(TrainingOp training, PoolOp hosts);
  void checkLaunch(PoolOp slice, LaunchOp launch);
};
} // namespace

/// A TPU Node pod needs one VM for each 8 of its cores.
void CheckTpuHosts::checkCount(PoolOp slice, PoolOp hosts) {
  constexpr int64_t CoresOfHost = 8;
  const TpuTypes::Row *type = tpuTypeOf(slice, tables());
  const TpuGenerations::Row *generation = generationOf(slice, tables());
  // The others have VMs of their own.
  if (!generation || !generation->nodeArchitecture)
    return;
  ValueAttr size = hosts.getReplicasAttr();
  std::optional<int64_t> given = knownInteger(size);
  if (!type || !given)
    return;
  // A single device is no pod, and has one VM to itself.
  if (type->cores <= CoresOfHost) {
    if (*given > 1)
      cite(diag::PodVmCount::single(size.getLoc(), type->name, *given),
           tables().tpuTypes)
          .note(slice.getAcceleratorTypeAttr().getLoc(),
                "one device of " + llvm::Twine(type->cores) + " cores")
          .help("a TPU Node needs one VM for each 8 cores");
    return;
  }
  int64_t needed = type->cores / CoresOfHost;
  if (*given == needed)
    return;
  std::string number = std::to_string(needed);
  cite(diag::PodVmCount::wrong(size.getLoc(), type->name, needed, *given),
       tables().tpuTypes)
      .note(slice.getAcceleratorTypeAttr().getLoc(),
            "the pod has " + llvm::Twine(type->cores) + " cores")
      .help("a TPU Node pod needs one VM for each 8 cores")
      .fix(/*safe=*/false, "make " + llvm::Twine(needed) + " VMs",
           size.getLocation(), number);
}

void CheckTpuHosts::checkZone(TrainingOp training, PoolOp hosts) {
  ValueAttr zone = training.getZoneAttr();
  ValueAttr other = hosts.getZoneAttr();
  std::optional<StringRef> name = knownString(zone);
  std::optional<StringRef> otherName = knownString(other);
  if (!name || !otherName || *name == *otherName)
    return;
  diag::TpuHostZone::other(other.getLoc(), *otherName, *name)
      .note(zone.getLoc(), "the zone of the TPU")
      .fix(/*safe=*/false, "use the zone of the TPU", other.getLocation(),
           *name);
}

void CheckTpuHosts::checkLaunch(PoolOp slice, LaunchOp launch) {
  ValueAttr wanted = launch.getTpuAttr();
  ValueAttr created = slice.getPoolNameAttr();
  std::optional<StringRef> name = knownString(wanted);
  std::optional<StringRef> other = knownString(created);
  if (!name || !other || *name == *other || isExampleName(*name) ||
      isExampleName(*other))
    return;
  diag::LaunchTpuName::unknown(wanted.getLoc(), *name, *other)
      .note(created.getLoc(), "the TPU is created here")
      .fix(/*safe=*/false, "write `" + *other + "`", wanted.getLocation(),
           *other);
}

void CheckTpuHosts::check(TrainingOp training) {
  PoolOp slice = sliceOf(training);
  if (PoolOp hosts = training.getPool(Role::Host)) {
    checkCount(slice, hosts);
    checkZone(training, hosts);
  }
  for (LaunchOp launch : training.getLaunches())
    checkLaunch(slice, launch);
}

Check job::checkTpuHosts() { return Check::of<CheckTpuHosts>(); }
