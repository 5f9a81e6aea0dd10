//===- DeviceEvaluation.h - Models measured on devices ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_DEVICEEVALUATION_H
#define TRAINLINT_RUNTIME_TRAINER_DEVICEEVALUATION_H

#include "Runtime/Data/Dataset.h"
#include "Runtime/Trainer/DeviceState.h"
#include "Runtime/Trainer/EvaluationModule.h"
#include <deque>

namespace trainlint::trainer {

/// What a model is worth on a data set.
struct EvaluationResult {
  int64_t examples = 0;
  /// In the order of the module's metrics; the loss comes first.
  std::vector<double> metrics;
};

/// The programs of an evaluation module or prediction module on their devices.
class DeviceEvaluation {
public:
  /// Pointers to buffers as `state[device][index]`, in the order of the
  /// module's states.
  using State = std::vector<std::vector<const pjrt::Buffer *>>;

  static llvm::Expected<std::unique_ptr<DeviceEvaluation>>
  create(const pjrt::Client &client, const EvaluationModule &module,
         DeviceGrid grid, CompileProgram compile);

  /// The place of each device of this process.
  llvm::ArrayRef<DevicePlace> getPlaces() const { return places; }

  /// Waits for what is under way, which reads the host's memory.
  ~DeviceEvaluation();

  llvm::Error checkMemory() const;

  /// The program that runs on all devices.
  const pjrt::Executable &program() const { return *main; }

  /// What a data set has to be made with: each example is seen once, in its
  /// order. What fills up the last batch does not count.
  static data::DatasetOptions
  datasetOptions(int64_t replicas, uint64_t seed, data::ImageScale scale,
                 const data::PipelineOptions &pipeline);

  llvm::Expected<EvaluationResult> evaluate(const data::Dataset &dataset,
                                            const State &state, uint64_t seed);

  /// The outputs for all examples, in their order.
  llvm::Expected<std::vector<run::HostTensor>>
  predict(const data::Dataset &dataset, const State &state, uint64_t seed);

private:
  struct Flight {
    data::HostBatch batch;
    std::vector<char> seed;
    std::vector<std::vector<char>> weights;
    DeviceBuffers arguments;
    std::vector<pjrt::Event> uploads;
    pjrt::RunResults results;
  };
  /// The results of a replica, and how many of its examples count.
  using Visit = llvm::function_ref<llvm::Error(
      llvm::ArrayRef<run::HostTensor> results, int64_t examples)>;

  DeviceEvaluation(const pjrt::Client &client, const EvaluationModule &module)
      : client(client), module(module) {}

  llvm::Error run(const data::Dataset &dataset, const State &state,
                  uint64_t seed, Visit visit);
  llvm::Error begin(data::HostBatch batch, const data::Dataset &dataset,
                    const State &state, uint64_t seed);
  llvm::Error land(const data::Dataset &dataset, Visit visit);
  llvm::Expected<std::vector<double>>
  metricsOf(llvm::ArrayRef<std::vector<double>> totals);

  const pjrt::Client &client;
  const EvaluationModule &module;
  std::unique_ptr<pjrt::Executable> main, metrics;
  std::vector<DevicePlace> places;
  std::deque<Flight> flights;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_DEVICEEVALUATION_H
