//===- DeviceMemory.cpp - The memory of a virtual device ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/DeviceMemory.h"
#include <cstdlib>

using namespace trainlint::cpuplugin;

struct StorageRef::Storage {
  std::atomic<int> holders{1};
  std::shared_ptr<DeviceMemory> owner;
  void *data;
  int64_t bytes;
};

StorageRef::StorageRef(const StorageRef &other) : storage(other.storage) {
  if (storage)
    storage->holders.fetch_add(1, std::memory_order_relaxed);
}

StorageRef::~StorageRef() {
  if (!storage)
    return;
  if (storage->holders.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  std::free(storage->data);
  storage->owner->release(storage->bytes);
  delete storage;
}

void *StorageRef::data() const { return storage ? storage->data : nullptr; }

bool StorageRef::isSole() const {
  return storage->holders.load(std::memory_order_acquire) == 1;
}

llvm::Expected<StorageRef> DeviceMemory::allocate(int64_t bytes) {
  // Empty arrays have an address, too, and the size is a multiple of the
  // alignment.
  int64_t taken = (std::max<int64_t>(bytes, 1) + 63) / 64 * 64;
  {
    std::lock_guard lock(mutex);
    if (taken > limit - inUse)
      return failed(abi::Error_Code::RESOURCE_EXHAUSTED,
                    llvm::Twine(bytes) + " bytes are needed, and " +
                        llvm::Twine(inUse) + " of the device's " +
                        llvm::Twine(limit) + " bytes are in use");
    inUse += taken;
    peak = std::max(peak, inUse);
    largest = std::max(largest, taken);
    ++allocations;
  }
  void *data = std::aligned_alloc(64, taken);
  if (!data) {
    release(taken);
    return failed(abi::Error_Code::RESOURCE_EXHAUSTED,
                  "the system has no " + llvm::Twine(bytes) + " bytes left");
  }
  auto *storage = new StorageRef::Storage;
  storage->owner = shared_from_this();
  storage->data = data;
  storage->bytes = taken;
  return StorageRef(storage);
}

void DeviceMemory::release(int64_t bytes) {
  std::lock_guard lock(mutex);
  inUse -= bytes;
}

int64_t DeviceMemory::getInUse() const {
  std::lock_guard lock(mutex);
  return inUse;
}

int64_t DeviceMemory::getPeak() const {
  std::lock_guard lock(mutex);
  return peak;
}

int64_t DeviceMemory::getAllocations() const {
  std::lock_guard lock(mutex);
  return allocations;
}

int64_t DeviceMemory::getLargest() const {
  std::lock_guard lock(mutex);
  return largest;
}
