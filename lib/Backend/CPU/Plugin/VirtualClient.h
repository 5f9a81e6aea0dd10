//===- VirtualClient.h - Virtual devices ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_VIRTUALCLIENT_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_VIRTUALCLIENT_H

#include "Backend/CPU/Plugin/DeviceBuffer.h"
#include "Backend/CPU/Plugin/JobRuns.h"
#include "Backend/CPU/Plugin/StridedCopy.h"
#include "Backend/CPU/Plugin/WorkQueue.h"
#include "Runtime/Pjrt/NamedValues.h"

namespace trainlint::cpuplugin {

class VirtualClient;

/// A device: memory of its own and a thread that runs programs. The interface's
/// device, its description and its memory are all this object.
class VirtualDevice {
public:
  /// `local` is its number among the devices of this client; none for a device
  /// of another client, which runs nothing here. Programs run on the processors
  /// of the given numbers, a thread on each. The first one also runs what is no
  /// large loop.
  VirtualDevice(VirtualClient &client, unsigned id, int64_t owner,
                std::optional<unsigned> local, int64_t memoryLimit,
                std::vector<int> processors);

  VirtualClient &getClient() const { return client; }
  unsigned getId() const { return id; }
  /// Which client of the job has it.
  int64_t getOwner() const { return owner; }
  std::optional<unsigned> getLocal() const { return local; }
  DeviceMemory &getMemory() const { return *memory; }
  /// Of a device of this client.
  WorkQueue &getQueue() { return *queue; }
  llvm::ArrayRef<int> getProcessors() const { return processors; }
  llvm::StringRef getText() const { return text; }
  llvm::StringRef getMemoryText() const { return memoryText; }
  /// Itself, as the interface lists it.
  VirtualDevice *const *getList() const { return list; }

private:
  VirtualClient &client;
  unsigned id;
  int64_t owner;
  std::optional<unsigned> local;
  std::shared_ptr<DeviceMemory> memory;
  std::string text;
  std::string memoryText;
  std::vector<int> processors;
  VirtualDevice *list[1] = {this};
  /// Last, so that the thread ends before what it uses.
  std::optional<WorkQueue> queue;
};

/// Devices that share this computer. It outlives what is made on it.
///
/// Several clients, each in a process of its own, can be one job: each sees the
/// devices of all, and runs programs on its own ones.
class VirtualClient {
public:
  /// Takes `device_count`, 1 unless given, `device_memory`, the bytes of each
  /// device, all memory of the computer unless given, and `device_threads`, the
  /// threads of each device: unless given, as many as OMP_NUM_THREADS says, or
  /// devices share the processors that the process may use. `cache_folder` is
  /// where compiled programs are kept. Of a job of `process_count` clients this
  /// is the one of `process_index`, which the others reach at `host`, on this
  /// computer unless given; they meet through `store`, and have `peer_timeout`
  /// seconds to come and then to be heard of. `collectives` is what moves
  /// arrays between them: `mesh`, which is what it is unless given, or `gloo`.
  /// Fails for other options.
  static llvm::Expected<std::unique_ptr<VirtualClient>>
  create(llvm::ArrayRef<pjrt::NamedValue> options,
         const std::optional<JobStore> &store = std::nullopt);

  /// Those of all clients of the job, and those of this one.
  llvm::ArrayRef<VirtualDevice *> getDevices() const { return devices; }
  llvm::ArrayRef<VirtualDevice *> getLocalDevices() const { return local; }
  int64_t getProcessIndex() const { return place.index; }
  /// Null for a job of one client.
  JobRuns *getJob() const { return job.get(); }
  /// The device of a number; null for an unknown one.
  VirtualDevice *getDevice(int64_t id) const;

  /// The processors that the devices of this client run on.
  int64_t countProcessors() const;

  /// Devices for the partitions of so many replicas, one replica after the
  /// other, at most as many as there are: each client of the job has as many of
  /// them as any other, or one more. Clients have whole replicas if there are
  /// enough of them, and devices for those.
  std::vector<int64_t> chooseDevices(int64_t replicas,
                                     int64_t partitions) const;

  /// Copies between host and devices; it never waits for anything.
  WorkQueue &getTransfers() { return transfers; }

  /// Where compiled programs are kept; empty for nowhere.
  const std::string &getCacheFolder() const { return cacheFolder; }

  /// Held while a program is given to its devices: all get two programs in the
  /// same order, without which their collectives would wait for each other.
  std::mutex &getLaunchMutex() { return launchMutex; }

  /// Makes an array of the host's bytes, which are read until `done` ends or,
  /// if `isImmediate`, during the call.
  llvm::Expected<BufferRef> upload(VirtualDevice &device,
                                   pjrt::BufferShape shape, const void *data,
                                   Strides strides, bool isImmediate,
                                   CompletionRef &done);

  /// Writes an array into the host's memory, once it is ready.
  llvm::Expected<CompletionRef> download(BufferRef buffer, void *out,
                                         Strides strides);

  /// Writes a part of an array, in bytes from its start.
  llvm::Expected<CompletionRef> downloadPart(BufferRef buffer, void *out,
                                             int64_t offset, int64_t size);

  /// Copies an array to a device.
  llvm::Expected<BufferRef> copy(BufferRef buffer, VirtualDevice &device);

private:
  struct Options {
    int64_t devices = 1;
    int64_t memory = 0;
    /// 0 to share the processors.
    int64_t threads = 0;
    std::string cacheFolder;
    int64_t peerSeconds = 60;
    bool usesGloo = false;
    Peers::Place place;
  };

  explicit VirtualClient(const Options &options);
  static llvm::Error read(const pjrt::NamedValue &given, Options &out);

  std::string cacheFolder;
  Peers::Place place;
  std::unique_ptr<JobRuns> job;
  std::mutex launchMutex;
  /// Before the devices, whose threads give it work until they end.
  WorkQueue transfers;
  std::vector<std::unique_ptr<VirtualDevice>> owned;
  std::vector<VirtualDevice *> devices;
  std::vector<VirtualDevice *> local;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_VIRTUALCLIENT_H
