//===- JobTarget.cpp - The devices that a job gives to its graph ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Target/JobTarget.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Dialect/Job/Target/DevicePools.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;
using namespace trainlint::job;
using graph::Target;

static Target located(Target target, ValueAttr at) {
  if (at)
    target.location = at.getLocation();
  return target;
}

//===----------------------------------------------------------------------===//
// TPUs
//===----------------------------------------------------------------------===//

/// The TPU that a worker of AI Platform or Vertex AI is, on hosts of its own.
static Target tpuWorker(PoolOp worker, const Tables &tables) {
  Target target;
  target.kind = graph::DeviceKind::Tpu;
  target.name = "TPU";
  ValueAttr at = worker.getMachineTypeAttr();
  if (ValueAttr type = worker.getAcceleratorTypeAttr()) {
    const Accelerators::Row *accelerator = acceleratorOf(worker, tables);
    std::optional<int64_t> cores =
        knownInteger(worker.getAcceleratorCountAttr());
    // `tpu-v3` with 8 cores is the type v3-8.
    StringRef generation =
        accelerator ? accelerator->flagName : StringRef("unknown");
    generation.consume_front("tpu-");
    const TpuTypes::Row *row =
        cores ? tables.tpuTypes.find(
                    (generation + "-" + llvm::Twine(*cores)).str())
              : nullptr;
    if (row)
      target = graph::tpuTarget(*row, tables);
    at = type;
  } else if (const MachineTypes::Row *machine = machineOf(worker, tables);
             machine && machine->accelerator == "TPU_V2") {
    if (const TpuTypes::Row *row = tables.tpuTypes.find("v2-8"))
      target = graph::tpuTarget(*row, tables);
  }
  target.readsLocalFiles = false;
  return located(std::move(target), at);
}

/// A slice on GKE, where a topology and not a name gives its size.
static std::optional<Target> gkeSlice(TrainingOp training,
                                      const Tables &tables) {
  for (PoolOp pool : training.getPools()) {
    const GkeTpuAccelerators::Row *row = tpuOf(pool, tables);
    if (!row)
      continue;
    Target target;
    target.kind = graph::DeviceKind::Tpu;
    target.name = row->name.str();
    ValueAttr topology = sliceTopologyOf(pool);
    std::optional<Topology> dimensions =
        parseTopology(knownString(topology).value_or(""));
    const TpuGenerations::Row *generation =
        tables.tpuGenerations.find(row->generation);
    if (dimensions && generation) {
      target = graph::tpuTarget(*generation, chipsOf(*dimensions), tables);
      target.topology = formatTopology(*dimensions);
      target.name = row->name.str() + " " + target.topology;
    }
    auto nodes = sliceNodesOf(pool, tables);
    if (nodes.size() == 1 && target.devices) {
      target.hosts = nodes.front().nodes;
      target.devicesOfHost = *target.devices / nodes.front().nodes;
    }
    return located(std::move(target), pool.getAcceleratorTypeAttr());
  }
  return std::nullopt;
}

/// A slice on Vertex AI: the machines of a pool, of which each is a host.
static std::optional<Target> vertexSlice(TrainingOp training,
                                         const Tables &tables) {
  PoolOp chief = training.getPool(Role::Chief);
  const MachineTypes::Row *machine = chief ? machineOf(chief, tables) : nullptr;
  if (!machine || machine->kind != MachineTypes::Kind::ComputeEngine)
    return std::nullopt;
  const TpuGenerations::Row *generation = generationOf(*machine, tables);
  if (!generation)
    return std::nullopt;
  Target target;
  target.kind = graph::DeviceKind::Tpu;
  target.name = machine->name.str();
  ValueAttr given = chief.getTpuTopologyAttr();
  StringRef topology = knownString(given).value_or("");
  std::optional<Topology> dimensions = parseTopology(topology);
  if (dimensions && tables.vertexTpuTopologies.find(machine->name, topology)) {
    target = graph::tpuTarget(*generation, chipsOf(*dimensions), tables);
    target.name = (machine->name + " " + topology).str();
    target.topology = topology.str();
    auto chips = static_cast<int64_t>(machine->acceleratorCount.value_or(0));
    if (chips > 0 && chipsOf(*dimensions) % chips == 0) {
      target.hosts = chipsOf(*dimensions) / chips;
      target.devicesOfHost = *target.devices / *target.hosts;
    }
  }
  return located(std::move(target), given ? given : chief.getMachineTypeAttr());
}

/// True for a machine with TPUs of the second or third generation.
static bool isVertexCloudTpu(PoolOp pool) {
  return pool &&
         knownString(pool.getMachineTypeAttr()) == StringRef(VertexCloudTpu);
}

/// The slice of a Cloud TPU.
static Target cloudTpu(TrainingOp training, const Tables &tables) {
  PoolOp slice = sliceOf(training);
  Target target;
  target.kind = graph::DeviceKind::Tpu;
  target.name = "TPU";
  if (!slice)
    return target;
  if (const TpuTypes::Row *row = tpuTypeOf(slice, tables))
    target = graph::tpuTarget(*row, tables);
  target.readsLocalFiles =
      knownString(training.getTpuArchitectureAttr()) != StringRef("node");
  return located(std::move(target), slice.getAcceleratorTypeAttr());
}

//===----------------------------------------------------------------------===//
// GPUs and hosts
//===----------------------------------------------------------------------===//

static bool computes(PoolOp pool) {
  return pool.getRole() == Role::Chief || pool.getRole() == Role::Worker;
}

/// What the pools of a job have in common.
static Target joined(llvm::ArrayRef<PoolDevices> pools, const Tables &tables) {
  Target target;
  bool allKnown =
      !pools.empty() &&
      llvm::all_of(pools, [](const PoolDevices &pool) { return pool.isKnown; });
  if (!allKnown)
    return target;
  const PoolDevices &first = pools.front();
  bool sameDevice = llvm::all_of(pools, [&](const PoolDevices &pool) {
    return pool.accelerator == first.accelerator;
  });
  if (!sameDevice)
    return target;
  std::optional<int64_t> hosts = 0, devices = 0, most = 0;
  for (const PoolDevices &pool : pools) {
    bool isCounted = pool.hosts && (pool.count || !pool.accelerator);
    int64_t count = pool.count.value_or(0);
    hosts = hosts && pool.hosts ? std::optional(*hosts + *pool.hosts)
                                : std::nullopt;
    devices = devices && isCounted
                  ? std::optional(*devices + *pool.hosts * count)
                  : std::nullopt;
    most = most && pool.count ? std::optional(std::max(*most, count))
                              : std::nullopt;
  }
  if (!first.accelerator) {
    target.kind = graph::DeviceKind::Host;
    target.name = first.givenBy ? first.givenBy.getText() : "cpu";
    target.hosts = hosts;
    return located(std::move(target), first.givenBy);
  }
  if (first.accelerator->kind != Accelerators::Kind::Gpu)
    return target;
  target = graph::gpuTarget(*first.accelerator, most, hosts, tables);
  target.devices = devices;
  return located(std::move(target), first.givenBy);
}

/// The machines that a scale tier stands for.
static Target tierTarget(StringRef tier, ValueAttr at, const Tables &tables) {
  const AiPlatformScaleTiers::Row *row = tables.aiPlatformScaleTiers.find(tier);
  Target target;
  if (!row)
    return target;
  if (row->worker == CloudTpu) {
    if (const TpuTypes::Row *type = tables.tpuTypes.find("v2-8"))
      target = graph::tpuTarget(*type, tables);
    target.readsLocalFiles = false;
    return located(std::move(target), at);
  }
  target.name = tier.str();
  if (!row->accelerator.empty()) {
    // Which GPU it is the service chooses, and with it the memory.
    target.kind = graph::DeviceKind::Gpu;
    target.devicesOfHost = target.devices = target.hosts = 1;
    target.isChosenByService = true;
    target.table = tables.aiPlatformScaleTiers.info;
    return located(std::move(target), at);
  }
  target.kind = graph::DeviceKind::Host;
  target.hosts = 1 + row->workers.value_or(0);
  target.pools = poolsOfTier(*row, at);
  return located(std::move(target), at);
}

/// True if a workload may have pods with GPUs beside its TPUs.
static bool mayHaveGpuPods(TrainingOp training) {
  return llvm::any_of(training.getPools(),
                      [](PoolOp pool) { return choosesGpus(pool); });
}

/// The GPUs of the pods of a workload; nothing is known of several kinds of
/// pods with GPUs. What is a host elsewhere is a pod here, and whether several
/// pods train one model is not known.
static Target gkeGpus(TrainingOp training, const Tables &tables) {
  PoolOp only;
  for (PoolOp pool : training.getPools()) {
    if (!choosesGpus(pool))
      continue;
    if (only)
      return {};
    only = pool;
  }
  const Accelerators::Row *gpu = only ? gpuOf(only, tables) : nullptr;
  if (!gpu)
    return {};
  auto isOne = [](ValueAttr count) {
    return !count || knownInteger(count) == int64_t(1);
  };
  std::optional<int64_t> pods;
  if (isOne(only.getReplicasAttr()) && isOne(only.getGroupSizeAttr()))
    pods = 1;
  return located(graph::gpuTarget(*gpu,
                                  knownInteger(only.getAcceleratorCountAttr()),
                                  pods, tables),
                 only.getAcceleratorTypeAttr());
}

Target trainlint::targetOf(TrainingOp training, const Tables &tables) {
  switch (training.getPlatform()) {
  case Platform::CloudTPU:
    return cloudTpu(training, tables);
  case Platform::GKE:
    // What runs on the nodes their command does not say.
    if (knownString(training.getWorkloadKindAttr()) == NodePoolKind)
      return {};
    if (std::optional<Target> slice = gkeSlice(training, tables)) {
      if (mayHaveGpuPods(training))
        slice->pools.emplace_back();
      return *slice;
    }
    return gkeGpus(training, tables);
  // What runs on VMs of one's own their command does not say.
  case Platform::ComputeEngine:
    return {};
  case Platform::AIPlatform:
  case Platform::VertexAI:
    break;
  }
  std::optional<StringRef> tier = tierOf(training);
  if (tier && !choosesMachines(training, tables))
    return tierTarget(*tier, training.getScaleTierAttr(), tables);
  if (training.getPlatform() == Platform::VertexAI)
    if (std::optional<Target> slice = vertexSlice(training, tables))
      return *slice;
  // The one pool of a job on Vertex AI may be the TPU itself.
  PoolOp chief = training.getPool(Role::Chief);
  if (training.getPlatform() == Platform::VertexAI && isVertexCloudTpu(chief))
    return tpuWorker(chief, tables);
  PoolOp worker = training.getPool(Role::Worker);
  if (worker && (isCloudTpu(worker) || isVertexCloudTpu(worker))) {
    Target target = tpuWorker(worker, tables);
    target.pools = poolsBesideTpu(training, target, tables);
    return target;
  }
  llvm::SmallVector<PoolDevices, 2> pools;
  for (PoolOp pool : training.getPools()) {
    if (computes(pool) && pool.mayStartReplicas())
      pools.push_back(devicesOf(pool, tables));
  }
  Target target = joined(pools, tables);
  target.pools = devicePools(training, tables);
  return target;
}
