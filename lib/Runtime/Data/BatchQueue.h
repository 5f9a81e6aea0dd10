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
#include <deque>
#include <mutex>
#include <thread>

namespace trainlint::data {

/// Makes batches on a thread of its own, before they are asked for.
class BatchQueue {
public:
  /// Begins with a step, and is at most `ahead` batches ahead; the dataset
  /// outlives the queue.
  BatchQueue(const Dataset &dataset, int64_t firstStep, size_t ahead);
  ~BatchQueue();
  BatchQueue(const BatchQueue &) = delete;

  /// The next batch, which is waited for. After a failure, nothing follows.
  llvm::Expected<HostBatch> next();

private:
  void work(int64_t step);

  const Dataset &dataset;
  size_t ahead;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<HostBatch> ready;
  /// What went wrong, once `ready` is empty.
  std::string failure;
  bool hasFailed = false;
  bool isStopped = false;
  std::thread worker;
};

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_BATCHQUEUE_H
