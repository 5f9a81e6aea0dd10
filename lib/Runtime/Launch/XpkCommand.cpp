//===- XpkCommand.cpp - Trainings as workloads of xpk ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/TpuSlices.h"
#include "Runtime/Launch/Launch.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::launch;

namespace {
/// What xpk calls a kind of machines.
struct Device {
  std::string name;
  int64_t hosts = 1;
  /// How many processes xpk starts on a host unless it is told otherwise.
  int64_t containers = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The hosts of a slice as xpk makes it.
static std::optional<int64_t> hostsOf(const Launch &launch,
                                      const XpkDeviceTypes::Row &type) {
  std::optional<int64_t> hosts;
  for (const auto &row : launch.tables.gkeTpuAccelerators.rows) {
    if (row.generation != type.generation ||
        row.status != GkeTpuAccelerators::Status::Offered)
      continue;
    for (const job::SliceNodes &nodes :
         job::sliceNodesOf(row, launch.machines.topology, launch.tables)) {
      bool isMade = !nodes.machineType.empty() &&
                    (!type.nodeChips || nodes.chipsPerNode <= *type.nodeChips);
      if (isMade)
        hosts = nodes.nodes;
    }
  }
  return hosts;
}

/// A type of Cloud TPU that has the chips, if its topology is that of the
/// slice; otherwise the topology is part of the name.
static std::string tpuName(const Launch &launch,
                           const XpkDeviceTypes::Row &type) {
  const LaunchMachines &machines = launch.machines;
  for (const TpuTypes::Row &row : launch.tables.tpuTypes.rows)
    if (row.generation == machines.generation->name &&
        row.topology == machines.topology && row.chips == machines.chips)
      return row.name.str();
  return (type.name + "-" + machines.topology).str();
}

static llvm::Expected<Device> tpuDevice(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  StringRef generation = machines.generation->name;
  const XpkDeviceTypes::Row *type = nullptr;
  for (const XpkDeviceTypes::Row &row : launch.tables.xpkDeviceTypes.rows)
    if (row.generation == generation)
      type = &row;
  if (!type)
    return refuse("xpk has no device type with TPU " + generation);
  if (type->leastChips && machines.chips < *type->leastChips)
    return refuse("the smallest slice of TPU " + generation + " in xpk has " +
                  llvm::Twine(*type->leastChips) + " chips, and the job has " +
                  llvm::Twine(machines.chips));
  // A type of Cloud TPU whose topology is not known has a name all the same.
  std::optional<int64_t> hosts =
      machines.topology.empty() ? machines.hosts : hostsOf(launch, *type);
  if (!hosts)
    return refuse("xpk has no slice of TPU " + generation + " with " +
                  (machines.topology.empty()
                       ? std::to_string(machines.chips) + " chips"
                       : "the topology " + machines.topology));
  if (machines.hosts && hosts != machines.hosts)
    return refuse("xpk makes a slice of TPU " + generation + " " +
                  machines.topology + " of " + pluralize(*hosts, "host") +
                  ", and that of the job has " + llvm::Twine(*machines.hosts));
  return Device{tpuName(launch, *type), *hosts, type->containers};
}

static llvm::Expected<Device> gpuDevice(const Launch &launch) {
  const LaunchMachines &machines = launch.machines;
  for (const XpkDeviceTypes::Row &row : launch.tables.xpkDeviceTypes.rows) {
    if (row.accelerator != machines.gpu->name)
      continue;
    if (!llvm::is_contained(row.counts, machines.gpusOfHost))
      return refuse(
          "xpk has no nodes with " + llvm::Twine(machines.gpusOfHost) + " x " +
          machines.gpu->name + ", but with " + formatNumbers(row.counts, "or"));
    return Device{(row.name + "-" + llvm::Twine(machines.gpusOfHost)).str(),
                  *machines.hosts, row.containers};
  }
  return refuse("xpk has no device type with " + machines.gpu->name);
}

static llvm::Expected<Device> deviceOf(const Launch &launch) {
  if (launch.machines.isTpu())
    return tpuDevice(launch);
  if (launch.machines.gpu)
    return gpuDevice(launch);
  return refuse(
      "the job has no accelerators, and no device type of xpk is known "
      "for machines without");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The names of pods are made by xpk, which calls their job `slice-job`.
static std::string coordinatorOf(const Launch &launch) {
  if (launch.machines.isTpu())
    return "auto";
  return launch.name + "-slice-job-0-0." + launch.name + ":" +
         std::to_string(CoordinatorPort);
}

llvm::Expected<std::string> launch::writeXpkCommand(Launch &launch) {
  auto device = deviceOf(launch);
  if (!device)
    return device.takeError();
  if (launch.machines.seconds)
    launch.notes.push_back("xpk has no flag for the longest time of a job, "
                           "which is left out");
  if (launch.machines.isSpot)
    launch.notes.push_back("whether nodes are Spot VMs, xpk is told when the "
                           "cluster is made");
  bool isAlone = device->hosts == 1;
  std::vector<std::string> words = {"trainlint-run"};
  for (const std::string &argument : launch.arguments)
    words.push_back(shellWord(argument));
  if (!isAlone && !launch.namesCoordinator())
    words.push_back("--coordinator=" + coordinatorOf(launch));
  std::string command = llvm::join(words, " ");
  // xpk puts it into YAML as it is.
  if (StringRef(command).find_first_of("\"\\\n") != StringRef::npos)
    return refuse("xpk takes no command with quotation marks or backslashes");

  std::vector<std::string> lines = {
      "xpk workload create --cluster=\"${CLUSTER}\"",
      "--workload=" + launch.name,
      (launch.machines.isTpu() ? "--tpu-type=" : "--device-type=") +
          device->name,
      launch.machines.isTpu() ? std::string("--num-slices=1")
                              : "--num-nodes=" + std::to_string(device->hosts),
      "--docker-image=" + (launch.request.image.empty()
                               ? "\"" + ImagePlaceholder.str() + "\""
                               : shellWord(launch.request.image))};
  if (device->containers > 1)
    lines.push_back("--no-use-parallel-containers");
  for (const Volume &volume : launch.request.volumes)
    lines.push_back("--storage=" + shellWord(volume.name));
  if (launch.isResumed) {
    lines.push_back("--max-restarts=" + std::to_string(MostRestarts));
    lines.push_back("--restart-on-exit-codes=" +
                    llvm::join(restartCodes(), ","));
  }
  if (!isAlone) {
    lines.push_back("--env=" + CountVariable.str() + "=" +
                    std::to_string(device->hosts));
    lines.push_back("--env=" + KeyVariable.str() +
                    "=\"$(openssl rand -hex 32)\"");
  }
  lines.push_back("--command=" + shellWord(command));
  return "#!/bin/sh\n# " + describe(launch.machines) + "\n" +
         llvm::join(lines, " \\\n  ") + "\n";
}
