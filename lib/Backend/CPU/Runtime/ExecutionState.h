//===- ExecutionState.h - The state of one run ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_EXECUTIONSTATE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_EXECUTIONSTATE_H

#include "Backend/CPU/Interface/CollectiveOp.h"
#include "Backend/CPU/Interface/Executable.h"
#include <chrono>

namespace trainlint::cpu {

class OperationTimer;

/// A collective of a program, with the machine code that combines elements.
struct CompiledCollective {
  CollectiveOp collective;
  Combine combine = nullptr;
};

/// What machine code passes back to the runtime.
struct ExecutionState {
  llvm::ArrayRef<CompiledCollective> collectives;
  int64_t replicas, partitions;
  const ExecutionContext &context;
  /// Of a program that tells the times of its operations, and when the last one
  /// was done.
  OperationTimer *timer = nullptr;
  std::chrono::steady_clock::time_point last = {};
  /// After an error, collectives do nothing.
  llvm::Error error = llvm::Error::success();
};

/// Runs a collective, by its index in the program. Buffers are addresses;
/// `root` is a rank.
void runCollective(ExecutionState *state, int64_t number, int64_t input,
                   int64_t output, int64_t root);

int64_t replicaOf(ExecutionState *state);
int64_t partitionOf(ExecutionState *state);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_EXECUTIONSTATE_H
