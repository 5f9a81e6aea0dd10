//===- ParallelLoops.h - Loops in parts -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_PARALLELLOOPS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_PARALLELLOOPS_H

#include "llvm/IR/Module.h"

namespace trainlint::cpu {

/// The function of the runtime that runs a loop in parts.
inline constexpr llvm::StringLiteral parallelFunctionName =
    "trainlint_cpu_parallel";

/// Makes calls of parallel loops (OutlineLoops.h) calls of the runtime, which
/// runs parts of them on several threads. `context` is what machine code passes
/// back to the runtime, as an integer.
void parallelizeLoops(llvm::Module &module, llvm::Value *context);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_PARALLELLOOPS_H
