//===- TrainerDevices.cpp - What a trainer is told of devices -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/TrainerDevices.h"
#include "Device/TargetReport.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

static constexpr llvm::StringLiteral JobDevices = "the devices of the job";

static void labelDevices(Report &report, const Target &target) {
  if (target.location)
    report.note(target.location, JobDevices);
}

static void checkUse(const Target &target, const TrainingValues &values) {
  const Located<bool> &use = *values.useTpu;
  if (target.isTpu()) {
    if (use.value)
      return;
    Report report = diag::TrainerDevices::tpuUnused(use.location, target.name);
    labelDevices(report, target);
    report.help("the trainer uses the CPU of its host, and the TPU idles");
    return;
  }
  // The trainer may have a TPU that somebody else created.
  if (!use.value || values.namesTpu || target.kind == DeviceKind::Unknown)
    return;
  Report report = diag::TrainerDevices::noTpu(use.location);
  labelDevices(report, target);
}

static void checkCores(const Target &target, const TrainingValues &values) {
  const Located<int64_t> &cores = *values.cores;
  if (!target.devices || values.splitsModel || cores.value == *target.devices)
    return;
  Report report = diag::TrainerDevices::cores(cores.location, cores.value,
                                              target.name, *target.devices);
  citeTarget(report, target, JobDevices);
}

/// A zone is a region and a letter: `us-central1-b`.
static void checkZone(const TrainingValues &values) {
  const Located<std::string> &zone = *values.tpuZone;
  const Located<std::string> &region = *values.region;
  auto [name, letter] = StringRef(zone.value).rsplit('-');
  if (letter.size() != 1 || name == region.value)
    return;
  Report report =
      diag::TrainerDevices::zone(zone.location, zone.value, region.value);
  report.note(region.location, "the region of the job");
  report.help("the TPU of a job is in its region");
}

void graph::checkTrainerDevices(const Target &target,
                                const TrainingValues &values) {
  if (values.useTpu)
    checkUse(target, values);
  if (!target.isTpu())
    return;
  if (values.cores)
    checkCores(target, values);
  if (values.tpuZone && values.region && !values.namesTpu)
    checkZone(values);
}
