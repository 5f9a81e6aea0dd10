//===- Running.h - One run of a program -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_RUNNING_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_RUNNING_H

#include "Backend/CPU/Interface/Exchange.h"
#include "Backend/CPU/Interface/Program.h"

namespace trainlint::cpu {

/// An exchange of a program, with the machine code that combines elements.
struct CompiledExchange {
  Exchange exchange;
  Combine combine = nullptr;
};

/// What machine code passes back to the runtime.
struct Running {
  llvm::ArrayRef<CompiledExchange> exchanges;
  int64_t replicas, partitions;
  const ExecutionContext &context;
  /// After an error no exchange takes place.
  llvm::Error error = llvm::Error::success();
};

/// Carries out an exchange, by its number. Buffers are addresses; `root` is a
/// rank.
void exchangeOf(Running *running, int64_t number, int64_t input, int64_t output,
                int64_t root);

int64_t replicaOf(Running *running);
int64_t partitionOf(Running *running);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_RUNNING_H
