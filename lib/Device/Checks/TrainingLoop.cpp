//===- TrainingLoop.cpp - The loop on the device and the host -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/TrainingLoop.h"
#include "Device/Checks/BatchSize.h"
#include "Device/Checks/TrainerDevices.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Diagnostics/Report.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::graph;

/// Steps on the device that are few: what TPUEstimator does if it is not told,
/// and less.
static constexpr int64_t FewIterations = 2;

static void labelWaitingTpu(Report &report, const Target &target) {
  if (target.location)
    report.note(target.location, "the TPU that waits for the host");
}

static void checkIterations(const Target &target,
                            const TrainingValues &values) {
  const Located<int64_t> &iterations = *values.iterationsPerLoop;
  mlir::Location place = iterations.location;
  if (iterations.value <= 0) {
    (void)diag::IterationsPerLoop::notPositive(place, iterations.value);
    return;
  }
  if (values.steps && values.steps->value > 0 &&
      iterations.value > values.steps->value) {
    Report report = diag::IterationsPerLoop::moreThanSteps(
        place, iterations.value, values.steps->value);
    report.note(values.steps->location, "all steps of the training");
    return;
  }
  if (iterations.value > FewIterations)
    return;
  Report report =
      diag::IterationsPerLoop::few(place, pluralize(iterations.value, "step"));
  labelWaitingTpu(report, target);
  const auto &checkpoints = values.checkpointSteps;
  if (checkpoints && checkpoints->value > FewIterations)
    report.help("checkpoints are " + llvm::Twine(checkpoints->value) +
                " steps apart, and nothing has to happen in between");
  else
    report.help("take the number of steps between two checkpoints");
}

/// Keras returns control to the host after each step unless it is told
/// otherwise, so that anything above one helps.
static void checkExecution(const Target &target, const TrainingValues &values) {
  const Located<int64_t> &execution = *values.stepsPerExecution;
  mlir::Location place = execution.location;
  if (execution.value <= 0) {
    (void)diag::IterationsPerLoop::notPositive(place, execution.value);
    return;
  }
  const auto &epoch = values.stepsPerEpoch;
  if (epoch && epoch->value > 0 && execution.value > epoch->value) {
    Report report = diag::IterationsPerLoop::moreThanEpoch(
        place, execution.value, epoch->value);
    report.note(epoch->location, "all steps of an epoch");
    return;
  }
  if (execution.value > 1)
    return;
  Report report =
      diag::IterationsPerLoop::few(place, pluralize(execution.value, "step"));
  labelWaitingTpu(report, target);
  report.help("anything from 2 to the steps of an epoch helps");
}

/// What the host writes between two loops, `what` in words, and every how many
/// steps.
static void checkInterval(const TrainingValues &values,
                          const Located<int64_t> &interval,
                          llvm::StringRef what) {
  const Located<int64_t> &iterations = *values.iterationsPerLoop;
  if (iterations.value <= 0 || interval.value <= 0 ||
      interval.value % iterations.value == 0)
    return;
  int64_t loops = interval.value / iterations.value + 1;
  Report report =
      interval.value < iterations.value
          ? diag::CheckpointInterval::less(interval.location, what,
                                           interval.value, iterations.value)
          : diag::CheckpointInterval::noMultiple(
                interval.location, what, interval.value, iterations.value);
  report.note(iterations.location, "steps per loop of the device");
  report.help(what + " is written after " +
              llvm::Twine(loops * iterations.value) + " steps");
}

bool graph::isLocalPath(llvm::StringRef path) {
  return !path.empty() && !path.contains("://") && !path.contains('$') &&
         !path.contains("{{") && !path.starts_with("<");
}

static void checkPath(const Target &target,
                      const Located<std::string> &folder) {
  if (!isLocalPath(folder.value))
    return;
  Report report = diag::TpuLocalFile::folder(folder.location, folder.value);
  if (target.location)
    report.note(target.location, "this TPU has hosts of its own");
  report.help("put the files into a bucket and name them gs://BUCKET/...");
}

/// The batches that all replicas of a TPU share, where no graph says that they
/// are others than its cores.
static void checkBatches(const Target &target, const TrainingValues &values) {
  int64_t replicas = target.devices.value_or(0);
  if (values.splitsModel || !values.batchIsGlobal)
    return;
  for (const auto &[batch, what] :
       {std::pair(&values.batchSize, "a batch"),
        std::pair(&values.evalBatchSize, "an evaluation batch")}) {
    if (*batch && (*batch)->location)
      (void)checkGlobalBatch(**batch, what, target, replicas,
                             (*batch)->location.getContext());
  }
}

void graph::checkTrainingLoop(const Target &target,
                              const TrainingValues &values, bool hasGraph) {
  checkTrainerDevices(target, values);
  if (!target.isTpu())
    return;
  if (values.iterationsPerLoop) {
    checkIterations(target, values);
    if (values.checkpointSteps)
      checkInterval(values, *values.checkpointSteps, "a checkpoint");
    if (values.summarySteps)
      checkInterval(values, *values.summarySteps, "a summary");
  }
  if (values.stepsPerExecution)
    checkExecution(target, values);
  if (!hasGraph)
    checkBatches(target, values);
  if (target.readsLocalFiles)
    return;
  if (values.dataDir)
    checkPath(target, *values.dataDir);
  if (values.modelDir)
    checkPath(target, *values.modelDir);
  for (const Located<std::string> &file : values.files) {
    // Others are relative to a folder that another argument gives.
    if (llvm::StringRef(file.value).starts_with("/"))
      checkPath(target, file);
  }
}
