//===- StateSaver.h - Checkpoints beside the steps ------------ -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state is copied to the host between two steps, and a thread writes the
// copy while the next steps are made. In a job whose processes keep together
// each writes a part of it, and the first one the index when all parts are
// there; otherwise the first one writes all.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_STATESAVER_H
#define TRAINLINT_RUNTIME_TRAINER_STATESAVER_H

#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Trainer/BackgroundTask.h"
#include "Runtime/Trainer/DeviceSteps.h"
#include "Runtime/Trainer/TrainingHost.h"
#include "Runtime/Trainer/TrainingOptions.h"
#include <atomic>

namespace trainlint::trainer {

/// The bytes of a state as files hold it. They belong to the tensors.
std::map<std::string, checkpoints::TensorView>
viewOf(const NamedTensors &tensors);

class StateSaver {
public:
  StateSaver(const TrainingOptions &options, const StepModule &step,
             const TrainingHost &host);
  /// Gives up what waits for other processes.
  ~StateSaver();

  /// Compares with the first process when checkpoints are due, as a part of one
  /// is of no use.
  llvm::Error agree() const;

  /// Whether a checkpoint is due by the clock, of which all processes think
  /// alike: the first one's counts, at the end of the loop after it. Is to be
  /// called at the end of each loop.
  llvm::Expected<bool> isTime(int64_t step, bool isLate);

  /// Begins to write a checkpoint. Waits until the one before is written; its
  /// error is that of this call then.
  llvm::Error save(const DeviceSteps &device, checkpoints::Progress progress);

  /// The same for the state of the best evaluation, by the first process.
  llvm::Error saveBest(const DeviceSteps &device,
                       checkpoints::Progress progress);

  /// The error of what was being written, if it has failed.
  llvm::Error check() { return task.check(); }

  /// Waits until all is written.
  llvm::Error finish() { return task.wait(); }

private:
  llvm::Error saveWhole(const DeviceSteps &device,
                        checkpoints::Progress progress);
  llvm::Error writeShare(const NamedTensors &state,
                         const checkpoints::Progress &progress) const;
  llvm::Expected<std::string> awaitShard(int64_t step, size_t process) const;

  const TrainingOptions &options;
  const TrainingHost &host;
  checkpoints::CheckpointFolder folder;
  /// Null where the first process writes all.
  pjrt::KeyValueStore *store = nullptr;
  checkpoints::ShardPlan plan;
  /// How often a checkpoint was due by the clock, and whether the first process
  /// has told so for the next time.
  int64_t times = 0;
  bool isTold = false;
  std::atomic<bool> isGivenUp = false;
  // The last, so that it is waited for first.
  BackgroundTask task;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_STATESAVER_H
