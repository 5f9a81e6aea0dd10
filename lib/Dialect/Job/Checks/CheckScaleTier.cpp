//===- CheckScaleTier.cpp - Scale tiers, types and counts -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Machines.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKSCALETIER
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {

/// A field that takes effect on a CUSTOM tier only.
struct MachineField {
  std::string name;
  ValueAttr value;
};

struct CheckScaleTier
    : CheckPass<CheckScaleTier, job::impl::CheckScaleTierBase<CheckScaleTier>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);

private:
  void checkMaster(TrainingOp training);
  void checkFields(TrainingOp training, StringRef tier);
  void checkCounts(TrainingOp training, PoolOp pool);
};

} // namespace

static llvm::SmallVector<MachineField> machineFields(TrainingOp training) {
  llvm::SmallVector<MachineField> fields;
  bool tpuTier = tierOf(training) == StringRef("BASIC_TPU");
  for (PoolOp pool : training.getPools()) {
    // A value that is not known may turn out to be none. A file that a command
    // names has its own words.
    auto add = [&](std::string RoleNames::*name, ValueAttr value) {
      if (value && value.getKnown())
        fields.push_back({"`" + namesOf(pool, value).*name + "`", value});
    };
    ValueAttr replicas = pool.getReplicasAttr();
    std::optional<int64_t> count = knownInteger(replicas);
    add(&RoleNames::machineType, pool.getMachineTypeAttr());
    // A count of zero is what every tier starts beside its own machines, and
    // parameter servers beside a TPU have a rule of their own.
    bool ownRule = tpuTier && pool.getRole() == Role::ParameterServer;
    if (count != 0 && !ownRule)
      add(&RoleNames::replicas, replicas);
    ValueAttr accelerator = pool.getAcceleratorTypeAttr()
                                ? pool.getAcceleratorTypeAttr()
                                : pool.getAcceleratorCountAttr();
    add(&RoleNames::accelerator, accelerator);
  }
  return fields;
}

void CheckScaleTier::checkMaster(TrainingOp training) {
  PoolOp chief = training.getPool(Role::Chief);
  if (chief && chief.getMachineTypeAttr())
    return;
  StringRef field = nameOrFlagOf(training, "masterType");
  mlir::Location tier = training.getScaleTierAttr().getLoc();
  // The command that names a file may give the machine of its master.
  bool isFile = !training.getFromFlagsAttr() && !training.getFromPythonAttr();
  Report report =
      isFile ? diag::ScaleTierConflict::customWithoutMasterInFile(tier, field)
             : diag::ScaleTierConflict::customWithoutMaster(tier, field);
  report.help("add `" + field + "`" +
              (isFile ? ", or give `--master-machine-type` with the command"
                      : ", or choose a tier that brings its machines"));
  if (chief)
    report.note(chief.getLoc(), "the master is configured here");
}

void CheckScaleTier::checkFields(TrainingOp training, StringRef tier) {
  llvm::SmallVector<MachineField> fields = machineFields(training);
  if (fields.empty())
    return;
  llvm::SmallVector<std::string> names;
  for (const MachineField &field : fields)
    names.push_back(field.name);
  ValueAttr given = training.getScaleTierAttr();
  std::string all = formatList(names, "and");

  // Without a tier in the file, `--scale-tier` may still give one.
  Report report =
      given
          ? diag::ScaleTierConflict::fieldsNeedCustom(given.getLoc(), tier, all)
          : diag::ScaleTierConflict::fieldsWithoutTier(
                fields.front().value.getLoc(), all,
                fields.size() == 1 ? "takes" : "take");
  for (const MachineField &field : llvm::drop_begin(fields, given ? 0 : 1))
    report.note(field.value.getLoc(), "only CUSTOM takes this");
  StringRef custom = settingOf(training, given, "scaleTier", "CUSTOM");
  report.help(given ? "set `" + custom + "`, or remove the fields"
                    : "add `" + custom + "`");
  PoolOp chief = training.getPool(Role::Chief);
  if (given && chief && chief.getMachineTypeAttr())
    report.fix(/*safe=*/false, "set the scale tier to CUSTOM",
               given.getLocation(),
               isFromFlag(training, given) ? "custom" : "CUSTOM");
}

void CheckScaleTier::checkCounts(TrainingOp training, PoolOp pool) {
  if (pool.getRole() == Role::Chief)
    return;
  ValueAttr type = pool.getMachineTypeAttr();
  ValueAttr replicas = pool.getReplicasAttr();
  const RoleNames &names = namesOf(pool, type ? type : replicas);
  std::optional<int64_t> count = knownInteger(replicas);
  // The rules on TPU jobs say more about these two.
  bool serversOfTpu = isTpuJob(training) &&
                      pool.getRole() == Role::ParameterServer && count &&
                      *count > 0;
  if (isCloudTpu(pool) || serversOfTpu)
    return;
  if (!type && count && *count > 0) {
    diag::CountWithoutMachineType::missing(replicas.getLoc(), names.replicas,
                                           *count, names.machineType)
        .help("add `" + names.machineType + "`");
    return;
  }
  if (!type && !replicas) {
    diag::ConfigWithoutPool::absent(pool.getLoc(), names.noun)
        .help("add `" + names.machineType + "` and `" + names.replicas +
              "`, or remove the configuration");
    return;
  }
  if (!type)
    return;
  if (!replicas)
    diag::MachineTypeWithoutCount::absent(type.getLoc(), names.machineType,
                                          names.replicas)
        .help("add `" + names.replicas + "`, or remove the type");
  else if (count == 0)
    diag::MachineTypeWithoutCount::zero(type.getLoc(), names.machineType,
                                        names.replicas)
        .note(replicas.getLoc(), "no replicas");
}

void CheckScaleTier::check(TrainingOp training) {
  ValueAttr given = training.getScaleTierAttr();
  if (given && !given.getKnown())
    return;
  std::optional<StringRef> tier = tierOf(training);
  // A tier that does not exist is a finding of the schema.
  if (tier && !tables().aiPlatformScaleTiers.find(*tier))
    return;
  if (tier != StringRef("CUSTOM"))
    return checkFields(training, tier.value_or(""));
  checkMaster(training);
  for (PoolOp pool : training.getPools())
    checkCounts(training, pool);
}

Check job::checkScaleTier() { return Check::of<CheckScaleTier>(); }
