//===- TransferCalls.cpp - Calls that move arrays -------------------------===//
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

static VirtualClient &clientOf(const BufferHandle &handle) {
  return handle.buffer->getDevice().getClient();
}

//===----------------------------------------------------------------------===//
// From a device
//===----------------------------------------------------------------------===//

static Error toHost(abi::Buffer_ToHostBuffer_Args &args) {
  BufferHandle &source = *unwrap(args.src);
  const BufferShape &shape = source.buffer->getShape();
  size_t bytes = shape.byteSize();
  if (!args.dst) {
    args.dst_size = bytes;
    args.event = nullptr;
    return Error::success();
  }
  if (args.dst_size < bytes)
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  llvm::Twine(bytes) + " bytes do not go into " +
                      llvm::Twine(args.dst_size));
  int64_t element = pjrt::elementBytes(shape.type);
  Strides strides = rowMajorStrides(shape.dims, element);
  if (args.host_layout) {
    auto given = stridesOf(*args.host_layout, shape.dims, element);
    if (!given)
      return given.takeError();
    strides = std::move(*given);
  }
  auto done =
      clientOf(source).download(source.buffer, args.dst, std::move(strides));
  if (!done)
    return done.takeError();
  args.event = newEvent(std::move(*done));
  return Error::success();
}

static Error copyRawToHost(abi::Buffer_CopyRawToHost_Args &args) {
  BufferHandle &source = *unwrap(args.buffer);
  auto done = clientOf(source).downloadPart(source.buffer, args.dst,
                                            args.offset, args.transfer_size);
  if (!done)
    return done.takeError();
  args.event = newEvent(std::move(*done));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Between devices
//===----------------------------------------------------------------------===//

static llvm::Expected<abi::Buffer *> copyTo(abi::Buffer *source,
                                            VirtualDevice &device) {
  BufferHandle &handle = *unwrap(source);
  auto copy = clientOf(handle).copy(handle.buffer, device);
  if (!copy)
    return copy.takeError();
  return newBuffer(std::move(*copy));
}

static Error copyToDevice(abi::Buffer_CopyToDevice_Args &args) {
  auto copy = copyTo(args.buffer, *unwrap(args.dst_device));
  if (!copy)
    return copy.takeError();
  args.dst_buffer = *copy;
  return Error::success();
}

static Error copyToMemory(abi::Buffer_CopyToMemory_Args &args) {
  auto copy = copyTo(args.buffer, *unwrap(args.dst_memory));
  if (!copy)
    return copy.takeError();
  args.dst_buffer = *copy;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// To a device, piece by piece
//===----------------------------------------------------------------------===//

static Error begin(abi::Client_CreateBuffersForAsyncHostToDevice_Args &args) {
  if (args.num_device_layouts != 0)
    return failed(abi::Error_Code::UNIMPLEMENTED,
                  "arrays of the cpu device are dense and row-major");
  std::vector<BufferShape> shapes;
  for (const abi::ShapeSpec &spec :
       llvm::ArrayRef(args.shape_specs, args.num_shape_specs)) {
    auto shape = shapeOf(spec.element_type, spec.dims, spec.num_dims);
    if (!shape)
      return shape.takeError();
    shapes.push_back(std::move(*shape));
  }
  VirtualDevice &device = deviceOf(args.client, nullptr, args.memory);
  auto transfer = PendingTransfer::create(device, shapes);
  if (!transfer)
    return transfer.takeError();
  args.transfer_manager =
      wrap<abi::AsyncHostToDeviceTransferManager>(transfer->release());
  return Error::success();
}

static Error destroy(abi::AsyncHostToDeviceTransferManager_Destroy_Args &args) {
  delete unwrap(args.transfer_manager);
  return Error::success();
}

static Error
send(abi::AsyncHostToDeviceTransferManager_TransferData_Args &args) {
  auto done = unwrap(args.transfer_manager)
                  ->send(args.buffer_index, args.data, args.offset,
                         args.transfer_size, args.is_last_transfer);
  if (!done)
    return done.takeError();
  args.done_with_h2d_transfer = newEvent(std::move(*done));
  return Error::success();
}

static Error
retrieve(abi::AsyncHostToDeviceTransferManager_RetrieveBuffer_Args &args) {
  auto buffer = unwrap(args.transfer_manager)->getBuffer(args.buffer_index);
  if (!buffer)
    return buffer.takeError();
  args.buffer_out = newBuffer(std::move(*buffer));
  return Error::success();
}

static Error device(abi::AsyncHostToDeviceTransferManager_Device_Args &args) {
  args.device_out =
      wrap<abi::Device>(&unwrap(args.transfer_manager)->getDevice());
  return Error::success();
}

static Error
bufferCount(abi::AsyncHostToDeviceTransferManager_BufferCount_Args &args) {
  args.buffer_count = unwrap(args.transfer_manager)->size();
  return Error::success();
}

static Error
bufferSize(abi::AsyncHostToDeviceTransferManager_BufferSize_Args &args) {
  auto buffer = unwrap(args.transfer_manager)->getBuffer(args.buffer_index);
  if (!buffer)
    return buffer.takeError();
  args.buffer_size = (*buffer)->getShape().byteSize();
  return Error::success();
}

static Error
setError(abi::AsyncHostToDeviceTransferManager_SetBufferError_Args &args) {
  return unwrap(args.transfer_manager)
      ->fail(args.buffer_index,
             {args.error_code,
              std::string(args.error_message, args.error_message_size)});
}

static Error
addMetadata(abi::AsyncHostToDeviceTransferManager_AddMetadata_Args &) {
  return Error::success();
}

void cpuplugin::addTransferCalls(abi::Api &api) {
  api.Buffer_ToHostBuffer = Entry<toHost>::call;
  api.Buffer_CopyRawToHost = Entry<copyRawToHost>::call;
  api.Buffer_CopyToDevice = Entry<copyToDevice>::call;
  api.Buffer_CopyToMemory = Entry<copyToMemory>::call;
  api.Client_CreateBuffersForAsyncHostToDevice = Entry<begin>::call;
  api.AsyncHostToDeviceTransferManager_Destroy = Entry<destroy>::call;
  api.AsyncHostToDeviceTransferManager_TransferData = Entry<send>::call;
  api.AsyncHostToDeviceTransferManager_RetrieveBuffer = Entry<retrieve>::call;
  api.AsyncHostToDeviceTransferManager_Device = Entry<device>::call;
  api.AsyncHostToDeviceTransferManager_BufferCount = Entry<bufferCount>::call;
  api.AsyncHostToDeviceTransferManager_BufferSize = Entry<bufferSize>::call;
  api.AsyncHostToDeviceTransferManager_SetBufferError = Entry<setError>::call;
  api.AsyncHostToDeviceTransferManager_AddMetadata = Entry<addMetadata>::call;
}
