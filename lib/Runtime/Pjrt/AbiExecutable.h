//===- AbiExecutable.h - Arguments on programs and buffers ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_ABIEXECUTABLE_H
#define TRAINLINT_RUNTIME_PJRT_ABIEXECUTABLE_H

#include "Runtime/Pjrt/AbiTypes.h"

namespace trainlint::pjrt::abi {
// Names are those of the interface.
// NOLINTBEGIN(readability-identifier-naming)

// What the calls on executables, buffers and transfers take and give.

struct Client_Compile_Args {
  Head head;
  Client *client;
  const Program *program;
  const char *compile_options;
  size_t compile_options_size;
  LoadedExecutable *executable;
};
PJRT_ABI_SIZE(Client_Compile_Args, executable, 56);

struct ExecuteOptions {
  Head head;
  void *send_callbacks;
  void *recv_callbacks;
  size_t num_send_ops;
  size_t num_recv_ops;
  int launch_id;
  const int64_t *non_donatable_input_indices;
  size_t num_non_donatable_input_indices;
  ExecuteContext *context;
  const char *call_location;
  size_t num_tasks;
  int *task_ids;
  int64_t *incarnation_ids;
  void *multi_slice_config; // since 0.97
};
PJRT_ABI_SIZE(ExecuteOptions, multi_slice_config, 120);

struct Executable_Destroy_Args {
  Head head;
  Executable *executable;
};
PJRT_ABI_SIZE(Executable_Destroy_Args, executable, 24);

struct Executable_Name_Args {
  Head head;
  Executable *executable;
  const char *executable_name;
  size_t executable_name_size;
};
PJRT_ABI_SIZE(Executable_Name_Args, executable_name_size, 40);

struct Executable_NumReplicas_Args {
  Head head;
  Executable *executable;
  size_t num_replicas;
};
PJRT_ABI_SIZE(Executable_NumReplicas_Args, num_replicas, 32);

struct Executable_NumPartitions_Args {
  Head head;
  Executable *executable;
  size_t num_partitions;
};
PJRT_ABI_SIZE(Executable_NumPartitions_Args, num_partitions, 32);

struct Executable_NumOutputs_Args {
  Head head;
  Executable *executable;
  size_t num_outputs;
};
PJRT_ABI_SIZE(Executable_NumOutputs_Args, num_outputs, 32);

struct Executable_SizeOfGeneratedCodeInBytes_Args {
  Head head;
  Executable *executable;
  int64_t size_in_bytes;
};
PJRT_ABI_SIZE(Executable_SizeOfGeneratedCodeInBytes_Args, size_in_bytes, 32);

struct Executable_GetCostAnalysis_Args {
  Head head;
  Executable *executable;
  size_t num_properties;
  const NamedValue *properties;
};
PJRT_ABI_SIZE(Executable_GetCostAnalysis_Args, properties, 40);

struct Executable_OutputMemoryKinds_Args {
  Head head;
  Executable *executable;
  size_t num_outputs;
  const char *const *memory_kinds;
  const size_t *memory_kind_sizes;
};
PJRT_ABI_SIZE(Executable_OutputMemoryKinds_Args, memory_kind_sizes, 48);

struct Executable_OptimizedProgram_Args {
  Head head;
  Executable *executable;
  Program *program;
};
PJRT_ABI_SIZE(Executable_OptimizedProgram_Args, program, 32);

struct Executable_Serialize_Args {
  Head head;
  const Executable *executable;
  const char *serialized_bytes;
  size_t serialized_bytes_size;
  SerializedExecutable *serialized_executable;
  void (*serialized_executable_deleter)(SerializedExecutable *exec);
};
PJRT_ABI_SIZE(Executable_Serialize_Args, serialized_executable_deleter, 56);

struct LoadedExecutable_Destroy_Args {
  Head head;
  LoadedExecutable *executable;
};
PJRT_ABI_SIZE(LoadedExecutable_Destroy_Args, executable, 24);

struct LoadedExecutable_GetExecutable_Args {
  Head head;
  LoadedExecutable *loaded_executable;
  Executable *executable;
};
PJRT_ABI_SIZE(LoadedExecutable_GetExecutable_Args, executable, 32);

struct LoadedExecutable_AddressableDevices_Args {
  Head head;
  LoadedExecutable *executable;
  Device *const *addressable_devices;
  size_t num_addressable_devices;
};
PJRT_ABI_SIZE(LoadedExecutable_AddressableDevices_Args, num_addressable_devices,
              40);

struct LoadedExecutable_Delete_Args {
  Head head;
  LoadedExecutable *executable;
};
PJRT_ABI_SIZE(LoadedExecutable_Delete_Args, executable, 24);

struct LoadedExecutable_IsDeleted_Args {
  Head head;
  LoadedExecutable *executable;
  bool is_deleted;
};
PJRT_ABI_SIZE(LoadedExecutable_IsDeleted_Args, is_deleted, 25);

struct LoadedExecutable_Execute_Args {
  Head head;
  LoadedExecutable *executable;
  ExecuteOptions *options;
  Buffer *const *const *argument_lists;
  size_t num_devices;
  size_t num_args;
  Buffer **const *output_lists;
  Event **device_complete_events;
  Device *execute_device;
};
PJRT_ABI_SIZE(LoadedExecutable_Execute_Args, execute_device, 80);

struct Executable_DeserializeAndLoad_Args {
  Head head;
  Client *client;
  const char *serialized_executable;
  size_t serialized_executable_size;
  LoadedExecutable *loaded_executable;
  const char *overridden_serialized_compile_options;
  size_t overridden_serialized_compile_options_size;
};
PJRT_ABI_SIZE(Executable_DeserializeAndLoad_Args,
              overridden_serialized_compile_options_size, 64);

struct LoadedExecutable_Fingerprint_Args {
  Head head;
  LoadedExecutable *executable;
  const char *executable_fingerprint;
  size_t executable_fingerprint_size;
};
PJRT_ABI_SIZE(LoadedExecutable_Fingerprint_Args, executable_fingerprint_size,
              40);

struct Executable_OutputElementTypes_Args {
  Head head;
  Executable *executable;
  Buffer_Type *output_types;
  size_t num_output_types;
};
PJRT_ABI_SIZE(Executable_OutputElementTypes_Args, num_output_types, 40);

struct Executable_OutputDimensions_Args {
  Head head;
  Executable *executable;
  size_t num_outputs;
  const int64_t *dims;
  const size_t *dim_sizes;
};
PJRT_ABI_SIZE(Executable_OutputDimensions_Args, dim_sizes, 48);

struct Executable_Fingerprint_Args {
  Head head;
  Executable *executable;
  const char *executable_fingerprint;
  size_t executable_fingerprint_size;
};
PJRT_ABI_SIZE(Executable_Fingerprint_Args, executable_fingerprint_size, 40);

struct Executable_GetCompiledMemoryStats_Args {
  Head head;
  Executable *executable;
  int64_t generated_code_size_in_bytes;
  int64_t argument_size_in_bytes;
  int64_t output_size_in_bytes;
  int64_t alias_size_in_bytes;
  int64_t temp_size_in_bytes;
  int64_t host_generated_code_size_in_bytes;
  int64_t host_argument_size_in_bytes;
  int64_t host_output_size_in_bytes;
  int64_t host_alias_size_in_bytes;
  int64_t host_temp_size_in_bytes;
  int64_t peak_memory_in_bytes; // since 0.72
  int64_t total_size_in_bytes;  // since 0.90
};
PJRT_ABI_SIZE(Executable_GetCompiledMemoryStats_Args, total_size_in_bytes, 120);

struct ExecuteContext_Create_Args {
  Head head;
  ExecuteContext *context;
};
PJRT_ABI_SIZE(ExecuteContext_Create_Args, context, 24);

struct ExecuteContext_Destroy_Args {
  Head head;
  ExecuteContext *context;
};
PJRT_ABI_SIZE(ExecuteContext_Destroy_Args, context, 24);

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

struct Client_BufferFromHostBuffer_Args {
  Head head;
  Client *client;
  const void *data;
  Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  const int64_t *byte_strides;
  size_t num_byte_strides;
  HostBufferSemantics host_buffer_semantics;
  Device *device;
  Memory *memory;
  Buffer_MemoryLayout *device_layout;
  Event *done_with_host_buffer;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Client_BufferFromHostBuffer_Args, buffer, 120);

struct Buffer_Destroy_Args {
  Head head;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Buffer_Destroy_Args, buffer, 24);

struct Buffer_ElementType_Args {
  Head head;
  Buffer *buffer;
  Buffer_Type type;
};
PJRT_ABI_SIZE(Buffer_ElementType_Args, type, 28);

struct Buffer_Dimensions_Args {
  Head head;
  Buffer *buffer;
  const int64_t *dims;
  size_t num_dims;
};
PJRT_ABI_SIZE(Buffer_Dimensions_Args, num_dims, 40);

struct Buffer_UnpaddedDimensions_Args {
  Head head;
  Buffer *buffer;
  const int64_t *unpadded_dims;
  size_t num_dims;
};
PJRT_ABI_SIZE(Buffer_UnpaddedDimensions_Args, num_dims, 40);

struct Buffer_DynamicDimensionIndices_Args {
  Head head;
  Buffer *buffer;
  const size_t *dynamic_dim_indices;
  size_t num_dynamic_dims;
};
PJRT_ABI_SIZE(Buffer_DynamicDimensionIndices_Args, num_dynamic_dims, 40);

struct Buffer_GetMemoryLayout_Args {
  Head head;
  Buffer *buffer;
  Buffer_MemoryLayout layout;
};
PJRT_ABI_SIZE(Buffer_GetMemoryLayout_Args, layout, 104);

struct Buffer_OnDeviceSizeInBytes_Args {
  Head head;
  Buffer *buffer;
  size_t on_device_size_in_bytes;
};
PJRT_ABI_SIZE(Buffer_OnDeviceSizeInBytes_Args, on_device_size_in_bytes, 32);

struct Buffer_Device_Args {
  Head head;
  Buffer *buffer;
  Device *device;
};
PJRT_ABI_SIZE(Buffer_Device_Args, device, 32);

struct Buffer_Memory_Args {
  Head head;
  Buffer *buffer;
  Memory *memory;
};
PJRT_ABI_SIZE(Buffer_Memory_Args, memory, 32);

struct Buffer_Delete_Args {
  Head head;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Buffer_Delete_Args, buffer, 24);

struct Buffer_IsDeleted_Args {
  Head head;
  Buffer *buffer;
  bool is_deleted;
};
PJRT_ABI_SIZE(Buffer_IsDeleted_Args, is_deleted, 25);

struct Buffer_CopyToDevice_Args {
  Head head;
  Buffer *buffer;
  Device *dst_device;
  Buffer *dst_buffer;
};
PJRT_ABI_SIZE(Buffer_CopyToDevice_Args, dst_buffer, 40);

struct Buffer_ToHostBuffer_Args {
  Head head;
  Buffer *src;
  Buffer_MemoryLayout *host_layout;
  void *dst;
  size_t dst_size;
  Event *event;
};
PJRT_ABI_SIZE(Buffer_ToHostBuffer_Args, event, 56);

struct Buffer_IsOnCpu_Args {
  Head head;
  Buffer *buffer;
  bool is_on_cpu;
};
PJRT_ABI_SIZE(Buffer_IsOnCpu_Args, is_on_cpu, 25);

struct Buffer_ReadyEvent_Args {
  Head head;
  Buffer *buffer;
  Event *event;
};
PJRT_ABI_SIZE(Buffer_ReadyEvent_Args, event, 32);

struct Buffer_UnsafePointer_Args {
  Head head;
  Buffer *buffer;
  uintptr_t buffer_pointer;
};
PJRT_ABI_SIZE(Buffer_UnsafePointer_Args, buffer_pointer, 32);

struct Buffer_IncreaseExternalReferenceCount_Args {
  Head head;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Buffer_IncreaseExternalReferenceCount_Args, buffer, 24);

struct Buffer_DecreaseExternalReferenceCount_Args {
  Head head;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Buffer_DecreaseExternalReferenceCount_Args, buffer, 24);

struct Buffer_OpaqueDeviceMemoryDataPointer_Args {
  Head head;
  Buffer *buffer;
  void *device_memory_ptr;
};
PJRT_ABI_SIZE(Buffer_OpaqueDeviceMemoryDataPointer_Args, device_memory_ptr, 32);

struct Buffer_CopyToMemory_Args {
  Head head;
  Buffer *buffer;
  Memory *dst_memory;
  Buffer *dst_buffer;
};
PJRT_ABI_SIZE(Buffer_CopyToMemory_Args, dst_buffer, 40);

struct Buffer_CopyRawToHost_Args {
  Head head;
  Buffer *buffer;
  void *dst;
  int64_t offset;
  int64_t transfer_size;
  Event *event;
};
PJRT_ABI_SIZE(Buffer_CopyRawToHost_Args, event, 56);

struct AsyncHostToDeviceTransferManager_Destroy_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_Destroy_Args, transfer_manager,
              24);

struct AsyncHostToDeviceTransferManager_TransferData_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  const void *data;
  int64_t offset;
  int64_t transfer_size;
  bool is_last_transfer;
  Event *done_with_h2d_transfer;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_TransferData_Args,
              done_with_h2d_transfer, 72);

struct Client_CreateBuffersForAsyncHostToDevice_Args {
  Head head;
  Client *client;
  ShapeSpec *shape_specs;
  size_t num_shape_specs;
  Buffer_MemoryLayout **device_layouts;
  size_t num_device_layouts;
  Memory *memory;
  AsyncHostToDeviceTransferManager *transfer_manager;
};
PJRT_ABI_SIZE(Client_CreateBuffersForAsyncHostToDevice_Args, transfer_manager,
              72);

struct AsyncHostToDeviceTransferManager_RetrieveBuffer_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  Buffer *buffer_out;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_RetrieveBuffer_Args, buffer_out,
              40);

struct AsyncHostToDeviceTransferManager_Device_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  Device *device_out;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_Device_Args, device_out, 32);

struct AsyncHostToDeviceTransferManager_BufferCount_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  size_t buffer_count;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_BufferCount_Args, buffer_count,
              32);

struct AsyncHostToDeviceTransferManager_BufferSize_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  size_t buffer_size;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_BufferSize_Args, buffer_size,
              40);

struct AsyncHostToDeviceTransferManager_SetBufferError_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  int buffer_index;
  Error_Code error_code;
  const char *error_message;
  size_t error_message_size;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_SetBufferError_Args,
              error_message_size, 48);

struct AsyncHostToDeviceTransferManager_AddMetadata_Args {
  Head head;
  AsyncHostToDeviceTransferManager *transfer_manager;
  const NamedValue *transfer_metadata;
  size_t num_metadata;
};
PJRT_ABI_SIZE(AsyncHostToDeviceTransferManager_AddMetadata_Args, num_metadata,
              40);

struct Client_CreateUninitializedBuffer_Args {
  Head head;
  Client *client;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  Buffer_Type shape_element_type;
  Buffer_MemoryLayout *shape_layout;
  Device *device;
  Memory *memory;
  Buffer *buffer;
};
PJRT_ABI_SIZE(Client_CreateUninitializedBuffer_Args, buffer, 80);

// NOLINTEND(readability-identifier-naming)
} // namespace trainlint::pjrt::abi

#endif // TRAINLINT_RUNTIME_PJRT_ABIEXECUTABLE_H
