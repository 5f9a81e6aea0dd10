//===- Arguments.h - The arguments of a program -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_ARGUMENTS_H
#define TRAINLINT_RUNTIME_RUNNER_ARGUMENTS_H

#include "Runtime/Runner/RunOptions.h"
#include "Runtime/Tensor/HostTensor.h"

namespace trainlint::run {

/// The arguments of each process, read from files or made up. Fails if files
/// do not fit the program.
llvm::Expected<std::vector<std::vector<HostTensor>>>
makeArguments(const RunOptions &options,
              llvm::ArrayRef<pjrt::BufferShape> shapes, size_t processes);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_ARGUMENTS_H
