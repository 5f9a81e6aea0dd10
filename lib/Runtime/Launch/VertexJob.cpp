//===- VertexJob.cpp - Trainings as custom jobs of Vertex AI --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Runtime/Launch/Launch.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::launch;

namespace {
/// A machine as the worker pools have it.
struct Machine {
  StringRef type;
  /// Empty if the type says it.
  StringRef accelerator;
  int64_t count = 0;
  std::string topology;
};
} // namespace

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

/// The older TPUs are accelerators of one machine type, and counted by cores.
static std::optional<Machine> cloudTpu(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  int64_t cores = machines.chips * machines.generation->coresPerChip;
  for (const auto &row : launch.tables.vertexCloudTpuCores.rows) {
    const Accelerators::Row *accelerator =
        launch.tables.accelerators.find(row.accelerator);
    bool isGeneration =
        accelerator &&
        accelerator->flagName == ("tpu-" + machines.generation->typeName).str();
    bool isPod =
        cores >= row.podCores && (!row.podStep || cores % *row.podStep == 0);
    if (isGeneration && (cores == row.cores || isPod))
      return Machine{job::VertexCloudTpu, row.accelerator, cores, ""};
  }
  return std::nullopt;
}

static llvm::Expected<Machine> tpuMachine(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  if (std::optional<Machine> older = cloudTpu(launch))
    return *older;
  const MachineTypes::Row *best = nullptr;
  bool isOffered = false;
  for (const auto &row : launch.tables.vertexTpuTopologies.rows) {
    const MachineTypes::Row *machine =
        launch.tables.machineTypes.find(row.machineType);
    if (!machine ||
        job::generationOf(*machine, launch.tables) != machines.generation)
      continue;
    isOffered = true;
    auto chips = static_cast<int64_t>(machine->acceleratorCount.value_or(0));
    bool isWanted = chips > 0 && (!machines.hosts ||
                                  machines.chips == chips * *machines.hosts);
    bool isBetter = !best || *best->acceleratorCount < chips;
    if (row.topology == machines.topology && isWanted && isBetter)
      best = machine;
  }
  StringRef generation = machines.generation->name;
  if (!isOffered)
    return refuse("no machine type of Vertex AI has a TPU " + generation +
                  " with " + llvm::Twine(machines.chips) + " chips");
  if (!best)
    return refuse("no machine type of Vertex AI has a slice of TPU " +
                  generation + " with the topology " +
                  (machines.topology.empty()
                       ? "of " + std::to_string(machines.chips) + " chips"
                       : machines.topology));
  return Machine{best->name, "", 0, machines.topology};
}

/// The machine that the job names, if it may have the GPUs; the smallest one
/// that may otherwise.
static llvm::Expected<Machine> gpuMachine(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  const MachineTypes::Row *best = nullptr;
  for (const auto &row : launch.tables.vertexAcceleratorCounts.rows) {
    const MachineTypes::Row *machine =
        launch.tables.machineTypes.find(row.machineType);
    bool fits = machine && row.accelerator == machines.gpu->name &&
                llvm::is_contained(row.counts, machines.gpusOfHost);
    if (!fits)
      continue;
    if (machine == machines.machine) {
      best = machine;
      break;
    }
    bool isSmaller =
        !best || machine->vcpus.value_or(0) < best->vcpus.value_or(0);
    if (isSmaller && machine->name != job::VertexSmallHost)
      best = machine;
  }
  if (!best)
    return refuse("no machine type of Vertex AI takes " +
                  llvm::Twine(machines.gpusOfHost) + " x " +
                  machines.gpu->name);
  return Machine{best->name, machines.gpu->name, machines.gpusOfHost, ""};
}

static llvm::Expected<Machine> machineOf(const Launch &launch) {
  if (launch.machines.isTpu())
    return tpuMachine(launch);
  if (launch.machines.gpu)
    return gpuMachine(launch);
  const MachineTypes::Row *machine = launch.machines.machine;
  if (!machine)
    return refuse("the job names no machine type, which Vertex AI wants");
  if (!machine->vertex)
    return refuse("Vertex AI has no machine type " + machine->name);
  return Machine{machine->name, "", 0, ""};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void writePool(const Launch &launch, const Machine &machine,
                      int64_t replicas, bool isAlone, YamlLines &lines) {
  lines.add(0, "- machineSpec:");
  lines.add(2, "machineType: " + machine.type);
  if (!machine.accelerator.empty()) {
    lines.add(2, "acceleratorType: " + machine.accelerator);
    lines.add(2, "acceleratorCount: " + llvm::Twine(machine.count));
  }
  if (!machine.topology.empty())
    lines.add(2, "tpuTopology: " + yamlText(machine.topology));
  lines.add(1, "replicaCount: " + llvm::Twine(replicas));
  lines.add(1, "containerSpec:");
  lines.add(2, "imageUri: " + yamlText(launch.imageOr(ImagePlaceholder)));
  lines.add(2, "command: [trainlint-run]");
  lines.add(2, "args:");
  for (StringRef argument : launch.arguments)
    lines.add(2, "- " + yamlText(argument));
  if (isAlone)
    return;
  // Each container is told of all of them by CLUSTER_SPEC.
  if (!launch.namesCoordinator())
    lines.add(2, "- --coordinator=auto");
  lines.add(2, "env:");
  lines.add(2, "- name: " + KeyVariable);
  lines.add(3, "value: \"${" + KeyVariable + "}\"");
}

static std::string envsubstNames(const Launch &launch, bool isAlone) {
  std::string names;
  if (launch.request.image.empty())
    names += "IMAGE";
  if (!isAlone)
    names += (names.empty() ? "" : " and ") + KeyVariable.str();
  return names;
}

llvm::Expected<std::string> launch::writeVertexJob(Launch &launch) {
  auto machine = machineOf(launch);
  if (!machine)
    return machine.takeError();
  const LaunchMachines &machines = launch.machines;
  bool isAlone = machines.hosts == 1;
  YamlLines lines;
  lines.add(0, "# " + describe(machines));
  lines.add(0, "# gcloud ai custom-jobs create --region=" +
                   (machines.region.empty() ? "REGION" : machines.region) +
                   " --display-name=" + launch.name +
                   " --config=" + launch.name + ".yaml");
  if (std::string names = envsubstNames(launch, isAlone); !names.empty())
    lines.add(0, "# envsubst puts in " + names);
  lines.add(0, "workerPoolSpecs:");
  // A slice is one replica, however many hosts it has.
  writePool(launch, *machine, 1, isAlone, lines);
  if (!machines.isTpu() && !isAlone)
    writePool(launch, *machine, *machines.hosts - 1, isAlone, lines);
  lines.add(0, "scheduling:");
  lines.add(1, "restartJobOnWorkerRestart: " +
                   llvm::Twine(launch.isResumed ? "true" : "false"));
  if (!launch.isResumed)
    lines.add(1, "disableRetries: true");
  if (machines.isSpot)
    lines.add(1, "strategy: SPOT");
  if (machines.seconds)
    lines.add(1, "timeout: " + llvm::Twine(*machines.seconds) + "s");
  return std::move(lines.text);
}
