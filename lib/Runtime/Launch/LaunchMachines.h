//===- LaunchMachines.h - Machines that a launcher gets ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_LAUNCH_LAUNCHMACHINES_H
#define TRAINLINT_RUNTIME_LAUNCH_LAUNCHMACHINES_H

#include "Device/Target.h"
#include "Dialect/Job/IR/Job.h"
#include "Tables/Tables.h"
#include "llvm/Support/Error.h"

namespace trainlint::launch {

/// Why something is not launched.
inline llvm::Error refuse(const llvm::Twine &why) {
  return llvm::createStringError(why);
}

/// The machines of a job that compute. All of them have the same devices, and
/// each runs one process.
struct LaunchMachines {
  graph::DeviceKind kind = graph::DeviceKind::Host;
  /// Absent for a TPU whose slices can have several numbers of hosts.
  std::optional<int64_t> hosts;
  /// The GPUs of a host; 0 without GPUs.
  int64_t gpusOfHost = 0;
  /// The devices of all hosts: one replica runs on each, or on as many of them
  /// as it has partitions.
  int64_t devices = 1;
  /// True if a process finds out from the job alone how many they are.
  bool countsDevices = true;
  /// Null without GPUs.
  const Accelerators::Row *gpu = nullptr;
  /// Null without TPUs.
  const TpuGenerations::Row *generation = nullptr;
  int64_t chips = 0;
  /// Of the chips; empty if it is not known.
  std::string topology;
  /// The type of Compute Engine that the job names, or that stands for the one
  /// which it names; null if there is none.
  const MachineTypes::Row *machine = nullptr;
  /// True if the job takes machines that may be taken away.
  bool isSpot = false;
  /// After so many seconds the job is to end.
  std::optional<int64_t> seconds;
  /// Empty if it is not known.
  std::string region;

  /// How many replicas there are. A host without accelerators has as many
  /// devices as a replica needs.
  int64_t countReplicas(int64_t partitions) const {
    return kind == graph::DeviceKind::Host ? devices : devices / partitions;
  }
  bool isTpu() const { return kind == graph::DeviceKind::Tpu; }
};

/// The machines of a job. Fails, and says why, if they are not known or are not
/// of one kind.
llvm::Expected<LaunchMachines> launchMachinesOf(job::TrainingOp training,
                                                const Tables &tables);

/// "4 hosts with 8 x NVIDIA_H100_80GB each".
std::string describe(const LaunchMachines &machines);

} // namespace trainlint::launch

#endif // TRAINLINT_RUNTIME_LAUNCH_LAUNCHMACHINES_H
