//===- Client.h - A client of a device plugin -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_CLIENT_H
#define TRAINLINT_RUNTIME_PJRT_CLIENT_H

#include "Runtime/Pjrt/CompileOptions.h"
#include "Runtime/Pjrt/Executable.h"
#include "Runtime/Pjrt/KeyValueStore.h"

namespace trainlint::pjrt {

/// How a client is made.
struct ClientOptions {
  /// Passed on to the plugin.
  std::vector<NamedValue> values;
  /// How the processes of a job find each other; null for one process.
  KeyValueStore *store = nullptr;
};

/// An array in the host's memory.
struct HostArray {
  const void *data = nullptr;
  BufferShape shape;
  /// Bytes from one element to the next in each dimension; empty if the array
  /// is dense and row-major.
  llvm::SmallVector<int64_t, 4> byteStrides;
};

/// A buffer that is being filled, and the event after which the host's memory
/// is no longer read.
struct UploadedBuffer {
  Buffer buffer;
  Event doneWithHost;
};

/// The devices of a plugin, and what is made on them. A client outlives its
/// buffers and executables.
class Client {
public:
  static llvm::Expected<std::unique_ptr<Client>>
  create(const Plugin &plugin, const ClientOptions &options = {});
  ~Client();
  Client(const Client &) = delete;

  const Plugin &getPlugin() const { return plugin; }
  /// "tpu", "cuda", "cpu".
  llvm::StringRef getPlatform() const { return platform; }
  llvm::StringRef getPlatformVersion() const { return platformVersion; }
  int getProcessIndex() const { return processIndex; }
  /// The devices of all processes, and those of this one.
  llvm::ArrayRef<Device> getDevices() const { return devices; }
  llvm::ArrayRef<Device> getAddressableDevices() const { return addressable; }

  /// The devices of all processes, as the topology describes them, in the
  /// plugin's words.
  llvm::Expected<std::vector<std::string>> describeTopology() const;

  /// The ids of the devices that the plugin would choose, as
  /// CompileOptions::devices has them.
  llvm::Expected<std::vector<int64_t>>
  getDefaultAssignment(int64_t replicas, int64_t partitions) const;

  /// The same; empty if the plugin has no choice of its own.
  llvm::Expected<std::vector<int64_t>> chooseDevices(int64_t replicas,
                                                     int64_t partitions) const;

  /// Compiles StableHLO text.
  llvm::Expected<std::unique_ptr<Executable>>
  compile(llvm::StringRef module, const CompileOptions &options) const;

  /// Loads what Executable::serialize gave.
  llvm::Expected<std::unique_ptr<Executable>>
  deserialize(llvm::StringRef bytes) const;

  /// Begins to copy an array to a device. The host's memory stays as it is
  /// until the event.
  llvm::Expected<UploadedBuffer> upload(const HostArray &array,
                                        const Device &device) const;

private:
  friend class HostTransfer;

  Client(const Plugin &plugin, abi::Client *handle)
      : plugin(plugin), handle(handle) {}

  llvm::Error describe();
  llvm::Error listDevices();

  const Plugin &plugin;
  abi::Client *handle;
  std::string platform;
  std::string platformVersion;
  int processIndex = 0;
  std::vector<Device> devices;
  std::vector<Device> addressable;
};

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_CLIENT_H
