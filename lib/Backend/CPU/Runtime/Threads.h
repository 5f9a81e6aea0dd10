//===- Threads.h - Threads of one run ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_THREADS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_THREADS_H

#include "Backend/CPU/Runtime/ExecutionState.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::cpu {

/// Starts the threads that work for the calling one, if it has none yet, each
/// on its processor. They are those of OpenMP, which oneDNN has as well: two
/// teams would take turns on the same processors. Returns how many there are,
/// with the calling one: one if the compiler has no OpenMP.
int64_t gatherThreads(const ExecutionContext &context);

/// Calls the function for parts of 0 to `count`, by several threads at once.
void inParts(const ExecutionContext &context, int64_t count,
             llvm::function_ref<void(int64_t from, int64_t to)> part);

/// The same for a loop of machine code, with the address of what it works on.
void runParallelLoop(ExecutionState *state,
                     void (*part)(void *arguments, int64_t from, int64_t to),
                     void *arguments, int64_t count);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_THREADS_H
