//===- CheckScheduler.cpp - Checks beside the typing ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/CheckScheduler.h"
#include "Text/Python/TreeMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace trainlint;
using namespace trainlint::lsp;

CheckScheduler::CheckScheduler(std::function<void(CheckOutcome)> done)
    : done(std::move(done)), thread([this] { run(); }) {}

CheckScheduler::~CheckScheduler() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
    cancelRunning(running);
  }
  changed.notify_one();
  thread.join();
}

/// To be called with the lock.
void CheckScheduler::cancelRunning(llvm::StringRef uri) {
  if (cancellation && running == uri)
    cancellation->request();
}

void CheckScheduler::submit(CheckJob job) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    cancelRunning(job.uri);
    auto same = llvm::find_if(
        waiting, [&](const CheckJob &other) { return other.uri == job.uri; });
    if (same == waiting.end()) {
      waiting.push_back(std::move(job));
    } else {
      llvm::append_range(job.replaced, same->replaced);
      *same = std::move(job);
    }
  }
  changed.notify_one();
}

void CheckScheduler::cancel(llvm::StringRef uri) {
  std::lock_guard<std::mutex> lock(mutex);
  cancelRunning(uri);
  llvm::erase_if(waiting, [&](const CheckJob &job) { return job.uri == uri; });
}

/// Waits for the next text; false if there will be none.
bool CheckScheduler::next(CheckJob &job) {
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

void CheckScheduler::check(const CheckJob &job) {
  CancellationScope scope(*cancellation);
  SharedCompilation &compilation = *job.compilation;
  auto report = [&](CheckResult result, bool graphIsMissing) {
    if (!isCancelled())
      done({job.uri, job.generation, compilation.text(), std::move(result),
            graphIsMissing});
  };
  GraphContext graphContext;
  llvm::scope_exit drop([&] { compilation->dropTrainedGraph(); });
  auto lock = compilation.lock();
  CheckResult own = compilation->checkInput();
  bool trainsGraph = compilation->trainsGraph();
  if (trainsGraph)
    (void)compilation->graph(&graphContext);
  lock.unlock();
  report(std::move(own), trainsGraph);
  if (!trainsGraph || isCancelled())
    return;
  // A graph takes long. Requests about its job do not wait for it.
  compilation->checkTrainedGraph();
  lock.lock();
  report(compilation->check(), /*graphIsMissing=*/false);
}

void CheckScheduler::run() {
  // Each text is checked with every character.
  python::TreeMemory memory;
  tensorflow::GraphMemory::Use use(graphs);
  CheckJob job;
  while (next(job)) {
    check(job);
    job = {};
  }
}
