//===- Device.h - Devices and their memory ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_DEVICE_H
#define TRAINLINT_RUNTIME_PJRT_DEVICE_H

#include "Runtime/Pjrt/Plugin.h"
#include <optional>

namespace trainlint::pjrt {

/// How much memory a device has and uses, in bytes. What a plugin does not tell
/// is missing.
struct DeviceMemoryStats {
  int64_t inUse = 0;
  std::optional<int64_t> peakInUse;
  std::optional<int64_t> limit;
};

/// A memory of a device.
struct Memory {
  abi::Memory *handle = nullptr;
  int id = -1;
  /// "device", "pinned_host".
  std::string kind;
};

/// A device, as it was when the client was made. The handle belongs to the
/// client.
struct Device {
  abi::Device *handle = nullptr;
  int id = -1;
  int processIndex = 0;
  /// Its number on this host; -1 on another one.
  int localId = -1;
  bool isAddressable = false;
  /// The model: "TPU v4", "cpu".
  std::string kind;
  /// In the plugin's words, for people.
  std::string description;
  std::vector<NamedValue> attributes;
  std::vector<Memory> memories;
};

/// Asks a plugin all about devices and adds them to `out`. What it does not
/// tell beyond id and kind stays empty.
llvm::Error describeDevices(const Plugin &plugin,
                            llvm::ArrayRef<abi::Device *> handles,
                            std::vector<Device> &out);

/// Asks how the memory of a device stands. Fails with UNIMPLEMENTED on many
/// devices.
llvm::Expected<DeviceMemoryStats> memoryStatsOf(const Plugin &plugin,
                                                const Device &device);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_DEVICE_H
