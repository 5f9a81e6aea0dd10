//===- DeviceSteps.h - Steps on the devices ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_DEVICESTEPS_H
#define TRAINLINT_RUNTIME_TRAINER_DEVICESTEPS_H

#include "Runtime/Data/Dataset.h"
#include "Runtime/Pjrt/Client.h"
#include "Runtime/Trainer/DeviceState.h"
#include "Runtime/Trainer/StateParts.h"
#include "Runtime/Trainer/StepModule.h"
#include <chrono>
#include <deque>
#include <map>
#include <mutex>

namespace trainlint::trainer {

/// What one step told: each metric as the mean over the replicas.
struct StepMetrics {
  /// From 0.
  int64_t step = 0;
  std::vector<double> values;
};

/// A state on the host, by name.
using NamedTensors = std::map<std::string, run::HostTensor>;

/// The program of a step module on its devices, with the state. The state
/// stays there; only `fetchState` brings it to the host.
class DeviceSteps {
public:
  using Compile = CompileProgram;
  using Clock = std::chrono::steady_clock;

  /// Compiles `main` for replicas of as many partitions as the module says.
  static llvm::Expected<std::unique_ptr<DeviceSteps>>
  create(const pjrt::Client &client, const StepModule &module, int64_t replicas,
         Compile compile);

  /// Waits for what is under way, which reads the host's memory.
  ~DeviceSteps();

  /// Whether the device has the memory for a step.
  llvm::Error checkMemory() const;

  /// Gives each device a copy of a state, or its part of it.
  llvm::Error setState(std::vector<run::HostTensor> state);

  /// The state of the first device, or that of it whose names are wanted. With
  /// `checksReplicas`, that of each other has to have the same bytes. If a part
  /// of it is on other processes, all of them have to call this.
  llvm::Expected<NamedTensors>
  fetchState(bool checksReplicas,
             llvm::function_ref<bool(llvm::StringRef)> isWanted = {}) const;

  /// The state as it is on the devices; a step takes it over.
  const DeviceBuffers &buffers() const { return state; }

  /// Begins to bring a batch to the devices.
  llvm::Error upload(data::HostBatch batch);

  /// Begins a step with the batch that was uploaded last. Waits first until
  /// less than two steps are under way.
  llvm::Error execute(uint64_t seed);

  /// Waits for the steps since the last call, and fetches what they told.
  llvm::Expected<std::vector<StepMetrics>> takeMetrics();

  /// True if other processes have a part of the state.
  bool sharesState() const;

  const pjrt::Executable &getProgram() const { return *step; }

  /// The place of each device of this process.
  llvm::ArrayRef<DevicePlace> getPlaces() const { return places; }

  /// The replicas that this process has devices of.
  std::vector<int64_t> getReplicas() const { return replicasOf(places); }

  /// Since when the devices have had nothing to do; none while they do.
  std::optional<Clock::time_point> idleSince() const;

private:
  /// What a step works with until it is done.
  struct Flight {
    data::HostBatch batch;
    DeviceBuffers inputs;
    std::vector<pjrt::Event> uploads;
    std::vector<pjrt::Event> complete;
  };

  /// Steps that are not done on some device, and when the last one was.
  struct Work {
    std::mutex mutex;
    int64_t running = 0;
    Clock::time_point lastEnd = Clock::now();
  };

  void watch(llvm::ArrayRef<pjrt::Event> events);

  DeviceSteps(const pjrt::Client &client, const StepModule &module)
      : client(client), module(module) {}

  llvm::Error land();
  /// True for a state of which other processes may have a part.
  bool isGathered(size_t state) const;
  llvm::Error checkCopies(size_t state,
                          llvm::ArrayRef<const pjrt::Buffer *> copies,
                          const run::HostTensor &first) const;
  llvm::Expected<double> metricOf(size_t metric, const DeviceBuffers &told);

  const pjrt::Client &client;
  const StepModule &module;
  std::unique_ptr<pjrt::Executable> step;
  DeviceGrid grid = OneDevice;
  /// The place of each device of this process; other processes have the others.
  /// Everything else here counts these devices.
  std::vector<DevicePlace> places;
  /// True if some replica is on devices of several processes.
  bool isSplit = false;
  DeviceBuffers state;
  /// Null if each device has all of the state.
  std::unique_ptr<StateParts> parts;
  std::deque<Flight> flights;
  /// Threads of the plugin tell it what is done.
  std::shared_ptr<Work> work = std::make_shared<Work>();
  /// The number of each step that was begun, and its metrics by device.
  std::vector<std::pair<int64_t, DeviceBuffers>> told;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_DEVICESTEPS_H
