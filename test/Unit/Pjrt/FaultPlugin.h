//===- FaultPlugin.h - The plugin of the tests ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEST_UNIT_PJRT_FAULTPLUGIN_H
#define TRAINLINT_TEST_UNIT_PJRT_FAULTPLUGIN_H

#include "Runtime/Pjrt/Client.h"
#include "TestHelpers.h"

namespace trainlint::test {

/// Sets the faults of the plugin, which all tests of a process share, and loads
/// it anew. See test/Tools/FaultPlugin.cpp for what can be named.
llvm::Expected<std::unique_ptr<pjrt::Plugin>>
loadFaultPlugin(llvm::StringRef faults = "");

/// Sets the faults of functions in the plugin that is loaded. What concerns the
/// table itself waits for the next load.
void setFaults(llvm::StringRef faults);

/// Takes faults back at the end of a scope.
struct FaultScope {
  explicit FaultScope(llvm::StringRef faults) { setFaults(faults); }
  ~FaultScope() { setFaults(""); }
};

/// A plugin and a client with that many devices. A test fails without.
struct TestClient {
  explicit TestClient(int64_t devices = 1, int64_t deviceMemory = 1 << 30);

  std::unique_ptr<pjrt::Plugin> plugin;
  std::unique_ptr<pjrt::Client> client;
};

/// Puts numbers on a device and waits for it.
pjrt::Buffer upload(pjrt::Client &client, llvm::ArrayRef<float> values,
                    llvm::ArrayRef<int64_t> dims, unsigned device = 0);

/// Takes numbers from a device.
std::vector<float> download(const pjrt::Buffer &buffer);

/// Waits for a run and takes result 0 of each device.
std::vector<std::vector<float>> firstResults(pjrt::RunResults &results);

} // namespace trainlint::test

#endif // TRAINLINT_TEST_UNIT_PJRT_FAULTPLUGIN_H
