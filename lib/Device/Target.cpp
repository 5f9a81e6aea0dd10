//===- Target.cpp - What a graph is to run on -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Target.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

const DevicePool *Target::findPool(StringRef job) const {
  // AI Platform calls the chief of versions of TensorFlow before 2 the master.
  StringRef wanted = job == "master" ? "chief" : job;
  auto found = llvm::find_if(
      pools, [&](const DevicePool &pool) { return pool.job == wanted; });
  return job.empty() || found == pools.end() ? nullptr : &*found;
}

bool Target::mayHaveGpus() const {
  return kind == DeviceKind::Gpu ||
         llvm::any_of(pools, [](const DevicePool &pool) {
           return pool.kind == DeviceKind::Gpu ||
                  pool.kind == DeviceKind::Unknown;
         });
}

void Target::replaceLocations(
    llvm::function_ref<mlir::LocationAttr(mlir::LocationAttr)> replace) {
  location = replace(location);
  for (DevicePool &pool : pools) {
    pool.location = replace(pool.location);
    pool.tasksLocation = replace(pool.tasksLocation);
  }
}

void TrainingValues::replaceLocations(
    llvm::function_ref<mlir::LocationAttr(mlir::LocationAttr)> replace) {
  auto replaceIn = [&](auto &...values) {
    ((values ? void(values->location = replace(values->location)) : void()),
     ...);
  };
  replaceIn(batchSize, evalBatchSize, iterationsPerLoop, stepsPerExecution,
            stepsPerEpoch, steps, checkpointSteps, summarySteps, dataDir,
            modelDir, cores, useTpu, tpuZone, region, frameworkVersion);
  for (Located<std::string> &file : files)
    file.location = replace(file.location);
}

/// What tables call GB of memory is what hardware has: powers of two.
static uint64_t bytesOfGigabytes(double gigabytes) {
  return static_cast<uint64_t>(gigabytes * (1ULL << 30));
}

Target graph::tpuTarget(const TpuGenerations::Row &generation, int64_t chips,
                        const Tables &tables) {
  Target target;
  target.kind = DeviceKind::Tpu;
  target.name = generation.name.str();
  target.generation = generation.name;
  target.chips = chips;
  target.table = tables.tpuGenerations.info;
  target.matrixUnit = generation.matrixUnit;
  target.runsTensorFlow = generation.tensorflow;
  target.devices = chips * generation.devicesPerChip;
  target.memory =
      bytesOfGigabytes(generation.memoryGb) / generation.devicesPerChip;
  return target;
}

Target graph::tpuTarget(const TpuTypes::Row &type, const Tables &tables) {
  Target target;
  target.kind = DeviceKind::Tpu;
  if (const TpuGenerations::Row *generation =
          tables.tpuGenerations.find(type.generation))
    target = tpuTarget(*generation, type.chips, tables);
  target.name = type.name.str();
  target.topology = type.topology.str();
  target.table = tables.tpuTypes.info;
  // Some types are offered on different numbers of hosts.
  if (target.devices && type.hosts.size() == 1 && type.hosts.front() > 0) {
    target.hosts = type.hosts.front();
    target.devicesOfHost = *target.devices / *target.hosts;
  }
  return target;
}

Target graph::gpuTarget(const Accelerators::Row &accelerator,
                        std::optional<int64_t> count,
                        std::optional<int64_t> hosts, const Tables &tables) {
  Target target;
  target.kind = DeviceKind::Gpu;
  target.name = accelerator.name.str();
  target.table = tables.accelerators.info;
  target.devicesOfHost = count;
  target.hosts = hosts;
  if (count && hosts)
    target.devices = *count * *hosts;
  if (accelerator.memoryGb)
    target.memory = bytesOfGigabytes(*accelerator.memoryGb);
  return target;
}

/// The GPUs of `nvidia-tesla-v100x4`; without a number there is one.
static std::optional<Target> parseGpus(StringRef word, const Tables &tables) {
  for (const Accelerators::Row &row : tables.accelerators.rows) {
    StringRef rest = word;
    if (row.kind != Accelerators::Kind::Gpu ||
        !rest.consume_front(row.flagName))
      continue;
    int64_t count = 1;
    bool isNumber =
        rest.consume_front("x") && !rest.getAsInteger(10, count) && count > 0;
    if (rest.empty() || isNumber)
      return gpuTarget(row, count, /*hosts=*/1, tables);
  }
  return std::nullopt;
}

std::optional<Target> graph::parseTarget(StringRef word, const Tables &tables) {
  if (word == "cpu") {
    Target target;
    target.kind = DeviceKind::Host;
    target.name = "cpu";
    return target;
  }
  if (word.consume_front("tpu-")) {
    // The types of tpu7x begin with `tpu` themselves.
    const TpuTypes::Row *type = tables.tpuTypes.find(word);
    return type ? std::optional(tpuTarget(*type, tables)) : std::nullopt;
  }
  if (const TpuTypes::Row *type = tables.tpuTypes.find(word))
    return tpuTarget(*type, tables);
  if (word.consume_front("gpu-"))
    return parseGpus(word, tables);
  return std::nullopt;
}

std::optional<std::string> graph::frameworkOfRuntime(StringRef version,
                                                     const Tables &tables) {
  const AiPlatformRuntimeVersions::Row *row =
      tables.aiPlatformRuntimeVersions.find(version);
  if (!row)
    return std::nullopt;
  // A runtime version is called after its TensorFlow.
  return (row->tensorflow.empty() ? row->version : row->tensorflow).str();
}

std::vector<std::string> graph::targetWords(const Tables &tables) {
  std::vector<std::string> words = {"cpu"};
  for (const TpuTypes::Row &row : tables.tpuTypes.rows)
    words.push_back(("tpu-" + row.name).str());
  for (const Accelerators::Row &row : tables.accelerators.rows) {
    if (row.kind == Accelerators::Kind::Gpu)
      words.push_back(("gpu-" + row.flagName).str());
  }
  return words;
}
