//===- CheckQueue.cpp - Checks beside the typing --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/CheckQueue.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;

CheckQueue::CheckQueue(std::function<void(CheckOutcome)> done)
    : done(std::move(done)), thread([this] { run(); }) {}

CheckQueue::~CheckQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  changed.notify_one();
  thread.join();
}

void CheckQueue::submit(CheckJob job) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto same = llvm::find_if(
        waiting, [&](const CheckJob &other) { return other.uri == job.uri; });
    if (same != waiting.end())
      *same = std::move(job);
    else
      waiting.push_back(std::move(job));
  }
  changed.notify_one();
}

void CheckQueue::cancel(llvm::StringRef uri) {
  std::lock_guard<std::mutex> lock(mutex);
  llvm::erase_if(waiting, [&](const CheckJob &job) { return job.uri == uri; });
}

std::optional<CheckJob> CheckQueue::next() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return stopping || !waiting.empty(); });
  if (stopping)
    return std::nullopt;
  CheckJob job = std::move(waiting.front());
  waiting.pop_front();
  return job;
}

void CheckQueue::run() {
  Checker checker;
  while (std::optional<CheckJob> job = next()) {
    CheckResult result = checker.check(*job->buffer, job->settings);
    done({std::move(job->uri), job->generation, std::move(job->buffer),
          std::move(job->owner), std::move(result)});
  }
}
