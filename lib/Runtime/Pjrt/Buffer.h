//===- Buffer.h - Arrays on a device ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_BUFFER_H
#define TRAINLINT_RUNTIME_PJRT_BUFFER_H

#include "Runtime/Pjrt/ElementTypes.h"
#include "Runtime/Pjrt/Event.h"

namespace trainlint::pjrt {

/// An array in a device's memory. A buffer that was donated to a run keeps its
/// handle, and everything but freeing it fails.
class Buffer {
public:
  Buffer() = default;
  /// Takes over a handle.
  Buffer(const Plugin &plugin, abi::Buffer *buffer)
      : plugin(&plugin), buffer(buffer) {}
  Buffer(Buffer &&other)
      : plugin(other.plugin), buffer(std::exchange(other.buffer, nullptr)) {}
  Buffer &operator=(Buffer &&other) {
    std::swap(plugin, other.plugin);
    std::swap(buffer, other.buffer);
    return *this;
  }
  ~Buffer();

  abi::Buffer *getHandle() const { return buffer; }
  explicit operator bool() const { return buffer != nullptr; }

  llvm::Expected<BufferShape> getShape() const;
  /// The bytes that the array takes on the device, padding included.
  llvm::Expected<size_t> getDeviceBytes() const;

  /// An event for the work that fills the buffer.
  llvm::Expected<Event> getReadyEvent() const;
  /// Waits for that work.
  llvm::Error awaitReady() const;

  /// The bytes of the array as `toHost` writes it.
  llvm::Expected<size_t> getHostBytes() const;
  /// Begins to copy the array into `out`, dense and in row-major order,
  /// whatever the device's own layout is. `out` has the bytes of getHostBytes
  /// and lives until the event.
  llvm::Expected<Event> toHost(llvm::MutableArrayRef<char> out) const;
  /// Copies the array and waits for it.
  llvm::Expected<std::vector<char>> toHost() const;

  /// Copies the array to another device.
  llvm::Expected<Buffer> copyTo(abi::Device *device) const;

  /// Frees the memory, and leaves the handle.
  llvm::Error deleteMemory();
  /// True if the memory was freed or donated.
  llvm::Expected<bool> isDeleted() const;

private:
  llvm::Error callToHost(abi::Buffer_ToHostBuffer_Args &args) const;

  const Plugin *plugin = nullptr;
  abi::Buffer *buffer = nullptr;
};

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_BUFFER_H
