//===- KeyValueStoreTest.cpp - What several processes tell each other -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/KeyValueStore.h"
#include "TestHelpers.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using namespace trainlint::test;
using std::chrono::milliseconds;

/// What both kinds of stores do.
static void checkStore(KeyValueStore &store) {
  std::string longKey(700, 'k');
  EXPECT_EQ(messageOf(store.put("a/b", "one")), "");
  EXPECT_EQ(messageOf(store.put(longKey, std::string("\0x", 2))), "");
  EXPECT_EQ(messageOf(store.put("a/b", "one")), "");
  EXPECT_EQ(messageOf(store.put("a/b", "two")),
            "KeyValuePut failed: ALREADY_EXISTS: `a/b` was given another value "
            "before");
  EXPECT_EQ(**store.tryGet("a/b"), "one");
  EXPECT_EQ(**store.tryGet(longKey), std::string("\0x", 2));
  EXPECT_FALSE(store.tryGet("a")->has_value());
  EXPECT_EQ(messageOf(store.get("later", milliseconds(5)).takeError()),
            "KeyValueGet failed: DEADLINE_EXCEEDED: no process gave `later` "
            "within 5 ms");
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(messageOf(store.put("later", "here")), "");
  });
  EXPECT_EQ(*store.get("later", milliseconds(5000)), "here");
  other.join();
}

TEST(PjrtKeyValueStore, InMemory) {
  MemoryStore store;
  checkStore(store);
}

TEST(PjrtKeyValueStore, InAFolder) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("store", folder));
  FolderStore store(folder);
  checkStore(store);
  // Another process sees the same.
  EXPECT_EQ(**FolderStore(folder).tryGet("a/b"), "one");
  llvm::sys::fs::remove_directories(folder);
}

/// A plugin's error, which is as good as any address.
static std::vector<std::pair<pjrt::abi::Error_Code, std::string>> madeErrors;
static pjrt::abi::Error *makeError(pjrt::abi::Error_Code code,
                                   const char *message, size_t size) {
  madeErrors.push_back({code, std::string(message, size)});
  return reinterpret_cast<pjrt::abi::Error *>(&madeErrors);
}

TEST(PjrtKeyValueStore, Callbacks) {
  MemoryStore store;
  auto create = pjrt::abi::make<pjrt::abi::Client_Create_Args>();
  setCallbacks(create, store);
  pjrt::abi::CallbackError onError = makeError;
  madeErrors.clear();

  auto put = pjrt::abi::make<pjrt::abi::KeyValuePutCallback_Args>();
  put.key = "key";
  put.key_size = 3;
  put.value = "value";
  put.value_size = 5;
  put.callback_error = &onError;
  put.user_arg = create.kv_put_user_arg;
  EXPECT_EQ(create.kv_put_callback(&put), nullptr);
  put.value = "other";
  EXPECT_NE(create.kv_put_callback(&put), nullptr);
  ASSERT_EQ(madeErrors.size(), 1u);
  EXPECT_EQ(madeErrors.back().first, pjrt::abi::Error_Code::ALREADY_EXISTS);

  auto get = pjrt::abi::make<pjrt::abi::KeyValueGetCallback_Args>();
  get.key = "key";
  get.key_size = 3;
  get.timeout_in_ms = 1;
  get.callback_error = &onError;
  get.user_arg = create.kv_get_user_arg;
  EXPECT_EQ(create.kv_get_callback(&get), nullptr);
  EXPECT_EQ(llvm::StringRef(get.value, get.value_size), "value");
  get.value_deleter_callback(get.value);
  get.key_size = 2;
  EXPECT_NE(create.kv_get_callback(&get), nullptr);
  EXPECT_EQ(madeErrors.back().first, pjrt::abi::Error_Code::DEADLINE_EXCEEDED);

  auto tryGet = pjrt::abi::make<pjrt::abi::KeyValueTryGetCallback_Args>();
  tryGet.key = "ke";
  tryGet.key_size = 2;
  tryGet.callback_error = &onError;
  tryGet.user_arg = create.kv_try_get_user_arg;
  EXPECT_NE(create.kv_try_get_callback(&tryGet), nullptr);
  EXPECT_EQ(madeErrors.back().first, pjrt::abi::Error_Code::NOT_FOUND);
  EXPECT_EQ(madeErrors.back().second, "no process gave `ke` yet");
}
