//===- Buffer.cpp - Arrays on a device ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Buffer.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint::pjrt;
using abi::Slot;

/// The arguments of a function whose first field is the buffer.
template <typename Args>
static Args on(abi::Buffer *buffer) {
  auto args = abi::make<Args>();
  args.buffer = buffer;
  return args;
}

Buffer::~Buffer() {
  if (buffer)
    plugin->release<Slot::Buffer_Destroy>(on<abi::Buffer_Destroy_Args>(buffer));
}

llvm::Expected<BufferShape> Buffer::getShape() const {
  BufferShape shape;
  auto type = on<abi::Buffer_ElementType_Args>(buffer);
  if (llvm::Error error = plugin->call<Slot::Buffer_ElementType>(type))
    return error;
  shape.type = type.type;
  auto dims = on<abi::Buffer_Dimensions_Args>(buffer);
  if (llvm::Error error = plugin->call<Slot::Buffer_Dimensions>(dims))
    return error;
  if (dims.num_dims != 0 && !dims.dims)
    return plugin->noResult("Buffer_Dimensions", "dimensions");
  shape.dims.assign(dims.dims, dims.dims + dims.num_dims);
  return shape;
}

llvm::Expected<size_t> Buffer::getDeviceBytes() const {
  auto args = on<abi::Buffer_OnDeviceSizeInBytes_Args>(buffer);
  if (llvm::Error error = plugin->call<Slot::Buffer_OnDeviceSizeInBytes>(args))
    return error;
  return args.on_device_size_in_bytes;
}

llvm::Expected<Event> Buffer::getReadyEvent() const {
  auto args = on<abi::Buffer_ReadyEvent_Args>(buffer);
  if (llvm::Error error = plugin->call<Slot::Buffer_ReadyEvent>(args))
    return error;
  return Event(*plugin, args.event);
}

llvm::Error Buffer::awaitReady() const {
  llvm::Expected<Event> event = getReadyEvent();
  if (!event)
    return event.takeError();
  return event->await();
}

//===----------------------------------------------------------------------===//
// To the host
//===----------------------------------------------------------------------===//

/// Calls for a dense array in row-major order.
llvm::Error Buffer::callToHost(abi::Buffer_ToHostBuffer_Args &args) const {
  llvm::Expected<BufferShape> shape = getShape();
  if (!shape)
    return shape.takeError();
  llvm::SmallVector<int64_t, 6> minorToMajor;
  for (size_t dim = shape->dims.size(); dim != 0; --dim)
    minorToMajor.push_back(dim - 1);
  auto layout = abi::make<abi::Buffer_MemoryLayout>();
  layout.type = abi::Buffer_MemoryLayout_Type::Tiled;
  layout.tiled = abi::make<abi::Buffer_MemoryLayout_Tiled>();
  layout.tiled.minor_to_major = minorToMajor.data();
  layout.tiled.minor_to_major_size = minorToMajor.size();
  args.src = buffer;
  args.host_layout = &layout;
  llvm::Error error = plugin->call<Slot::Buffer_ToHostBuffer>(args);
  args.host_layout = nullptr;
  return error;
}

llvm::Expected<size_t> Buffer::getHostBytes() const {
  auto args = abi::make<abi::Buffer_ToHostBuffer_Args>();
  if (llvm::Error error = callToHost(args))
    return error;
  // A plugin that only tells the size makes no event.
  Event event(*plugin, args.event);
  return args.dst_size;
}

llvm::Expected<Event> Buffer::toHost(llvm::MutableArrayRef<char> out) const {
  // A null destination would ask for the size.
  if (out.empty())
    return Event();
  auto args = abi::make<abi::Buffer_ToHostBuffer_Args>();
  args.dst = out.data();
  args.dst_size = out.size();
  if (llvm::Error error = callToHost(args))
    return error;
  if (!args.event)
    return plugin->noResult("Buffer_ToHostBuffer", "event");
  return Event(*plugin, args.event);
}

llvm::Expected<std::vector<char>> Buffer::toHost() const {
  llvm::Expected<size_t> bytes = getHostBytes();
  if (!bytes)
    return bytes.takeError();
  std::vector<char> out(*bytes);
  llvm::Expected<Event> event = toHost(out);
  if (!event)
    return event.takeError();
  if (llvm::Error error = event->await())
    return error;
  return out;
}

//===----------------------------------------------------------------------===//
// Copying and freeing
//===----------------------------------------------------------------------===//

llvm::Expected<Buffer> Buffer::copyTo(abi::Device *device) const {
  auto args = on<abi::Buffer_CopyToDevice_Args>(buffer);
  args.dst_device = device;
  if (llvm::Error error = plugin->call<Slot::Buffer_CopyToDevice>(args))
    return error;
  if (!args.dst_buffer)
    return plugin->noResult("Buffer_CopyToDevice", "buffer");
  return Buffer(*plugin, args.dst_buffer);
}

llvm::Error Buffer::deleteMemory() {
  auto args = on<abi::Buffer_Delete_Args>(buffer);
  return plugin->callWithoutResults<Slot::Buffer_Delete>(args);
}

llvm::Expected<bool> Buffer::isDeleted() const {
  auto args = on<abi::Buffer_IsDeleted_Args>(buffer);
  if (llvm::Error error = plugin->call<Slot::Buffer_IsDeleted>(args))
    return error;
  return args.is_deleted;
}
