//===- Submission.h - Commands that submit jobs -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_SUBMISSION_H
#define TRAINLINT_FRONTEND_GCLOUD_SUBMISSION_H

#include "Frontend/GCloud/Environment.h"
#include "mlir/IR/Builders.h"

namespace trainlint::gcloud {

/// True if a command submits a job of which its flags and its configuration
/// file are the parts.
bool isSubmission(const Command &command);

/// Makes a `job.training` op of the flags of a command, laid over the file that
/// `--config` names. Reports flags whose values are of another form.
void importSubmission(const Command &command, const ScriptContext &script,
                      const Settings &settings, mlir::OpBuilder &builder);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_SUBMISSION_H
