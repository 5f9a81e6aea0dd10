//===- CollectivesTest.cpp - Programs on several devices ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

namespace {
/// A program on some devices, with the arguments of each.
struct Group {
  Group(int64_t count, llvm::StringRef text,
        llvm::ArrayRef<std::vector<float>> values)
      : test(count) {
    CompileOptions options;
    options.replicas = count;
    auto compiled = test.client->compile(text, options);
    if (!compiled) {
      ADD_FAILURE() << messageOf(compiled.takeError());
      return;
    }
    program = std::move(*compiled);
    for (const auto &[device, list] : llvm::enumerate(values))
      buffers.push_back(upload(*test.client, list,
                               {static_cast<int64_t>(list.size())}, device));
  }

  llvm::Expected<RunResults> run() {
    std::vector<std::vector<const Buffer *>> arguments;
    for (const Buffer &buffer : buffers)
      arguments.push_back({&buffer});
    return program->run(arguments);
  }

  std::vector<std::vector<float>> results() {
    auto results = run();
    if (!results) {
      ADD_FAILURE() << messageOf(results.takeError());
      return {};
    }
    return firstResults(*results);
  }

  TestClient test;
  std::unique_ptr<Executable> program;
  std::vector<Buffer> buffers;
};
} // namespace

using Rows = std::vector<std::vector<float>>;

static std::string program(llvm::StringRef operation, int in, int out) {
  return ("//fake input f32 " + llvm::Twine(in) + "\n//fake output f32 " +
          llvm::Twine(out) + "\n//fake " + operation + " 0 0\n")
      .str();
}

TEST(Collectives, AllReduce) {
  Group group(3, program("all-reduce", 4, 4),
              {{1, 2, 3, 4}, {10, 20, 30, 40}, {100, 200, 300, 400}});
  EXPECT_EQ(
      group.results(),
      (Rows{{111, 222, 333, 444}, {111, 222, 333, 444}, {111, 222, 333, 444}}));
}

TEST(Collectives, AllReduceOfFewerElementsThanDevices) {
  Group group(4, program("all-reduce", 1, 1), {{1}, {2}, {3}, {4}});
  EXPECT_EQ(group.results(), (Rows{{10}, {10}, {10}, {10}}));
}

TEST(Collectives, SumsDoNotDependOnTiming) {
  // Another order would give another sum: those of two and two come first.
  Group group(4, program("all-reduce", 1, 1), {{1e8f}, {-1e8f}, {1}, {1}});
  for (int round = 0; round < 200; ++round)
    EXPECT_EQ(group.results(), (Rows{{2}, {2}, {2}, {2}}));
  Group other(4, program("all-reduce", 1, 1), {{1e8f}, {1}, {-1e8f}, {1}});
  EXPECT_EQ(other.results(), (Rows{{0}, {0}, {0}, {0}}));
}

TEST(Collectives, AllGather) {
  Group group(2, program("all-gather", 2, 4), {{1, 2}, {3, 4}});
  EXPECT_EQ(group.results(), (Rows{{1, 2, 3, 4}, {1, 2, 3, 4}}));
}

TEST(Collectives, ReduceScatter) {
  Group group(2, program("reduce-scatter", 4, 2),
              {{1, 2, 3, 4}, {10, 20, 30, 40}});
  EXPECT_EQ(group.results(), (Rows{{11, 22}, {33, 44}}));
}

TEST(Collectives, AllToAll) {
  Group group(2, program("all-to-all", 4, 4), {{1, 2, 3, 4}, {5, 6, 7, 8}});
  EXPECT_EQ(group.results(), (Rows{{1, 2, 5, 6}, {3, 4, 7, 8}}));
}

TEST(Collectives, Permute) {
  Group group(3, program("permute", 1, 1), {{1}, {2}, {3}});
  EXPECT_EQ(group.results(), (Rows{{3}, {1}, {2}}));
}

TEST(Collectives, Broadcast) {
  Group group(3, program("broadcast", 2, 2), {{1, 2}, {0, 0}, {0, 0}});
  EXPECT_EQ(group.results(), (Rows{{1, 2}, {1, 2}, {1, 2}}));
}

TEST(Collectives, ProcessNumbers) {
  Group group(3, "//fake input f32 1\n//fake output f32\n//fake process 0\n",
              {{0}, {0}, {0}});
  EXPECT_EQ(group.results(), (Rows{{0}, {1}, {2}}));
}

//===----------------------------------------------------------------------===//
// Processes that fail
//===----------------------------------------------------------------------===//

/// The errors of all devices, one after the other.
static std::vector<std::string> failures(Group &group) {
  auto results = group.run();
  if (!results)
    return {messageOf(results.takeError())};
  std::vector<std::string> out;
  for (const Event &event : results->complete)
    out.push_back(messageOf(event.await()));
  return out;
}

TEST(Collectives, AFailingProcessEndsTheOthers) {
  Group group(3,
              "//fake input f32 1\n//fake output f32 1\n"
              "//fake fail 1 out of luck\n//fake all-reduce 0 0\n",
              {{1}, {2}, {3}});
  std::string others =
      "Event_Await failed: ABORTED: process 1 failed: out of luck";
  EXPECT_EQ(failures(group),
            (std::vector<std::string>{
                others, "Event_Await failed: INTERNAL: out of luck", others}));
}

TEST(Collectives, AProcessThatEndsEarly) {
  Group group(2,
              "//fake input f32 1\n//fake output f32 1\n//fake end 1\n"
              "//fake all-reduce 0 0\n",
              {{1}, {2}});
  std::vector<std::string> errors = failures(group);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_TRUE(llvm::StringRef(errors[0]).contains("process 1"));
  EXPECT_TRUE(llvm::StringRef(errors[0]).contains("ended"));
  EXPECT_EQ(errors[1], "");
}

TEST(Collectives, RunsAfterAFailure) {
  Group group(2, program("all-reduce", 1, 1), {{1}, {2}});
  auto failing = group.test.client->compile(
      "//fake input f32 1\n//fake output f32 1\n//fake fail 0 luck\n", {});
  ASSERT_TRUE(bool(failing));
  auto bad = (*failing)->run({{&group.buffers[0]}});
  ASSERT_TRUE(bool(bad));
  std::vector<Buffer> good;
  std::swap(good, group.buffers);
  group.buffers.push_back(std::move(bad->outputs[0][0]));
  group.buffers.push_back(std::move(good[1]));
  std::vector<std::string> errors = failures(group);
  EXPECT_EQ(errors[0], "Event_Await failed: INTERNAL: argument 0 failed: luck");
  EXPECT_EQ(errors[1], "Event_Await failed: ABORTED: process 0 failed: "
                       "argument 0 failed: luck");
  std::swap(group.buffers[0], good[0]);
  EXPECT_EQ(group.results(), (Rows{{3}, {3}}));
}

TEST(Collectives, LaunchesFromManyThreads) {
  Group group(4, program("all-reduce", 64, 64),
              Rows(4, std::vector<float>(64, 1)));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round)
        EXPECT_EQ(group.results(), Rows(4, std::vector<float>(64, 4)));
    });
  for (std::thread &thread : threads)
    thread.join();
}
