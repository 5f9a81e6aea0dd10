//===- DeviceBuffer.h - An array on a virtual device ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEBUFFER_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEBUFFER_H

#include "Backend/CPU/Plugin/DeviceMemory.h"
#include "Runtime/Pjrt/ElementTypes.h"

namespace trainlint::cpuplugin {

class VirtualDevice;

/// An array, dense and row-major, that work fills and other work reads. Who
/// reads it announces that first, so that memory stays until it was read, even
/// if the array is deleted or donated in the meantime.
class DeviceBuffer {
public:
  DeviceBuffer(VirtualDevice &device, pjrt::BufferShape shape)
      : device(device), shape(std::move(shape)),
        ready(std::make_shared<Completion>()) {}

  VirtualDevice &getDevice() const { return device; }
  const pjrt::BufferShape &getShape() const { return shape; }
  Completion &getReady() const { return *ready; }
  const CompletionRef &getReadyRef() const { return ready; }

  /// Gives the array its memory. The work ends with getReady().finish.
  void fill(StorageRef memory);

  /// Announces a reader; one that `donates` takes the array over. Fails if the
  /// array is deleted or donated.
  llvm::Error beginUse(bool donates = false);

  /// Takes an announcement back.
  void cancelUse(bool donates);

  struct Held {
    StorageRef memory;
    /// A donated array that nobody else reads.
    bool mayOverwrite = false;
  };
  /// Gives an announced reader the memory, once the array is ready; nothing if
  /// it failed.
  Held endUse(bool donates = false);

  /// Frees the memory when the announced readers have it.
  void deleteMemory();
  bool isDeleted() const;

  /// Holds from outside, which know the address.
  void addExternalHold();
  llvm::Error dropExternalHold();

private:
  VirtualDevice &device;
  const pjrt::BufferShape shape;
  const CompletionRef ready;

  mutable std::mutex mutex;
  StorageRef memory;
  unsigned announced = 0;
  unsigned externalHolds = 0;
  bool deleted = false;
};

using BufferRef = std::shared_ptr<DeviceBuffer>;

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_DEVICEBUFFER_H
