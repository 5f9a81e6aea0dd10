//===- Evaluation.h - What a model is worth on other data -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_EVALUATION_H
#define TRAINLINT_RUNTIME_TRAINER_EVALUATION_H

#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Trainer/DeviceEvaluation.h"
#include "Runtime/Trainer/TrainingOptions.h"

namespace trainlint::trainer {

/// A module that evaluates or predicts with the data that it does so on: all
/// that can be wrong with what a user gives is found before a device is taken.
struct Evaluation {
  EvaluationModule module;
  data::Dataset dataset;
  DeviceGrid grid = OneDevice;
  uint64_t seed = 0;

  /// With `isOwn`, on devices of this process.
  static llvm::Expected<Evaluation>
  prepare(EvaluationModule module, llvm::ArrayRef<data::DataFile> files,
          const TrainingOptions &options, int64_t replicas, bool isOwn,
          uint64_t seed);
};

/// The number of a metric; the error lists what there is.
llvm::Expected<size_t> findMetric(llvm::ArrayRef<NamedShape> metrics,
                                  llvm::StringRef name);

/// Finds the best evaluation of a run, and the time to stop.
class BestEvaluation {
public:
  /// `patience` is how many evaluations in a row may be no better.
  BestEvaluation(std::string metric, std::optional<int64_t> patience);

  /// Goes on from what a checkpoint says, if that is of the same metric.
  void resume(const checkpoints::BestRecord &before);

  /// True if the model has never been better. What is no number is worse than
  /// any.
  bool add(int64_t step, double value);

  bool isEnough() const { return patience && record.since >= *patience; }
  const checkpoints::BestRecord &get() const { return record; }

private:
  checkpoints::BestRecord record;
  std::optional<int64_t> patience;
  bool isGreaterBetter;
};

/// Gives the states of an evaluation from those of a step or of itself, by
/// their names.
llvm::Expected<DeviceEvaluation::State> stateOf(const EvaluationModule &module,
                                                const ModelProgram &program,
                                                const DeviceBuffers &buffers);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_EVALUATION_H
