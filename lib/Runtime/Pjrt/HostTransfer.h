//===- HostTransfer.h - Filling buffers piece by piece ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_HOSTTRANSFER_H
#define TRAINLINT_RUNTIME_PJRT_HOSTTRANSFER_H

#include "Runtime/Pjrt/Client.h"

namespace trainlint::pjrt {

/// Buffers that exist before their contents do: programs may be started on them
/// while the host still sends the pieces.
class HostTransfer {
public:
  /// Makes buffers of the given shapes in a memory.
  static llvm::Expected<std::unique_ptr<HostTransfer>>
  begin(const Client &client, llvm::ArrayRef<BufferShape> shapes,
        const Memory &memory);
  ~HostTransfer();
  HostTransfer(const HostTransfer &) = delete;

  /// Takes a buffer, once.
  llvm::Expected<Buffer> takeBuffer(unsigned index);

  /// Sends bytes of an array to their place. They live until the event. Each
  /// buffer has one last piece, which comes after all others.
  llvm::Expected<Event> send(unsigned index, llvm::ArrayRef<char> bytes,
                             int64_t offset, bool isLast);

  /// Makes a buffer fail, and with it what waits for it.
  llvm::Error fail(unsigned index, abi::Error_Code code,
                   llvm::StringRef message);

private:
  HostTransfer(const Plugin &plugin,
               abi::AsyncHostToDeviceTransferManager *handle)
      : plugin(plugin), handle(handle) {}

  const Plugin &plugin;
  abi::AsyncHostToDeviceTransferManager *handle;
};

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_HOSTTRANSFER_H
