//===- PendingTransfer.cpp - Arrays that the host fills piece by piece ----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PendingTransfer.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::Expected<std::unique_ptr<PendingTransfer>>
PendingTransfer::create(VirtualDevice &device,
                        llvm::ArrayRef<pjrt::BufferShape> shapes) {
  std::unique_ptr<PendingTransfer> out(new PendingTransfer(device));
  for (const pjrt::BufferShape &shape : shapes) {
    auto memory = device.getMemory().allocate(shape.byteSize());
    if (!memory)
      return memory.takeError();
    out->arrays.push_back({std::make_shared<DeviceBuffer>(device, shape),
                           std::move(*memory), false});
  }
  return out;
}

PendingTransfer::~PendingTransfer() {
  for (const PendingArray &array : arrays)
    if (!array.isClosed)
      array.buffer->getReady().finish(
          Failure{abi::Error_Code::CANCELLED,
                  "the transfer ended before the array was complete"});
}

llvm::Error PendingTransfer::checkIndex(int64_t index) const {
  if (index < 0 || index >= static_cast<int64_t>(arrays.size()))
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  llvm::formatv("the transfer has {0} arrays and no number {1}",
                                arrays.size(), index)
                      .str());
  return llvm::Error::success();
}

llvm::Error PendingTransfer::checkOpen(int64_t index) const {
  if (llvm::Error error = checkIndex(index))
    return error;
  if (arrays[index].isClosed)
    return failed(abi::Error_Code::FAILED_PRECONDITION,
                  llvm::formatv("array {0} of the transfer is complete or has "
                                "failed",
                                index)
                      .str());
  return llvm::Error::success();
}

llvm::Expected<BufferRef> PendingTransfer::getBuffer(int64_t index) const {
  if (llvm::Error error = checkIndex(index))
    return error;
  return arrays[index].buffer;
}

llvm::Expected<CompletionRef> PendingTransfer::send(int64_t index,
                                                    const void *data,
                                                    int64_t offset,
                                                    int64_t size, bool isLast) {
  std::lock_guard lock(mutex);
  if (llvm::Error error = checkOpen(index))
    return error;
  PendingArray &array = arrays[index];
  int64_t bytes = array.buffer->getShape().byteSize();
  if (offset < 0 || size < 0 || offset > bytes || size > bytes - offset)
    return failed(abi::Error_Code::OUT_OF_RANGE,
                  llvm::formatv("{0} bytes at {1} are not within an array of "
                                "{2} bytes",
                                size, offset, bytes)
                      .str());
  array.isClosed = isLast;
  auto done = std::make_shared<Completion>();
  device.getClient().getTransfers().add([buffer = array.buffer,
                                         memory = array.memory, done, data,
                                         offset, size, isLast]() mutable {
    std::memcpy(static_cast<char *>(memory.data()) + offset, data, size);
    if (isLast)
      buffer->fill(memory);
    memory = StorageRef();
    if (isLast)
      buffer->getReady().finish();
    done->finish();
  });
  if (isLast)
    array.memory = StorageRef();
  return done;
}

llvm::Error PendingTransfer::fail(int64_t index, Failure failure) {
  BufferRef buffer;
  {
    std::lock_guard lock(mutex);
    if (llvm::Error error = checkOpen(index))
      return error;
    arrays[index].isClosed = true;
    arrays[index].memory = StorageRef();
    buffer = arrays[index].buffer;
  }
  buffer->getReady().finish(std::move(failure));
  return llvm::Error::success();
}
