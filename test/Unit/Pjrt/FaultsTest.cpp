//===- FaultsTest.cpp - Every call of a plugin that can fail --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"
#include "Runtime/Pjrt/HostTransfer.h"
#include "llvm/ADT/StringSet.h"
#include <atomic>
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

//===----------------------------------------------------------------------===//
// All that a client does
//===----------------------------------------------------------------------===//

static constexpr char Text[] = "//fake input f32 2\n//fake output f32 2\n"
                               "//fake donate 0 0\n//fake add 0 0 1\n";

static llvm::Error useTransfer(Client &client) {
  const Device &device = client.getAddressableDevices()[0];
  if (device.memories.empty())
    return llvm::createStringError("no memory");
  BufferShape shape{pjrt::abi::Buffer_Type::F32, {2}};
  BufferShape shapes[] = {shape, shape};
  auto transfer = HostTransfer::begin(client, shapes, device.memories[0]);
  if (!transfer)
    return transfer.takeError();
  auto buffer = (*transfer)->takeBuffer(0);
  if (!buffer)
    return buffer.takeError();
  // Without a function that waits, the plugin may read them for longer.
  static const char bytes[8] = {};
  auto sent = (*transfer)->send(0, bytes, 0, true);
  if (!sent)
    return sent.takeError();
  llvm::Error error = sent->await();
  return llvm::joinErrors(
      std::move(error),
      (*transfer)->fail(1, pjrt::abi::Error_Code::ABORTED, "not needed"));
}

static llvm::Error useBuffer(Client &client, const Buffer &buffer) {
  if (auto bytes = buffer.getDeviceBytes(); !bytes)
    return bytes.takeError();
  auto copy = buffer.copyTo(client.getAddressableDevices()[1].handle);
  if (!copy)
    return copy.takeError();
  if (auto bytes = copy->toHost(); !bytes)
    return bytes.takeError();
  if (llvm::Error error = copy->deleteMemory())
    return error;
  if (auto deleted = copy->isDeleted(); !deleted)
    return deleted.takeError();
  auto event = buffer.getReadyEvent();
  if (!event)
    return event.takeError();
  if (auto ready = event->isReady(); !ready)
    return ready.takeError();
  // A callback that comes later than anybody waits finds its state still there.
  struct Call {
    std::atomic<bool> done{false};
    std::string message;
  };
  auto call = std::make_shared<Call>();
  if (llvm::Error error = event->onReady([call](llvm::Error error) {
        call->message = messageOf(std::move(error));
        call->done = true;
      }))
    return error;
  // A plugin that never calls back is one of the faults.
  for (int wait = 0; wait < 1000 && !call->done; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!call->done)
    return llvm::createStringError("Event_OnReady: never called");
  return call->message.empty() ? llvm::Error::success()
                               : llvm::createStringError(call->message);
}

static llvm::Error useProgram(Client &client, const Executable &program) {
  if (auto memory = program.getMemory(); !memory)
    return memory.takeError();
  if (auto costs = program.getCosts(); !costs)
    return costs.takeError();
  if (auto text = program.getOptimizedProgram(); !text)
    return text.takeError();
  auto bytes = program.serialize();
  if (!bytes)
    return bytes.takeError();
  auto again = client.deserialize(*bytes);
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkMemory(client.getPlugin(), program))
    return error;

  float values[] = {1, 2};
  HostArray array{values, {pjrt::abi::Buffer_Type::F32, {2}}, {}};
  auto input = client.upload(array, client.getAddressableDevices()[0]);
  if (!input)
    return input.takeError();
  if (llvm::Error error = input->doneWithHost.await())
    return error;
  auto results = program.run({{&input->buffer}});
  if (!results)
    return results.takeError();
  if (llvm::Error error = awaitAll(results->complete))
    return error;
  return useBuffer(client, results->outputs[0][0]);
}

static llvm::Error useAll(Client &client) {
  if (auto topology = client.describeTopology(); !topology)
    return topology.takeError();
  if (auto ids = client.getDefaultAssignment(2, 1); !ids)
    return ids.takeError();
  const Device &device = client.getAddressableDevices()[0];
  if (auto stats = memoryStatsOf(client.getPlugin(), device); !stats)
    return stats.takeError();
  if (llvm::Error error = useTransfer(client))
    return error;
  CompileOptions options;
  auto program = client.compile(Text, options);
  if (!program)
    return program.takeError();
  return useProgram(client, **program);
}

static std::string scenario(const Plugin &plugin) {
  ClientOptions options;
  options.values = {{"device_count", int64_t(2)}};
  auto client = Client::create(plugin, options);
  if (!client)
    return messageOf(client.takeError());
  if ((*client)->getAddressableDevices().size() != 2)
    return "two devices were expected";
  return messageOf(useAll(**client));
}

//===----------------------------------------------------------------------===//
// Faults in each function
//===----------------------------------------------------------------------===//

/// Functions whose failure the client can do without: those that free, those
/// that only describe, and the parts of errors.
static bool isTolerated(llvm::StringRef slot) {
  static const llvm::StringSet<> Slots{"Error_Destroy",
                                       "Error_Message",
                                       "Error_GetCode",
                                       "Plugin_Initialize",
                                       "Plugin_Attributes",
                                       "DeviceDescription_ProcessIndex",
                                       "DeviceDescription_Attributes",
                                       "DeviceDescription_ToString",
                                       "Device_IsAddressable",
                                       "Device_LocalHardwareId",
                                       "Device_AddressableMemories",
                                       "Memory_Id",
                                       "Memory_Kind"};
  return Slots.contains(slot) || slot.ends_with("_Destroy");
}

/// Functions that the client has no use for.
static bool isUnused(llvm::StringRef slot) {
  static const llvm::StringSet<> Slots{
      "Event_Error",
      "Client_LookupDevice",
      "Client_LookupAddressableDevice",
      "Client_AddressableMemories",
      "Client_CreateUninitializedBuffer",
      "Device_DefaultMemory",
      "Memory_DebugString",
      "Memory_ToString",
      "Memory_AddressableByDevices",
      "Memory_Kind_Id",
      "Executable_NumReplicas",
      "Executable_NumPartitions",
      "Executable_SizeOfGeneratedCodeInBytes",
      "Executable_OutputMemoryKinds",
      "Executable_Fingerprint",
      "LoadedExecutable_Delete",
      "LoadedExecutable_IsDeleted",
      "LoadedExecutable_Fingerprint",
      "Buffer_UnpaddedDimensions",
      "Buffer_DynamicDimensionIndices",
      "Buffer_GetMemoryLayout",
      "Buffer_Device",
      "Buffer_Memory",
      "Buffer_IsOnCpu",
      "Buffer_UnsafePointer",
      "Buffer_IncreaseExternalReferenceCount",
      "Buffer_DecreaseExternalReferenceCount",
      "Buffer_OpaqueDeviceMemoryDataPointer",
      "Buffer_CopyToMemory",
      "Buffer_CopyRawToHost",
      "TopologyDescription_PlatformName",
      "TopologyDescription_PlatformVersion",
      "TopologyDescription_Attributes",
      "ExecuteContext_Create",
      "AsyncHostToDeviceTransferManager_Device",
      "AsyncHostToDeviceTransferManager_BufferCount",
      "AsyncHostToDeviceTransferManager_BufferSize",
      "AsyncHostToDeviceTransferManager_AddMetadata"};
  return Slots.contains(slot);
}

static std::vector<std::string> allSlots() {
  return {
#define PJRT_OPAQUE_SLOT(name, minor)
#define PJRT_VOID_SLOT(name, minor)
#define PJRT_SLOT(name, minor) #name,
#include "Runtime/Pjrt/AbiSlots.def"
  };
}

TEST(PjrtFaults, NothingFailsWithoutAFault) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  EXPECT_EQ(scenario(**plugin), "");
}

TEST(PjrtFaults, EveryFunctionWithEveryCode) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  for (const std::string &slot : allSlots())
    for (uint32_t code = 1; code <= 17; ++code) {
      std::string name = codeName(static_cast<pjrt::abi::Error_Code>(code));
      FaultScope fault(slot + "=" + std::to_string(code));
      std::string message = scenario(**plugin);
      if (isTolerated(slot) || isUnused(slot)) {
        // A device whose memories are not known cannot be sent pieces.
        EXPECT_TRUE(message.empty() || message == "no memory")
            << slot << ": " << message;
        continue;
      }
      // What a plugin has not implemented may be done without.
      if (code == uint32_t(pjrt::abi::Error_Code::UNIMPLEMENTED) &&
          message.empty())
        continue;
      EXPECT_EQ(message,
                slot + " failed: " + name + ": a fault that a test asked for");
    }
}

/// Faults that leave out or cut off what a function gives. The client may do
/// without it or say what is missing.
static void checkIncomplete(llvm::StringRef kind) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  for (const std::string &slot : allSlots()) {
    FaultScope fault(slot + "=" + kind.str());
    std::string message = scenario(**plugin);
    if (isTolerated(slot) || isUnused(slot))
      continue;
    bool hasResults = slot != "Event_Await" && slot != "Event_OnReady" &&
                      slot != "Buffer_Delete" &&
                      !slot.ends_with("_SetBufferError");
    if (kind == "short" && hasResults) {
      EXPECT_TRUE(llvm::StringRef(message).starts_with(
          slot + " failed: INTERNAL: the plugin"))
          << slot << ": " << message;
    }
  }
}

TEST(PjrtFaults, EveryFunctionWithoutResult) { checkIncomplete("null"); }

TEST(PjrtFaults, EveryFunctionWithAShortStruct) { checkIncomplete("short"); }

TEST(PjrtFaults, EveryFunctionMissing) {
  for (const std::string &slot : allSlots()) {
    auto plugin = loadFaultPlugin(slot + "=missing");
    ASSERT_TRUE(bool(plugin)) << slot << messageOf(plugin.takeError());
    std::string message = scenario(**plugin);
    if (message.empty() || message == "no memory" || isUnused(slot))
      continue;
    EXPECT_TRUE(llvm::StringRef(message).starts_with(
        slot + " failed: UNIMPLEMENTED: the plugin"))
        << slot << ": " << message;
  }
  setFaults("");
}

TEST(PjrtFaults, TheSecondCall) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  // The first asks for the size.
  FaultScope fault("Executable_OptimizedProgram#2=ABORTED");
  EXPECT_EQ(scenario(**plugin), "Executable_OptimizedProgram failed: ABORTED: "
                                "a fault that a test asked for");
}

TEST(PjrtFaults, EventsThatFailLate) {
  auto plugin = loadFaultPlugin();
  ASSERT_TRUE(bool(plugin));
  {
    FaultScope fault("Event_Await=late");
    EXPECT_EQ(scenario(**plugin), "Event_Await failed: DATA_LOSS: a fault that "
                                  "a test asked for");
  }
  FaultScope fault("Event_OnReady=late");
  EXPECT_EQ(scenario(**plugin), "Event_OnReady failed: DATA_LOSS: a fault that "
                                "a test asked for");
}
