//===- Trainer.h - Trains a step --------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_TRAINER_H
#define TRAINLINT_RUNTIME_TRAINER_TRAINER_H

#include "Conversion/StepToDevRT/StepToDevRT.h"
#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Trainer/DeviceSteps.h"
#include "Runtime/Trainer/Evaluation.h"
#include "Runtime/Trainer/TrainingHost.h"
#include "Runtime/Trainer/TrainingOptions.h"

namespace trainlint::trainer {

enum class TrainingEnd { Finished, Interrupted };

/// What is trained: modules and what was read of them. They outlive a training.
struct TrainingModules {
  mlir::ModuleOp step;
  StepModule stepForm;
  /// Null without an evaluation.
  mlir::ModuleOp evaluation;
  std::optional<EvaluationModule> evaluationForm;
};

/// A step with its data and its place to go on from: all that can be wrong with
/// what a user gives is found before a device is taken.
class Training {
public:
  /// `devices` is how many there are, for steps that run on any number.
  static llvm::Expected<std::unique_ptr<Training>>
  prepare(TrainingModules modules, const TrainingOptions &options,
          int64_t devices, llvm::raw_ostream &err);

  /// How many replicas a step runs on; each has as many devices as the step has
  /// partitions.
  static int64_t countReplicas(const StepModule &step,
                               const TrainingOptions &options,
                               int64_t devices) {
    int64_t possible = std::max<int64_t>(devices / step.partitions, 1);
    return options.replicas.value_or(step.replicas.value_or(possible));
  }

  /// The devrt program with its step.
  mlir::ModuleOp getProgram() { return *program; }

  /// Runs the program. The first SIGINT or SIGTERM ends it after its step,
  /// with all that is written at an end.
  llvm::Expected<TrainingEnd> run(const TrainingHost &host);

private:
  friend class TrainingRun;

  Training(StepModule step, const TrainingOptions &options)
      : step(std::move(step)), options(options) {}

  llvm::Error findCheckpoint(llvm::raw_ostream &err);
  llvm::Error checkCheckpoint(llvm::raw_ostream &err);
  llvm::Error readInit(llvm::raw_ostream &err);
  llvm::Error readData();
  llvm::Error readHeldOut(std::optional<EvaluationModule> module);

  StepModule step;
  TrainingOptions options;
  int64_t replicas = 1;
  uint64_t seed = 0;
  std::optional<data::Dataset> dataset;
  std::optional<Evaluation> evaluation;
  /// The number of the metric that tells which evaluation is the best.
  size_t monitored = 0;
  /// What the run goes on from.
  std::optional<checkpoints::Checkpoint> checkpoint;
  /// Values that replace those of `init`, by the number of the state.
  std::map<size_t, run::HostTensor> given;
  mlir::OwningOpRef<mlir::ModuleOp> program;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_TRAINER_H
