//===- CheckProvisioning.cpp - How machines are obtained ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/WorkerPools.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/FieldNames.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "absl/time/time.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKPROVISIONING
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckProvisioning
    : CheckPass<CheckProvisioning,
                job::impl::CheckProvisioningBase<CheckProvisioning>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  void checkFlexStart(TrainingOp training);
  void checkFlexStartGpus(TrainingOp training);
  void checkSpot(TrainingOp training);
  void checkReservation(TrainingOp training, PoolOp pool);
};
} // namespace

static void checkName(ValueAttr strategy) {
  std::optional<StringRef> name = knownString(strategy);
  StringRef now = name == StringRef("ON_DEMAND")  ? "STANDARD"
                  : name == StringRef("LOW_COST") ? "SPOT"
                                                  : "";
  if (!now.empty())
    diag::DeprecatedStrategy::renamed(strategy.getLoc(), *name, now)
        .fix(/*safe=*/true, "write `" + now + "`", strategy.getLocation(), now);
}

//===----------------------------------------------------------------------===//
// FLEX_START and SPOT
//===----------------------------------------------------------------------===//

void CheckProvisioning::checkFlexStartGpus(TrainingOp training) {
  ValueAttr strategy = training.getStrategyAttr();
  bool complete = true;
  llvm::SmallVector<AcceleratorNeed> needs =
      acceleratorsOf(training, tables(), complete);
  llvm::SmallVector<StringRef> offered;
  for (const VertexAccelerators::Row &row : tables().vertexAccelerators.rows) {
    if (row.flexStart)
      offered.push_back(row.accelerator);
  }
  std::string offer =
      "it is offered for " + formatList(offered, "and", offered.size());
  if (needs.empty() && complete) {
    cite(diag::FlexStart::noGpu(strategy.getLoc()), tables().vertexAccelerators)
        .help(offer);
    return;
  }
  for (const AcceleratorNeed &need : needs) {
    StringRef name = need.accelerator ? need.accelerator->name : "a TPU";
    if (llvm::is_contained(offered, name))
      continue;
    cite(diag::FlexStart::accelerator(strategy.getLoc(), name),
         tables().vertexAccelerators)
        .note(need.askedBy.getLoc(), "asks for " + name)
        .help(offer);
    return;
  }
}

/// True if two fields certainly have other values, of which one may be none.
static bool differ(ValueAttr a, ValueAttr b) {
  bool unknown = (a && !a.getKnown()) || (b && !b.getKnown());
  if (unknown || (!a && !b))
    return false;
  return !a || !b || a.getText() != b.getText();
}

static void checkSameMachines(TrainingOp training) {
  PoolOp first;
  for (PoolOp pool : training.getPools()) {
    ValueAttr machine = pool.getMachineTypeAttr();
    if (!machine || knownInteger(pool.getReplicasAttr()) == 0)
      continue;
    if (!first) {
      first = pool;
      continue;
    }
    bool different =
        differ(machine, first.getMachineTypeAttr()) ||
        differ(pool.getAcceleratorTypeAttr(), first.getAcceleratorTypeAttr()) ||
        differ(pool.getAcceleratorCountAttr(), first.getAcceleratorCountAttr());
    if (!different)
      continue;
    diag::FlexStart::different(training.getStrategyAttr().getLoc(),
                               namesOf(pool).noun, namesOf(first).noun)
        .note(first.getMachineTypeAttr().getLoc(), namesOf(first).noun)
        .note(machine.getLoc(), namesOf(pool).noun);
    return;
  }
}

void CheckProvisioning::checkFlexStart(TrainingOp training) {
  checkFlexStartGpus(training);
  checkSameMachines(training);
  // The guide to dynamic workload scheduling.
  absl::Duration most = absl::Hours(24 * 7), given;
  ValueAttr timeout = training.getMaxRunningTimeAttr();
  std::optional<StringRef> text = knownString(timeout);
  if (text && absl::ParseDuration(text->str(), &given) && given > most)
    diag::FlexStart::timeout(timeout.getLoc(), *text)
        .note(training.getStrategyAttr().getLoc(), "with this strategy");
}

void CheckProvisioning::checkSpot(TrainingOp training) {
  for (PoolOp pool : training.getPools()) {
    if (!isCloudTpuPod(pool, tables()))
      continue;
    ValueAttr count = pool.getAcceleratorCountAttr();
    cite(diag::SpotTpuPod::pod(count.getLoc(), count.getText(),
                               acceleratorOf(pool, tables())->name),
         tables().vertexCloudTpuCores)
        .note(training.getStrategyAttr().getLoc(), "Spot VMs");
  }
}

//===----------------------------------------------------------------------===//
// Reservations and partitions
//===----------------------------------------------------------------------===//

void CheckProvisioning::checkReservation(TrainingOp training, PoolOp pool) {
  ValueAttr given = pool.getReservationAttr();
  std::optional<StringRef> kind = knownString(given);
  if (kind == StringRef("SPECIFIC_RESERVATION")) {
    llvm::SmallVector<StringRef> missing;
    if (!pool.getReservationKeyAttr())
      missing.push_back("`key`");
    if (!pool.getReservationValuesAttr())
      missing.push_back("`values`");
    if (!missing.empty())
      diag::ReservationAffinity::incomplete(given.getLoc(),
                                            missing.size() == 1 ? "is" : "are",
                                            formatList(missing, "and"))
          .help("the key of a name is compute.googleapis.com/reservation-name");
  }
  bool none = !given || kind == StringRef("NO_RESERVATION") ||
              kind == StringRef("TYPE_UNSPECIFIED");
  const Accelerators::Row *accelerator = acceleratorOf(pool, tables());
  const VertexAccelerators &vertex = tables().vertexAccelerators;
  const VertexAccelerators::Row *row =
      accelerator ? vertex.find(accelerator->name) : nullptr;
  if (!none || !row)
    return;
  ValueAttr type = pool.getAcceleratorTypeAttr();
  // Spot VMs and a flexible start are other ways to come by machines.
  ValueAttr strategy = training.getStrategyAttr();
  bool usual = !strategy || knownString(strategy) == StringRef("STANDARD");
  if (row->reservation == VertexAccelerators::Reservation::Required)
    cite(diag::ReservationNeeded::required(type.getLoc(), row->accelerator),
         vertex)
        .help("add `" + nameOfField(training, "reservationAffinity") +
              "` to the `" + nameOfField(training, "machineSpec") + "`");
  else if (row->reservation == VertexAccelerators::Reservation::Recommended &&
           usual && !given)
    cite(diag::ReservationNeeded::recommended(type.getLoc(), row->accelerator),
         vertex)
        .help("add `" + nameOfField(training, "reservationAffinity") +
              "` to the `" + nameOfField(training, "machineSpec") + "`");
}

static void checkPartition(PoolOp pool) {
  ValueAttr size = pool.getGpuPartitionSizeAttr();
  ValueAttr count = pool.getAcceleratorCountAttr();
  std::optional<int64_t> number = knownInteger(count);
  if (size && size.getKnown() && number && *number > 1)
    diag::GpuPartition::several(count.getLoc(), *number)
        .note(size.getLoc(), "parts of each GPU");
}

void CheckProvisioning::check(TrainingOp training) {
  ValueAttr strategy = training.getStrategyAttr();
  checkName(strategy);
  std::optional<StringRef> name = knownString(strategy);
  if (name == StringRef("FLEX_START"))
    checkFlexStart(training);
  if (name == StringRef("SPOT") || name == StringRef("LOW_COST"))
    checkSpot(training);
  for (PoolOp pool : training.getPools()) {
    checkReservation(training, pool);
    checkPartition(pool);
  }
}

Check job::checkProvisioning() { return Check::of<CheckProvisioning>(); }
