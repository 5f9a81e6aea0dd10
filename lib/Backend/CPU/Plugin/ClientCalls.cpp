//===- ClientCalls.cpp - Calls on clients ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::Error;

static constexpr llvm::StringLiteral PlatformName = "cpu";
static constexpr llvm::StringLiteral PlatformVersion =
    "trainlint " TRAINLINT_VERSION;

static Error create(abi::Client_Create_Args &args) {
  auto options = pjrt::readNamedValues(args.create_options, args.num_options,
                                       "Client_Create");
  if (!options)
    return options.takeError();
  auto client = VirtualClient::create(*options, JobStore::of(args));
  if (!client)
    return client.takeError();
  args.client = wrap<abi::Client>(client->release());
  return Error::success();
}

static Error destroy(abi::Client_Destroy_Args &args) {
  delete unwrap(args.client);
  return Error::success();
}

static Error platformName(abi::Client_PlatformName_Args &args) {
  args.platform_name = PlatformName.data();
  args.platform_name_size = PlatformName.size();
  return Error::success();
}

static Error platformVersion(abi::Client_PlatformVersion_Args &args) {
  args.platform_version = PlatformVersion.data();
  args.platform_version_size = PlatformVersion.size();
  return Error::success();
}

static Error processIndex(abi::Client_ProcessIndex_Args &args) {
  args.process_index = unwrap(args.client)->getProcessIndex();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static Error devices(abi::Client_Devices_Args &args) {
  auto list = unwrap(args.client)->getDevices();
  args.devices = wrapList<abi::Device>(list.data());
  args.num_devices = list.size();
  return Error::success();
}

static Error addressableDevices(abi::Client_AddressableDevices_Args &args) {
  auto list = unwrap(args.client)->getLocalDevices();
  args.addressable_devices = wrapList<abi::Device>(list.data());
  args.num_addressable_devices = list.size();
  return Error::success();
}

static Error addressableMemories(abi::Client_AddressableMemories_Args &args) {
  auto list = unwrap(args.client)->getLocalDevices();
  args.addressable_memories = wrapList<abi::Memory>(list.data());
  args.num_addressable_memories = list.size();
  return Error::success();
}

static llvm::Expected<VirtualDevice *> find(abi::Client *client, int id) {
  VirtualDevice *device = unwrap(client)->getDevice(id);
  if (!device)
    return failed(abi::Error_Code::NOT_FOUND,
                  "there is no device " + llvm::Twine(id));
  return device;
}

static Error lookupDevice(abi::Client_LookupDevice_Args &args) {
  auto device = find(args.client, args.id);
  if (!device)
    return device.takeError();
  args.device = wrap<abi::Device>(*device);
  return Error::success();
}

static Error
lookupAddressableDevice(abi::Client_LookupAddressableDevice_Args &args) {
  auto list = unwrap(args.client)->getLocalDevices();
  if (args.local_hardware_id < 0 ||
      static_cast<size_t>(args.local_hardware_id) >= list.size())
    return failed(abi::Error_Code::NOT_FOUND,
                  "there is no device " + llvm::Twine(args.local_hardware_id));
  args.addressable_device = wrap<abi::Device>(list[args.local_hardware_id]);
  return Error::success();
}

static Error
defaultDeviceAssignment(abi::Client_DefaultDeviceAssignment_Args &args) {
  size_t available = unwrap(args.client)->getDevices().size();
  size_t processes =
      static_cast<size_t>(args.num_replicas) * args.num_partitions;
  if (args.num_replicas < 1 || args.num_partitions < 1 ||
      processes > available || args.default_assignment_size < processes)
    return failed(abi::Error_Code::INVALID_ARGUMENT,
                  llvm::Twine(args.num_replicas) + " replicas of " +
                      llvm::Twine(args.num_partitions) +
                      " partitions need a device each, and there are " +
                      llvm::Twine(available));
  std::vector<int64_t> chosen =
      unwrap(args.client)
          ->chooseDevices(args.num_replicas, args.num_partitions);
  llvm::copy(chosen, args.default_assignment);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Topology, which is the client's
//===----------------------------------------------------------------------===//

static Error topology(abi::Client_TopologyDescription_Args &args) {
  args.topology = wrap<abi::TopologyDescription>(unwrap(args.client));
  return Error::success();
}

static Error destroyTopology(abi::TopologyDescription_Destroy_Args &) {
  return Error::success();
}

static Error
topologyPlatformName(abi::TopologyDescription_PlatformName_Args &args) {
  args.platform_name = PlatformName.data();
  args.platform_name_size = PlatformName.size();
  return Error::success();
}

static Error
topologyPlatformVersion(abi::TopologyDescription_PlatformVersion_Args &args) {
  args.platform_version = PlatformVersion.data();
  args.platform_version_size = PlatformVersion.size();
  return Error::success();
}

static Error
topologyDevices(abi::TopologyDescription_GetDeviceDescriptions_Args &args) {
  auto list = unwrap(args.topology)->getDevices();
  args.descriptions = wrapList<abi::DeviceDescription>(list.data());
  args.num_descriptions = list.size();
  return Error::success();
}

static Error
topologyAttributes(abi::TopologyDescription_Attributes_Args &args) {
  args.attributes = nullptr;
  args.num_attributes = 0;
  return Error::success();
}

void cpuplugin::addClientCalls(abi::Api &api) {
  api.Client_Create = Entry<create>::call;
  api.Client_Destroy = Entry<destroy>::call;
  api.Client_PlatformName = Entry<platformName>::call;
  api.Client_PlatformVersion = Entry<platformVersion>::call;
  api.Client_ProcessIndex = Entry<processIndex>::call;
  api.Client_Devices = Entry<devices>::call;
  api.Client_AddressableDevices = Entry<addressableDevices>::call;
  api.Client_AddressableMemories = Entry<addressableMemories>::call;
  api.Client_LookupDevice = Entry<lookupDevice>::call;
  api.Client_LookupAddressableDevice = Entry<lookupAddressableDevice>::call;
  api.Client_DefaultDeviceAssignment = Entry<defaultDeviceAssignment>::call;
  api.Client_TopologyDescription = Entry<topology>::call;
  api.TopologyDescription_Destroy = Entry<destroyTopology>::call;
  api.TopologyDescription_PlatformName = Entry<topologyPlatformName>::call;
  api.TopologyDescription_PlatformVersion =
      Entry<topologyPlatformVersion>::call;
  api.TopologyDescription_GetDeviceDescriptions = Entry<topologyDevices>::call;
  api.TopologyDescription_Attributes = Entry<topologyAttributes>::call;
}
