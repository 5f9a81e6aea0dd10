//===- StepToDevRT.h - The host's side of a training run --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_STEPTODEVRT_STEPTODEVRT_H
#define TRAINLINT_CONVERSION_STEPTODEVRT_STEPTODEVRT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace trainlint {

/// What is decided about a run besides its step.
struct TrainingPlan {
  /// The steps of the whole training.
  int64_t steps = 0;
  /// The steps that devices make between two looks of the host.
  int64_t iterationsPerLoop = 1;
  int64_t replicas = 1;
  /// The examples of a step, on all replicas.
  int64_t globalBatch = 1;
  int64_t batchesAhead = 2;
  uint64_t seed = 0;
  /// Whether the run goes on from a checkpoint.
  bool isResumed = false;
  /// Nothing where none are written.
  std::optional<int64_t> summarySteps;
  /// Whether there are checkpoints, and what makes one due within the run.
  bool hasCheckpoints = false;
  std::optional<int64_t> checkpointSteps;
  std::optional<int64_t> checkpointSeconds;
  /// What makes an evaluation due within the run, and how many in a row may be
  /// no better.
  std::optional<int64_t> evaluationSteps;
  std::optional<int64_t> patience;
};

/// A module with a devrt program `train` and a copy of the step module, which
/// it calls `step`. What it is evaluated with is called `evaluation`; null
/// without.
mlir::OwningOpRef<mlir::ModuleOp> convertStepToDevRT(mlir::ModuleOp step,
                                                     mlir::ModuleOp evaluation,
                                                     const TrainingPlan &plan);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_STEPTODEVRT_STEPTODEVRT_H
