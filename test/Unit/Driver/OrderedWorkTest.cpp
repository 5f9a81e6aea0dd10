//===- OrderedWorkTest.cpp - Tests of work on several threads -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OrderedWork.h"
#include "TestHelpers.h"
#include <memory>
#include <set>

using namespace trainlint;

namespace {
/// Counts how many there were.
struct CountedState {
  static inline std::atomic<unsigned> made = 0;
  CountedState() { ++made; }
  CountedState(const CountedState &) = delete;
  unsigned used = 0;
};
} // namespace

/// Squares the numbers below `count`; returns the indices as consumed.
static std::vector<size_t> squares(size_t count, unsigned threads) {
  CountedState::made = 0;
  std::vector<size_t> order;
  std::thread::id caller = std::this_thread::get_id();
  // A result need not be copyable.
  forEachInOrder<std::unique_ptr<size_t>, CountedState>(
      count, threads,
      [](CountedState &state, size_t index) {
        ++state.used;
        if (index % 7 == 0)
          std::this_thread::yield();
        return std::make_unique<size_t>(index * index);
      },
      [&](size_t index, std::unique_ptr<size_t> &result) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(*result, index * index);
        order.push_back(index);
      });
  return order;
}

TEST(OrderedWorkTest, ResultsComeInOrder) {
  for (unsigned threads : {0u, 1u, 2u, 4u, 9u}) {
    for (size_t count : {0u, 1u, 2u, 16u, 17u, 255u, 256u, 257u, 1000u}) {
      std::vector<size_t> order = squares(count, threads);
      ASSERT_EQ(order.size(), count);
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(order[i], i);
      EXPECT_LE(CountedState::made, std::max(threads, 1u));
    }
  }
}

TEST(OrderedWorkTest, AFewItemsNeedNoThread) {
  std::thread::id caller = std::this_thread::get_id();
  struct State {};
  forEachInOrder<int, State>(
      3, 8,
      [&](State &, size_t) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        return 0;
      },
      [](size_t, int &) {});
}

TEST(OrderedWorkTest, EveryThreadKeepsItsState) {
  struct State {
    std::thread::id owner = std::this_thread::get_id();
  };
  std::mutex mutex;
  std::set<std::thread::id> owners;
  forEachInOrder<int, State>(
      500, 4,
      [&](State &state, size_t) {
        EXPECT_EQ(state.owner, std::this_thread::get_id());
        std::lock_guard<std::mutex> lock(mutex);
        owners.insert(state.owner);
        return 0;
      },
      [](size_t, int &) {});
  EXPECT_GE(owners.size(), 1u);
  EXPECT_LE(owners.size(), 4u);
}

TEST(OrderedWorkTest, ThreadsDoNotRunFarAhead) {
  struct State {};
  std::atomic<size_t> started = 0;
  size_t furthest = 0;
  forEachInOrder<int, State>(
      4000, 4,
      [&](State &, size_t) {
        ++started;
        return 0;
      },
      [&](size_t index, int &) {
        // A slow reader, so that the threads could run ahead.
        if (index % 100 == 0)
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
        furthest = std::max(furthest, started.load() - index);
      });
  EXPECT_EQ(started, 4000u);
  EXPECT_LE(furthest, 1000u);
}

namespace {
/// Knows on which threads it was made and on which one it ended.
struct OwnedResult {
  static inline std::atomic<unsigned> strayed = 0;
  std::unique_ptr<std::thread::id> maker =
      std::make_unique<std::thread::id>(std::this_thread::get_id());
  OwnedResult() = default;
  OwnedResult(OwnedResult &&) = default;
  OwnedResult &operator=(OwnedResult &&) = default;
  ~OwnedResult() {
    if (maker && *maker != std::this_thread::get_id())
      ++strayed;
  }
};
} // namespace

TEST(OrderedWorkTest, ResultsEndWhereTheyWereMade) {
  constexpr size_t Count = 5000;
  constexpr unsigned Threads = 4;
  struct State {};
  size_t consumed = 0;
  OwnedResult::strayed = 0;
  forEachInOrder<OwnedResult, State>(
      Count, Threads, [](State &, size_t) { return OwnedResult(); },
      [&](size_t, OwnedResult &) { ++consumed; });
  EXPECT_EQ(consumed, Count);
  // The last ones of each thread end with the call, when it is gone.
  EXPECT_LE(OwnedResult::strayed, Threads * 257);
}
