//===- CheckScheduler.h - Checks beside the typing --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_CHECKSCHEDULER_H
#define TRAINLINT_LSP_CHECKSCHEDULER_H

#include "Frontend/TensorFlow/GraphMemory.h"
#include "LSP/SharedCompilation.h"
#include "Support/Cancellation.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace trainlint::lsp {

/// A text to check.
struct CheckJob {
  std::string uri;
  /// Which text of the document it is.
  uint64_t generation = 0;
  std::shared_ptr<SharedCompilation> compilation;
  /// What the text replaces. A large graph takes a while to free, which is done
  /// behind the check.
  std::vector<std::shared_ptr<const void>> replaced = {};
};

/// What a check found. The findings point into the buffer.
struct CheckOutcome {
  std::string uri;
  uint64_t generation = 0;
  std::shared_ptr<const SourceBuffer> buffer;
  CheckResult result;
  /// True if the graph that a job trains was not looked at yet.
  bool graphIsMissing = false;
};

/// Schedules checks of texts on a thread of its own, one after the other. Of
/// each document the newest text waits; what it replaces is never checked, and
/// a check of it that runs is cancelled. A job that trains a graph is checked
/// without it first, since graphs are large.
class CheckScheduler {
public:
  /// `done` is called on the thread of the checks.
  explicit CheckScheduler(std::function<void(CheckOutcome)> done);
  /// Cancels the running check and drops those that wait.
  ~CheckScheduler();

  void submit(CheckJob job);
  /// Drops what waits of a document, and cancels its check.
  void cancel(llvm::StringRef uri);

  /// What the checks remember of graphs, for other threads that read them.
  tensorflow::GraphMemory &graphMemory() { return graphs; }

private:
  void run();
  void check(const CheckJob &job);
  bool next(CheckJob &job);
  void cancelRunning(llvm::StringRef uri);

  std::function<void(CheckOutcome)> done;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<CheckJob> waiting;
  /// The document whose check runs; empty if none does.
  std::string running;
  std::shared_ptr<Cancellation> cancellation;
  bool stopping = false;
  tensorflow::GraphMemory graphs;
  std::thread thread;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_CHECKSCHEDULER_H
