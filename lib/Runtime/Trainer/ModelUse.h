//===- ModelUse.h - Models evaluated and used without training --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_MODELUSE_H
#define TRAINLINT_RUNTIME_TRAINER_MODELUSE_H

#include "Runtime/Trainer/Evaluation.h"
#include "Runtime/Trainer/Trainer.h"

namespace trainlint::trainer {

/// A model with a state and data, without a training: that of the newest
/// checkpoint, of a file, or with which a training would begin.
class ModelUse {
public:
  /// At least one of the modules is there. With a file for predictions the
  /// second one gives them.
  static llvm::Expected<std::unique_ptr<ModelUse>>
  prepare(std::optional<EvaluationModule> evaluation,
          std::optional<EvaluationModule> prediction,
          const TrainingOptions &options, int64_t devices,
          llvm::raw_ostream &err);

  /// Writes metrics to the host's output, and outputs to the file.
  llvm::Error run(const TrainingHost &host);

private:
  explicit ModelUse(const TrainingOptions &options) : options(options) {}

  llvm::Error readState(llvm::raw_ostream &err);
  llvm::Expected<std::vector<run::HostTensor>>
  stateFor(const EvaluationModule &module, const TrainingHost &host);
  llvm::Error evaluate(const TrainingHost &host);
  llvm::Error predict(const TrainingHost &host);

  TrainingOptions options;
  std::optional<Evaluation> evaluation, prediction;
  /// Values by the names of states.
  checkpoints::LoadedTensors given;
  /// The steps that were made for them, if that is known.
  std::optional<int64_t> step;
  uint64_t seed = 0;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_MODELUSE_H
