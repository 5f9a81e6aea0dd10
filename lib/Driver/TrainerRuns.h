//===- TrainerRuns.h - Trainers on the machines of jobs ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_TRAINERRUNS_H
#define TRAINLINT_DRIVER_TRAINERRUNS_H

#include "Driver/ImportJobs.h"
#include "Driver/NamedFiles.h"
#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Scripts/TrainerScripts.h"

namespace trainlint {

/// The checks of libraries for training.
void checkTrainers(const python::Context &context);

/// Checks scripts together with the jobs that run them: whether meshes are as
/// large as the slice, whether versions have what is called. What is wrong with
/// a script on any machine is found where the script is checked itself, unless
/// it is written by the input.
class TrainerRuns {
public:
  TrainerRuns(mlir::MLIRContext *context, const ImportOptions &options,
              SourceSet &sources, NamedFiles &files, ImportResult &result)
      : context(context), options(options), sources(sources), files(files),
        result(result) {}

  /// Adds what is found to `found`.
  void check(const python::TrainerScript &script, job::TrainingOp job,
             python::FormFindings &found);

private:
  std::vector<Finding> findingsOf(const python::TrainerScript &script,
                                  job::TrainingOp job,
                                  const graph::Target *target,
                                  std::vector<std::string> &failures);

  mlir::MLIRContext *context;
  const ImportOptions &options;
  SourceSet &sources;
  NamedFiles &files;
  ImportResult &result;
  /// What scripts have without a job.
  llvm::DenseMap<const python::TrainerScript *, std::vector<Finding>> alone;
  unsigned runsLeft = 20;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_TRAINERRUNS_H
