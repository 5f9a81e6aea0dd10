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
    giveUp(running);
  }
  changed.notify_one();
  thread.join();
}

/// To be called with the lock.
void CheckQueue::giveUp(llvm::StringRef uri) {
  if (cancellation && running == uri)
    cancellation->request();
}

void CheckQueue::submit(CheckJob job) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    giveUp(job.uri);
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
  giveUp(uri);
  llvm::erase_if(waiting, [&](const CheckJob &job) { return job.uri == uri; });
}

/// Waits for the next text; false if there will be none.
bool CheckQueue::next(CheckJob &job) {
  std::unique_lock<std::mutex> lock(mutex);
  running.clear();
  cancellation = nullptr;
  changed.wait(lock, [&] { return stopping || !waiting.empty(); });
  if (stopping)
    return false;
  job = std::move(waiting.front());
  waiting.pop_front();
  running = job.uri;
  cancellation = std::make_shared<Cancellation>();
  return true;
}

void CheckQueue::check(Checker &checker, CheckJob job) {
  CancellationScope scope(*cancellation);
  auto outcomeOf = [&](std::unique_ptr<SourceBuffer> buffer,
                       const CheckSettings &settings) {
    CheckResult result = checker.check(*buffer, settings);
    return CheckOutcome{job.uri,    job.generation,    std::move(buffer),
                        job.owners, std::move(result), false};
  };
  if (job.settings.graph.graph) {
    CheckSettings settings = job.settings;
    settings.graph.graph = nullptr;
    CheckOutcome first = outcomeOf(SourceBuffer::view(*job.buffer), settings);
    bool trainsGraph = first.result.content == InputContent::Job;
    first.graphIsMissing = trainsGraph;
    if (!isCancelled())
      done(std::move(first));
    if (!trainsGraph)
      return;
  }
  CheckOutcome outcome = outcomeOf(std::move(job.buffer), job.settings);
  if (!isCancelled())
    done(std::move(outcome));
}

void CheckQueue::run() {
  Checker checker;
  CheckJob job;
  while (next(job))
    check(checker, std::move(job));
}
