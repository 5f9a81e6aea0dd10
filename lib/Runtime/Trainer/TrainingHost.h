//===- TrainingHost.h - What a run works with ----------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_TRAININGHOST_H
#define TRAINLINT_RUNTIME_TRAINER_TRAININGHOST_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include "Runtime/Pjrt/KeyValueStore.h"
#include "Runtime/Trainer/DeviceState.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace trainlint::trainer {

/// What a run works with.
struct TrainingHost {
  const pjrt::Client &client;
  CompileProgram compile;
  llvm::raw_ostream &out;
  /// Notes go here, each line with the program's name.
  llvm::raw_ostream &err;
  /// Where the processes of a job compare what they begin with; null for one
  /// process, and where there is none.
  pjrt::KeyValueStore *store = nullptr;
  /// Which process of the job this is, and of how many.
  int64_t processIndex = 0;
  int64_t processCount = 1;
  /// Is given the state at the end, by the first process; may be empty.
  std::function<llvm::Error(
      const std::map<std::string, checkpoints::TensorView> &)>
      exportState = {};
  /// Asked before each step whether the run ends before it, as this process is
  /// interrupted or since all processes of a job agreed on that; empty where
  /// only the former matters.
  std::function<bool(int64_t step, bool isInterrupted)> endsBefore = {};
  /// Is given the step's program when all steps are done, and how many they
  /// were.
  std::function<llvm::Error(const pjrt::Executable &step, int64_t steps)>
      atEnd = {};
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_TRAININGHOST_H
