//===- Target.h - What a graph is to run on ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_TARGET_H
#define TRAINLINT_DEVICE_TARGET_H

#include "Tables/Tables.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace trainlint::graph {

/// What computes the graph.
enum class DeviceKind : uint8_t { Unknown, Host, Gpu, Tpu };

/// A value that does not stand in the graph, with the place that gives it: in
/// a job, among the arguments of the trainer, or on the command line.
template <typename T>
struct Located {
  T value;
  mlir::LocationAttr location;
};

/// The machines of a job that a name stands for in device strings, such as
/// `worker` in `/job:worker/task:1`.
struct DevicePool {
  /// In the words of TF_CONFIG: `chief`, which device strings also call
  /// `master`, `worker`, `ps` or `evaluator`.
  llvm::StringRef job;
  /// Unknown if it is not known what a machine has.
  DeviceKind kind = DeviceKind::Unknown;
  /// The accelerator, in the user's words.
  std::string name;
  /// The devices of one machine.
  std::optional<int64_t> devicesOfTask;
  /// The machines; 0 if the job has none of them.
  std::optional<int64_t> tasks;
  /// Where the machines are chosen, and their number; null if they are not.
  mlir::LocationAttr location;
  mlir::LocationAttr tasksLocation;
};

/// The devices that a job or the command line gives to a graph. What is not
/// known is absent, and no check guesses it.
struct Target {
  DeviceKind kind = DeviceKind::Unknown;
  /// In the user's words: `v3-8`, `NVIDIA_TESLA_V100`.
  std::string name;
  /// Where the device is named; null if it is not.
  mlir::LocationAttr location;
  /// The devices of one host, as frameworks number them: GPUs, cores of TPUs.
  std::optional<int64_t> devicesOfHost;
  /// The devices of all hosts: one replica of the model runs on each.
  std::optional<int64_t> devices;
  /// The hosts that compute.
  std::optional<int64_t> hosts;
  /// The memory of one device, in bytes.
  std::optional<uint64_t> memory;
  /// The side of the matrix unit of a TPU.
  std::optional<int64_t> matrixUnit;
  /// The generation of a TPU, the chips of its slice and how they are arranged;
  /// empty for what is no TPU, or if it is not known.
  llvm::StringRef generation;
  std::optional<int64_t> chips;
  std::string topology;
  /// False for TPUs that TensorFlow does not support.
  bool runsTensorFlow = true;
  /// False for TPUs on hosts of their own, which read Cloud Storage only.
  bool readsLocalFiles = true;
  /// True if the service chooses the GPU, and the name is that of the tier.
  bool isChosenByService = false;
  /// The machines of a job that has several kinds of them.
  std::vector<DevicePool> pools;
  /// The table that says all this, if one does.
  TableInfo table;

  bool isTpu() const { return kind == DeviceKind::Tpu; }
  /// Puts what `replace` makes of each location in its place.
  void replaceLocations(
      llvm::function_ref<mlir::LocationAttr(mlir::LocationAttr)> replace);
  /// The pool that device strings call `job`; null if there is none.
  const DevicePool *findPool(llvm::StringRef job) const;
  /// True if some machine of the job has GPUs, as far as it is known.
  bool mayHaveGpus() const;
};

/// What the trainer is told and the graph does not hold.
struct TrainingValues {
  /// Examples of one step on all replicas together.
  std::optional<Located<int64_t>> batchSize;
  /// True if the trainer certainly means all replicas together by it, so that
  /// it can be judged without a graph.
  bool batchIsGlobal = false;
  /// The same of an evaluation.
  std::optional<Located<int64_t>> evalBatchSize;
  /// Steps that run on the device before the host is asked.
  std::optional<Located<int64_t>> iterationsPerLoop;
  /// The same in the words of Keras, which does one unless it is told.
  std::optional<Located<int64_t>> stepsPerExecution;
  std::optional<Located<int64_t>> stepsPerEpoch;
  std::optional<Located<int64_t>> steps;
  std::optional<Located<int64_t>> checkpointSteps;
  std::optional<Located<int64_t>> summarySteps;
  std::optional<Located<std::string>> dataDir;
  std::optional<Located<std::string>> modelDir;
  /// Files of examples.
  std::vector<Located<std::string>> files;
  /// The cores that the trainer is told of.
  std::optional<Located<int64_t>> cores;
  /// Whether it is told to use a TPU.
  std::optional<Located<bool>> useTpu;
  /// Where it is to look for its TPU, and the region that the job runs in.
  std::optional<Located<std::string>> tpuZone;
  std::optional<Located<std::string>> region;
  /// True if an argument names a TPU, which need not be that of the job.
  bool namesTpu = false;
  /// True if a replica of the model takes several cores, or may do so.
  bool splitsModel = false;
  /// The version of TensorFlow that the job runs with, such as `1.15`.
  std::optional<Located<std::string>> frameworkVersion;
  /// Operations that a TPU cannot run go to the host.
  bool softPlacement = false;

  /// Puts what `replace` makes of each location in its place.
  void replaceLocations(
      llvm::function_ref<mlir::LocationAttr(mlir::LocationAttr)> replace);
};

/// The target that a word such as `tpu-v3-8`, `gpu-nvidia-tesla-v100` or
/// `gpu-nvidia-tesla-v100x4` or `cpu` stands for; none for other words.
std::optional<Target> parseTarget(llvm::StringRef word, const Tables &tables);

/// The version of TensorFlow that a runtime version of AI Platform has; none if
/// there is no such runtime version.
std::optional<std::string> frameworkOfRuntime(llvm::StringRef version,
                                              const Tables &tables);

/// The words that begin like what `parseTarget` takes, for messages: all TPUs
/// and GPUs of the tables.
std::vector<std::string> targetWords(const Tables &tables);

/// A TPU of a type of the tables.
Target tpuTarget(const TpuTypes::Row &type, const Tables &tables);
/// A slice of `chips` chips; on how many hosts is left open.
Target tpuTarget(const TpuGenerations::Row &generation, int64_t chips,
                 const Tables &tables);
/// `count` GPUs on each of `hosts` hosts.
Target gpuTarget(const Accelerators::Row &accelerator,
                 std::optional<int64_t> count, std::optional<int64_t> hosts,
                 const Tables &tables);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_TARGET_H
