//===- DevicePools.cpp - The devices of the machines of a job -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Target/DevicePools.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

PoolDevices trainlint::devicesOf(PoolOp pool, const Tables &tables) {
  PoolDevices devices;
  devices.hosts = pool.getReplicasAttr() ? knownInteger(pool.getReplicasAttr())
                                         : std::optional<int64_t>(1);
  if (ValueAttr type = pool.getAcceleratorTypeAttr()) {
    devices.givenBy = type;
    devices.accelerator = acceleratorOf(pool, tables);
    devices.isKnown = devices.accelerator != nullptr;
    devices.count = knownInteger(pool.getAcceleratorCountAttr());
    return devices;
  }
  ValueAttr machine = pool.getMachineTypeAttr();
  const MachineTypes::Row *row = machineOf(pool, tables);
  devices.givenBy = machine;
  devices.isKnown = row != nullptr;
  if (!row || row->accelerator.empty())
    return devices;
  devices.accelerator = tables.accelerators.find(row->accelerator);
  if (row->acceleratorCount)
    devices.count = static_cast<int64_t>(*row->acceleratorCount);
  return devices;
}

static mlir::LocationAttr locationOf(ValueAttr value) {
  return value ? mlir::LocationAttr(value.getLocation()) : mlir::LocationAttr();
}

/// What TF_CONFIG calls the machines of a role.
static StringRef jobOf(Role role) {
  switch (role) {
  case Role::Chief:
    return "chief";
  case Role::Worker:
    return "worker";
  case Role::ParameterServer:
    return "ps";
  case Role::Evaluator:
    return "evaluator";
  case Role::Host:
    // The VMs of a TPU are no part of a cluster.
    return "";
  }
  llvm_unreachable("all roles are named");
}

static graph::DevicePool devicePool(PoolOp pool, const Tables &tables) {
  PoolDevices devices = devicesOf(pool, tables);
  graph::DevicePool result;
  result.job = jobOf(pool.getRole());
  result.location = locationOf(devices.givenBy);
  result.tasks = devices.hosts;
  result.tasksLocation = locationOf(pool.getReplicasAttr());
  if (!devices.isKnown)
    return result;
  result.kind = graph::DeviceKind::Host;
  if (!devices.accelerator)
    return result;
  bool isGpu = devices.accelerator->kind == Accelerators::Kind::Gpu;
  result.kind = isGpu ? graph::DeviceKind::Gpu : graph::DeviceKind::Tpu;
  result.name = devices.accelerator->name.str();
  if (isGpu)
    result.devicesOfTask = devices.count;
  return result;
}

std::vector<graph::DevicePool> trainlint::devicePools(TrainingOp training,
                                                      const Tables &tables) {
  std::vector<graph::DevicePool> pools;
  for (PoolOp pool : training.getPools()) {
    if (pool.mayStartReplicas())
      pools.push_back(devicePool(pool, tables));
  }
  if (pools.size() < 2)
    return {};
  for (Role role : {Role::Worker, Role::ParameterServer}) {
    PoolOp pool = training.getPool(role);
    if (pool && pool.mayStartReplicas())
      continue;
    graph::DevicePool none;
    none.job = jobOf(role);
    none.tasks = 0;
    if (pool)
      none.tasksLocation = locationOf(pool.getReplicasAttr());
    pools.push_back(none);
  }
  return pools;
}

std::vector<graph::DevicePool>
trainlint::poolsBesideTpu(TrainingOp training, const graph::Target &tpu,
                          const Tables &tables) {
  std::vector<graph::DevicePool> pools;
  for (PoolOp pool : training.getPools()) {
    if (pool.getRole() != Role::Worker && pool.mayStartReplicas())
      pools.push_back(devicePool(pool, tables));
  }
  graph::DevicePool worker;
  worker.job = jobOf(Role::Worker);
  worker.kind = graph::DeviceKind::Tpu;
  worker.name = tpu.name;
  worker.devicesOfTask = tpu.devicesOfHost;
  worker.location = tpu.location;
  pools.push_back(worker);
  return pools;
}

std::vector<graph::DevicePool>
trainlint::poolsOfTier(const AiPlatformScaleTiers::Row &row, ValueAttr at) {
  std::vector<graph::DevicePool> pools;
  auto add = [&](Role role, std::optional<int64_t> tasks) {
    graph::DevicePool pool;
    pool.job = jobOf(role);
    pool.kind = graph::DeviceKind::Host;
    pool.tasks = tasks.value_or(0);
    pool.location = pool.tasksLocation = locationOf(at);
    pools.push_back(pool);
  };
  if (!row.workers)
    return pools;
  add(Role::Chief, 1);
  add(Role::Worker, row.workers);
  add(Role::ParameterServer, row.parameterServers);
  return pools;
}
