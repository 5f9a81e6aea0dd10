//===- LaunchMachines.cpp - The machines that a launcher is asked for -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchMachines.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Dialect/Job/Target/DevicePools.h"
#include "Dialect/Job/Target/JobTarget.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::launch;
using graph::DeviceKind;
using graph::Target;

//===----------------------------------------------------------------------===//
// What a job says besides
//===----------------------------------------------------------------------===//

/// The pools that compute; parameter servers and evaluators are left out.
static llvm::SmallVector<PoolOp> computingPools(TrainingOp training) {
  llvm::SmallVector<PoolOp> pools;
  for (PoolOp pool : training.getPools()) {
    bool computes =
        pool.getRole() == Role::Chief || pool.getRole() == Role::Worker;
    if (computes && pool.mayStartReplicas())
      pools.push_back(pool);
  }
  return pools;
}

/// Machine types of AI Platform alone stand for those of Compute Engine.
static const MachineTypes::Row *computeEngineType(const MachineTypes::Row *row,
                                                  const Tables &tables) {
  if (row && row->kind != MachineTypes::Kind::ComputeEngine)
    return row->equivalent.empty() ? nullptr
                                   : tables.machineTypes.find(row->equivalent);
  return row;
}

static const MachineTypes::Row *machineOfJob(TrainingOp training,
                                             llvm::ArrayRef<PoolOp> pools,
                                             const Tables &tables) {
  if (!choosesMachines(training, tables)) {
    const auto *tier =
        tables.aiPlatformScaleTiers.find(tierOf(training).value_or(""));
    return tier ? computeEngineType(tables.machineTypes.find(tier->master),
                                    tables)
                : nullptr;
  }
  return pools.empty()
             ? nullptr
             : computeEngineType(machineOf(pools.front(), tables), tables);
}

/// `7200s`, as files and flags write it.
static std::optional<int64_t> secondsOf(ValueAttr time) {
  StringRef text = knownString(time).value_or("");
  int64_t seconds = 0;
  bool isNumber = text.consume_back("s") && !text.getAsInteger(10, seconds);
  return isNumber && seconds > 0 ? std::optional(seconds) : std::nullopt;
}

static bool takesSpot(TrainingOp training) {
  std::optional<StringRef> strategy = knownString(training.getStrategyAttr());
  if (strategy == StringRef("SPOT") || strategy == StringRef("LOW_COST"))
    return true;
  return llvm::any_of(training.getPools(), [](PoolOp pool) {
    return knownString(pool.getProvisioningAttr()) == StringRef("SPOT");
  });
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// A number of copies; none is one, and one with a placeholder is not known.
static std::optional<int64_t> countOf(ValueAttr value) {
  return value ? knownInteger(value) : 1;
}

static llvm::Error addTpu(const Target &target, TrainingOp training,
                          const Tables &tables, LaunchMachines &machines) {
  machines.generation = tables.tpuGenerations.find(target.generation);
  if (!machines.generation || !target.chips || !target.devices)
    return refuse("the slice of the job's TPU is not known");
  for (PoolOp pool : training.getPools()) {
    bool isSlice = training.getPlatform() == Platform::GKE
                       ? choosesTpus(pool)
                       : training.getPlatform() == Platform::CloudTPU &&
                             pool.getRole() == Role::Worker;
    std::optional<int64_t> slices = countOf(pool.getReplicasAttr());
    if (isSlice && slices != 1)
      return refuse(slices ? "the job has " + llvm::Twine(*slices) +
                                 " slices, and a step is written for one"
                           : "how many slices the job has is not known");
  }
  machines.hosts = target.hosts;
  machines.devices = *target.devices;
  machines.chips = *target.chips;
  machines.topology = target.topology;
  return llvm::Error::success();
}

/// What a pod has is known, but not what a manifest means by several of them;
/// whoever launches its training means that they train one model.
static llvm::Error addPods(TrainingOp training, LaunchMachines &machines) {
  for (PoolOp pool : training.getPools()) {
    if (!choosesGpus(pool))
      continue;
    std::optional<int64_t> copies = countOf(pool.getReplicasAttr());
    std::optional<int64_t> group = countOf(pool.getGroupSizeAttr());
    if (!copies || !group)
      return refuse("how many pods the job has is not known");
    machines.hosts =
        std::max<int64_t>(*copies, 1) * std::max<int64_t>(*group, 1);
  }
  return llvm::Error::success();
}

/// Every process has as many devices as all others.
static llvm::Error checkSameDevices(llvm::ArrayRef<PoolOp> pools,
                                    const Tables &tables) {
  for (PoolOp pool : pools) {
    PoolDevices first = devicesOf(pools.front(), tables);
    PoolDevices own = devicesOf(pool, tables);
    if (!own.isKnown)
      return refuse("what a machine of the job has is not known");
    if (!own.hosts)
      return refuse("how many machines the job has is not known");
    if (own.accelerator != first.accelerator || own.count != first.count)
      return refuse("the machines of the job have different devices, and every "
                    "process of a training has the same");
  }
  return llvm::Error::success();
}

static llvm::Error addGpus(const Target &target, TrainingOp training,
                           const Tables &tables, LaunchMachines &machines) {
  if (target.isChosenByService)
    return refuse("which GPU " + target.name + " is, the service chooses");
  machines.gpu = tables.accelerators.find(target.name);
  machines.hosts = target.hosts;
  if (training.getPlatform() == Platform::GKE)
    if (llvm::Error error = addPods(training, machines))
      return error;
  if (!machines.gpu || !target.devicesOfHost || *target.devicesOfHost < 1)
    return refuse("how many GPUs a machine of the job has is not known");
  if (!machines.hosts)
    return refuse("how many machines the job has is not known");
  machines.gpusOfHost = *target.devicesOfHost;
  machines.devices = *machines.hosts * machines.gpusOfHost;
  return llvm::Error::success();
}

static llvm::Error addDevices(const Target &target, TrainingOp training,
                              const Tables &tables, LaunchMachines &machines) {
  switch (target.kind) {
  case DeviceKind::Unknown:
    return refuse("what the job runs on is not known");
  case DeviceKind::Tpu:
    return addTpu(target, training, tables, machines);
  case DeviceKind::Gpu:
    return addGpus(target, training, tables, machines);
  case DeviceKind::Host:
    machines.hosts = target.hosts;
    machines.devices = target.hosts.value_or(1);
    return machines.hosts
               ? llvm::Error::success()
               : refuse("how many machines the job has is not known");
  }
  llvm_unreachable("all kinds are handled");
}

llvm::Expected<LaunchMachines> launch::launchMachinesOf(TrainingOp training,
                                                        const Tables &tables) {
  Target target = targetOf(training, tables);
  llvm::SmallVector<PoolOp> pools = computingPools(training);
  LaunchMachines machines;
  machines.kind = target.kind;
  machines.machine = machineOfJob(training, pools, tables);
  machines.isSpot = takesSpot(training);
  machines.seconds = secondsOf(training.getMaxRunningTimeAttr());
  machines.region = knownString(training.getRegionAttr()).value_or("").str();
  bool hasPools = training.getPlatform() == Platform::AIPlatform ||
                  training.getPlatform() == Platform::VertexAI;
  if (!target.isTpu() && hasPools && choosesMachines(training, tables))
    if (llvm::Error error = checkSameDevices(pools, tables))
      return error;
  if (llvm::Error error = addDevices(target, training, tables, machines))
    return error;
  machines.countsDevices = target.devices.value_or(1) == machines.devices;
  return machines;
}

std::string launch::describe(const LaunchMachines &machines) {
  std::string hosts =
      machines.hosts ? pluralize(*machines.hosts, "host") : std::string();
  if (machines.isTpu()) {
    std::string slice =
        "TPU " + machines.generation->name.str() + " of " +
        pluralize(machines.chips, "chip") +
        (machines.topology.empty() ? "" : ", " + machines.topology);
    return hosts.empty() ? slice : slice + ", on " + hosts;
  }
  if (!machines.gpu)
    return hosts + (machines.machine
                        ? " of type " + machines.machine->name.str()
                        : std::string());
  return hosts + " with " + std::to_string(machines.gpusOfHost) + " x " +
         machines.gpu->name.str() + (machines.hosts == 1 ? "" : " each");
}
