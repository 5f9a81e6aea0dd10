//===- OrderedWork.h - Parallel work, results in order ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_ORDEREDWORK_H
#define TRAINLINT_DRIVER_ORDEREDWORK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace trainlint {

/// Calls `work` for every index on several threads, the calling one among them,
/// each with a `State` of its own, and `consume` on the calling thread, in the
/// order of the indices. A few items are done on the calling thread alone.
/// Threads do not run far ahead of what is consumed, so that few results are
/// held at a time.
template <typename Result, typename State>
void forEachInOrder(size_t count, unsigned threads,
                    llvm::function_ref<Result(State &, size_t)> work,
                    llvm::function_ref<void(size_t, Result &)> consume) {
  constexpr size_t ItemsPerThread = 16;
  constexpr size_t Window = 256;
  threads =
      std::min<size_t>(threads, (count + ItemsPerThread - 1) / ItemsPerThread);
  State state;
  if (threads <= 1) {
    for (size_t i = 0; i < count; ++i) {
      Result result = work(state, i);
      consume(i, result);
    }
    return;
  }

  std::mutex mutex;
  std::condition_variable produced, consumed;
  std::vector<std::optional<Result>> slots(std::min(count, Window));
  size_t next = 0, done = 0;
  // With the lock held, which is released meanwhile.
  auto workOnNext = [&](State &own, std::unique_lock<std::mutex> &lock) {
    size_t index = next++;
    lock.unlock();
    Result result = work(own, index);
    lock.lock();
    slots[index % Window].emplace(std::move(result));
    return index;
  };
  auto runThread = [&] {
    State own;
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      consumed.wait(lock,
                    [&] { return next >= count || next < done + Window; });
      if (next >= count)
        return;
      if (workOnNext(own, lock) == done)
        produced.notify_one();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i)
    pool.emplace_back(runThread);

  std::unique_lock<std::mutex> lock(mutex);
  while (done < count) {
    std::optional<Result> result;
    result.swap(slots[done % Window]);
    if (result) {
      lock.unlock();
      consume(done, *result);
      result.reset();
      lock.lock();
      // Others wait only for a window that is full.
      if (next == done++ + Window)
        consumed.notify_all();
    } else if (next < std::min(count, done + Window)) {
      workOnNext(state, lock);
    } else {
      produced.wait(lock, [&] { return slots[done % Window].has_value(); });
    }
  }
  lock.unlock();
  consumed.notify_all();
  for (std::thread &thread : pool)
    thread.join();
}

} // namespace trainlint

#endif // TRAINLINT_DRIVER_ORDEREDWORK_H
