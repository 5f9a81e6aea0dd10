//===- JobTest.cpp - Programs of several clients --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"
#include <cmath>
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

using Rows = std::vector<std::vector<float>>;

namespace {
/// Clients of a job, as several programs would have them.
struct Job {
  Job(int64_t count, int64_t devices) {
    auto loaded = loadFaultPlugin();
    EXPECT_TRUE(bool(loaded));
    plugin = std::move(*loaded);
    clients.resize(count);
    std::vector<std::thread> threads;
    for (int64_t index = 0; index < count; ++index)
      threads.emplace_back([&, index] {
        ClientOptions options;
        options.values = {{"device_count", devices},
                          {"process_index", index},
                          {"process_count", count}};
        options.store = &store;
        auto client = Client::create(*plugin, options);
        if (client)
          clients[index] = std::move(*client);
        else
          ADD_FAILURE() << messageOf(client.takeError());
      });
    for (std::thread &thread : threads)
      thread.join();
  }

  /// Begins a program on all devices of some clients.
  void begin(llvm::StringRef text, const Rows &values,
             llvm::ArrayRef<size_t> which) {
    CompileOptions options;
    options.replicas = values.size();
    for (size_t number : which) {
      Client &client = *clients[number];
      auto program = client.compile(text, options);
      ASSERT_TRUE(bool(program)) << messageOf(program.takeError());
      std::vector<std::vector<const Buffer *>> arguments;
      std::vector<Buffer> &inputs = buffers.emplace_back();
      for (const Device &device : (*program)->getDevices()) {
        const std::vector<float> &list = values[device.id];
        auto uploaded = client.upload(
            {list.data(),
             {pjrt::abi::Buffer_Type::F32, {static_cast<int64_t>(list.size())}},
             {}},
            device);
        ASSERT_TRUE(bool(uploaded));
        EXPECT_EQ(messageOf(uploaded->doneWithHost.await()), "");
        inputs.push_back(std::move(uploaded->buffer));
      }
      for (const Buffer &buffer : inputs)
        arguments.push_back({&buffer});
      auto run = (*program)->run(arguments);
      ASSERT_TRUE(bool(run)) << messageOf(run.takeError());
      runs.push_back(std::move(*run));
      programs.push_back(std::move(*program));
    }
  }

  /// The results of all processes of a program.
  Rows run(llvm::StringRef text, const Rows &values) {
    std::vector<size_t> all;
    for (size_t number = 0; number < clients.size(); ++number)
      all.push_back(number);
    runs.clear();
    begin(text, values, all);
    Rows out;
    for (RunResults &results : runs)
      for (std::vector<float> &list : firstResults(results))
        out.push_back(std::move(list));
    return out;
  }

  std::vector<std::string> failures() {
    std::vector<std::string> out;
    for (const RunResults &results : runs)
      for (const Event &event : results.complete)
        out.push_back(messageOf(event.await()));
    return out;
  }

  MemoryStore store;
  std::unique_ptr<Plugin> plugin;
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::unique_ptr<Executable>> programs;
  std::vector<std::vector<Buffer>> buffers;
  std::vector<RunResults> runs;
};
} // namespace

static std::string program(llvm::StringRef operation, int in, int out) {
  return ("//fake input f32 " + llvm::Twine(in) + "\n//fake output f32 " +
          llvm::Twine(out) + "\n//fake " + operation + " 0 0\n")
      .str();
}

TEST(Job, SeesAllDevices) {
  Job job(3, 2);
  ASSERT_TRUE(job.clients[1]);
  Client &client = *job.clients[1];
  EXPECT_EQ(client.getProcessIndex(), 1);
  ASSERT_EQ(client.getDevices().size(), 6u);
  ASSERT_EQ(client.getAddressableDevices().size(), 2u);
  EXPECT_EQ(client.getAddressableDevices()[0].id, 2);
  EXPECT_EQ(client.getDevices()[5].processIndex, 2);
  EXPECT_FALSE(client.getDevices()[5].isAddressable);
}

TEST(Job, Collectives) {
  Job job(2, 2);
  Rows ones = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
  EXPECT_EQ(job.run(program("all-reduce", 4, 4), ones),
            Rows(4, {28, 32, 36, 40}));
  EXPECT_EQ(job.run(program("all-gather", 1, 4), {{1}, {2}, {3}, {4}}),
            Rows(4, {1, 2, 3, 4}));
  EXPECT_EQ(job.run(program("reduce-scatter", 4, 1), ones),
            (Rows{{28}, {32}, {36}, {40}}));
  EXPECT_EQ(
      job.run(program("all-to-all", 4, 4), ones),
      (Rows{{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}}));
  EXPECT_EQ(job.run(program("permute", 1, 1), {{1}, {2}, {3}, {4}}),
            (Rows{{4}, {1}, {2}, {3}}));
  EXPECT_EQ(job.run(program("broadcast", 1, 1), {{1}, {2}, {3}, {4}}),
            Rows(4, {1}));
}

TEST(Job, ManyRuns) {
  Job job(3, 1);
  for (int round = 0; round < 50; ++round)
    ASSERT_EQ(job.run(program("all-reduce", 1, 1), {{1e8f}, {1}, {-1e8f}}),
              Rows(3, {0}));
}

TEST(Job, LargeArrays) {
  // More than the connections hold, in both directions at once.
  Job job(2, 1);
  constexpr int Size = 1 << 21;
  Rows values = {std::vector<float>(Size, 1), std::vector<float>(Size, 2)};
  EXPECT_EQ(job.run(program("all-reduce", Size, Size), values),
            Rows(2, std::vector<float>(Size, 3)));
}

/// Numbers whose sums tell in which order they were added.
static Rows makeRows(int count, int size) {
  Rows rows(count);
  for (int row = 0; row < count; ++row)
    for (int i = 0; i < size; ++i)
      rows[row].push_back(std::sin(float(1 + i + 7 * row)) *
                          std::exp2(float((5 * i + 3 * row) % 40)));
  return rows;
}

TEST(Job, AsInOneClient) {
  // Small, large, and more than is combined at once; parts of the tree that
  // clients have wholly and partly.
  for (auto [clients, devices, count] :
       {std::tuple(2, 4, 8), {8, 1, 8}, {2, 3, 6}, {3, 2, 5}, {5, 1, 5}}) {
    Job one(1, count), job(clients, devices);
    for (int size : {1, 5000, 100003}) {
      Rows values = makeRows(count, size);
      std::string all = program("all-reduce", size, size);
      EXPECT_EQ(job.run(all, values), one.run(all, values));
      std::string gather = program("all-gather", size, size * count);
      EXPECT_EQ(job.run(gather, values), one.run(gather, values));
      std::string broadcast = program("broadcast", size, size);
      EXPECT_EQ(job.run(broadcast, values), one.run(broadcast, values));
      std::string permute = program("permute", size, size);
      EXPECT_EQ(job.run(permute, values), one.run(permute, values));
      values = makeRows(count, size * count);
      std::string scatter = program("reduce-scatter", size * count, size);
      EXPECT_EQ(job.run(scatter, values), one.run(scatter, values));
      std::string exchange = program("all-to-all", size * count, size * count);
      EXPECT_EQ(job.run(exchange, values), one.run(exchange, values));
    }
  }
}

TEST(Job, OneClientIsAheadOfTheOther) {
  Job job(2, 1);
  std::string text = program("all-reduce", 1, 1);
  job.begin(text, {{1}, {2}}, {0});
  job.begin(text, {{3}, {4}}, {0});
  job.begin(text, {{1}, {2}}, {1});
  job.begin(text, {{3}, {4}}, {1});
  Rows out;
  for (RunResults &results : job.runs)
    out.push_back(firstResults(results).front());
  EXPECT_EQ(out, (Rows{{3}, {7}, {3}, {7}}));
}

TEST(Job, AProgramOfOneClient) {
  Job job(2, 2);
  CompileOptions options;
  options.replicas = 2;
  options.devices = {2, 3};
  EXPECT_EQ(messageOf(job.clients[0]
                          ->compile(program("all-reduce", 1, 1), options)
                          .takeError()),
            "Client_Compile failed: INVALID_ARGUMENT: no device of this "
            "process runs the program");
  EXPECT_TRUE(
      bool(job.clients[1]->compile(program("all-reduce", 1, 1), options)));
}

TEST(Job, AFailingProcessEndsThoseOfOtherClients) {
  Job job(3, 1);
  job.begin("//fake input f32 1\n//fake output f32 1\n"
            "//fake fail 1 out of luck\n//fake all-reduce 0 0\n",
            {{1}, {2}, {3}}, {0, 1, 2});
  std::string others =
      "Event_Await failed: ABORTED: process 1 failed: out of luck";
  EXPECT_EQ(job.failures(),
            (std::vector<std::string>{
                others, "Event_Await failed: INTERNAL: out of luck", others}));
}

TEST(Job, AClientThatEnds) {
  Job job(2, 1);
  job.begin(program("all-reduce", 1, 1), {{1}, {2}}, {0});
  job.clients[1].reset();
  EXPECT_EQ(job.failures(),
            (std::vector<std::string>{
                "Event_Await failed: UNAVAILABLE: the client of process 1 "
                "cannot be reached any more"}));
}

// What ended the other client failed a run there which had ended here before.
TEST(Job, AClientThatEndsByARunThatIsOver) {
  Job job(2, 1);
  std::string text = program("broadcast", 1, 1);
  job.begin(text, {{1}, {2}}, {0});
  EXPECT_EQ(job.failures(), (std::vector<std::string>{""}));
  job.begin(program("all-reduce", 1, 1), {{1}, {2}}, {0});
  job.begin(text + "//fake fail 1 out of luck\n", {{1}, {2}}, {1});
  EXPECT_EQ(messageOf(job.runs[2].complete.front().await()),
            "Event_Await failed: INTERNAL: out of luck");
  job.clients[1].reset();
  EXPECT_EQ(messageOf(job.runs[1].complete.front().await()),
            "Event_Await failed: ABORTED: process 1 failed: out of luck");
}
