//===- ClientTest.cpp - Clients, programs and buffers ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

static constexpr char AddProgram[] = R"(module @addition
//fake input f32 2
//fake output f32 2
//fake arena 64
//fake add 0 0 1.5
)";

/// The argument becomes the result, if it may.
static constexpr char DonatingProgram[] = R"(
//fake input f32 2
//fake output f32 2
//fake donate 0 0
//fake add 0 0 1
)";

static std::unique_ptr<Executable> compile(Client &client, llvm::StringRef text,
                                           CompileOptions options = {}) {
  auto program = client.compile(text, options);
  if (!program) {
    ADD_FAILURE() << messageOf(program.takeError());
    return nullptr;
  }
  return std::move(*program);
}

TEST(PjrtClient, DescribesItsDevices) {
  TestClient test(3);
  EXPECT_EQ(test.client->getPlatform(), "cpu");
  EXPECT_EQ(test.client->getProcessIndex(), 0);
  ASSERT_EQ(test.client->getDevices().size(), 3u);
  ASSERT_EQ(test.client->getAddressableDevices().size(), 3u);
  const Device &device = test.client->getAddressableDevices()[2];
  EXPECT_EQ(device.id, 2);
  EXPECT_EQ(device.localId, 2);
  EXPECT_EQ(device.kind, "cpu");
  EXPECT_EQ(device.description, "cpu:2");
  ASSERT_EQ(device.memories.size(), 1u);
  EXPECT_EQ(device.memories[0].kind, "device");
  EXPECT_EQ(*test.client->describeTopology(),
            (std::vector<std::string>{"cpu:0", "cpu:1", "cpu:2"}));
  EXPECT_EQ(*test.client->getDefaultAssignment(3, 1),
            (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(messageOf(test.client->getDefaultAssignment(2, 2).takeError()),
            "Client_DefaultDeviceAssignment failed: INVALID_ARGUMENT: 2 "
            "replicas of 2 partitions need a device each, and there are 3");
}

TEST(PjrtClient, RefusesOptions) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  ClientOptions options;
  options.values = {{"devices", int64_t(2)}};
  EXPECT_EQ(messageOf(Client::create(**plugin, options).takeError()),
            "Client_Create failed: INVALID_ARGUMENT: unknown option `devices`; "
            "the cpu device takes device_count, device_memory, device_threads, "
            "cache_folder, process_count, process_index, host, peer_timeout "
            "and collectives");
  options.values = {{"device_count", int64_t(0)}};
  EXPECT_EQ(messageOf(Client::create(**plugin, options).takeError()),
            "Client_Create failed: INVALID_ARGUMENT: option `device_count` "
            "takes a positive number");
  options.values = {{"process_count", int64_t(2)},
                    {"process_index", int64_t(2)}};
  EXPECT_EQ(messageOf(Client::create(**plugin, options).takeError()),
            "Client_Create failed: INVALID_ARGUMENT: process_index 2 is not "
            "below process_count 2");
  options.values = {{"process_count", int64_t(2)}};
  EXPECT_EQ(messageOf(Client::create(**plugin, options).takeError()),
            "Client_Create failed: INVALID_ARGUMENT: a job of several "
            "processes needs a key-value store");
  options.values = {{"host", int64_t(2)}};
  EXPECT_EQ(messageOf(Client::create(**plugin, options).takeError()),
            "Client_Create failed: INVALID_ARGUMENT: option `host` takes an "
            "address");
}

TEST(PjrtClient, Runs) {
  TestClient test;
  auto program = compile(*test.client, AddProgram);
  EXPECT_EQ(program->getName(), "addition");
  ASSERT_EQ(program->getNumOutputs(), 1u);
  EXPECT_EQ(program->getOutputShapes()[0].text(), "tensor<2xf32>");
  Buffer input = upload(*test.client, {1, 2}, {2});
  auto results = program->run({{&input}});
  ASSERT_TRUE(bool(results));
  EXPECT_EQ(firstResults(*results),
            (std::vector<std::vector<float>>{{2.5, 3.5}}));
  // The argument is as it was.
  EXPECT_EQ(download(input), (std::vector<float>{1, 2}));
}

TEST(PjrtClient, ChecksArguments) {
  TestClient test(2);
  auto program = compile(*test.client, AddProgram);
  Buffer input = upload(*test.client, {1, 2}, {2});
  Buffer wrong = upload(*test.client, {1, 2, 3}, {3});
  Buffer elsewhere = upload(*test.client, {1, 2}, {2}, 1);
  auto message = [&](llvm::ArrayRef<std::vector<const Buffer *>> arguments) {
    return messageOf(program->run(arguments).takeError());
  };
  EXPECT_EQ(message({}), "arguments are given for 0 devices, and the program "
                         "runs on 1");
  EXPECT_EQ(message({{nullptr}}), "an argument has no buffer");
  EXPECT_EQ(message({{&input, &input}}),
            "LoadedExecutable_Execute failed: INVALID_ARGUMENT: the program "
            "takes 1 arguments, and 2 are given");
  EXPECT_EQ(message({{&wrong}}),
            "LoadedExecutable_Execute failed: INVALID_ARGUMENT: argument 0 is "
            "tensor<3xf32>, and the program takes tensor<2xf32>");
  EXPECT_EQ(message({{&elsewhere}}),
            "LoadedExecutable_Execute failed: INVALID_ARGUMENT: argument 0 is "
            "on device 1, and the program runs on device 0");
}

TEST(PjrtClient, ErrorsOfTheCompiler) {
  TestClient test(2);
  auto message = [&](llvm::StringRef text, CompileOptions options = {}) {
    return messageOf(test.client->compile(text, options).takeError());
  };
  EXPECT_EQ(
      message("//fake frobnicate"),
      "Client_Compile failed: INVALID_ARGUMENT: <program>:1:1: error: the "
      "cpu device does not run `frobnicate`");
  EXPECT_EQ(message(std::string("ML\xEFR") + "123"),
            "Client_Compile failed: UNIMPLEMENTED: the cpu device reads "
            "StableHLO as text, not as bytecode");
  CompileOptions options;
  options.replicas = 3;
  EXPECT_EQ(message("", options),
            "Client_Compile failed: INVALID_ARGUMENT: 3 replicas of 1 "
            "partitions need a device each, and there are 2");
  options.replicas = 2;
  options.devices = {1, 1};
  EXPECT_EQ(message("", options), "Client_Compile failed: INVALID_ARGUMENT: "
                                  "device 1 is assigned to two processes");
  options.devices = {0, 7};
  EXPECT_EQ(message("", options),
            "Client_Compile failed: INVALID_ARGUMENT: there is no device 7");
  options = {};
  options.overrides = {{"keep", std::string("assembly")}};
  EXPECT_EQ(message("", options),
            "Client_Compile failed: INVALID_ARGUMENT: the option `keep` takes "
            "stablehlo, linalg or llvm, not `assembly`");
}

TEST(PjrtClient, KeepsAForm) {
  TestClient test;
  CompileOptions options;
  options.overrides = {{"keep", std::string("linalg")}};
  auto program = compile(*test.client, AddProgram, options);
  EXPECT_EQ(*program->getOptimizedProgram(),
            std::make_pair(std::string("mlir"), std::string("fake linalg")));
}

TEST(PjrtClient, StoresPrograms) {
  TestClient test(2);
  CompileOptions options;
  options.devices = {1};
  auto program = compile(*test.client, AddProgram, options);
  auto bytes = program->serialize();
  ASSERT_TRUE(bool(bytes));
  auto again = test.client->deserialize(*bytes);
  ASSERT_TRUE(bool(again)) << messageOf(again.takeError());
  EXPECT_EQ((*again)->getDevices()[0].id, 1);
  Buffer input = upload(*test.client, {1, 2}, {2}, 1);
  auto results = (*again)->run({{&input}});
  ASSERT_TRUE(bool(results));
  EXPECT_EQ(firstResults(*results)[0], (std::vector<float>{2.5, 3.5}));
  for (size_t size = 0; size < 30; ++size)
    EXPECT_NE(
        messageOf(
            test.client->deserialize(llvm::StringRef(*bytes).take_front(size))
                .takeError()),
        "");
}

//===----------------------------------------------------------------------===//
// Donation
//===----------------------------------------------------------------------===//

TEST(PjrtClient, DonationReusesMemory) {
  TestClient test;
  auto program = compile(*test.client, DonatingProgram);
  Buffer state = upload(*test.client, {1, 2}, {2});
  int64_t before = 0;
  for (int step = 0; step < 50; ++step) {
    auto results = program->run({{&state}});
    ASSERT_TRUE(bool(results)) << messageOf(results.takeError());
    EXPECT_TRUE(*state.isDeleted());
    EXPECT_EQ(messageOf(program->run({{&state}}).takeError()),
              "LoadedExecutable_Execute failed: FAILED_PRECONDITION: the "
              "buffer of tensor<2xf32> was deleted or donated before");
    state = std::move(results->outputs[0][0]);
    EXPECT_EQ(messageOf(awaitAll(results->complete)), "");
    auto stats =
        memoryStatsOf(*test.plugin, test.client->getAddressableDevices()[0]);
    if (step == 0)
      before = stats->inUse;
    EXPECT_EQ(stats->inUse, before);
  }
  EXPECT_EQ(download(state), (std::vector<float>{51, 52}));
}

TEST(PjrtClient, StepsMayBeQueued) {
  TestClient test;
  auto program = compile(*test.client, DonatingProgram);
  std::vector<Buffer> states;
  states.push_back(upload(*test.client, {1, 2}, {2}));
  for (int step = 0; step < 100; ++step) {
    auto results = program->run({{&states.back()}});
    ASSERT_TRUE(bool(results));
    states.push_back(std::move(results->outputs[0][0]));
  }
  EXPECT_EQ(download(states.back()), (std::vector<float>{101, 102}));
}

TEST(PjrtClient, KeptArgumentsSurvive) {
  TestClient test;
  auto program = compile(*test.client, DonatingProgram);
  Buffer state = upload(*test.client, {1, 2}, {2});
  auto results = program->run({{&state}}, {0});
  ASSERT_TRUE(bool(results));
  EXPECT_EQ(firstResults(*results)[0], (std::vector<float>{2, 3}));
  EXPECT_EQ(download(state), (std::vector<float>{1, 2}));
}

TEST(PjrtClient, ReadersOfADonatedBufferSeeItsOldContents) {
  TestClient test;
  auto program = compile(*test.client, DonatingProgram);
  std::vector<float> values(1 << 16, 1);
  std::string text = "//fake input f32 65536\n//fake output f32 65536\n"
                     "//fake donate 0 0\n//fake add 0 0 1\n";
  auto large = compile(*test.client, text);
  for (int round = 0; round < 20; ++round) {
    Buffer state = upload(*test.client, values, {1 << 16});
    std::vector<float> read(values.size());
    llvm::MutableArrayRef<char> bytes(reinterpret_cast<char *>(read.data()),
                                      read.size() * sizeof(float));
    auto reading = state.toHost(bytes);
    ASSERT_TRUE(bool(reading));
    auto results = large->run({{&state}});
    ASSERT_TRUE(bool(results));
    EXPECT_EQ(messageOf(awaitAll(results->complete)), "");
    EXPECT_EQ(messageOf(reading->await()), "");
    EXPECT_EQ(read, values);
  }
}

//===----------------------------------------------------------------------===//
// Failures and memory
//===----------------------------------------------------------------------===//

TEST(PjrtClient, FailuresTravel) {
  TestClient test;
  auto failing = compile(*test.client, "//fake input f32 2\n"
                                       "//fake output f32 2\n"
                                       "//fake fail 0 out of luck\n");
  auto program = compile(*test.client, AddProgram);
  Buffer input = upload(*test.client, {1, 2}, {2});
  auto first = failing->run({{&input}});
  ASSERT_TRUE(bool(first));
  EXPECT_EQ(messageOf(awaitAll(first->complete)),
            "Event_Await failed: INTERNAL: out of luck");
  EXPECT_EQ(messageOf(first->outputs[0][0].awaitReady()),
            "Event_Await failed: INTERNAL: out of luck");
  auto second = program->run({{&first->outputs[0][0]}});
  ASSERT_TRUE(bool(second));
  EXPECT_EQ(messageOf(awaitAll(second->complete)),
            "Event_Await failed: INTERNAL: argument 0 failed: out of luck");
  EXPECT_EQ(messageOf(second->outputs[0][0].toHost().takeError()),
            "Event_Await failed: INTERNAL: argument 0 failed: out of luck");
}

TEST(PjrtClient, ChecksMemoryBeforeARun) {
  TestClient test(1, 1000);
  auto program = compile(*test.client, "//fake input f32 100\n"
                                       "//fake output f32 100\n"
                                       "//fake arena 300\n"
                                       "//fake add 0 0 1\n");
  auto memory = program->getMemory();
  ASSERT_TRUE(bool(memory));
  EXPECT_EQ(memory->arguments, 400);
  EXPECT_EQ(memory->outputs, 400);
  EXPECT_EQ(memory->temporary, 300);
  EXPECT_EQ(memory->needed(), 1100);
  EXPECT_EQ(messageOf(checkMemory(*test.plugin, *program)),
            "the program needs 1100 bytes on device 0 (cpu), which has 1000 of "
            "1000 bytes left: 400 for arguments, 400 for outputs of which 0 "
            "are shared with arguments, 300 for what it works with, 100 for "
            "code");
  auto small = compile(*test.client, AddProgram);
  EXPECT_EQ(messageOf(checkMemory(*test.plugin, *small)), "");
}

TEST(PjrtClient, RunsOutOfMemory) {
  TestClient test(1, 1000);
  std::vector<float> values(200);
  HostArray array{values.data(), {pjrt::abi::Buffer_Type::F32, {200}}, {}};
  const Device &device = test.client->getAddressableDevices()[0];
  auto first = test.client->upload(array, device);
  ASSERT_TRUE(bool(first));
  auto second = test.client->upload(array, device);
  llvm::Error error = second.takeError();
  EXPECT_EQ(codeOf(error), pjrt::abi::Error_Code::RESOURCE_EXHAUSTED);
  EXPECT_EQ(messageOf(std::move(error)),
            "Client_BufferFromHostBuffer failed: RESOURCE_EXHAUSTED: 800 bytes "
            "are needed, and 832 of the device's 1000 bytes are in use");
}

TEST(PjrtClient, CountsMemory) {
  TestClient test;
  const Device &device = test.client->getAddressableDevices()[0];
  EXPECT_EQ(memoryStatsOf(*test.plugin, device)->inUse, 0);
  {
    Buffer one = upload(*test.client, {1, 2}, {2});
    Buffer two = upload(*test.client, {1, 2}, {2});
    EXPECT_EQ(memoryStatsOf(*test.plugin, device)->inUse, 128);
    EXPECT_EQ(messageOf(two.deleteMemory()), "");
    EXPECT_TRUE(*two.isDeleted());
    EXPECT_EQ(memoryStatsOf(*test.plugin, device)->inUse, 64);
  }
  auto stats = memoryStatsOf(*test.plugin, device);
  EXPECT_EQ(stats->inUse, 0);
  EXPECT_EQ(*stats->peakInUse, 128);
  EXPECT_EQ(*stats->limit, 1 << 30);
}
