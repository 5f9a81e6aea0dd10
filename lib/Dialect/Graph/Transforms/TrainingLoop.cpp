//===- TrainingLoop.cpp - The loop on the device and the host -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Transforms/TrainingLoop.h"
#include "Diagnostics/Report.h"

using namespace trainlint;
using namespace trainlint::graph;

/// The names under which `reachesHost` steps are few: what TPUEstimator does if
/// it is not told, and less.
static constexpr int64_t FewIterations = 2;

static void labelTarget(Report &report, const Target &target) {
  if (target.location)
    report.also(target.location, "the TPU that waits for the host");
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
    report.also(values.steps->location, "all steps of the training");
    return;
  }
  if (iterations.value > FewIterations)
    return;
  Report report = diag::IterationsPerLoop::few(place, iterations.value);
  labelTarget(report, target);
  const auto &checkpoints = values.checkpointSteps;
  if (checkpoints && checkpoints->value > FewIterations)
    report.help("checkpoints are " + llvm::Twine(checkpoints->value) +
                " steps apart, and nothing has to happen in between");
  else
    report.help("take the number of steps between two checkpoints");
}

static void checkInterval(const TrainingValues &values) {
  const Located<int64_t> &iterations = *values.iterationsPerLoop;
  const Located<int64_t> &interval = *values.checkpointSteps;
  if (iterations.value <= 0 || interval.value <= 0 ||
      interval.value % iterations.value == 0)
    return;
  int64_t loops = interval.value / iterations.value + 1;
  Report report =
      interval.value < iterations.value
          ? diag::CheckpointInterval::less(interval.location, interval.value,
                                           iterations.value)
          : diag::CheckpointInterval::noMultiple(
                interval.location, interval.value, iterations.value);
  report.also(iterations.location, "steps before the host is asked");
  report.help("a checkpoint is written after " +
              llvm::Twine(loops * iterations.value) + " steps");
}

bool graph::isLocalPath(llvm::StringRef path) {
  return !path.empty() && !path.contains("://") && !path.contains('$') &&
         !path.contains("{{") && !path.starts_with("<");
}

static void checkFolder(const Target &target,
                        const Located<std::string> &folder) {
  if (!isLocalPath(folder.value))
    return;
  Report report = diag::TpuLocalFile::folder(folder.location, folder.value);
  if (target.location)
    report.also(target.location, "this TPU has hosts of its own");
  report.help("put the files into a bucket and name them gs://BUCKET/...");
}

void graph::checkTrainingLoop(const Target &target,
                              const TrainingValues &values) {
  if (!target.isTpu())
    return;
  if (values.iterationsPerLoop) {
    checkIterations(target, values);
    if (values.checkpointSteps)
      checkInterval(values);
  }
  if (target.readsLocalFiles)
    return;
  if (values.dataDir)
    checkFolder(target, *values.dataDir);
  if (values.modelDir)
    checkFolder(target, *values.modelDir);
}
