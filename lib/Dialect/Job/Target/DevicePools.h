//===- DevicePools.h - The devices of the machines of a job -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_TARGET_DEVICEPOOLS_H
#define TRAINLINT_DIALECT_JOB_TARGET_DEVICEPOOLS_H

#include "Device/Target.h"
#include "Dialect/Job/IR/Job.h"

namespace trainlint {

/// The GPUs of one pool.
struct PoolDevices {
  /// False if it is not known what the pool has.
  bool isKnown = false;
  /// Null if the pool has none.
  const Accelerators::Row *accelerator = nullptr;
  /// On each host.
  std::optional<int64_t> count;
  std::optional<int64_t> hosts;
  job::ValueAttr givenBy;
};

PoolDevices devicesOf(job::PoolOp pool, const Tables &tables);

/// The pools of a job that starts several machines. A program on one machine
/// may make a cluster of its own, whose jobs have any names.
std::vector<graph::DevicePool> devicePools(job::TrainingOp training,
                                           const Tables &tables);

/// The machine that a job has beside its TPU, and the TPU. That has hosts of
/// its own, whose number is not that of the workers.
std::vector<graph::DevicePool> poolsBesideTpu(job::TrainingOp training,
                                              const graph::Target &tpu,
                                              const Tables &tables);

/// The machines of a tier, if it stands for a cluster.
std::vector<graph::DevicePool> poolsOfTier(const AiPlatformScaleTiers::Row &row,
                                           job::ValueAttr at);

} // namespace trainlint

#endif // TRAINLINT_DIALECT_JOB_TARGET_DEVICEPOOLS_H
