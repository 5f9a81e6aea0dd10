//===- PendingTransfer.h - Arrays filled piece by piece ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PENDINGTRANSFER_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PENDINGTRANSFER_H

#include "Backend/CPU/Plugin/VirtualClient.h"

namespace trainlint::cpuplugin {

/// Arrays on one device, whose pieces the host sends in any order. Those that
/// are not complete when it ends fail.
class PendingTransfer {
public:
  static llvm::Expected<std::unique_ptr<PendingTransfer>>
  create(VirtualDevice &device, llvm::ArrayRef<pjrt::BufferShape> shapes);
  ~PendingTransfer();

  VirtualDevice &getDevice() const { return device; }
  size_t size() const { return arrays.size(); }

  /// The array of a number. Fails for an unknown one.
  llvm::Expected<BufferRef> getBuffer(int64_t index) const;

  /// Copies bytes to their place in an array, which is complete with the last
  /// piece. They are read until the result ends.
  llvm::Expected<CompletionRef> send(int64_t index, const void *data,
                                     int64_t offset, int64_t size, bool isLast);

  /// Makes an array fail.
  llvm::Error fail(int64_t index, Failure failure);

private:
  explicit PendingTransfer(VirtualDevice &device) : device(device) {}

  llvm::Error checkIndex(int64_t index) const;
  llvm::Error checkOpen(int64_t index) const;

  struct PendingArray {
    BufferRef buffer;
    StorageRef memory;
    /// The last piece was sent, or the array has failed.
    bool isClosed = false;
  };

  VirtualDevice &device;
  mutable std::mutex mutex;
  std::vector<PendingArray> arrays;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PENDINGTRANSFER_H
