//===- SdkScripts.h - Scripts of jobs of Vertex AI's SDK --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SDKSCRIPTS_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SDKSCRIPTS_H

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Scripts/TrainerScripts.h"

namespace trainlint::python {

/// Checks the jobs that a program submits to Vertex AI against the scripts that
/// they run: files on the disk, and those that the program writes above. `jobs`
/// are those that its calls became.
void checkSdkScripts(const Context &context, TrainerScripts &scripts,
                     llvm::ArrayRef<job::TrainingOp> jobs = {});

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_SDKSCRIPTS_H
