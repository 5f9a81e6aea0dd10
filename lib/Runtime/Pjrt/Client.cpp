//===- Client.cpp - A client of a device plugin ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Client.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::pjrt;
using abi::Slot;

/// The arguments of a function on a client.
template <typename Args>
static Args on(abi::Client *client) {
  auto args = abi::make<Args>();
  args.client = client;
  return args;
}

//===----------------------------------------------------------------------===//
// Making a client
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Client>>
Client::create(const Plugin &plugin, const ClientOptions &options) {
  std::vector<abi::NamedValue> values = writeNamedValues(options.values);
  auto args = abi::make<abi::Client_Create_Args>();
  args.create_options = values.data();
  args.num_options = values.size();
  if (options.store)
    setCallbacks(args, *options.store);
  if (llvm::Error error = plugin.call<Slot::Client_Create>(args))
    return error;
  if (!args.client)
    return plugin.noResult("Client_Create", "client");
  std::unique_ptr<Client> client(new Client(plugin, args.client));
  if (llvm::Error error = client->describe())
    return error;
  return client;
}

Client::~Client() {
  plugin.release<Slot::Client_Destroy>(on<abi::Client_Destroy_Args>(handle));
}

llvm::Error Client::describe() {
  auto name = on<abi::Client_PlatformName_Args>(handle);
  if (llvm::Error error = plugin.call<Slot::Client_PlatformName>(name))
    return error;
  platform = textOf(name.platform_name, name.platform_name_size);

  if (plugin.has(Slot::Client_PlatformVersion)) {
    auto version = on<abi::Client_PlatformVersion_Args>(handle);
    if (llvm::Error error = plugin.call<Slot::Client_PlatformVersion>(version))
      return error;
    platformVersion =
        textOf(version.platform_version, version.platform_version_size);
  }
  if (plugin.has(Slot::Client_ProcessIndex)) {
    auto index = on<abi::Client_ProcessIndex_Args>(handle);
    if (llvm::Error error = plugin.call<Slot::Client_ProcessIndex>(index))
      return error;
    processIndex = index.process_index;
  }
  return listDevices();
}

llvm::Error Client::listDevices() {
  auto local = on<abi::Client_AddressableDevices_Args>(handle);
  if (llvm::Error error = plugin.call<Slot::Client_AddressableDevices>(local))
    return error;
  if (!local.addressable_devices || local.num_addressable_devices == 0)
    return plugin.noResult("Client_AddressableDevices", "device");
  if (llvm::Error error =
          describeDevices(plugin,
                          llvm::ArrayRef(local.addressable_devices,
                                         local.num_addressable_devices),
                          addressable))
    return error;
  if (!plugin.has(Slot::Client_Devices)) {
    devices = addressable;
    return llvm::Error::success();
  }
  auto all = on<abi::Client_Devices_Args>(handle);
  if (llvm::Error error = plugin.call<Slot::Client_Devices>(all))
    return error;
  if (!all.devices)
    return plugin.noResult("Client_Devices", "device");
  return describeDevices(plugin, llvm::ArrayRef(all.devices, all.num_devices),
                         devices);
}

//===----------------------------------------------------------------------===//
// Topology and assignment
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<std::string>> Client::describeTopology() const {
  auto get = on<abi::Client_TopologyDescription_Args>(handle);
  if (llvm::Error error = plugin.call<Slot::Client_TopologyDescription>(get))
    return error;
  if (!get.topology)
    return plugin.noResult("Client_TopologyDescription", "topology");
  auto list = abi::make<abi::TopologyDescription_GetDeviceDescriptions_Args>();
  list.topology = get.topology;
  if (llvm::Error error =
          plugin.call<Slot::TopologyDescription_GetDeviceDescriptions>(list))
    return error;
  if (list.num_descriptions != 0 && !list.descriptions)
    return plugin.noResult("TopologyDescription_GetDeviceDescriptions",
                           "descriptions");
  std::vector<std::string> out;
  for (abi::DeviceDescription *description :
       llvm::ArrayRef(list.descriptions, list.num_descriptions)) {
    auto text = abi::make<abi::DeviceDescription_DebugString_Args>();
    text.device_description = description;
    if (llvm::Error error =
            plugin.call<Slot::DeviceDescription_DebugString>(text))
      return error;
    out.push_back(textOf(text.debug_string, text.debug_string_size));
  }
  return out;
}

llvm::Expected<std::vector<int64_t>>
Client::getDefaultAssignment(int64_t replicas, int64_t partitions) const {
  std::vector<int> ids(replicas * partitions);
  auto args = on<abi::Client_DefaultDeviceAssignment_Args>(handle);
  args.num_replicas = replicas;
  args.num_partitions = partitions;
  args.default_assignment_size = ids.size();
  args.default_assignment = ids.data();
  if (llvm::Error error =
          plugin.call<Slot::Client_DefaultDeviceAssignment>(args))
    return error;
  return std::vector<int64_t>(ids.begin(), ids.end());
}

llvm::Expected<std::vector<int64_t>>
Client::chooseDevices(int64_t replicas, int64_t partitions) const {
  auto assigned = getDefaultAssignment(replicas, partitions);
  if (assigned)
    return assigned;
  llvm::Error error = assigned.takeError();
  if (codeOf(error) != abi::Error_Code::UNIMPLEMENTED)
    return error;
  llvm::consumeError(std::move(error));
  return std::vector<int64_t>();
}

//===----------------------------------------------------------------------===//
// Programs and buffers
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Executable>>
Client::compile(StringRef module, const CompileOptions &options) const {
  llvm::Expected<std::string> serialized = serialize(options);
  if (!serialized)
    return serialized.takeError();
  static constexpr StringRef Format = "mlir";
  // The interface has no const here; plugins only read.
  std::string code = module.str();
  auto program = abi::make<abi::Program>();
  program.code = code.data();
  program.code_size = code.size();
  program.format = Format.data();
  program.format_size = Format.size();
  auto args = on<abi::Client_Compile_Args>(handle);
  args.program = &program;
  args.compile_options = serialized->data();
  args.compile_options_size = serialized->size();
  if (llvm::Error error = plugin.call<Slot::Client_Compile>(args))
    return error;
  if (!args.executable)
    return plugin.noResult("Client_Compile", "executable");
  return Executable::adopt(plugin, args.executable);
}

llvm::Expected<std::unique_ptr<Executable>>
Client::deserialize(StringRef bytes) const {
  auto args = on<abi::Executable_DeserializeAndLoad_Args>(handle);
  args.serialized_executable = bytes.data();
  args.serialized_executable_size = bytes.size();
  if (llvm::Error error =
          plugin.call<Slot::Executable_DeserializeAndLoad>(args))
    return error;
  if (!args.loaded_executable)
    return plugin.noResult("Executable_DeserializeAndLoad", "executable");
  return Executable::adopt(plugin, args.loaded_executable);
}

llvm::Expected<UploadedBuffer> Client::upload(const HostArray &array,
                                              const Device &device) const {
  auto args = on<abi::Client_BufferFromHostBuffer_Args>(handle);
  args.data = array.data;
  args.type = array.shape.type;
  args.dims = array.shape.dims.data();
  args.num_dims = array.shape.dims.size();
  args.byte_strides = array.byteStrides.data();
  args.num_byte_strides = array.byteStrides.size();
  args.host_buffer_semantics =
      abi::HostBufferSemantics::ImmutableUntilTransferCompletes;
  args.device = device.handle;
  if (llvm::Error error = plugin.call<Slot::Client_BufferFromHostBuffer>(args))
    return error;
  UploadedBuffer out{Buffer(plugin, args.buffer),
                     Event(plugin, args.done_with_host_buffer)};
  if (!args.buffer)
    return plugin.noResult("Client_BufferFromHostBuffer", "buffer");
  if (!args.done_with_host_buffer)
    return plugin.noResult("Client_BufferFromHostBuffer", "event");
  return out;
}
