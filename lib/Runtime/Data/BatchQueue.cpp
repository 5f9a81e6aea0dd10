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

BatchQueue::BatchQueue(const Dataset &dataset, int64_t firstStep, size_t ahead,
                       std::vector<int64_t> own)
    : dataset(dataset), replicas(std::move(own)), ahead(ahead),
      walk(dataset, replicas), begun(firstStep), wanted(firstStep) {
  auto count = std::min<size_t>(dataset.threads(), ahead);
  for (size_t worker = 0; worker < count; ++worker)
    workers.emplace_back([this] { work(); });
}

BatchQueue::~BatchQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopped = true;
  }
  changed.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void BatchQueue::fail(int64_t step, llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  std::lock_guard<std::mutex> lock(mutex);
  if (!failure || step < failure->step)
    failure = Failure{step, std::move(message)};
  changed.notify_all();
}

/// Nothing if there are no more steps to make.
std::optional<StepExamples> BatchQueue::beginStep() {
  std::lock_guard<std::mutex> inTurn(turn);
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(
        lock, [&] { return isStopped || failure || begun < wanted + ahead; });
    if (isStopped || failure)
      return std::nullopt;
  }
  int64_t step = begun++;
  auto examples = walk.begin(step);
  if (examples)
    return std::move(*examples);
  fail(step, examples.takeError());
  return std::nullopt;
}

void BatchQueue::work() {
  while (std::optional<StepExamples> examples = beginStep()) {
    llvm::Expected<HostBatch> batch = dataset.batch(*examples, replicas);
    if (!batch)
      return fail(examples->step, batch.takeError());
    std::lock_guard<std::mutex> lock(mutex);
    ready.emplace(examples->step, std::move(*batch));
    changed.notify_all();
  }
}

llvm::Expected<HostBatch> BatchQueue::next() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return isFailed(wanted) || ready.count(wanted); });
  auto node = ready.extract(wanted);
  if (node.empty())
    return llvm::createStringError(failure->message);
  ++wanted;
  changed.notify_all();
  return std::move(node.mapped());
}
