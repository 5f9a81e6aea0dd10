//===- TrainingLog.h - What a run shows while it trains ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_TRAININGLOG_H
#define TRAINLINT_RUNTIME_TRAINER_TRAININGLOG_H

#include "Runtime/Trainer/DeviceEvaluation.h"
#include "Runtime/Trainer/DeviceSteps.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint::trainer {

/// Steps that were made in one go, and how long they took.
struct LoopReport {
  std::vector<StepMetrics> steps;
  double seconds = 0;
  /// Seconds of these in which devices waited for batches.
  double waitedSeconds = 0;
  /// The examples of a step, and the devices of all replicas.
  int64_t globalBatch = 0;
  int64_t devices = 1;
  /// The steps of the whole training.
  int64_t totalSteps = 0;
};

/// Where a run shows its progress.
class TrainingLog {
public:
  virtual ~TrainingLog();
  virtual void report(const LoopReport &loop) = 0;
  /// What the model is worth after so many steps.
  virtual void evaluated(int64_t steps, llvm::ArrayRef<NamedShape> metrics,
                         const EvaluationResult &result) = 0;
  /// The run ends, so that other text may follow.
  virtual void finish() {}
};

/// Writes a line for people. Names out of damaged files may be anything.
void writeNote(llvm::raw_ostream &err, const llvm::Twine &text);

/// The number of the metric that stands for the loss: the one that is called
/// so, or the first; nothing if there are none.
std::optional<size_t> findLoss(llvm::ArrayRef<NamedShape> metrics);

/// One line of JSON for every so many steps and for the last one:
///
///     {"step":100,"epoch":0,"loss":0.25,"rate":51200,"rate_per_device":6400,
///      "waiting":0.03}
///
/// and one for each evaluation:
///
///     {"step":100,"evaluation":{"examples":500,"loss":0.31}}
///
/// Steps count from 1, rates are examples in a second, and `waiting` is the
/// share of the time in which devices waited for data; a metric that is no
/// number is null. `epochOf` gives the epoch of a step from 0.
std::unique_ptr<TrainingLog>
makeJsonLog(llvm::raw_ostream &os, llvm::ArrayRef<NamedShape> metrics,
            int64_t every, std::function<int64_t(int64_t)> epochOf);

/// The lines of an evaluation, without a training around it.
void writeJsonEvaluation(llvm::raw_ostream &os, std::optional<int64_t> steps,
                         llvm::ArrayRef<NamedShape> metrics,
                         const EvaluationResult &result);
void writeEvaluation(llvm::raw_ostream &os, std::optional<int64_t> steps,
                     llvm::ArrayRef<NamedShape> metrics,
                     const EvaluationResult &result);

/// One line that is written over, with a bar, the loss, rates and the time
/// left; lines of their own if `os` is no terminal.
std::unique_ptr<TrainingLog> makeProgressLog(llvm::raw_ostream &os,
                                             llvm::ArrayRef<NamedShape> metrics,
                                             bool isTerminal);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_TRAININGLOG_H
