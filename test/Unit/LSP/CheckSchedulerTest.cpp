//===- CheckSchedulerTest.cpp - Events and checks that wait ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/EventQueue.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

Message parsed(llvm::StringRef text) {
  return {llvm::cantFail(llvm::json::parse(text)), "", false};
}

TEST(EventQueueTest, TakesBackWhatWaits) {
  EventQueue events;
  events.push(parsed(R"({"id": 1, "method": "a"})"));
  events.push(parsed(R"({"id": "1", "method": "a"})"));
  events.push(parsed(R"({"method": "$/cancelRequest", "params": {"id": 1}})"));
  events.push(EndOfInput{});
  EXPECT_TRUE(std::get<Message>(events.pop()).cancelled);
  EXPECT_FALSE(std::get<Message>(events.pop()).cancelled);
  EXPECT_TRUE(std::holds_alternative<EndOfInput>(events.pop()));
}

TEST(EventQueueTest, LeavesOtherCancellationsToTheServer) {
  EventQueue events;
  events.push(parsed(R"({"method": "$/cancelRequest", "params": {"id": 9}})"));
  events.push(parsed(R"({"method": "$/cancelRequest"})"));
  EXPECT_FALSE(std::get<Message>(events.pop()).cancelled);
  EXPECT_FALSE(std::get<Message>(events.pop()).cancelled);
}

CheckJob job(llvm::StringRef uri, uint64_t generation, llvm::StringRef text) {
  return {uri.str(), generation,
          std::make_shared<SharedCompilation>(SourceBuffer::copy(uri, text),
                                              CheckSettings(),
                                              SharedCompilation::Owners())};
}

TEST(CheckSchedulerTest, ChecksTheNewestTextOnly) {
  std::mutex gate;
  std::vector<std::pair<std::string, uint64_t>> done;
  std::atomic<unsigned> count = 0;
  gate.lock();
  {
    CheckScheduler queue([&](CheckOutcome outcome) {
      // The first check holds up the others until all are there.
      std::lock_guard<std::mutex> lock(gate);
      done.emplace_back(outcome.uri, outcome.generation);
      ++count;
    });
    queue.submit(job("a", 1, "trainingInput: {}"));
    // Until it is taken, it would be replaced itself.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    for (uint64_t generation = 2; generation < 50; ++generation)
      queue.submit(job("a", generation, "trainingInput: {}"));
    queue.submit(job("b", 50, "x"));
    queue.submit(job("c", 51, "x"));
    queue.cancel("c");
    gate.unlock();
    for (unsigned tries = 0; count < 3 && tries < 500; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::vector<std::pair<std::string, uint64_t>> expected = {
      {"a", 1}, {"a", 49}, {"b", 50}};
  EXPECT_EQ(done, expected);
}

TEST(CheckSchedulerTest, GivesUpTheCheckOfAnOlderText) {
  std::string graph;
  for (int i = 0; i < 50000; ++i)
    graph += "node { name: \"n" + std::to_string(i) + "\" op: \"NoOp\" }\n";
  std::vector<uint64_t> done;
  std::atomic<bool> isLast = false;
  {
    CheckScheduler queue([&](CheckOutcome outcome) {
      done.push_back(outcome.generation);
      isLast = outcome.generation == 3;
    });
    queue.submit(job("a.pbtxt", 1, graph));
    // The check has begun by then, and takes longer.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    queue.submit(job("a.pbtxt", 2, graph));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    queue.submit(job("a.pbtxt", 3, "node { name: \"a\" op: \"NoOp\" }"));
    for (unsigned tries = 0; !isLast && tries < 1000; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(done, std::vector<uint64_t>{3});
}

TEST(CheckSchedulerTest, EndsWithChecksThatWait) {
  CheckScheduler queue([](CheckOutcome) {});
  for (uint64_t generation = 0; generation < 100; ++generation)
    queue.submit(job(std::to_string(generation), generation, "a: 1"));
}

} // namespace
