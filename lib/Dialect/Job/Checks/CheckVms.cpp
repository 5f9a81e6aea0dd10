//===- CheckVms.cpp - VMs and nodes exist with their accelerators ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Messages/Kubernetes.h"
#include "Diagnostics/Messages/Machines.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKVMS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckVms : CheckPass<CheckVms, job::impl::CheckVmsBase<CheckVms>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::GKE || platform == Platform::ComputeEngine;
  }
  void check(TrainingOp training);

private:
  void checkPool(PoolOp pool);
  void reportUnknown(ValueAttr type);
  bool checkContained(PoolOp pool, const MachineTypes::Row &machine,
                      const Accelerators::Row &gpu);
  bool checkAttached(PoolOp pool, const MachineTypes::Row &machine,
                     const Accelerators::Row &gpu);
  void checkMaintenance(PoolOp pool, const MachineTypes::Row *machine,
                        const Accelerators::Row *gpu);
  void checkDisk(PoolOp pool);
};
} // namespace

/// The GPU that a name stands for; one for graphics is the same GPU.
static const Accelerators::Row *gpuCalled(StringRef name,
                                          const Tables &tables) {
  name.consume_back("-vws");
  return gpuWithLabel(name, tables);
}

void CheckVms::reportUnknown(ValueAttr type) {
  StringRef name = *type.getString();
  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &row : tables().accelerators.rows) {
    if (row.kind == Accelerators::Kind::Gpu)
      names.push_back(row.flagName);
  }
  std::optional<NearMatch> near = findNearMatch(name, names);
  // Many leave out a part of the older names: `nvidia-t4`.
  StringRef model = name;
  if (model.consume_front_insensitive("nvidia-")) {
    std::string full = ("nvidia-tesla-" + model).str();
    const StringRef *found = llvm::find(names, full);
    if (found != names.end())
      near = NearMatch{*found, MatchKind::Spelling};
  }
  // Names are compared letter by letter; one that is merely like another may
  // be newer than the table.
  bool isSpelling = near && near->kind == MatchKind::Spelling;
  Report report = isSpelling
                      ? diag::UnknownAccelerator::unknown(type.getLoc(), name,
                                                          "Compute Engine")
                      : diag::UnknownGpuLabel::unknown(type.getLoc(), name);
  cite(report, tables().accelerators);
  if (near)
    report.fix(isSpelling, "write `" + near->word + "`", type.getLocation(),
               near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the GPUs are " + formatList(names, "and", names.size()));
}

/// False if a machine type that comes with its accelerators has others.
bool CheckVms::checkContained(PoolOp pool, const MachineTypes::Row &machine,
                              const Accelerators::Row &gpu) {
  const Accelerators::Row &own =
      *tables().accelerators.find(machine.accelerator);
  ValueAttr type = pool.getAcceleratorTypeAttr();
  if (own.name != gpu.name) {
    Report report = cite(diag::AcceleratorNotAttachable::never(
                             type.getLoc(), type.getText(), machine.name),
                         tables().machineTypes);
    report.note(pool.getMachineTypeAttr().getLoc(), "of this machine type")
        .help(machine.name + " comes with " + own.flagName);
    if (own.kind == Accelerators::Kind::Gpu)
      report.fix(/*safe=*/false, "write `" + own.flagName + "`",
                 type.getLocation(), own.flagName);
    return false;
  }
  std::optional<double> has = machine.acceleratorCount;
  bool isWhole = has && *has >= 1;
  ValueAttr count = pool.getAcceleratorCountAttr();
  std::optional<int64_t> given = count ? knownInteger(count) : 1;
  if (!isWhole || !given || static_cast<double>(*given) == *has)
    return true;
  // Without a count one is asked for.
  ValueAttr place = count ? count : type;
  std::string right = formatNumber(*has);
  Report report = cite(
      diag::AcceleratorCount::notOffered(place.getLoc(), std::to_string(*given),
                                         type.getText(), machine.name, right),
      tables().machineTypes);
  report.note(pool.getMachineTypeAttr().getLoc(), "of this machine type");
  if (count)
    report.fix(/*safe=*/false, "write " + right, count.getLocation(), right);
  else
    report.help("one is asked for unless `count` says otherwise");
  return false;
}

/// False if a machine type without accelerators takes none such, or not in
/// that number.
bool CheckVms::checkAttached(PoolOp pool, const MachineTypes::Row &machine,
                             const Accelerators::Row &gpu) {
  const GkeGpus::Row *nodes = tables().gkeGpus.find(gpu.name);
  if (!nodes)
    return true;
  ValueAttr type = pool.getAcceleratorTypeAttr();
  if (machine.family != nodes->family) {
    cite(diag::AcceleratorNotAttachable::never(type.getLoc(), type.getText(),
                                               machine.name),
         tables().gkeGpus)
        .note(pool.getMachineTypeAttr().getLoc(), "of this machine type")
        .help(gpu.flagName + " is a GPU of " + nodes->family + " machines");
    return false;
  }
  ValueAttr count = pool.getAcceleratorCountAttr();
  std::optional<int64_t> given = count ? knownInteger(count) : 1;
  if (!given)
    return true;
  ValueAttr place = count ? count : type;
  auto provides = [&](int64_t number) {
    const auto *limit = tables().acceleratorLimits.find(gpu.name, number);
    return !limit ||
           ((!machine.vcpus || *machine.vcpus <= limit->maxVcpus) &&
            (!machine.memoryGb || *machine.memoryGb <= limit->maxMemoryGb));
  };
  llvm::SmallVector<int64_t> offered;
  for (int64_t number : nodes->counts) {
    if (provides(number))
      offered.push_back(number);
  }
  if (offered.empty() || llvm::is_contained(offered, *given))
    return true;
  Report report = diag::AcceleratorCount::notOffered(
      place.getLoc(), std::to_string(*given), type.getText(), machine.name,
      formatNumbers(offered, "or"));
  cite(report, tables().acceleratorLimits)
      .note(pool.getMachineTypeAttr().getLoc(), "of this machine type");
  if (llvm::is_contained(nodes->counts, *given))
    report.help(describeMachine(machine) + ", for which " +
                std::to_string(*given) + " x " + gpu.flagName +
                " do not provide");
  return false;
}

/// VMs with GPUs are stopped when their host is maintained; those of machine
/// types that contain their GPUs, and those of short life, are by themselves.
void CheckVms::checkMaintenance(PoolOp pool, const MachineTypes::Row *machine,
                                const Accelerators::Row *gpu) {
  bool contains = machine && !machine->accelerator.empty();
  ValueAttr policy = pool.getMaintenancePolicyAttr();
  ValueAttr machineType = pool.getMachineTypeAttr();
  if (!gpu && !contains)
    return;
  ValueAttr device = gpu ? pool.getAcceleratorTypeAttr() : machineType;
  if (knownString(policy) == StringRef("MIGRATE")) {
    diag::GpuMaintenance::migrates(policy.getLoc())
        .note(device.getLoc(), "this VM has GPUs")
        .fix(/*safe=*/false, "write `TERMINATE`", policy.getLocation(),
             "TERMINATE");
    return;
  }
  // A machine type that is not known may contain the GPU.
  bool isAttached = gpu && !contains && (machine || !machineType);
  ValueAttr way = pool.getProvisioningAttr();
  bool isUsual = !way || knownString(way) == StringRef("STANDARD");
  if (policy || !isAttached || !isUsual)
    return;
  diag::GpuMaintenance::absent(device.getLoc())
      .help("it is moved to another host by default, which is refused for a VM "
            "with GPUs");
}

void CheckVms::checkDisk(PoolOp pool) {
  ValueAttr disk = pool.getDiskTypeAttr();
  std::optional<StringRef> machine = knownString(pool.getMachineTypeAttr());
  std::optional<StringRef> kind = knownString(disk);
  if (!machine || !kind || !machine->starts_with("tpu7x-") ||
      !kind->starts_with("pd-"))
    return;
  diag::BootDiskType::refused(disk.getLoc(), *machine, *kind)
      .note(pool.getMachineTypeAttr().getLoc(), "of this machine type")
      .fix(/*safe=*/false, "write `hyperdisk-balanced`", disk.getLocation(),
           "hyperdisk-balanced");
}

void CheckVms::checkPool(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  std::optional<StringRef> name = knownString(type);
  const MachineTypes::Row *machine = machineOf(pool, tables());
  if (machine && machine->kind != MachineTypes::Kind::ComputeEngine)
    machine = nullptr;
  const Accelerators::Row *gpu = name ? gpuCalled(*name, tables()) : nullptr;
  checkDisk(pool);
  if (name && !gpu)
    return reportUnknown(type);
  if (gpu && machine &&
      !(machine->accelerator.empty() ? checkAttached(pool, *machine, *gpu)
                                     : checkContained(pool, *machine, *gpu)))
    return;
  bool hasGpus = gpu || (machine && machine->accelerator.starts_with("NVIDIA"));
  if (hasGpus && pool->getParentOfType<TrainingOp>().getPlatform() ==
                     Platform::ComputeEngine)
    checkMaintenance(pool, machine, gpu);
}

void CheckVms::check(TrainingOp training) {
  bool isWorkload = training.getPlatform() == Platform::GKE &&
                    knownString(training.getWorkloadKindAttr()) != NodePoolKind;
  if (isWorkload)
    return;
  for (PoolOp pool : training.getPools())
    checkPool(pool);
}

Check job::checkVms() { return Check::of<CheckVms>(); }
