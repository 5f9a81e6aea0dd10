//===- JobScripts.h - Scripts of jobs in the job dialect --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_JOBSCRIPTS_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_JOBSCRIPTS_H

#include "Frontend/GCloud/ScriptContext.h"
#include "Frontend/Python/Scripts/TrainerScripts.h"

namespace trainlint::python {

/// Checks a job against the script that it runs, if that lies beside the input
/// or a cell above writes it: the module of a package, or what a container
/// runs. `package` is null for a job that no command sends; `place` is where
/// the job stands in the input. To be called once for each job.
void checkJobScripts(job::TrainingOp job, const gcloud::SentPackage *package,
                     uint32_t place, TrainerScripts &scripts);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_JOBSCRIPTS_H
