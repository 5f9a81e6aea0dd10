//===- BatchQueue.cpp - Batches that are made ahead -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/BatchQueue.h"

using namespace trainlint;
using namespace trainlint::data;

BatchQueue::BatchQueue(const Dataset &dataset, int64_t firstStep, size_t ahead)
    : dataset(dataset), ahead(ahead),
      worker([this, firstStep] { work(firstStep); }) {}

BatchQueue::~BatchQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopped = true;
  }
  changed.notify_all();
  worker.join();
}

void BatchQueue::work(int64_t step) {
  for (;; ++step) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return isStopped || ready.size() < ahead; });
      if (isStopped)
        return;
    }
    llvm::Expected<HostBatch> batch = dataset.batch(step);
    std::lock_guard<std::mutex> lock(mutex);
    if (batch) {
      ready.push_back(std::move(*batch));
    } else {
      failure = llvm::toString(batch.takeError());
      hasFailed = true;
    }
    changed.notify_all();
    if (hasFailed)
      return;
  }
}

llvm::Expected<HostBatch> BatchQueue::next() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return hasFailed || !ready.empty(); });
  if (ready.empty())
    return llvm::createStringError(failure);
  HostBatch batch = std::move(ready.front());
  ready.pop_front();
  changed.notify_all();
  return batch;
}
