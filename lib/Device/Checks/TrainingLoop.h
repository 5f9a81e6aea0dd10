//===- TrainingLoop.h - The loop on the device and the host -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_CHECKS_TRAININGLOOP_H
#define TRAINLINT_DEVICE_CHECKS_TRAININGLOOP_H

#include "Device/Target.h"

namespace trainlint::graph {

/// Checks what a trainer is told against the device, which needs no graph:
/// `trainer-devices`, `iterations-per-loop`, `checkpoint-interval`, and
/// `tpu-local-file` for what is named of data and checkpoints. Without a graph,
/// which knows the replicas better, `tpu-batch-size` as well.
void checkTrainingLoop(const Target &target, const TrainingValues &values,
                       bool hasGraph);

/// True if a path is certainly none of Cloud Storage: one that a template or
/// the shell completes, or an empty one, may be anything.
bool isLocalPath(llvm::StringRef path);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_CHECKS_TRAININGLOOP_H
