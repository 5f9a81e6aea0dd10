//===- VirtualClient.cpp - Virtual devices --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CpuPlugin/VirtualClient.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using pjrt::BufferShape;

VirtualDevice::VirtualDevice(VirtualClient &client, unsigned id, int64_t owner,
                             std::optional<unsigned> local, int64_t memoryLimit)
    : client(client), id(id), owner(owner), local(local),
      memory(DeviceMemory::create(memoryLimit)),
      text("cpu:" + std::to_string(id)), memoryText(text + " memory") {
  if (local)
    queue.emplace(text, id);
}

//===----------------------------------------------------------------------===//
// Making a client
//===----------------------------------------------------------------------===//

VirtualClient::VirtualClient(const Peers::Place &place, unsigned deviceCount,
                             int64_t memoryLimit)
    : place(place), transfers("cpu transfers", std::nullopt) {
  for (int64_t owner = 0; owner < place.count; ++owner)
    for (unsigned number = 0; number < deviceCount; ++number) {
      bool isOwn = owner == place.index;
      owned.push_back(std::make_unique<VirtualDevice>(
          *this, owned.size(), owner,
          isOwn ? std::optional(number) : std::nullopt, memoryLimit));
      devices.push_back(owned.back().get());
      if (isOwn)
        local.push_back(devices.back());
    }
}

static int64_t memoryOfComputer() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

static llvm::Error invalid(const llvm::Twine &message) {
  return failed(abi::Error_Code::INVALID_ARGUMENT, message);
}

namespace {
struct ClientOptions {
  int64_t devices = 1;
  int64_t memory = memoryOfComputer();
  Peers::Place place;
};
} // namespace

static llvm::Error readOption(const pjrt::NamedValue &option,
                              ClientOptions &out) {
  if (option.name == "host") {
    const auto *word = std::get_if<std::string>(&option.value);
    if (!word || word->empty())
      return invalid("option `host` takes an address");
    out.place.host = *word;
    return llvm::Error::success();
  }
  int64_t *target = llvm::StringSwitch<int64_t *>(option.name)
                        .Case("device_count", &out.devices)
                        .Case("device_memory", &out.memory)
                        .Case("process_index", &out.place.index)
                        .Case("process_count", &out.place.count)
                        .Default(nullptr);
  if (!target)
    return invalid("unknown option `" + option.name +
                   "`; the cpu device takes device_count, device_memory, "
                   "process_count, process_index and host");
  const auto *number = std::get_if<int64_t>(&option.value);
  bool isIndex = target == &out.place.index;
  if (!number || *number < (isIndex ? 0 : 1))
    return invalid("option `" + option.name + "` takes a " +
                   (isIndex ? "number from 0" : "positive number"));
  *target = *number;
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<VirtualClient>>
VirtualClient::create(llvm::ArrayRef<pjrt::NamedValue> given,
                      const std::optional<JobStore> &store) {
  constexpr int64_t MostDevices = 1024;
  ClientOptions options;
  for (const pjrt::NamedValue &option : given)
    if (llvm::Error error = readOption(option, options))
      return error;
  const Peers::Place &place = options.place;
  if (options.devices > MostDevices || place.count > MostDevices ||
      options.devices * place.count > MostDevices)
    return invalid(llvm::formatv("{0} devices are more than {1}",
                                 options.devices > MostDevices
                                     ? options.devices
                                     : options.devices * place.count,
                                 MostDevices)
                       .str());
  if (place.index >= place.count)
    return invalid(llvm::formatv("process_index {0} is not below "
                                 "process_count {1}",
                                 place.index, place.count)
                       .str());
  std::unique_ptr<VirtualClient> client(
      new VirtualClient(place, options.devices, options.memory));
  if (place.count == 1)
    return client;
  if (!store)
    return invalid("a job of several processes needs a key-value store");
  auto job = JobRuns::connect(place, *store);
  if (!job)
    return job.takeError();
  client->job = std::move(*job);
  return client;
}

VirtualDevice *VirtualClient::getDevice(int64_t id) const {
  if (id < 0 || id >= static_cast<int64_t>(devices.size()))
    return nullptr;
  return devices[id];
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

llvm::Expected<BufferRef>
VirtualClient::upload(VirtualDevice &device, BufferShape shape,
                      const void *data, Strides strides, bool isImmediate,
                      CompletionRef &done) {
  int64_t bytes = shape.byteSize();
  llvm::Expected<StorageRef> memory = device.getMemory().allocate(bytes);
  if (!memory)
    return memory.takeError();
  auto buffer = std::make_shared<DeviceBuffer>(device, std::move(shape));
  done = std::make_shared<Completion>();
  auto copy = [buffer, data, strides = std::move(strides), done = done,
               memory = std::move(*memory)]() mutable {
    const BufferShape &shape = buffer->getShape();
    int64_t element = pjrt::elementBytes(shape.type);
    copyStrided(static_cast<char *>(memory.data()),
                rowMajorStrides(shape.dims, element),
                static_cast<const char *>(data), strides, shape.dims, element);
    buffer->fill(std::move(memory));
    buffer->getReady().finish();
    done->finish();
  };
  // Handing a few bytes to another thread costs more than copying them.
  constexpr int64_t FewBytes = 4096;
  if (isImmediate || bytes <= FewBytes)
    copy();
  else
    transfers.add(std::move(copy));
  return buffer;
}

/// Runs a function on the memory of an array, once it is ready, on the thread
/// for transfers. The result ends with it, or with the failure of the array.
static llvm::Expected<CompletionRef>
whenReady(WorkQueue &transfers, BufferRef buffer,
          std::function<void(const char *)> function) {
  if (llvm::Error error = buffer->beginUse())
    return error;
  auto done = std::make_shared<Completion>();
  buffer->getReady().onDone([buffer, done, &transfers,
                             function = std::move(function)](
                                const std::optional<Failure> &failure) {
    DeviceBuffer::Held held = buffer->endUse();
    if (failure) {
      done->finish(failure);
      return;
    }
    transfers.add([done, function, memory = std::move(held.memory)]() mutable {
      function(static_cast<const char *>(memory.data()));
      memory = StorageRef();
      done->finish();
    });
  });
  return done;
}

llvm::Expected<CompletionRef>
VirtualClient::download(BufferRef buffer, void *out, Strides strides) {
  return whenReady(transfers, buffer,
                   [shape = buffer->getShape(), out,
                    strides = std::move(strides)](const char *data) {
                     int64_t element = pjrt::elementBytes(shape.type);
                     copyStrided(static_cast<char *>(out), strides, data,
                                 rowMajorStrides(shape.dims, element),
                                 shape.dims, element);
                   });
}

llvm::Expected<CompletionRef> VirtualClient::downloadPart(BufferRef buffer,
                                                          void *out,
                                                          int64_t offset,
                                                          int64_t size) {
  int64_t bytes = buffer->getShape().byteSize();
  if (offset < 0 || size < 0 || offset > bytes || size > bytes - offset)
    return failed(abi::Error_Code::OUT_OF_RANGE,
                  llvm::formatv("{0} bytes from {1} are not within a buffer of "
                                "{2} bytes",
                                size, offset, bytes)
                      .str());
  return whenReady(transfers, buffer, [out, offset, size](const char *data) {
    std::memcpy(out, data + offset, size);
  });
}

llvm::Expected<BufferRef> VirtualClient::copy(BufferRef buffer,
                                              VirtualDevice &device) {
  llvm::Expected<StorageRef> memory =
      device.getMemory().allocate(buffer->getShape().byteSize());
  if (!memory)
    return memory.takeError();
  auto out = std::make_shared<DeviceBuffer>(device, buffer->getShape());
  llvm::Expected<CompletionRef> done =
      whenReady(transfers, buffer,
                [out, to = *memory, bytes = buffer->getShape().byteSize()](
                    const char *data) { std::memcpy(to.data(), data, bytes); });
  if (!done)
    return done.takeError();
  (*done)->onDone([out, memory = std::move(*memory)](
                      const std::optional<Failure> &failure) mutable {
    if (!failure)
      out->fill(std::move(memory));
    out->getReady().finish(failure);
  });
  return out;
}
