//===- CompileOptionsTest.cpp - Options of a compilation ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/CompileOptions.h"
#include "TestHelpers.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;

TEST(PjrtCompileOptions, Bytes) {
  CompileOptions options;
  options.replicas = 2;
  options.partitions = 1;
  options.devices = {3, 200};
  options.useSpmd = true;
  auto bytes = serialize(options);
  ASSERT_TRUE(bool(bytes));
  // As the protobuf library writes {device_ordinal: -1 num_replicas: 2
  // num_partitions: 1 use_spmd_partitioning: true device_assignment
  // {replica_count: 2 computation_count: 1 computation_devices
  // {replica_device_ids: [3, 200]}}}.
  EXPECT_EQ(llvm::toHex(*bytes, /*LowerCase=*/true),
            "1a1e08ffffffffffffffffff0120022801300"
            "14a0b080210011a050a0303c801");
}

TEST(PjrtCompileOptions, ReadsWhatItWrites) {
  CompileOptions options;
  options.replicas = 2;
  options.partitions = 3;
  options.devices = {0, 1, 2, 3, 4, 5};
  options.useShardy = true;
  options.overrides = {{"word", std::string("value")},
                       {"number", int64_t(-7)},
                       {"half", 0.5f},
                       {"flag", true}};
  auto bytes = serialize(options);
  ASSERT_TRUE(bool(bytes));
  auto read = parseCompileOptions(*bytes);
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->replicas, 2);
  EXPECT_EQ(read->partitions, 3);
  EXPECT_EQ(read->devices, options.devices);
  EXPECT_FALSE(read->useSpmd);
  EXPECT_TRUE(read->useShardy);
  ASSERT_EQ(read->overrides.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read->overrides[i].name, options.overrides[i].name);
    EXPECT_EQ(read->overrides[i].value, options.overrides[i].value);
  }
}

TEST(PjrtCompileOptions, RefusesWhatCannotBe) {
  CompileOptions options;
  options.devices = {0, 1};
  EXPECT_EQ(messageOf(serialize(options).takeError()),
            "2 devices are given for 1 replicas of 1 partitions");
  options = {};
  options.replicas = 0;
  EXPECT_EQ(messageOf(serialize(options).takeError()),
            "a program cannot be compiled for 0 replicas of 1 partitions");
  options = {};
  options.overrides = {{"list", std::vector<int64_t>{1}}};
  EXPECT_EQ(messageOf(serialize(options).takeError()),
            "the option `list` of the compiler cannot be a list");
}

TEST(PjrtCompileOptions, EveryCutIsReadOrRefused) {
  CompileOptions options;
  options.replicas = 4;
  options.devices = {0, 1, 2, 3};
  options.overrides = {{"word", std::string("value")}};
  std::string bytes = *serialize(options);
  int refused = 0;
  for (size_t size = 0; size < bytes.size(); ++size) {
    auto read = parseCompileOptions(llvm::StringRef(bytes).take_front(size));
    if (read)
      continue;
    ++refused;
    EXPECT_EQ(messageOf(read.takeError()),
              "the options of the compilation are damaged");
  }
  // Cuts between two fields leave a message.
  EXPECT_GE(refused, static_cast<int>(bytes.size()) - 4);
}
