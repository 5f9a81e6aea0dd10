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

/// Calls `work` for every index on several threads, each with a `State` of its
/// own, and `consume` on the calling thread, in the order of the indices. A few
/// items are done on the calling thread alone. Threads do not run far ahead of
/// the consumer, so that few results are held at a time.
template <typename Result, typename State>
void forEachInOrder(size_t count, unsigned threads,
                    llvm::function_ref<Result(State &, size_t)> work,
                    llvm::function_ref<void(size_t, Result &)> consume) {
  constexpr size_t ItemsPerThread = 16;
  constexpr size_t Window = 256;
  threads =
      std::min<size_t>(threads, (count + ItemsPerThread - 1) / ItemsPerThread);
  if (threads <= 1) {
    State state;
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
  auto runThread = [&] {
    State state;
    while (true) {
      size_t index;
      {
        std::unique_lock<std::mutex> lock(mutex);
        consumed.wait(lock,
                      [&] { return next >= count || next < done + Window; });
        if (next >= count)
          return;
        index = next++;
      }
      Result result = work(state, index);
      std::lock_guard<std::mutex> lock(mutex);
      slots[index % Window].emplace(std::move(result));
      if (index == done)
        produced.notify_one();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i)
    pool.emplace_back(runThread);
  for (size_t i = 0; i < count; ++i) {
    std::optional<Result> result;
    {
      std::unique_lock<std::mutex> lock(mutex);
      produced.wait(lock, [&] { return slots[i % Window].has_value(); });
      result.swap(slots[i % Window]);
    }
    consume(i, *result);
    result.reset();
    {
      std::lock_guard<std::mutex> lock(mutex);
      done = i + 1;
    }
    consumed.notify_all();
  }
  for (std::thread &thread : pool)
    thread.join();
}

} // namespace trainlint

#endif // TRAINLINT_DRIVER_ORDEREDWORK_H
