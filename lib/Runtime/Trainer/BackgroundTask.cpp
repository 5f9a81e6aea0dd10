//===- BackgroundTask.cpp - Work beside the steps -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/BackgroundTask.h"

using namespace trainlint::trainer;

BackgroundTask::~BackgroundTask() { llvm::consumeError(wait()); }

llvm::Error BackgroundTask::start(Work work) {
  if (llvm::Error error = wait())
    return error;
  thread = std::thread([this, work = std::move(work)]() mutable {
    llvm::Error error = work();
    if (!error)
      return;
    std::lock_guard lock(mutex);
    failure.emplace(std::move(error));
  });
  return llvm::Error::success();
}

llvm::Error BackgroundTask::check() {
  std::lock_guard lock(mutex);
  if (!failure)
    return llvm::Error::success();
  llvm::Error error = std::move(*failure);
  failure.reset();
  return error;
}

llvm::Error BackgroundTask::wait() {
  if (thread.joinable())
    thread.join();
  return check();
}
