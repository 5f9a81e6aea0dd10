//===- BackgroundTaskTest.cpp - Work beside the steps ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/BackgroundTask.h"
#include "TestHelpers.h"
#include <atomic>
#include <future>

using namespace trainlint::trainer;
using namespace trainlint::test;

TEST(BackgroundTask, GoesOnMeanwhile) {
  std::promise<void> go;
  std::atomic<bool> isDone = false;
  BackgroundTask task;
  EXPECT_EQ(messageOf(task.start([&] {
              go.get_future().wait();
              isDone = true;
              return llvm::Error::success();
            })),
            "");
  // Neither call waits for the work.
  EXPECT_EQ(messageOf(task.check()), "");
  EXPECT_FALSE(isDone);
  go.set_value();
  EXPECT_EQ(messageOf(task.wait()), "");
  EXPECT_TRUE(isDone);
}

TEST(BackgroundTask, DoesOneAfterTheOther) {
  std::atomic<int> running = 0, most = 0, done = 0;
  BackgroundTask task;
  for (int round = 0; round < 20; ++round)
    EXPECT_EQ(messageOf(task.start([&] {
                most = std::max<int>(most, ++running);
                std::this_thread::yield();
                --running;
                ++done;
                return llvm::Error::success();
              })),
              "");
  EXPECT_EQ(messageOf(task.wait()), "");
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 20);
}

TEST(BackgroundTask, TellsAnErrorOnce) {
  auto failing = [] { return llvm::createStringError("the disk is full"); };
  BackgroundTask task;
  EXPECT_EQ(messageOf(task.start(failing)), "");
  EXPECT_EQ(messageOf(task.wait()), "the disk is full");
  EXPECT_EQ(messageOf(task.wait()), "");
  EXPECT_EQ(messageOf(task.start(failing)), "");
  // What fails is told by the next piece of work, which does not begin.
  bool hasBegun = false;
  EXPECT_EQ(messageOf(task.start([&] {
              hasBegun = true;
              return llvm::Error::success();
            })),
            "the disk is full");
  EXPECT_FALSE(hasBegun);
  // An error that nobody asks for is dropped.
  EXPECT_EQ(messageOf(task.start(failing)), "");
}
