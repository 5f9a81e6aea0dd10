//===- SentPackage.h - The programs of jobs that are sent -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_SENTPACKAGE_H
#define TRAINLINT_FRONTEND_GCLOUD_SENTPACKAGE_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// Reads what a command that submits a job says of its program.
SentPackage readSentPackage(const Command &command,
                            const ScriptContext &script);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_SENTPACKAGE_H
