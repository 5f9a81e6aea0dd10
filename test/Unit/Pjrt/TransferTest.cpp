//===- TransferTest.cpp - Moving arrays -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"
#include "Runtime/Pjrt/HostTransfer.h"
#include <atomic>
#include <numeric>
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

TEST(PjrtTransfer, StridedUpload) {
  TestClient test;
  std::vector<float> values(12);
  std::iota(values.begin(), values.end(), 0.0f);
  // Three rows of four, with the columns first in memory.
  HostArray array{
      values.data(), {pjrt::abi::Buffer_Type::F32, {3, 4}}, {4, 12}};
  auto uploaded =
      test.client->upload(array, test.client->getAddressableDevices()[0]);
  ASSERT_TRUE(bool(uploaded));
  EXPECT_EQ(download(uploaded->buffer),
            (std::vector<float>{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}));
  EXPECT_EQ(uploaded->buffer.getShape()->text(), "tensor<3x4xf32>");
  EXPECT_EQ(*uploaded->buffer.getDeviceBytes(), 48u);
}

TEST(PjrtTransfer, LargeAndEmptyArrays) {
  TestClient test;
  std::vector<float> values(1 << 20);
  std::iota(values.begin(), values.end(), 0.0f);
  Buffer large = upload(*test.client, values, {1 << 10, 1 << 10});
  EXPECT_EQ(download(large), values);
  Buffer empty = upload(*test.client, {}, {0, 5});
  EXPECT_EQ(download(empty), std::vector<float>());
  Buffer scalar = upload(*test.client, {3}, {});
  EXPECT_EQ(download(scalar), std::vector<float>{3});
}

TEST(PjrtTransfer, UnknownElementTypes) {
  TestClient test;
  float value = 0;
  HostArray array{&value, {static_cast<pjrt::abi::Buffer_Type>(99), {}}, {}};
  EXPECT_EQ(
      messageOf(
          test.client->upload(array, test.client->getAddressableDevices()[0])
              .takeError()),
      "Client_BufferFromHostBuffer failed: UNIMPLEMENTED: the cpu device "
      "has no arrays of element type 99");
  array.shape = {pjrt::abi::Buffer_Type::F32,
                 {int64_t(1) << 40, int64_t(1) << 40}};
  EXPECT_EQ(
      messageOf(
          test.client->upload(array, test.client->getAddressableDevices()[0])
              .takeError()),
      "Client_BufferFromHostBuffer failed: INVALID_ARGUMENT: an array cannot "
      "have the shape tensor<1099511627776x1099511627776xf32>");
}

TEST(PjrtTransfer, BetweenDevices) {
  TestClient test(2);
  Buffer first = upload(*test.client, {1, 2, 3}, {3}, 0);
  auto second = first.copyTo(test.client->getAddressableDevices()[1].handle);
  ASSERT_TRUE(bool(second));
  EXPECT_EQ(messageOf(first.deleteMemory()), "");
  EXPECT_EQ(download(*second), (std::vector<float>{1, 2, 3}));
}

TEST(PjrtTransfer, Callbacks) {
  TestClient test;
  Buffer buffer = upload(*test.client, {1}, {1});
  std::atomic<int> called{0};
  {
    auto event = buffer.getReadyEvent();
    ASSERT_TRUE(bool(event));
    EXPECT_EQ(messageOf(event->onReady([&](llvm::Error error) {
                EXPECT_EQ(messageOf(std::move(error)), "");
                ++called;
              })),
              "");
    EXPECT_TRUE(*event->isReady());
  }
  EXPECT_EQ(called, 1);
}

//===----------------------------------------------------------------------===//
// Piece by piece
//===----------------------------------------------------------------------===//

TEST(PjrtTransfer, ProgramsWaitForPieces) {
  TestClient test;
  auto program =
      test.client->compile("//fake input f32 4\n//fake output f32 4\n"
                           "//fake add 0 0 1\n",
                           {});
  ASSERT_TRUE(bool(program));
  const Device &device = test.client->getAddressableDevices()[0];
  BufferShape shape{pjrt::abi::Buffer_Type::F32, {4}};
  auto transfer = HostTransfer::begin(*test.client, shape, device.memories[0]);
  ASSERT_TRUE(bool(transfer));
  auto buffer = (*transfer)->takeBuffer(0);
  ASSERT_TRUE(bool(buffer));
  auto results = (*program)->run({{&*buffer}});
  ASSERT_TRUE(bool(results));
  EXPECT_FALSE(*results->complete[0].isReady());
  float values[] = {1, 2, 3, 4};
  llvm::ArrayRef<char> bytes(reinterpret_cast<char *>(values), sizeof(values));
  auto second = (*transfer)->send(0, bytes.drop_front(8), 8, false);
  ASSERT_TRUE(bool(second));
  EXPECT_EQ(messageOf(second->await()), "");
  auto first = (*transfer)->send(0, bytes.take_front(8), 0, true);
  ASSERT_TRUE(bool(first));
  EXPECT_EQ(firstResults(*results)[0], (std::vector<float>{2, 3, 4, 5}));
  EXPECT_EQ(messageOf((*transfer)->send(0, bytes, 0, false).takeError()),
            "AsyncHostToDeviceTransferManager_TransferData failed: "
            "FAILED_PRECONDITION: array 0 of the transfer is complete or has "
            "failed");
}

TEST(PjrtTransfer, PiecesOutside) {
  TestClient test;
  const Device &device = test.client->getAddressableDevices()[0];
  BufferShape shape{pjrt::abi::Buffer_Type::F32, {4}};
  auto transfer = HostTransfer::begin(*test.client, shape, device.memories[0]);
  ASSERT_TRUE(bool(transfer));
  char bytes[8] = {};
  EXPECT_EQ(messageOf((*transfer)->send(0, bytes, 12, false).takeError()),
            "AsyncHostToDeviceTransferManager_TransferData failed: "
            "OUT_OF_RANGE: 8 bytes at 12 are not within an array of 16 bytes");
  EXPECT_NE(messageOf((*transfer)->send(1, bytes, 0, false).takeError()), "");
  EXPECT_NE(messageOf((*transfer)->takeBuffer(1).takeError()), "");
}

TEST(PjrtTransfer, BuffersFailWithTheirTransfer) {
  TestClient test;
  const Device &device = test.client->getAddressableDevices()[0];
  BufferShape shape{pjrt::abi::Buffer_Type::F32, {4}};
  BufferShape shapes[] = {shape, shape};
  auto transfer = HostTransfer::begin(*test.client, shapes, device.memories[0]);
  ASSERT_TRUE(bool(transfer));
  Buffer failed = llvm::cantFail((*transfer)->takeBuffer(0));
  Buffer forgotten = llvm::cantFail((*transfer)->takeBuffer(1));
  EXPECT_EQ(messageOf((*transfer)->fail(0, pjrt::abi::Error_Code::DATA_LOSS,
                                        "the disk is full")),
            "");
  EXPECT_EQ(messageOf(failed.awaitReady()),
            "Event_Await failed: DATA_LOSS: the disk is full");
  transfer->reset();
  EXPECT_EQ(messageOf(forgotten.awaitReady()),
            "Event_Await failed: CANCELLED: the transfer ended before the "
            "array was complete");
}

TEST(PjrtTransfer, ManyThreads) {
  TestClient test(4);
  auto program =
      test.client->compile("//fake input f32 3000\n//fake output f32 3000\n"
                           "//fake donate 0 0\n//fake add 0 0 1\n",
                           {});
  ASSERT_TRUE(bool(program));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 20; ++round) {
        std::vector<float> values(3000, thread * 100 + round);
        Buffer buffer = upload(*test.client, values, {3000}, 0);
        auto results = (*program)->run({{&buffer}});
        if (!results) {
          ADD_FAILURE() << messageOf(results.takeError());
          return;
        }
        EXPECT_EQ(firstResults(*results)[0][2999], values[0] + 1);
        auto copy = results->outputs[0][0].copyTo(
            test.client->getAddressableDevices()[thread].handle);
        EXPECT_EQ(download(*copy)[0], values[0] + 1);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
