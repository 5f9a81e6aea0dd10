//===- Device.cpp - Devices and their memory ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Device.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint::pjrt;
using abi::Slot;

/// Calls a function whose answer can be done without.
template <Slot slot>
static bool ask(const Plugin &plugin,
                typename abi::SlotTraits<slot>::Args &args) {
  if (!plugin.has(slot))
    return false;
  llvm::Error error = plugin.call<slot>(args);
  bool answered = !error;
  llvm::consumeError(std::move(error));
  return answered;
}

static std::vector<Memory> memoriesOf(const Plugin &plugin,
                                      abi::Device *handle) {
  std::vector<Memory> out;
  auto args = abi::make<abi::Device_AddressableMemories_Args>();
  args.device = handle;
  if (!ask<Slot::Device_AddressableMemories>(plugin, args) || !args.memories)
    return out;
  for (abi::Memory *memory : llvm::ArrayRef(args.memories, args.num_memories)) {
    Memory &described = out.emplace_back(Memory{memory, -1, {}});
    auto id = abi::make<abi::Memory_Id_Args>();
    id.memory = memory;
    if (ask<Slot::Memory_Id>(plugin, id))
      described.id = id.id;
    auto kind = abi::make<abi::Memory_Kind_Args>();
    kind.memory = memory;
    if (ask<Slot::Memory_Kind>(plugin, kind))
      described.kind = textOf(kind.kind, kind.kind_size);
  }
  return out;
}

/// Fills in what a plugin may leave out.
static llvm::Error addDetails(const Plugin &plugin,
                              abi::DeviceDescription *description,
                              Device &device) {
  auto process = abi::make<abi::DeviceDescription_ProcessIndex_Args>();
  process.device_description = description;
  if (ask<Slot::DeviceDescription_ProcessIndex>(plugin, process))
    device.processIndex = process.process_index;

  auto text = abi::make<abi::DeviceDescription_ToString_Args>();
  text.device_description = description;
  if (ask<Slot::DeviceDescription_ToString>(plugin, text))
    device.description = textOf(text.to_string, text.to_string_size);

  auto attributes = abi::make<abi::DeviceDescription_Attributes_Args>();
  attributes.device_description = description;
  if (ask<Slot::DeviceDescription_Attributes>(plugin, attributes)) {
    auto read =
        readNamedValues(attributes.attributes, attributes.num_attributes,
                        "DeviceDescription_Attributes");
    if (!read)
      return read.takeError();
    device.attributes = std::move(*read);
  }

  auto addressable = abi::make<abi::Device_IsAddressable_Args>();
  addressable.device = device.handle;
  if (ask<Slot::Device_IsAddressable>(plugin, addressable))
    device.isAddressable = addressable.is_addressable;
  if (!device.isAddressable)
    return llvm::Error::success();
  auto local = abi::make<abi::Device_LocalHardwareId_Args>();
  local.device = device.handle;
  if (ask<Slot::Device_LocalHardwareId>(plugin, local))
    device.localId = local.local_hardware_id;
  device.memories = memoriesOf(plugin, device.handle);
  return llvm::Error::success();
}

static llvm::Expected<Device> describeDevice(const Plugin &plugin,
                                             abi::Device *handle) {
  Device device;
  device.handle = handle;
  auto get = abi::make<abi::Device_GetDescription_Args>();
  get.device = handle;
  if (llvm::Error error = plugin.call<Slot::Device_GetDescription>(get))
    return error;
  if (!get.device_description)
    return plugin.noResult("Device_GetDescription", "description");

  auto id = abi::make<abi::DeviceDescription_Id_Args>();
  id.device_description = get.device_description;
  if (llvm::Error error = plugin.call<Slot::DeviceDescription_Id>(id))
    return error;
  device.id = id.id;

  auto kind = abi::make<abi::DeviceDescription_Kind_Args>();
  kind.device_description = get.device_description;
  if (llvm::Error error = plugin.call<Slot::DeviceDescription_Kind>(kind))
    return error;
  device.kind = textOf(kind.device_kind, kind.device_kind_size);

  if (llvm::Error error = addDetails(plugin, get.device_description, device))
    return error;
  return device;
}

llvm::Error
trainlint::pjrt::describeDevices(const Plugin &plugin,
                                 llvm::ArrayRef<abi::Device *> handles,
                                 std::vector<Device> &out) {
  for (abi::Device *handle : handles) {
    llvm::Expected<Device> device = describeDevice(plugin, handle);
    if (!device)
      return device.takeError();
    out.push_back(std::move(*device));
  }
  return llvm::Error::success();
}

llvm::Expected<DeviceMemoryStats>
trainlint::pjrt::memoryStatsOf(const Plugin &plugin, const Device &device) {
  auto args = abi::make<abi::Device_MemoryStats_Args>();
  args.device = device.handle;
  if (llvm::Error error = plugin.call<Slot::Device_MemoryStats>(args))
    return error;
  DeviceMemoryStats out;
  out.inUse = args.bytes_in_use;
  if (args.peak_bytes_in_use_is_set)
    out.peakInUse = args.peak_bytes_in_use;
  if (args.bytes_limit_is_set)
    out.limit = args.bytes_limit;
  return out;
}
