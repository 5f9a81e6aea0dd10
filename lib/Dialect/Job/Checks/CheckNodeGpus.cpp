//===- CheckNodeGpus.cpp - GPUs fit the machines of a manifest ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Kubernetes.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKNODEGPUS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckNodeGpus
    : CheckPass<CheckNodeGpus, job::impl::CheckNodeGpusBase<CheckNodeGpus>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) { return platform == Platform::GKE; }
  void check(TrainingOp training);

private:
  void reportUnknown(ValueAttr label);
  bool checkMachineType(PoolOp pool, const Accelerators::Row &gpu,
                        const GkeGpus::Row &nodes);
  bool checkFamily(PoolOp pool, const Accelerators::Row &gpu,
                   const GkeGpus::Row &nodes);
  void checkCount(PoolOp pool, const Accelerators::Row &gpu,
                  const GkeGpus::Row &nodes);
};
} // namespace

static bool isGpu(const Accelerators::Row &row) {
  return row.kind == Accelerators::Kind::Gpu;
}

void CheckNodeGpus::reportUnknown(ValueAttr label) {
  StringRef name = *label.getString();
  llvm::SmallVector<StringRef> names;
  for (const Accelerators::Row &row : tables().accelerators.rows) {
    if (isGpu(row))
      names.push_back(row.flagName);
  }
  Report report = cite(diag::UnknownGpuLabel::unknown(label.getLoc(), name),
                       tables().accelerators);
  if (tables().gkeTpuAccelerators.find(name)) {
    report.help("it is a TPU, which `" + TpuLabel + "` selects");
    return;
  }
  std::optional<NearMatch> near = findNearMatch(name, names);
  if (near)
    report.fix(near->kind == MatchKind::Spelling, "write `" + near->word + "`",
               label.getLocation(), near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the GPUs are " + formatList(names, "and", names.size()));
}

/// False if the machine type is a finding, with its number of GPUs.
bool CheckNodeGpus::checkMachineType(PoolOp pool, const Accelerators::Row &gpu,
                                     const GkeGpus::Row &nodes) {
  ValueAttr type = pool.getMachineTypeAttr();
  std::optional<StringRef> name = knownString(type);
  const MachineTypes::Row *machine =
      name ? tables().machineTypes.find(*name) : nullptr;
  if (!machine || machine->kind != MachineTypes::Kind::ComputeEngine)
    return true;
  bool attachable = machine->accelerator.empty();
  bool has = attachable ? machine->family == nodes.family
                        : machine->accelerator == gpu.name;
  ValueAttr label = pool.getAcceleratorTypeAttr();
  if (!has) {
    cite(diag::AcceleratorMachine::machineType(type.getLoc(), *name,
                                               gpu.flagName),
         tables().machineTypes)
        .note(label.getLoc(), "this GPU")
        .help(gpu.flagName + " nodes are " + nodes.family + " machines");
    return false;
  }
  ValueAttr given = pool.getAcceleratorCountAttr();
  std::optional<int64_t> count = knownInteger(given);
  if (attachable || !count || !machine->acceleratorCount ||
      *count <= *machine->acceleratorCount || nodes.divisible)
    return true;
  cite(diag::AcceleratorMachine::fewer(given.getLoc(), *name,
                                       formatNumber(*machine->acceleratorCount),
                                       gpu.flagName, given.getText()),
       tables().machineTypes)
      .note(type.getLoc(), "of this machine type");
  return false;
}

/// False if the machine family is a finding.
bool CheckNodeGpus::checkFamily(PoolOp pool, const Accelerators::Row &gpu,
                                const GkeGpus::Row &nodes) {
  ValueAttr family = pool.getMachineFamilyAttr();
  std::optional<StringRef> name = knownString(family);
  if (!name || *name == nodes.family)
    return true;
  // A family that no table knows may be new.
  bool known = llvm::any_of(tables().machineTypes.rows, [&](const auto &row) {
    return row.family == *name;
  });
  if (!known)
    return true;
  cite(diag::AcceleratorMachine::family(family.getLoc(), *name, gpu.flagName),
       tables().gkeGpus)
      .note(pool.getAcceleratorTypeAttr().getLoc(), "this GPU")
      .help(gpu.flagName + " nodes are " + nodes.family + " machines");
  return false;
}

void CheckNodeGpus::checkCount(PoolOp pool, const Accelerators::Row &gpu,
                               const GkeGpus::Row &nodes) {
  ValueAttr given = pool.getAcceleratorCountAttr();
  std::optional<int64_t> count = knownInteger(given);
  if (!count || *count < 1 || llvm::is_contained(nodes.counts, *count))
    return;
  std::string offered = formatNumbers(nodes.counts, "and");
  std::string asked = given.getText();
  int64_t most = nodes.counts.back();
  Report report = *count < most ? diag::GpuCount::between(given.getLoc(), asked,
                                                          gpu.flagName, offered)
                  : nodes.divisible
                      ? diag::GpuCount::onlyInstances(given.getLoc(), asked,
                                                      gpu.flagName, offered)
                      : diag::GpuCount::tooMany(given.getLoc(), asked,
                                                gpu.flagName, offered);
  cite(report, tables().gkeGpus);
  llvm::SmallVector<ValueAttr> parts =
      itemsOf(pool.getContainerAcceleratorsAttr());
  for (ValueAttr part : llvm::drop_begin(parts, parts.empty() ? 0 : 1))
    report.note(part.getLoc(), "asked for by another container of the pod");
  report.note(pool.getAcceleratorTypeAttr().getLoc(), "of this GPU");
  if (*count > most && nodes.divisible)
    report.help("instances of divided GPUs are chosen by "
                "`cloud.google.com/gke-gpu-partition-size`");
  if (*count > most && parts.size() == 1)
    report.fix(/*safe=*/false, "ask for " + std::to_string(most),
               given.getLocation(), std::to_string(most));
}

void CheckNodeGpus::check(TrainingOp training) {
  for (PoolOp pool : training.getPools()) {
    ValueAttr label = pool.getAcceleratorTypeAttr();
    std::optional<StringRef> name = knownString(label);
    if (!choosesGpus(pool) || !name)
      continue;
    const Accelerators::Row *gpu = gpuWithLabel(*name, tables());
    if (!gpu) {
      reportUnknown(label);
      continue;
    }
    const GkeGpus::Row *nodes = tables().gkeGpus.find(gpu->name);
    if (!nodes)
      continue;
    bool fits =
        checkMachineType(pool, *gpu, *nodes) && checkFamily(pool, *gpu, *nodes);
    if (fits && asksFor(pool, GpuResource))
      checkCount(pool, *gpu, *nodes);
  }
}

Check job::checkNodeGpus() { return Check::of<CheckNodeGpus>(); }
