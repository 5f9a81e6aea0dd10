//===- BatchQueue.h - Batches that are made ahead ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_BATCHQUEUE_H
#define TRAINLINT_RUNTIME_DATA_BATCHQUEUE_H

#include "Runtime/Data/Dataset.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace trainlint::data {

/// Makes batches on threads of its own, before they are asked for. Their number
/// changes nothing else: batches follow from their steps.
class BatchQueue {
public:
  /// Begins with a step, and is at most `ahead` batches ahead; the dataset
  /// outlives the queue and says how many threads there are. Only examples of
  /// some replicas are read, or of all.
  BatchQueue(const Dataset &dataset, int64_t firstStep, size_t ahead,
             std::vector<int64_t> replicas = {});
  ~BatchQueue();
  BatchQueue(const BatchQueue &) = delete;

  /// The next batch, which is waited for. After a failure, nothing follows.
  llvm::Expected<HostBatch> next();

private:
  /// A step that cannot be made, and why.
  struct Failure {
    int64_t step;
    std::string message;
  };

  void work();
  std::optional<StepExamples> beginStep();
  void fail(int64_t step, llvm::Error error);
  bool isFailed(int64_t step) const { return failure && failure->step <= step; }

  const Dataset &dataset;
  std::vector<int64_t> replicas;
  int64_t ahead;
  /// Steps begin in their order, one at a time.
  std::mutex turn;
  StepWalk walk;
  int64_t begun;

  std::mutex mutex;
  std::condition_variable changed;
  std::map<int64_t, HostBatch> ready;
  int64_t wanted;
  std::optional<Failure> failure;
  bool isStopped = false;
  std::vector<std::thread> workers;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_BATCHQUEUE_H
