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
/// held at a time. A result ends on the thread that made it: memory that goes
/// back from another one takes a lock of the allocator that its owner needs all
/// the time.
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

  struct Slot {
    std::optional<Result> result;
    /// Whose it is; the calling thread is the first.
    unsigned maker = 0;
  };
  std::mutex mutex;
  std::condition_variable produced, consumed;
  std::vector<Slot> slots(std::min(count, Window));
  // What was consumed of each thread's, and what it is ending without the lock.
  std::vector<std::vector<Result>> consumedOf(threads), ending(threads);
  size_t next = 0, done = 0;
  // With the lock held, which is released meanwhile.
  auto workOnNext = [&](unsigned self, State &own,
                        std::unique_lock<std::mutex> &lock) {
    size_t index = next++;
    ending[self].swap(consumedOf[self]);
    lock.unlock();
    ending[self].clear();
    Result result = work(own, index);
    lock.lock();
    slots[index % Window] = {std::move(result), self};
    return index;
  };
  auto runThread = [&](unsigned self) {
    State own;
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      consumed.wait(lock,
                    [&] { return next >= count || next < done + Window; });
      if (next >= count)
        return;
      if (workOnNext(self, own, lock) == done)
        produced.notify_one();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i)
    pool.emplace_back(runThread, i);

  std::unique_lock<std::mutex> lock(mutex);
  while (done < count) {
    Slot &slot = slots[done % Window];
    if (slot.result) {
      Result result = std::move(*slot.result);
      unsigned maker = slot.maker;
      slot.result.reset();
      lock.unlock();
      consume(done, result);
      lock.lock();
      if (maker != 0)
        consumedOf[maker].push_back(std::move(result));
      // Others wait only for a window that is full.
      if (next == done++ + Window)
        consumed.notify_all();
    } else if (next < std::min(count, done + Window)) {
      workOnNext(0, state, lock);
    } else {
      produced.wait(lock, [&] { return slot.result.has_value(); });
    }
  }
  lock.unlock();
  consumed.notify_all();
  for (std::thread &thread : pool)
    thread.join();
}

} // namespace trainlint

#endif // TRAINLINT_DRIVER_ORDEREDWORK_H
