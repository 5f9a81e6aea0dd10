//===- FaultPlugin.cpp - The plugin of the tests --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pjrt/FaultPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include <dlfcn.h>

using namespace trainlint;
using namespace trainlint::pjrt;

void test::setFaults(llvm::StringRef faults) {
  void *handle = dlopen(TRAINLINT_FAULT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  auto *set = reinterpret_cast<void (*)(const char *)>(
      dlsym(handle, "trainlintSetFaults"));
  ASSERT_NE(set, nullptr);
  set(faults.str().c_str());
}

llvm::Expected<std::unique_ptr<Plugin>>
test::loadFaultPlugin(llvm::StringRef faults) {
  setFaults(faults);
  return Plugin::load(TRAINLINT_FAULT_PLUGIN);
}

test::TestClient::TestClient(int64_t devices, int64_t deviceMemory) {
  auto loaded = loadFaultPlugin();
  if (!loaded) {
    ADD_FAILURE() << messageOf(loaded.takeError());
    return;
  }
  plugin = std::move(*loaded);
  ClientOptions options;
  options.values = {{"device_count", devices}, {"device_memory", deviceMemory}};
  auto made = Client::create(*plugin, options);
  if (!made)
    ADD_FAILURE() << messageOf(made.takeError());
  else
    client = std::move(*made);
}

Buffer test::upload(Client &client, llvm::ArrayRef<float> values,
                    llvm::ArrayRef<int64_t> dims, unsigned device) {
  HostArray array{values.data(),
                  {pjrt::abi::Buffer_Type::F32, {dims.begin(), dims.end()}},
                  {}};
  auto uploaded = client.upload(array, client.getAddressableDevices()[device]);
  if (!uploaded) {
    ADD_FAILURE() << messageOf(uploaded.takeError());
    return {};
  }
  EXPECT_EQ(messageOf(uploaded->doneWithHost.await()), "");
  return std::move(uploaded->buffer);
}

std::vector<float> test::download(const Buffer &buffer) {
  auto bytes = buffer.toHost();
  if (!bytes) {
    ADD_FAILURE() << messageOf(bytes.takeError());
    return {};
  }
  std::vector<float> out(bytes->size() / sizeof(float));
  llvm::copy(llvm::ArrayRef(*bytes), reinterpret_cast<char *>(out.data()));
  return out;
}

std::vector<std::vector<float>> test::firstResults(RunResults &results) {
  EXPECT_EQ(messageOf(awaitAll(results.complete)), "");
  std::vector<std::vector<float>> out;
  for (const std::vector<Buffer> &list : results.outputs)
    out.push_back(download(list.front()));
  return out;
}
