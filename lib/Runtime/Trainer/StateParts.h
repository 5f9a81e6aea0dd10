//===- StateParts.h - States that replicas keep in parts --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only devices know that a state is in parts: the host has all of it, so that
// files are the same with and without, and any number of replicas goes on from
// them. A program for each shape brings parts together, one tensor at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_STATEPARTS_H
#define TRAINLINT_RUNTIME_TRAINER_STATEPARTS_H

#include "Runtime/Trainer/DeviceState.h"
#include "Runtime/Trainer/StepModule.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::trainer {

/// Changes a step so that each replica keeps a part of the optimizer's state,
/// but for the states that are needed wholly. Notes if there is nothing to keep
/// in parts. False if the changed step has not the form of one, which is
/// emitted.
bool keepStateInParts(mlir::ModuleOp module, StepModule &step, int64_t replicas,
                      const llvm::StringSet<> &whole, llvm::raw_ostream &err);

class StateParts {
public:
  /// Compiles the programs that bring parts together.
  static llvm::Expected<std::unique_ptr<StateParts>>
  create(const StepModule &step, int64_t replicas, CompileProgram compile);

  /// What a replica keeps of a state. If bytes have to be added behind its
  /// last ones, `filled` has them.
  pjrt::HostArray partOf(size_t state, const run::HostTensor &whole,
                         int64_t replica, std::vector<char> &filled) const;

  /// All of a state on each replica of this process, of the parts of all. Each
  /// process has to call this.
  llvm::Expected<std::vector<pjrt::Buffer>>
  gather(size_t state, llvm::ArrayRef<const pjrt::Buffer *> parts) const;

private:
  explicit StateParts(const StepModule &step) : step(step) {}

  const StepModule &step;
  /// By their text.
  std::map<std::string, std::unique_ptr<pjrt::Executable>> programs;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_STATEPARTS_H
