//===- VirtualClient.cpp - Virtual devices --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/VirtualClient.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <set>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using pjrt::BufferShape;

VirtualDevice::VirtualDevice(VirtualClient &client, unsigned id, int64_t owner,
                             std::optional<unsigned> local, int64_t memoryLimit,
                             std::vector<int> processors)
    : client(client), id(id), owner(owner), local(local),
      memory(DeviceMemory::create(memoryLimit)),
      text("cpu:" + std::to_string(id)), memoryText(text + " memory"),
      processors(std::move(processors)) {
  if (local)
    queue.emplace(text, this->processors.front());
}

//===----------------------------------------------------------------------===//
// Making a client
//===----------------------------------------------------------------------===//

/// Numbers of the processors that the process may use; at least one.
static std::vector<int> usableProcessors() {
  std::vector<int> numbers;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof(allowed), &allowed);
  for (int number = 0; number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &allowed))
      numbers.push_back(number);
  if (numbers.empty())
    numbers.push_back(0);
  return numbers;
}

/// Threads of a device without an option: what OpenMP's variable says, which
/// holds for the library, too, or an equal part of the processors.
static int64_t defaultThreads(int64_t processors, int64_t devices) {
  int64_t wanted = 0;
  const char *text = std::getenv("OMP_NUM_THREADS");
  if (text && !llvm::StringRef(text).getAsInteger(10, wanted) && wanted > 0 &&
      wanted <= processors)
    return wanted;
  return std::max<int64_t>(processors / devices, 1);
}

VirtualClient::VirtualClient(const Options &options)
    : cacheFolder(options.cacheFolder), place(options.place),
      transfers("cpu transfers", std::nullopt) {
  std::vector<int> usable = usableProcessors();
  // Those of the job on this computer share its processors.
  bool isAlone = place.host != Peers::Place().host;
  int64_t sharing = options.devices * (isAlone ? 1 : place.count);
  int64_t threads = options.threads;
  if (threads == 0)
    threads = defaultThreads(usable.size(), sharing);
  for (int64_t id = 0; id < options.devices * place.count; ++id) {
    int64_t owner = id / options.devices;
    bool isOwn = owner == place.index;
    int64_t number = id % options.devices;
    std::vector<int> processors;
    for (int64_t thread = 0; thread < threads; ++thread)
      processors.push_back(
          usable[((isAlone ? number : id) * threads + thread) % usable.size()]);
    owned.push_back(std::make_unique<VirtualDevice>(
        *this, id, owner,
        isOwn ? std::optional<unsigned>(number) : std::nullopt, options.memory,
        std::move(processors)));
    devices.push_back(owned.back().get());
    if (isOwn)
      local.push_back(devices.back());
  }
}

static int64_t memoryOfComputer() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

llvm::Error VirtualClient::read(const pjrt::NamedValue &given, Options &out) {
  if (given.name == "host" || given.name == "cache_folder") {
    bool isHost = given.name == "host";
    const auto *word = std::get_if<std::string>(&given.value);
    if (!word || (isHost && word->empty()))
      return invalid("option `" + given.name + "` takes " +
                     (isHost ? "an address" : "a path"));
    (isHost ? out.place.host : out.cacheFolder) = *word;
    return llvm::Error::success();
  }
  if (given.name == "collectives") {
    const auto *word = std::get_if<std::string>(&given.value);
    if (!word || (*word != "mesh" && *word != "gloo"))
      return invalid("option `collectives` takes mesh or gloo");
    out.usesGloo = *word == "gloo";
    return llvm::Error::success();
  }
  int64_t *target = llvm::StringSwitch<int64_t *>(given.name)
                        .Case("device_count", &out.devices)
                        .Case("device_memory", &out.memory)
                        .Case("device_threads", &out.threads)
                        .Case("process_index", &out.place.index)
                        .Case("process_count", &out.place.count)
                        .Case("peer_timeout", &out.peerSeconds)
                        .Default(nullptr);
  if (!target)
    return invalid("unknown option `" + given.name +
                   "`; the cpu device takes device_count, device_memory, "
                   "device_threads, cache_folder, process_count, "
                   "process_index, host, peer_timeout and collectives");
  const auto *number = std::get_if<int64_t>(&given.value);
  bool isIndex = target == &out.place.index;
  if (!number || *number < (isIndex ? 0 : 1))
    return invalid("option `" + given.name + "` takes a " +
                   (isIndex ? "number from 0" : "positive number"));
  *target = *number;
  return llvm::Error::success();
}

static llvm::Error tooMany(int64_t number, llvm::StringRef things,
                           int64_t most) {
  return invalid(
      llvm::formatv("{0} {1} are more than {2}", number, things, most).str());
}

llvm::Expected<std::unique_ptr<VirtualClient>>
VirtualClient::create(llvm::ArrayRef<pjrt::NamedValue> given,
                      const std::optional<JobStore> &store) {
  constexpr int64_t MostDevices = 1024, MostThreads = 1024;
  Options options;
  options.memory = memoryOfComputer();
  for (const pjrt::NamedValue &option : given)
    if (llvm::Error error = read(option, options))
      return error;
  constexpr int64_t MostSeconds = 24 * 60 * 60;
  if (options.peerSeconds > MostSeconds)
    return tooMany(options.peerSeconds, "seconds", MostSeconds);
  options.place.timeout = std::chrono::seconds(options.peerSeconds);
  const Peers::Place &place = options.place;
  if (options.devices > MostDevices)
    return tooMany(options.devices, "devices", MostDevices);
  if (place.count > MostDevices || options.devices * place.count > MostDevices)
    return invalid(llvm::formatv("{0} processes with {1} devices each have "
                                 "more than {2} devices",
                                 place.count, options.devices, MostDevices)
                       .str());
  if (options.threads > MostThreads)
    return tooMany(options.threads, "threads", MostThreads);
  if (place.index >= place.count)
    return invalid(llvm::formatv("process_index {0} is not below "
                                 "process_count {1}",
                                 place.index, place.count)
                       .str());
  std::unique_ptr<VirtualClient> client(new VirtualClient(options));
  if (place.count == 1)
    return client;
  if (!store)
    return invalid("a job of several processes needs a key-value store");
  auto job = JobRuns::connect(place, *store, options.memory, options.usesGloo);
  if (!job)
    return job.takeError();
  client->job = std::move(*job);
  return client;
}

std::vector<int64_t> VirtualClient::chooseDevices(int64_t replicas,
                                                  int64_t partitions) const {
  int64_t clients = place.count, each = devices.size() / clients;
  // What is shared: replicas, or else the partitions of all.
  bool areWhole = replicas >= clients &&
                  (replicas + clients - 1) / clients * partitions <= each;
  int64_t count = areWhole ? replicas : replicas * partitions;
  int64_t unit = areWhole ? partitions : 1;
  std::vector<int64_t> out;
  for (int64_t index = 0; index < clients; ++index) {
    int64_t share = (count / clients + (index < count % clients)) * unit;
    for (int64_t number = 0; number < share; ++number)
      out.push_back(index * each + number);
  }
  return out;
}

VirtualDevice *VirtualClient::getDevice(int64_t id) const {
  if (id < 0 || id >= static_cast<int64_t>(devices.size()))
    return nullptr;
  return devices[id];
}

int64_t VirtualClient::countProcessors() const {
  std::set<int> numbers;
  for (VirtualDevice *device : local)
    numbers.insert(device->getProcessors().begin(),
                   device->getProcessors().end());
  return numbers.size();
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
