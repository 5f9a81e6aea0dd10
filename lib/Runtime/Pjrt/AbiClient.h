//===- AbiClient.h - Arguments on clients and devices -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_ABICLIENT_H
#define TRAINLINT_RUNTIME_PJRT_ABICLIENT_H

#include "Runtime/Pjrt/AbiTypes.h"

namespace trainlint::pjrt::abi {
// Names are those of the interface.
// NOLINTBEGIN(readability-identifier-naming)

// What the calls of a plugin take and give: plugin, errors, events, clients,
// devices, memories, topologies. Field names and order are the interface's own.

struct Error_Destroy_Args {
  Head head;
  Error *error;
};
PJRT_ABI_SIZE(Error_Destroy_Args, error, 24);

struct Error_Message_Args {
  Head head;
  const Error *error;
  const char *message;
  size_t message_size;
};
PJRT_ABI_SIZE(Error_Message_Args, message_size, 40);

struct Error_GetCode_Args {
  Head head;
  const Error *error;
  Error_Code code;
};
PJRT_ABI_SIZE(Error_GetCode_Args, code, 28);

struct Plugin_Initialize_Args {
  Head head;
};
PJRT_ABI_SIZE(Plugin_Initialize_Args, head, 16);

struct Plugin_Attributes_Args {
  Head head;
  const NamedValue *attributes;
  size_t num_attributes;
};
PJRT_ABI_SIZE(Plugin_Attributes_Args, num_attributes, 32);

struct Event_Destroy_Args {
  Head head;
  Event *event;
};
PJRT_ABI_SIZE(Event_Destroy_Args, event, 24);

struct Event_IsReady_Args {
  Head head;
  Event *event;
  bool is_ready;
};
PJRT_ABI_SIZE(Event_IsReady_Args, is_ready, 25);

struct Event_Error_Args {
  Head head;
  Event *event;
};
PJRT_ABI_SIZE(Event_Error_Args, event, 24);

struct Event_Await_Args {
  Head head;
  Event *event;
};
PJRT_ABI_SIZE(Event_Await_Args, event, 24);

struct Event_OnReady_Args {
  Head head;
  Event *event;
  Event_OnReadyCallback callback;
  void *user_arg;
};
PJRT_ABI_SIZE(Event_OnReady_Args, user_arg, 40);

//===----------------------------------------------------------------------===//
// Clients
//===----------------------------------------------------------------------===//

struct KeyValueGetCallback_Args {
  Head head;
  const char *key;
  size_t key_size;
  int timeout_in_ms;
  CallbackError *callback_error;
  void *user_arg;
  char *value;
  size_t value_size;
  KeyValueGetCallback_ValueDeleter value_deleter_callback;
};
PJRT_ABI_SIZE(KeyValueGetCallback_Args, value_deleter_callback, 80);

using KeyValueGetCallback = Error *(*)(KeyValueGetCallback_Args *);

struct KeyValueTryGetCallback_Args {
  Head head;
  const char *key;
  size_t key_size;
  CallbackError *callback_error;
  void *user_arg;
  char *value;
  size_t value_size;
  KeyValueTryGetCallback_ValueDeleter value_deleter_callback;
};
PJRT_ABI_SIZE(KeyValueTryGetCallback_Args, value_deleter_callback, 72);

using KeyValueTryGetCallback = Error *(*)(KeyValueTryGetCallback_Args *);

struct KeyValuePutCallback_Args {
  Head head;
  const char *key;
  size_t key_size;
  const char *value;
  size_t value_size;
  CallbackError *callback_error;
  void *user_arg;
};
PJRT_ABI_SIZE(KeyValuePutCallback_Args, user_arg, 64);

using KeyValuePutCallback = Error *(*)(KeyValuePutCallback_Args *);

struct Client_Create_Args {
  Head head;
  const NamedValue *create_options;
  size_t num_options;
  KeyValueGetCallback kv_get_callback;
  void *kv_get_user_arg;
  KeyValuePutCallback kv_put_callback;
  void *kv_put_user_arg;
  Client *client;
  KeyValueTryGetCallback kv_try_get_callback;
  void *kv_try_get_user_arg;
};
PJRT_ABI_SIZE(Client_Create_Args, kv_try_get_user_arg, 88);

struct Client_Destroy_Args {
  Head head;
  Client *client;
};
PJRT_ABI_SIZE(Client_Destroy_Args, client, 24);

struct Client_PlatformName_Args {
  Head head;
  Client *client;
  const char *platform_name;
  size_t platform_name_size;
};
PJRT_ABI_SIZE(Client_PlatformName_Args, platform_name_size, 40);

struct Client_ProcessIndex_Args {
  Head head;
  Client *client;
  int process_index;
};
PJRT_ABI_SIZE(Client_ProcessIndex_Args, process_index, 28);

struct Client_PlatformVersion_Args {
  Head head;
  Client *client;
  const char *platform_version;
  size_t platform_version_size;
};
PJRT_ABI_SIZE(Client_PlatformVersion_Args, platform_version_size, 40);

struct Client_Devices_Args {
  Head head;
  Client *client;
  Device *const *devices;
  size_t num_devices;
};
PJRT_ABI_SIZE(Client_Devices_Args, num_devices, 40);

struct Client_AddressableDevices_Args {
  Head head;
  Client *client;
  Device *const *addressable_devices;
  size_t num_addressable_devices;
};
PJRT_ABI_SIZE(Client_AddressableDevices_Args, num_addressable_devices, 40);

struct Client_LookupDevice_Args {
  Head head;
  Client *client;
  int id;
  Device *device;
};
PJRT_ABI_SIZE(Client_LookupDevice_Args, device, 40);

struct Client_LookupAddressableDevice_Args {
  Head head;
  Client *client;
  int local_hardware_id;
  Device *addressable_device;
};
PJRT_ABI_SIZE(Client_LookupAddressableDevice_Args, addressable_device, 40);

struct Client_AddressableMemories_Args {
  Head head;
  Client *client;
  Memory *const *addressable_memories;
  size_t num_addressable_memories;
};
PJRT_ABI_SIZE(Client_AddressableMemories_Args, num_addressable_memories, 40);

struct Client_DefaultDeviceAssignment_Args {
  Head head;
  Client *client;
  int num_replicas;
  int num_partitions;
  size_t default_assignment_size;
  int *default_assignment;
};
PJRT_ABI_SIZE(Client_DefaultDeviceAssignment_Args, default_assignment, 48);

struct Client_TopologyDescription_Args {
  Head head;
  Client *client;
  TopologyDescription *topology;
};
PJRT_ABI_SIZE(Client_TopologyDescription_Args, topology, 32);

//===----------------------------------------------------------------------===//
// Devices and memories
//===----------------------------------------------------------------------===//

struct DeviceDescription_Id_Args {
  Head head;
  DeviceDescription *device_description;
  int id;
};
PJRT_ABI_SIZE(DeviceDescription_Id_Args, id, 28);

struct DeviceDescription_ProcessIndex_Args {
  Head head;
  DeviceDescription *device_description;
  int process_index;
};
PJRT_ABI_SIZE(DeviceDescription_ProcessIndex_Args, process_index, 28);

struct DeviceDescription_Attributes_Args {
  Head head;
  DeviceDescription *device_description;
  size_t num_attributes;
  const NamedValue *attributes;
};
PJRT_ABI_SIZE(DeviceDescription_Attributes_Args, attributes, 40);

struct DeviceDescription_Kind_Args {
  Head head;
  DeviceDescription *device_description;
  const char *device_kind;
  size_t device_kind_size;
};
PJRT_ABI_SIZE(DeviceDescription_Kind_Args, device_kind_size, 40);

struct DeviceDescription_DebugString_Args {
  Head head;
  DeviceDescription *device_description;
  const char *debug_string;
  size_t debug_string_size;
};
PJRT_ABI_SIZE(DeviceDescription_DebugString_Args, debug_string_size, 40);

struct DeviceDescription_ToString_Args {
  Head head;
  DeviceDescription *device_description;
  const char *to_string;
  size_t to_string_size;
};
PJRT_ABI_SIZE(DeviceDescription_ToString_Args, to_string_size, 40);

struct Device_GetDescription_Args {
  Head head;
  Device *device;
  DeviceDescription *device_description;
};
PJRT_ABI_SIZE(Device_GetDescription_Args, device_description, 32);

struct Device_IsAddressable_Args {
  Head head;
  Device *device;
  bool is_addressable;
};
PJRT_ABI_SIZE(Device_IsAddressable_Args, is_addressable, 25);

struct Device_LocalHardwareId_Args {
  Head head;
  Device *device;
  int local_hardware_id;
};
PJRT_ABI_SIZE(Device_LocalHardwareId_Args, local_hardware_id, 28);

struct Device_AddressableMemories_Args {
  Head head;
  Device *device;
  Memory *const *memories;
  size_t num_memories;
};
PJRT_ABI_SIZE(Device_AddressableMemories_Args, num_memories, 40);

struct Device_DefaultMemory_Args {
  Head head;
  Device *device;
  Memory *memory;
};
PJRT_ABI_SIZE(Device_DefaultMemory_Args, memory, 32);

struct Device_MemoryStats_Args {
  Head head;
  Device *device;
  int64_t bytes_in_use;
  int64_t peak_bytes_in_use;
  bool peak_bytes_in_use_is_set;
  int64_t num_allocs;
  bool num_allocs_is_set;
  int64_t largest_alloc_size;
  bool largest_alloc_size_is_set;
  int64_t bytes_limit;
  bool bytes_limit_is_set;
  int64_t bytes_reserved;
  bool bytes_reserved_is_set;
  int64_t peak_bytes_reserved;
  bool peak_bytes_reserved_is_set;
  int64_t bytes_reservable_limit;
  bool bytes_reservable_limit_is_set;
  int64_t largest_free_block_bytes;
  bool largest_free_block_bytes_is_set;
  int64_t pool_bytes;
  bool pool_bytes_is_set;
  int64_t peak_pool_bytes;
  bool peak_pool_bytes_is_set;
};
PJRT_ABI_SIZE(Device_MemoryStats_Args, peak_pool_bytes_is_set, 185);

struct Memory_Id_Args {
  Head head;
  Memory *memory;
  int id;
};
PJRT_ABI_SIZE(Memory_Id_Args, id, 28);

struct Memory_Kind_Args {
  Head head;
  Memory *memory;
  const char *kind;
  size_t kind_size;
};
PJRT_ABI_SIZE(Memory_Kind_Args, kind_size, 40);

struct Memory_DebugString_Args {
  Head head;
  Memory *memory;
  const char *debug_string;
  size_t debug_string_size;
};
PJRT_ABI_SIZE(Memory_DebugString_Args, debug_string_size, 40);

struct Memory_ToString_Args {
  Head head;
  Memory *memory;
  const char *to_string;
  size_t to_string_size;
};
PJRT_ABI_SIZE(Memory_ToString_Args, to_string_size, 40);

struct Memory_AddressableByDevices_Args {
  Head head;
  Memory *memory;
  Device *const *devices;
  size_t num_devices;
};
PJRT_ABI_SIZE(Memory_AddressableByDevices_Args, num_devices, 40);

struct TopologyDescription_Destroy_Args {
  Head head;
  TopologyDescription *topology;
};
PJRT_ABI_SIZE(TopologyDescription_Destroy_Args, topology, 24);

struct TopologyDescription_PlatformName_Args {
  Head head;
  const TopologyDescription *topology;
  const char *platform_name;
  size_t platform_name_size;
};
PJRT_ABI_SIZE(TopologyDescription_PlatformName_Args, platform_name_size, 40);

struct TopologyDescription_PlatformVersion_Args {
  Head head;
  TopologyDescription *topology;
  const char *platform_version;
  size_t platform_version_size;
};
PJRT_ABI_SIZE(TopologyDescription_PlatformVersion_Args, platform_version_size,
              40);

struct TopologyDescription_GetDeviceDescriptions_Args {
  Head head;
  const TopologyDescription *topology;
  DeviceDescription *const *descriptions;
  size_t num_descriptions;
};
PJRT_ABI_SIZE(TopologyDescription_GetDeviceDescriptions_Args, num_descriptions,
              40);

struct TopologyDescription_Attributes_Args {
  Head head;
  TopologyDescription *topology;
  const NamedValue *attributes;
  size_t num_attributes;
};
PJRT_ABI_SIZE(TopologyDescription_Attributes_Args, num_attributes, 40);

struct Memory_Kind_Id_Args {
  Head head;
  Memory *memory;
  int kind_id;
};
PJRT_ABI_SIZE(Memory_Kind_Id_Args, kind_id, 28);

// NOLINTEND(readability-identifier-naming)
} // namespace trainlint::pjrt::abi

#endif // TRAINLINT_RUNTIME_PJRT_ABICLIENT_H
