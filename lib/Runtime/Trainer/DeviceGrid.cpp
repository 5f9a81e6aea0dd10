//===- DeviceGrid.cpp - The devices of replicas and partitions ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/DeviceGrid.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace trainlint;
using namespace trainlint::trainer;

llvm::Expected<std::vector<int64_t>>
trainer::assignDevices(const pjrt::Client &client, DeviceGrid grid) {
  auto own = client.getAddressableDevices();
  auto count = static_cast<size_t>(grid.count());
  bool isShared = own.size() != client.getDevices().size();
  // What needs one device is for this process as well.
  bool isOwn = isShared && (grid.isOwn || count == 1) && count <= own.size();
  if (!isOwn)
    return client.chooseDevices(grid.replicas, grid.partitions);
  std::vector<int64_t> ids;
  for (const pjrt::Device &device : own.take_front(count))
    ids.push_back(device.id);
  return ids;
}

/// The same; without a choice of the plugin's own they are in the order of
/// devices.
static llvm::Expected<std::vector<int64_t>>
devicesOf(const pjrt::Client &client, DeviceGrid grid) {
  auto chosen = assignDevices(client, grid);
  if (!chosen)
    return chosen.takeError();
  for (const pjrt::Device &device : client.getDevices())
    if (chosen->size() < static_cast<size_t>(grid.count()))
      chosen->push_back(device.id);
  return chosen;
}

llvm::Expected<bool> trainer::isSplit(const pjrt::Client &client,
                                      DeviceGrid grid) {
  auto assigned = devicesOf(client, grid);
  if (!assigned)
    return assigned.takeError();
  std::map<int64_t, int64_t> processes;
  for (const pjrt::Device &device : client.getDevices())
    processes[device.id] = device.processIndex;
  for (auto [number, id] : llvm::enumerate(*assigned)) {
    int64_t first = (*assigned)[number - number % grid.partitions];
    if (processes[id] != processes[first])
      return true;
  }
  return false;
}

llvm::Expected<std::vector<DevicePlace>>
trainer::placesOf(const pjrt::Client &client, const pjrt::Executable &program,
                  DeviceGrid grid) {
  // There is but one place, wherever the plugin runs it.
  if (grid.count() == 1 && program.getDevices().size() == 1)
    return std::vector<DevicePlace>{{0, 0}};
  auto assigned = devicesOf(client, grid);
  if (!assigned)
    return assigned.takeError();
  std::vector<DevicePlace> places;
  for (const pjrt::Device &device : program.getDevices()) {
    auto place = llvm::find(*assigned, device.id);
    if (place == assigned->end())
      return llvm::createStringError(llvm::formatv(
          "device {0} has no replica, and the plugin runs one on it",
          device.id));
    int64_t number = place - assigned->begin();
    places.push_back({number / grid.partitions, number % grid.partitions});
  }
  return places;
}

std::vector<int64_t> trainer::replicasOf(ArrayRef<DevicePlace> places) {
  std::vector<int64_t> replicas;
  for (const DevicePlace &place : places)
    replicas.push_back(place.replica);
  llvm::sort(replicas);
  replicas.erase(llvm::unique(replicas), replicas.end());
  return replicas;
}

pjrt::HostArray trainer::tileOf(const char *bytes,
                                const pjrt::BufferShape &whole,
                                const stablehlo::Sharding &sharding,
                                int64_t partition) {
  pjrt::HostArray tile{bytes, whole, {}};
  tile.shape.dims = sharding.getPartShape(whole.dims);
  if (tile.shape == whole)
    return tile;
  auto starts = sharding.getPartStart(whole.dims, partition);
  int64_t stride = pjrt::elementBytes(whole.type), offset = 0;
  tile.byteStrides.resize(whole.dims.size());
  for (size_t dim = whole.dims.size(); dim-- > 0;) {
    tile.byteStrides[dim] = stride;
    offset += starts[dim] * stride;
    stride *= whole.dims[dim];
  }
  tile.data = bytes + offset;
  // Rows that follow one another are dense.
  bool isDense = llvm::equal(llvm::drop_begin(tile.shape.dims),
                             llvm::drop_begin(whole.dims));
  if (isDense)
    tile.byteStrides.clear();
  return tile;
}
