//===- CheckPackage.h - Packages that are sent with jobs --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKPACKAGE_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKPACKAGE_H

#include "Frontend/GCloud/ScriptContext.h"
#include "Frontend/Python/Scripts/TrainerScripts.h"

namespace trainlint::python {

/// Reports a module that a package on the disk does not have. `file` is that of
/// the module, without its extension.
void checkModuleExists(llvm::StringRef module, llvm::StringRef folder,
                       llvm::StringRef file, job::ValueAttr name,
                       uint32_t place, TrainerScripts &scripts);

/// Reports modules of a package that are imported as if they stood alone, and a
/// package for a job on a TPU that does not connect to one. `main` is the
/// module that the job runs.
void checkPackage(job::TrainingOp job, const gcloud::SentPackage &sent,
                  const TrainerScript &main, llvm::StringRef folder,
                  TrainerScripts &scripts);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_CHECKPACKAGE_H
