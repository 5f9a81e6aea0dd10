//===- DeviceBuffer.cpp - An array on a virtual device --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/DeviceBuffer.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

void DeviceBuffer::fill(StorageRef filled) {
  std::lock_guard lock(mutex);
  if (!deleted || announced != 0)
    memory = std::move(filled);
}

llvm::Error DeviceBuffer::beginUse(bool donates) {
  std::lock_guard lock(mutex);
  if (deleted)
    return failed(abi::Error_Code::FAILED_PRECONDITION,
                  "the buffer of " + shape.text() +
                      " was deleted or donated before");
  if (donates && externalHolds != 0)
    return failed(abi::Error_Code::FAILED_PRECONDITION,
                  "a buffer with references from outside cannot be donated");
  ++announced;
  deleted = donates;
  return llvm::Error::success();
}

void DeviceBuffer::cancelUse(bool donates) {
  std::lock_guard lock(mutex);
  --announced;
  if (donates)
    deleted = false;
}

DeviceBuffer::Held DeviceBuffer::endUse(bool donates) {
  std::lock_guard lock(mutex);
  --announced;
  Held held;
  if (donates && announced == 0 && memory && memory.isSole()) {
    held.mayOverwrite = true;
    held.memory = std::move(memory);
    return held;
  }
  held.memory = memory;
  if (deleted && announced == 0)
    memory = StorageRef();
  return held;
}

void DeviceBuffer::deleteMemory() {
  std::lock_guard lock(mutex);
  deleted = true;
  if (announced == 0 && externalHolds == 0)
    memory = StorageRef();
}

bool DeviceBuffer::isDeleted() const {
  std::lock_guard lock(mutex);
  return deleted;
}

void DeviceBuffer::addExternalHold() {
  std::lock_guard lock(mutex);
  ++externalHolds;
}

llvm::Error DeviceBuffer::dropExternalHold() {
  std::lock_guard lock(mutex);
  if (externalHolds == 0)
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  "the buffer has no references from outside");
  if (--externalHolds == 0 && deleted && announced == 0)
    memory = StorageRef();
  return llvm::Error::success();
}
