//===- BufferCalls.cpp - Calls on buffers ---------------------------------===//
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
using pjrt::BufferShape;

llvm::Expected<BufferShape>
cpuplugin::shapeOf(abi::Buffer_Type type, const int64_t *dims, size_t count) {
  BufferShape shape{type, {dims, dims + count}};
  int64_t bytes = pjrt::elementBytes(type);
  if (bytes == 0)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "the cpu device has no arrays of element type " +
                      llvm::Twine(uint32_t(type)));
  for (int64_t dim : shape.dims)
    if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes))
      return failed(abi::Error_Code::INVALID_ARGUMENT,
                    "an array cannot have the shape " + shape.text());
  return shape;
}

VirtualDevice &cpuplugin::deviceOf(abi::Client *client, abi::Device *device,
                                   abi::Memory *memory) {
  if (memory)
    return *unwrap(memory);
  return device ? *unwrap(device) : *unwrap(client)->getDevices().front();
}

/// The only layout on these devices is dense and row-major.
static Error checkDeviceLayout(const abi::Buffer_MemoryLayout *layout,
                               const BufferShape &shape) {
  if (!layout)
    return Error::success();
  int64_t element = pjrt::elementBytes(shape.type);
  auto strides = stridesOf(*layout, shape.dims, element);
  if (!strides)
    return strides.takeError();
  if (*strides != rowMajorStrides(shape.dims, element))
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "arrays of the cpu device are dense and row-major");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Making buffers
//===----------------------------------------------------------------------===//

static Error fromHost(abi::Client_BufferFromHostBuffer_Args &args) {
  auto shape = shapeOf(args.type, args.dims, args.num_dims);
  if (!shape)
    return shape.takeError();
  if (Error error = checkDeviceLayout(args.device_layout, *shape))
    return error;
  Strides strides =
      rowMajorStrides(shape->dims, pjrt::elementBytes(shape->type));
  if (args.num_byte_strides != 0) {
    if (args.num_byte_strides != args.num_dims)
      return failed(abi::Error_Code::INVALID_ARGUMENT,
                    llvm::Twine(args.num_byte_strides) +
                        " strides are given for " + llvm::Twine(args.num_dims) +
                        " dimensions");
    strides.assign(args.byte_strides, args.byte_strides + args.num_dims);
  }
  bool isImmediate = args.host_buffer_semantics ==
                     abi::HostBufferSemantics::ImmutableOnlyDuringCall;
  CompletionRef done;
  auto buffer = unwrap(args.client)
                    ->upload(deviceOf(args.client, args.device, args.memory),
                             std::move(*shape), args.data, std::move(strides),
                             isImmediate, done);
  if (!buffer)
    return buffer.takeError();
  args.buffer = newBuffer(std::move(*buffer));
  args.done_with_host_buffer = newEvent(std::move(done));
  return Error::success();
}

static Error uninitialized(abi::Client_CreateUninitializedBuffer_Args &args) {
  auto shape =
      shapeOf(args.shape_element_type, args.shape_dims, args.shape_num_dims);
  if (!shape)
    return shape.takeError();
  if (Error error = checkDeviceLayout(args.shape_layout, *shape))
    return error;
  VirtualDevice &device = deviceOf(args.client, args.device, args.memory);
  auto memory = device.getMemory().allocate(shape->byteSize());
  if (!memory)
    return memory.takeError();
  auto buffer = std::make_shared<DeviceBuffer>(device, std::move(*shape));
  buffer->fill(std::move(*memory));
  buffer->getReady().finish();
  args.buffer = newBuffer(std::move(buffer));
  return Error::success();
}

static Error destroy(abi::Buffer_Destroy_Args &args) {
  delete unwrap(args.buffer);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What is known about a buffer
//===----------------------------------------------------------------------===//

static DeviceBuffer &bufferOf(abi::Buffer *handle) {
  return *unwrap(handle)->buffer;
}

static Error elementType(abi::Buffer_ElementType_Args &args) {
  args.type = bufferOf(args.buffer).getShape().type;
  return Error::success();
}

static Error dimensions(abi::Buffer_Dimensions_Args &args) {
  const BufferShape &shape = bufferOf(args.buffer).getShape();
  args.dims = shape.dims.data();
  args.num_dims = shape.dims.size();
  return Error::success();
}

static Error unpaddedDimensions(abi::Buffer_UnpaddedDimensions_Args &args) {
  const BufferShape &shape = bufferOf(args.buffer).getShape();
  args.unpadded_dims = shape.dims.data();
  args.num_dims = shape.dims.size();
  return Error::success();
}

static Error dynamicDimensions(abi::Buffer_DynamicDimensionIndices_Args &args) {
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
  return Error::success();
}

static Error deviceBytes(abi::Buffer_OnDeviceSizeInBytes_Args &args) {
  args.on_device_size_in_bytes = bufferOf(args.buffer).getShape().byteSize();
  return Error::success();
}

static Error device(abi::Buffer_Device_Args &args) {
  args.device = wrap<abi::Device>(&bufferOf(args.buffer).getDevice());
  return Error::success();
}

static Error memory(abi::Buffer_Memory_Args &args) {
  args.memory = wrap<abi::Memory>(&bufferOf(args.buffer).getDevice());
  return Error::success();
}

static Error isOnCpu(abi::Buffer_IsOnCpu_Args &args) {
  args.is_on_cpu = true;
  return Error::success();
}

static Error readyEvent(abi::Buffer_ReadyEvent_Args &args) {
  args.event = newEvent(bufferOf(args.buffer).getReadyRef());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Deleting and pointing into
//===----------------------------------------------------------------------===//

static Error deleteMemory(abi::Buffer_Delete_Args &args) {
  bufferOf(args.buffer).deleteMemory();
  return Error::success();
}

static Error isDeleted(abi::Buffer_IsDeleted_Args &args) {
  args.is_deleted = bufferOf(args.buffer).isDeleted();
  return Error::success();
}

/// Waits for an array, and tells where it lies. The array keeps its memory.
static llvm::Expected<void *> addressOf(DeviceBuffer &buffer) {
  if (Error error = buffer.beginUse())
    return error;
  std::optional<Failure> failure = buffer.getReady().await();
  DeviceBuffer::Held held = buffer.endUse();
  if (failure)
    return failed(*failure);
  return held.memory.data();
}

static Error unsafePointer(abi::Buffer_UnsafePointer_Args &args) {
  auto address = addressOf(bufferOf(args.buffer));
  if (!address)
    return address.takeError();
  args.buffer_pointer = reinterpret_cast<uintptr_t>(*address);
  return Error::success();
}

static Error
opaquePointer(abi::Buffer_OpaqueDeviceMemoryDataPointer_Args &args) {
  auto address = addressOf(bufferOf(args.buffer));
  if (!address)
    return address.takeError();
  args.device_memory_ptr = *address;
  return Error::success();
}

static Error addHold(abi::Buffer_IncreaseExternalReferenceCount_Args &args) {
  bufferOf(args.buffer).addExternalHold();
  return Error::success();
}

static Error dropHold(abi::Buffer_DecreaseExternalReferenceCount_Args &args) {
  return bufferOf(args.buffer).dropExternalHold();
}

void cpuplugin::addBufferCalls(abi::Api &api) {
  api.Client_BufferFromHostBuffer = Entry<fromHost>::call;
  api.Client_CreateUninitializedBuffer = Entry<uninitialized>::call;
  api.Buffer_Destroy = Entry<destroy>::call;
  api.Buffer_ElementType = Entry<elementType>::call;
  api.Buffer_Dimensions = Entry<dimensions>::call;
  api.Buffer_UnpaddedDimensions = Entry<unpaddedDimensions>::call;
  api.Buffer_DynamicDimensionIndices = Entry<dynamicDimensions>::call;
  api.Buffer_OnDeviceSizeInBytes = Entry<deviceBytes>::call;
  api.Buffer_Device = Entry<device>::call;
  api.Buffer_Memory = Entry<memory>::call;
  api.Buffer_IsOnCpu = Entry<isOnCpu>::call;
  api.Buffer_ReadyEvent = Entry<readyEvent>::call;
  api.Buffer_Delete = Entry<deleteMemory>::call;
  api.Buffer_IsDeleted = Entry<isDeleted>::call;
  api.Buffer_UnsafePointer = Entry<unsafePointer>::call;
  api.Buffer_OpaqueDeviceMemoryDataPointer = Entry<opaquePointer>::call;
  api.Buffer_IncreaseExternalReferenceCount = Entry<addHold>::call;
  api.Buffer_DecreaseExternalReferenceCount = Entry<dropHold>::call;
}
