//===- BackgroundTask.h - Work beside the steps --------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_BACKGROUNDTASK_H
#define TRAINLINT_RUNTIME_TRAINER_BACKGROUNDTASK_H

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/Error.h"
#include <mutex>
#include <optional>
#include <thread>

namespace trainlint::trainer {

/// A thread for one piece of work at a time. All is called from one thread.
class BackgroundTask {
public:
  using Work = llvm::unique_function<llvm::Error()>;

  /// Waits for the work; its error is nobody's then.
  ~BackgroundTask();

  /// Begins a piece of work, when that before is done. Does not if that failed;
  /// the error is its own.
  llvm::Error start(Work work);

  /// The error of work that is done, once; success while it goes on.
  llvm::Error check();

  /// Waits for the work, and gives its error unless that was given before.
  llvm::Error wait();

private:
  std::thread thread;
  std::mutex mutex;
  std::optional<llvm::Error> failure;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_BACKGROUNDTASK_H
