//===- DeviceMemory.h - The memory of a virtual device ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEMEMORY_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEMEMORY_H

#include "Backend/CPU/Plugin/Completion.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trainlint::cpuplugin {

class DeviceMemory;

/// A piece of memory that several hold; whoever holds it alone may overwrite
/// it.
class StorageRef {
public:
  StorageRef() = default;
  StorageRef(const StorageRef &other);
  StorageRef(StorageRef &&other)
      : storage(std::exchange(other.storage, nullptr)) {}
  StorageRef &operator=(StorageRef other) {
    std::swap(storage, other.storage);
    return *this;
  }
  ~StorageRef();

  explicit operator bool() const { return storage != nullptr; }
  void *data() const;
  /// True if nobody else holds the memory, nor reads it any longer.
  bool isSole() const;

private:
  friend class DeviceMemory;
  struct Storage;
  explicit StorageRef(Storage *storage) : storage(storage) {}

  Storage *storage = nullptr;
};

/// Counts what a device uses, and refuses more than its limit. Lives as long as
/// a piece of it. May be used by several threads.
class DeviceMemory : public std::enable_shared_from_this<DeviceMemory> {
public:
  /// `limit` is in bytes.
  static std::shared_ptr<DeviceMemory> create(int64_t limit) {
    return std::shared_ptr<DeviceMemory>(new DeviceMemory(limit));
  }

  /// Takes memory, aligned to 64 bytes. Fails with RESOURCE_EXHAUSTED.
  llvm::Expected<StorageRef> allocate(int64_t bytes);

  int64_t getLimit() const { return limit; }
  int64_t getInUse() const;
  int64_t getPeak() const;
  int64_t getAllocations() const;
  int64_t getLargest() const;

private:
  friend class StorageRef;
  explicit DeviceMemory(int64_t limit) : limit(limit) {}
  void release(int64_t bytes);

  const int64_t limit;
  mutable std::mutex mutex;
  int64_t inUse = 0;
  int64_t peak = 0;
  int64_t allocations = 0;
  int64_t largest = 0;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEMEMORY_H
