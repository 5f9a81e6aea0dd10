//===- ProgramArguments.h - What stands behind `--` -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GCLOUD_PROGRAMARGUMENTS_H
#define TRAINLINT_FRONTEND_GCLOUD_PROGRAMARGUMENTS_H

#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint::gcloud {

/// The arguments of the program that a command starts, which stand behind
/// `--`. A variable without quotes that holds several words gives them all. A
/// value that the reader has to fill in is a placeholder, also behind the name
/// of its option.
std::vector<shell::Value> programArguments(const Command &command,
                                           const ScriptContext &script);

} // namespace trainlint::gcloud

#endif // TRAINLINT_FRONTEND_GCLOUD_PROGRAMARGUMENTS_H
