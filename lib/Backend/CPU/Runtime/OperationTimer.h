//===- OperationTimer.h - How long operations take --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_OPERATIONTIMER_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_OPERATIONTIMER_H

#include "Backend/CPU/Interface/Executable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <mutex>

namespace trainlint::cpu {

struct ExecutionState;

/// Adds up the times of a program's operations, over all runs.
class OperationTimer {
public:
  explicit OperationTimer(std::vector<std::string> kinds);

  /// Operations of the kind of that number took so long.
  void add(int64_t kind, int64_t nanoseconds);
  std::vector<OperationTime> times() const;

private:
  mutable std::mutex mutex;
  std::vector<OperationTime> all;
};

/// Lets a program tell the time after each operation of its main block; returns
/// the kinds of operations by their numbers, or with `isEach` that of each
/// operation in turn. `context` is passed to the runtime.
std::vector<std::string> insertTimers(mlir::func::FuncOp main,
                                      mlir::Value context, bool isEach);

inline constexpr const char *operationDoneName = "trainlint_cpu_operation_done";

/// What programs call: an operation of a kind is done, or the run begins, if
/// the number is negative.
void operationDone(ExecutionState *state, int64_t kind);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_OPERATIONTIMER_H
