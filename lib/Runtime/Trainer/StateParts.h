//===- StateParts.h - States of which devices keep parts --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only devices know that a state is in parts: the host has all of it, so that
// files are the same with and without, and any number of devices goes on from
// them. Replicas keep parts of what follows from sums over all of them; the
// partitions of a replica keep tiles of what their program divides. A program
// for each shape brings parts together, one tensor at a time.
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

/// What a device keeps of a state. If bytes have to be added behind its last
/// ones, `filled` has them.
pjrt::HostArray partOf(const ModelProgram &program, size_t state,
                       const run::HostTensor &whole, DevicePlace place,
                       std::vector<char> &filled);

/// What a device takes of an input, of which a replica's batch has all.
pjrt::HostArray inputPartOf(const ModelProgram &program, size_t input,
                            const char *bytes, DevicePlace place);

/// Gives each device of this process what it keeps of a state. The tensors are
/// freed one after the other: the host never has all of it beside the devices.
llvm::Expected<DeviceBuffers> uploadParts(const pjrt::Client &client,
                                          const ModelProgram &program,
                                          llvm::ArrayRef<pjrt::Device> devices,
                                          llvm::ArrayRef<DevicePlace> places,
                                          std::vector<run::HostTensor> state);

/// The programs that bring parts together.
class StateParts {
public:
  /// This process has all devices of so many of the grid's replicas, and parts
  /// of no others; or those of a replica may be in several processes if it is
  /// 0.
  static llvm::Expected<std::unique_ptr<StateParts>>
  create(const ModelProgram &program, DeviceGrid grid, int64_t ownReplicas,
         CompileProgram compile);

  /// All of a state on each device of this process. Each process has to call
  /// this for what replicas have parts of.
  llvm::Expected<std::vector<pjrt::Buffer>>
  gather(size_t state, llvm::ArrayRef<const pjrt::Buffer *> parts) const;

private:
  explicit StateParts(const ModelProgram &program) : program(program) {}

  const ModelProgram &program;
  /// By their text.
  std::map<std::string, std::unique_ptr<pjrt::Executable>> programs;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_STATEPARTS_H
