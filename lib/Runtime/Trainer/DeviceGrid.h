//===- DeviceGrid.h - The devices of replicas and partitions ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A replica has a share of each batch, and is divided into partitions: a device
// is one partition of one replica. Partitions run one program, which the device
// plugin divides by its shardings.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_DEVICEGRID_H
#define TRAINLINT_RUNTIME_TRAINER_DEVICEGRID_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Runtime/Pjrt/Client.h"

namespace trainlint::trainer {

/// How many devices a program runs on.
struct DeviceGrid {
  int64_t replicas;
  int64_t partitions;
  /// On devices of this process; otherwise on those of all.
  bool isOwn = false;

  int64_t count() const { return replicas * partitions; }
  bool operator==(const DeviceGrid &other) const = default;
};

/// For a program that needs one device.
inline constexpr DeviceGrid OneDevice = {1, 1, /*isOwn=*/true};

/// What a device is of a grid.
struct DevicePlace {
  int64_t replica;
  int64_t partition;

  bool operator==(const DevicePlace &other) const = default;
};

/// How a program gets onto devices: as text, on a grid of them. The text is of
/// the whole program, also if it has partitions.
using CompileProgram =
    llvm::function_ref<llvm::Expected<std::unique_ptr<pjrt::Executable>>(
        llvm::StringRef text, DeviceGrid grid)>;

/// The ids of the devices of a grid, those of a replica one after the other;
/// empty if the plugin has no choice of its own.
llvm::Expected<std::vector<int64_t>> assignDevices(const pjrt::Client &client,
                                                   DeviceGrid grid);

/// True if the partitions of a replica are on devices of several processes. All
/// processes think alike.
llvm::Expected<bool> isSplit(const pjrt::Client &client, DeviceGrid grid);

/// The place of each device of this process; other processes have the others.
llvm::Expected<std::vector<DevicePlace>>
placesOf(const pjrt::Client &client, const pjrt::Executable &program,
         DeviceGrid grid);

/// The replicas among some places, each once, in their order.
std::vector<int64_t> replicasOf(llvm::ArrayRef<DevicePlace> places);

/// The tile of a partition in a dense array in the host's memory, which it
/// points into.
pjrt::HostArray tileOf(const char *bytes, const pjrt::BufferShape &whole,
                       const stablehlo::Sharding &sharding, int64_t partition);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_DEVICEGRID_H
