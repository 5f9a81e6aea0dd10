//===- Entry.h - From the C interface to C++ and back -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_ENTRY_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_ENTRY_H

#include "Backend/CPU/Plugin/LoadedExecutable.h"
#include "Backend/CPU/Plugin/PendingTransfer.h"
#include "Runtime/Pjrt/Abi.h"
#include <map>
#include <mutex>
#include <thread>

namespace trainlint::cpuplugin {

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

struct EventHandle {
  CompletionRef work;
};

struct BufferHandle {
  BufferRef buffer;
};

/// Costs as the interface points at them.
struct WrittenCosts {
  std::vector<pjrt::NamedValue> costs;
  std::vector<abi::NamedValue> written;
};

/// A program, and what calls on it point at.
struct ExecutableHandle {
  std::shared_ptr<LoadedExecutable> program;
  std::vector<abi::Buffer_Type> outputTypes = {};
  std::vector<int64_t> outputDims = {};
  std::vector<size_t> outputRanks = {};
  std::vector<const char *> outputMemoryKinds = {};
  std::vector<size_t> outputMemoryKindSizes = {};
  /// What the last call for costs gave, for each thread that asked.
  std::mutex mutex = {};
  std::map<std::thread::id, WrittenCosts> costs = {};
};

/// Ours behind a handle of the interface.
template <typename Handle>
struct HandleTraits;
#define TRAINLINT_HANDLE(handle, ours)                                         \
  template <>                                                                  \
  struct HandleTraits<abi::handle> {                                           \
    using Type = ours;                                                         \
  };
TRAINLINT_HANDLE(Error, Failure)
TRAINLINT_HANDLE(Event, EventHandle)
TRAINLINT_HANDLE(Client, VirtualClient)
TRAINLINT_HANDLE(TopologyDescription, VirtualClient)
TRAINLINT_HANDLE(Device, VirtualDevice)
TRAINLINT_HANDLE(DeviceDescription, VirtualDevice)
TRAINLINT_HANDLE(Memory, VirtualDevice)
TRAINLINT_HANDLE(Executable, ExecutableHandle)
TRAINLINT_HANDLE(LoadedExecutable, ExecutableHandle)
TRAINLINT_HANDLE(SerializedExecutable, std::string)
TRAINLINT_HANDLE(Buffer, BufferHandle)
TRAINLINT_HANDLE(AsyncHostToDeviceTransferManager, PendingTransfer)
#undef TRAINLINT_HANDLE

template <typename Handle>
auto *unwrap(Handle *handle) {
  using Type = typename HandleTraits<std::remove_const_t<Handle>>::Type;
  return reinterpret_cast<Type *>(
      const_cast<std::remove_const_t<Handle> *>(handle));
}

template <typename Handle>
Handle *wrap(typename HandleTraits<Handle>::Type *ours) {
  return reinterpret_cast<Handle *>(ours);
}

/// A list of ours as the interface has it.
template <typename Handle>
Handle *const *wrapList(typename HandleTraits<Handle>::Type *const *ours) {
  return reinterpret_cast<Handle *const *>(ours);
}

inline abi::Event *newEvent(CompletionRef work) {
  return wrap<abi::Event>(new EventHandle{std::move(work)});
}

inline abi::Buffer *newBuffer(BufferRef buffer) {
  return wrap<abi::Buffer>(new BufferHandle{std::move(buffer)});
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The least size of arguments that is taken: that of 0.57, the oldest version
/// with this function table, for those that have grown since.
template <typename Args>
inline constexpr size_t leastSize = abi::abiSize<Args>;
template <>
inline constexpr size_t leastSize<abi::Client_Create_Args> =
    offsetof(abi::Client_Create_Args, kv_try_get_callback);
template <>
inline constexpr size_t leastSize<abi::Executable_DeserializeAndLoad_Args> =
    offsetof(abi::Executable_DeserializeAndLoad_Args,
             overridden_serialized_compile_options);
template <>
inline constexpr size_t leastSize<abi::Executable_GetCompiledMemoryStats_Args> =
    offsetof(abi::Executable_GetCompiledMemoryStats_Args, peak_memory_in_bytes);
template <>
inline constexpr size_t
    leastSize<abi::ExecuteOptions> = offsetof(abi::ExecuteOptions, context);

/// True if a caller knows a field.
#define TRAINLINT_HAS_FIELD(args, field)                                       \
  ((args).head.struct_size >=                                                  \
   offsetof(std::remove_reference_t<decltype(args)>, field) +                  \
       sizeof((args).field))

/// Fails if a caller knows fewer fields than are needed.
template <typename Args>
llvm::Error checkSize(const Args &args, llvm::StringRef name) {
  if (args.head.struct_size >= leastSize<Args>)
    return llvm::Error::success();
  return failed(abi::Error_Code::INVALID_ARGUMENT,
                name + " has " + llvm::Twine(args.head.struct_size) +
                    " bytes, and " + llvm::Twine(leastSize<Args>) +
                    " are needed");
}

inline abi::Error *toInterface(llvm::Error error) {
  if (!error)
    return nullptr;
  return wrap<abi::Error>(new Failure(failureOf(std::move(error))));
}

/// The C function around a C++ one.
template <auto implement>
struct Entry;
template <typename Args, llvm::Error (*implement)(Args &)>
struct Entry<implement> {
  static abi::Error *call(Args *args) {
    if (llvm::Error error = checkSize(*args, "a struct of arguments"))
      return toInterface(std::move(error));
    return toInterface(implement(*args));
  }
};

/// The kind of each device's one memory.
inline constexpr llvm::StringLiteral MemoryKind = "device";

/// The shape that a call describes. Fails for types without elements and sizes
/// that cannot be.
llvm::Expected<pjrt::BufferShape> shapeOf(abi::Buffer_Type type,
                                          const int64_t *dims, size_t count);

/// The device that a call names directly or through its memory; the first of
/// the client if it names none.
VirtualDevice &deviceOf(abi::Client *client, abi::Device *device,
                        abi::Memory *memory);

// Each fills in the functions on one kind of object.
void addErrorCalls(abi::Api &api);
void addClientCalls(abi::Api &api);
void addDeviceCalls(abi::Api &api);
void addExecutableCalls(abi::Api &api);
void addBufferCalls(abi::Api &api);
void addTransferCalls(abi::Api &api);

/// The function table of the plugin.
const abi::Api *functionTable();

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_ENTRY_H
