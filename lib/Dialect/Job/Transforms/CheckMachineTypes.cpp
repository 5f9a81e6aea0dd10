//===- CheckMachineTypes.cpp - Machine types exist, of one kind -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Transforms/CheckPass.h"
#include "Dialect/Job/Transforms/FieldNames.h"
#include "Dialect/Job/Transforms/Machines.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;
using llvm::StringRef;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKMACHINETYPES
#include "Dialect/Job/Transforms/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckMachineTypes
    : CheckPass<CheckMachineTypes,
                job::impl::CheckMachineTypesBase<CheckMachineTypes>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkKnown(PoolOp pool);
  void checkMixture(TrainingOp training);
  void checkLegacy(TrainingOp training);
};
} // namespace

static bool isLegacy(const MachineTypes::Row *machine) {
  return machine && machine->kind == MachineTypes::Kind::Legacy;
}

void CheckMachineTypes::checkKnown(PoolOp pool) {
  ValueAttr type = pool.getMachineTypeAttr();
  std::optional<StringRef> name = knownString(type);
  if (!name)
    return;
  const MachineTypes &machines = tables().machineTypes;
  if (const MachineTypes::Row *row = machines.find(*name)) {
    // An accelerator makes it certain: the table of counts is closed.
    if (!row->aiPlatform && !pool.getAcceleratorTypeAttr())
      cite(diag::UnknownMachineType::notListed(type.getLoc(), *name), machines)
          .help(
              "the types that it names are n1-standard-4 and larger, "
              "n1-highmem, n1-highcpu-16 and larger, a2 and the legacy types");
    return;
  }
  llvm::SmallVector<StringRef> names;
  for (const MachineTypes::Row &row : machines.rows) {
    if (row.aiPlatform)
      names.push_back(row.name);
  }
  Report report =
      cite(diag::UnknownMachineType::unknown(type.getLoc(), *name), machines);
  if (std::optional<NearMatch> near = findNearMatch(*name, names)) {
    report.help("did you mean `" + near->word + "`?");
    report.fix(/*safe=*/false, "write `" + near->word + "`", type.getLocation(),
               near->word);
  }
}

/// All roles use machine types of one kind; a TPU worker goes with either.
void CheckMachineTypes::checkMixture(TrainingOp training) {
  PoolOp reference;
  for (PoolOp pool : training.getPools()) {
    const MachineTypes::Row *machine = machineOf(pool, tables());
    if (!machine || isCloudTpu(pool))
      continue;
    if (!reference) {
      reference = pool;
      continue;
    }
    const MachineTypes::Row *other = machineOf(reference, tables());
    if (machine->kind == other->kind)
      continue;
    StringRef kind = isLegacy(machine) ? "legacy" : "Compute Engine";
    StringRef otherKind = isLegacy(other) ? "legacy" : "Compute Engine";
    Report report =
        diag::MixedMachineTypes::mixed(pool.getMachineTypeAttr().getLoc(), kind,
                                       machine->name, otherKind, other->name);
    report.also(reference.getMachineTypeAttr().getLoc(),
                otherKind + " machine type");
    const MachineTypes::Row *legacy = isLegacy(machine) ? machine : other;
    if (!legacy->equivalent.empty())
      report.help("a Compute Engine type like " + legacy->name + " is " +
                  legacy->equivalent);
    cite(report, tables().machineTypes);
    return;
  }
}

void CheckMachineTypes::checkLegacy(TrainingOp training) {
  llvm::SmallVector<PoolOp, 4> pools;
  llvm::SmallVector<std::string> names;
  llvm::SmallVector<std::string> equivalents;
  bool mixed = false;
  for (PoolOp pool : training.getPools()) {
    const MachineTypes::Row *machine = machineOf(pool, tables());
    if (!machine || isCloudTpu(pool))
      continue;
    if (!isLegacy(machine)) {
      mixed = true;
      continue;
    }
    pools.push_back(pool);
    std::string name = machine->name.str();
    if (llvm::is_contained(names, name))
      continue;
    names.push_back(name);
    if (!machine->equivalent.empty())
      equivalents.push_back(machine->equivalent.str() + " for " + name);
  }
  // Beside a Compute Engine type the mixture is the finding.
  if (pools.empty() || mixed)
    return;
  Report report =
      cite(diag::LegacyMachineType::legacy(
               pools.front().getMachineTypeAttr().getLoc(),
               joinWords(names, "and"), names.size() == 1 ? "is" : "are"),
           tables().machineTypes);
  for (PoolOp pool : llvm::drop_begin(pools))
    report.also(pool.getMachineTypeAttr().getLoc(), "legacy, too");
  std::string help = "Compute Engine machine types are recommended";
  if (!equivalents.empty())
    help += ": " + joinWords(equivalents, "and");
  report.help(help);
}

void CheckMachineTypes::check(TrainingOp training) {
  for (PoolOp pool : training.getPools())
    checkKnown(pool);
  checkMixture(training);
  checkLegacy(training);
}

std::unique_ptr<mlir::Pass>
job::createCheckMachineTypes(const CheckContext &context) {
  return std::make_unique<CheckMachineTypes>(context);
}
