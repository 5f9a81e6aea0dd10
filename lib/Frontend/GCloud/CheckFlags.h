//===- CheckFlags.h - Flags that a command does not take --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_CHECKFLAGS_H
#define TRAINLINT_FRONTEND_GCLOUD_CHECKFLAGS_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// Reports what is wrong with the flags of a command as such: unknown ones,
/// those without a value, those that exclude each other, those that are missing
/// and those that stand behind `--`; and words that belong to none.
void checkFlags(const Command &command, const ScriptContext &script);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_CHECKFLAGS_H
