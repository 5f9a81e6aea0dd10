//===- OperationTrace.h - Operations behind each other ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_OPERATIONTRACE_H
#define TRAINLINT_RUNTIME_RUNNER_OPERATIONTRACE_H

#include "Runtime/Pjrt/Executable.h"

namespace trainlint::run {

/// Writes a run of a program that was compiled with `timing=each` as a trace in
/// the JSON format of Chrome's trace viewer: an event for each operation, in
/// the order of the program, with the mean of its times in all runs.
llvm::Error writeOperationTrace(const pjrt::Executable &program,
                                llvm::StringRef file);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_OPERATIONTRACE_H
