//===- HostTransfer.cpp - Filling buffers piece by piece ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/HostTransfer.h"

using namespace trainlint::pjrt;
using abi::Slot;

/// The arguments of a function on a transfer.
template <typename Args>
static Args on(abi::AsyncHostToDeviceTransferManager *handle) {
  auto args = abi::make<Args>();
  args.transfer_manager = handle;
  return args;
}

llvm::Expected<std::unique_ptr<HostTransfer>>
HostTransfer::begin(const Client &client, llvm::ArrayRef<BufferShape> shapes,
                    const Memory &memory) {
  std::vector<abi::ShapeSpec> specs;
  for (const BufferShape &shape : shapes) {
    abi::ShapeSpec &spec = specs.emplace_back(abi::make<abi::ShapeSpec>());
    spec.dims = shape.dims.data();
    spec.num_dims = shape.dims.size();
    spec.element_type = shape.type;
  }
  auto args = abi::make<abi::Client_CreateBuffersForAsyncHostToDevice_Args>();
  args.client = client.handle;
  args.shape_specs = specs.data();
  args.num_shape_specs = specs.size();
  args.memory = memory.handle;
  const Plugin &plugin = client.getPlugin();
  if (llvm::Error error =
          plugin.call<Slot::Client_CreateBuffersForAsyncHostToDevice>(args))
    return error;
  if (!args.transfer_manager)
    return plugin.noResult("Client_CreateBuffersForAsyncHostToDevice",
                           "transfer");
  return std::unique_ptr<HostTransfer>(
      new HostTransfer(plugin, args.transfer_manager));
}

HostTransfer::~HostTransfer() {
  plugin.release<Slot::AsyncHostToDeviceTransferManager_Destroy>(
      on<abi::AsyncHostToDeviceTransferManager_Destroy_Args>(handle));
}

llvm::Expected<Buffer> HostTransfer::takeBuffer(unsigned index) {
  auto args =
      on<abi::AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>(handle);
  args.buffer_index = index;
  if (llvm::Error error =
          plugin.call<Slot::AsyncHostToDeviceTransferManager_RetrieveBuffer>(
              args))
    return error;
  if (!args.buffer_out)
    return plugin.noResult("AsyncHostToDeviceTransferManager_RetrieveBuffer",
                           "buffer");
  return Buffer(plugin, args.buffer_out);
}

llvm::Expected<Event> HostTransfer::send(unsigned index,
                                         llvm::ArrayRef<char> bytes,
                                         int64_t offset, bool isLast) {
  auto args =
      on<abi::AsyncHostToDeviceTransferManager_TransferData_Args>(handle);
  args.buffer_index = index;
  args.data = bytes.data();
  args.offset = offset;
  args.transfer_size = bytes.size();
  args.is_last_transfer = isLast;
  if (llvm::Error error =
          plugin.call<Slot::AsyncHostToDeviceTransferManager_TransferData>(
              args))
    return error;
  if (!args.done_with_h2d_transfer)
    return plugin.noResult("AsyncHostToDeviceTransferManager_TransferData",
                           "event");
  return Event(plugin, args.done_with_h2d_transfer);
}

llvm::Error HostTransfer::fail(unsigned index, abi::Error_Code code,
                               llvm::StringRef message) {
  auto args =
      on<abi::AsyncHostToDeviceTransferManager_SetBufferError_Args>(handle);
  args.buffer_index = index;
  args.error_code = code;
  args.error_message = message.data();
  args.error_message_size = message.size();
  return plugin.callWithoutResults<
      Slot::AsyncHostToDeviceTransferManager_SetBufferError>(args);
}
