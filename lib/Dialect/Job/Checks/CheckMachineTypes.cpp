//===- CheckMachineTypes.cpp - Machine types exist, of one kind -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Machines.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKMACHINETYPES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckMachineTypes
    : CheckPass<CheckMachineTypes,
                job::impl::CheckMachineTypesBase<CheckMachineTypes>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform || platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  void checkKnown(PoolOp pool, const PlatformTables &platform);
  void reportNoLegacy(ValueAttr type, const MachineTypes::Row *meant);
  void reportNotListed(PoolOp pool, const MachineTypes::Row &machine,
                       const PlatformTables &platform);
  void checkMixture(TrainingOp training);
  void checkLegacy(TrainingOp training);
};
} // namespace

static bool isLegacy(const MachineTypes::Row *machine) {
  return machine && machine->kind == MachineTypes::Kind::Legacy;
}

/// The machine types of the same family that the lists of a platform name; if
/// there are none, the families.
static std::string describeListedTypes(const MachineTypes::Row &machine,
                                       const PlatformTables &platform) {
  llvm::SmallVector<StringRef> types, families;
  for (const MachineTypes::Row &row : platform.all.machineTypes.rows) {
    if (!platform.has(row) || isLegacy(&row))
      continue;
    if (row.family == machine.family)
      types.push_back(row.name);
    if (!llvm::is_contained(families, row.family))
      families.push_back(row.family);
  }
  if (!types.empty())
    return "of this family they name " + formatList(types, "and", types.size());
  StringRef beside = platform.isVertex() ? "" : "beside the legacy types ";
  return (beside + "they name types of the ").str() +
         formatList(families, "and", families.size()) + " families";
}

void CheckMachineTypes::reportNotListed(PoolOp pool,
                                        const MachineTypes::Row &machine,
                                        const PlatformTables &platform) {
  mlir::Location location = pool.getMachineTypeAttr().getLoc();
  if (!platform.isVertex()) {
    // With an accelerator it is certain: the table of counts is closed.
    const Accelerators::Row *accelerator = acceleratorOf(pool, tables());
    if (!accelerator || !platform.has(*accelerator))
      cite(diag::UnknownMachineType::notListed(location, machine.name),
           tables().machineTypes)
          .help(describeListedTypes(machine, platform));
    return;
  }
  Report report =
      cite(isLegacy(&machine)
               ? diag::UnknownMachineType::legacy(location, machine.name)
               : diag::UnknownMachineType::notOffered(location, machine.name),
           tables().machineTypes);
  const MachineTypes::Row *like =
      tables().machineTypes.find(machine.equivalent);
  if (like && platform.has(*like))
    report.help("a Compute Engine type like it is " + like->name);
  else
    report.help(describeListedTypes(machine, platform));
}

/// True for a name of the form that the legacy types have.
static bool looksLegacy(StringRef name) {
  bool isWord = llvm::all_of(name, [](char c) {
    return llvm::isLower(c) || llvm::isDigit(c) || c == '_';
  });
  return isWord &&
         (name.starts_with("standard") || name.starts_with("large_model") ||
          name.starts_with("complex_model"));
}

/// The legacy types are a closed list.
void CheckMachineTypes::reportNoLegacy(ValueAttr type,
                                       const MachineTypes::Row *meant) {
  const MachineTypes &machines = tables().machineTypes;
  Report report =
      cite(diag::UnknownMachineType::noLegacy(type.getLoc(), *type.getString()),
           machines);
  llvm::SmallVector<StringRef> names;
  for (const MachineTypes::Row &row : machines.rows) {
    if (isLegacy(&row) && row.name != CloudTpu)
      names.push_back(row.name);
  }
  report.help((meant ? "did you mean `" + meant->name.str() + "`? " : "") +
              "the legacy types are " + formatList(names, "and", names.size()));
  if (meant)
    report.fix(/*safe=*/false, "write `" + meant->name + "`",
               type.getLocation(), meant->name);
}

void CheckMachineTypes::checkKnown(PoolOp pool,
                                   const PlatformTables &platform) {
  ValueAttr type = pool.getMachineTypeAttr();
  std::optional<StringRef> name = knownString(type);
  if (!name)
    return;
  const MachineTypes &machines = tables().machineTypes;
  const MachineTypes::Row *row = machines.find(*name);
  const MachineTypes::Row *meant = machineMeant(*name, platform);
  if (row && !meant) {
    if (!platform.has(*row))
      reportNotListed(pool, *row, platform);
    return;
  }
  if (!platform.isVertex() && looksLegacy(*name))
    return reportNoLegacy(type, meant);
  Report report =
      cite(diag::UnknownMachineType::unknown(type.getLoc(), *name), machines);
  if (meant) {
    report.help("did you mean `" + meant->name + "`?");
    report.fix(/*safe=*/false, "write `" + meant->name + "`",
               type.getLocation(), meant->name);
  }
}

void CheckMachineTypes::checkMixture(TrainingOp training) {
  auto counts = [&](PoolOp pool) {
    return machineOf(pool, tables()) && !isCloudTpu(pool);
  };
  // The master is what the others are compared with.
  PoolOp reference = training.getPool(Role::Chief);
  if (!reference || !counts(reference))
    reference = {};
  for (PoolOp pool : training.getPools()) {
    if (!counts(pool))
      continue;
    if (!reference)
      reference = pool;
    const MachineTypes::Row *machine = machineOf(pool, tables());
    const MachineTypes::Row *other = machineOf(reference, tables());
    if (machine->kind == other->kind)
      continue;
    StringRef kind = isLegacy(machine) ? "legacy" : "Compute Engine";
    StringRef otherKind = isLegacy(other) ? "legacy" : "Compute Engine";
    Report report =
        diag::MixedMachineTypes::mixed(pool.getMachineTypeAttr().getLoc(), kind,
                                       machine->name, otherKind, other->name);
    report.note(reference.getMachineTypeAttr().getLoc(),
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
  // From the release notes of AI Platform Training.
  constexpr absl::CivilDay RecommendedSince(2019, 10, 28);
  if (!context->holdsSince(RecommendedSince))
    return;
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
               formatList(names, "and"), names.size() == 1 ? "is" : "are"),
           tables().machineTypes);
  for (PoolOp pool : llvm::drop_begin(pools))
    report.note(pool.getMachineTypeAttr().getLoc(), "legacy, too");
  std::string help = "Compute Engine machine types are recommended";
  if (!equivalents.empty())
    help += ": " + formatList(equivalents, "and");
  report.help(help);
}

void CheckMachineTypes::check(TrainingOp training) {
  PlatformTables platform = tablesOf(training, tables());
  for (PoolOp pool : training.getPools())
    checkKnown(pool, platform);
  if (platform.isVertex())
    return;
  checkMixture(training);
  checkLegacy(training);
}

Check job::checkMachineTypes() { return Check::of<CheckMachineTypes>(); }
