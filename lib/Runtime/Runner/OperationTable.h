//===- OperationTable.h - How long operations took --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_OPERATIONTABLE_H
#define TRAINLINT_RUNTIME_RUNNER_OPERATIONTABLE_H

#include "Runtime/Pjrt/Executable.h"

namespace trainlint::run {

/// How long the operations of a kind took in all runs together.
struct OperationTime {
  std::string kind;
  int64_t nanoseconds, calls;
};

/// What a program tells that was compiled with `timing`; nothing of others.
llvm::Expected<std::vector<OperationTime>>
operationTimesOf(const pjrt::Executable &program);

/// Prints what a program that was compiled with `timing=ops` tells after so
/// many runs: a row for each kind of operation, the one that took longest
/// first.
llvm::Error printOperationTable(const pjrt::Executable &program, int64_t runs,
                                llvm::raw_ostream &os);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_OPERATIONTABLE_H
