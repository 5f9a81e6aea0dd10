//===- DeviceCalls.cpp - Calls on devices and memories --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::Error;

static constexpr llvm::StringLiteral DeviceKind = "cpu";

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static Error id(abi::DeviceDescription_Id_Args &args) {
  args.id = unwrap(args.device_description)->getId();
  return Error::success();
}

static Error processIndex(abi::DeviceDescription_ProcessIndex_Args &args) {
  args.process_index = unwrap(args.device_description)->getOwner();
  return Error::success();
}

static Error attributes(abi::DeviceDescription_Attributes_Args &args) {
  args.attributes = nullptr;
  args.num_attributes = 0;
  return Error::success();
}

static Error kind(abi::DeviceDescription_Kind_Args &args) {
  args.device_kind = DeviceKind.data();
  args.device_kind_size = DeviceKind.size();
  return Error::success();
}

static Error debugString(abi::DeviceDescription_DebugString_Args &args) {
  llvm::StringRef text = unwrap(args.device_description)->getText();
  args.debug_string = text.data();
  args.debug_string_size = text.size();
  return Error::success();
}

static Error toString(abi::DeviceDescription_ToString_Args &args) {
  llvm::StringRef text = unwrap(args.device_description)->getText();
  args.to_string = text.data();
  args.to_string_size = text.size();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static Error getDescription(abi::Device_GetDescription_Args &args) {
  args.device_description = wrap<abi::DeviceDescription>(unwrap(args.device));
  return Error::success();
}

static Error isAddressable(abi::Device_IsAddressable_Args &args) {
  args.is_addressable = unwrap(args.device)->getLocal().has_value();
  return Error::success();
}

static Error localHardwareId(abi::Device_LocalHardwareId_Args &args) {
  // Devices of others have none.
  std::optional<unsigned> local = unwrap(args.device)->getLocal();
  args.local_hardware_id = local ? static_cast<int>(*local) : -1;
  return Error::success();
}

static Error addressableMemories(abi::Device_AddressableMemories_Args &args) {
  args.memories = wrapList<abi::Memory>(unwrap(args.device)->getList());
  args.num_memories = 1;
  return Error::success();
}

static Error defaultMemory(abi::Device_DefaultMemory_Args &args) {
  args.memory = wrap<abi::Memory>(unwrap(args.device));
  return Error::success();
}

static Error memoryStats(abi::Device_MemoryStats_Args &args) {
  const DeviceMemory &memory = unwrap(args.device)->getMemory();
  abi::Head head = args.head;
  abi::Device *device = args.device;
  args = {};
  args.head = head;
  args.device = device;
  args.bytes_in_use = memory.getInUse();
  args.peak_bytes_in_use = memory.getPeak();
  args.peak_bytes_in_use_is_set = true;
  args.num_allocs = memory.getAllocations();
  args.num_allocs_is_set = true;
  args.largest_alloc_size = memory.getLargest();
  args.largest_alloc_size_is_set = true;
  args.bytes_limit = memory.getLimit();
  args.bytes_limit_is_set = true;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

static Error memoryId(abi::Memory_Id_Args &args) {
  args.id = unwrap(args.memory)->getId();
  return Error::success();
}

static Error memoryKind(abi::Memory_Kind_Args &args) {
  args.kind = MemoryKind.data();
  args.kind_size = MemoryKind.size();
  return Error::success();
}

static Error memoryKindId(abi::Memory_Kind_Id_Args &args) {
  args.kind_id = 0;
  return Error::success();
}

static Error memoryDebugString(abi::Memory_DebugString_Args &args) {
  llvm::StringRef text = unwrap(args.memory)->getMemoryText();
  args.debug_string = text.data();
  args.debug_string_size = text.size();
  return Error::success();
}

static Error memoryToString(abi::Memory_ToString_Args &args) {
  llvm::StringRef text = unwrap(args.memory)->getMemoryText();
  args.to_string = text.data();
  args.to_string_size = text.size();
  return Error::success();
}

static Error addressableByDevices(abi::Memory_AddressableByDevices_Args &args) {
  args.devices = wrapList<abi::Device>(unwrap(args.memory)->getList());
  args.num_devices = 1;
  return Error::success();
}

void cpuplugin::addDeviceCalls(abi::Api &api) {
  api.DeviceDescription_Id = Entry<id>::call;
  api.DeviceDescription_ProcessIndex = Entry<processIndex>::call;
  api.DeviceDescription_Attributes = Entry<attributes>::call;
  api.DeviceDescription_Kind = Entry<kind>::call;
  api.DeviceDescription_DebugString = Entry<debugString>::call;
  api.DeviceDescription_ToString = Entry<toString>::call;
  api.Device_GetDescription = Entry<getDescription>::call;
  api.Device_IsAddressable = Entry<isAddressable>::call;
  api.Device_LocalHardwareId = Entry<localHardwareId>::call;
  api.Device_AddressableMemories = Entry<addressableMemories>::call;
  api.Device_DefaultMemory = Entry<defaultMemory>::call;
  api.Device_MemoryStats = Entry<memoryStats>::call;
  api.Memory_Id = Entry<memoryId>::call;
  api.Memory_Kind = Entry<memoryKind>::call;
  api.Memory_Kind_Id = Entry<memoryKindId>::call;
  api.Memory_DebugString = Entry<memoryDebugString>::call;
  api.Memory_ToString = Entry<memoryToString>::call;
  api.Memory_AddressableByDevices = Entry<addressableByDevices>::call;
}
