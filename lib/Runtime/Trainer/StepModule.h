//===- StepModule.h - What the trainer asks of a step -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H
#define TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H

#include "Runtime/Data/Binding.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::trainer {

/// An array with the name that the model gives it.
struct NamedShape {
  std::string name;
  pjrt::BufferShape shape;
};

/// What an argument of a step is for.
enum class Role { State, Input, Seed };

/// A step of training with the state before the first one, as the functions
/// `main` and `init` of a StableHLO module say it (docs/training.md).
struct StepModule {
  struct Argument {
    Role role;
    /// The number among the arguments of its role.
    size_t index;
  };

  std::string name;
  /// How many replicas the module asks for; nothing if it does not say.
  std::optional<int64_t> replicas;
  std::vector<NamedShape> state;
  std::vector<data::InputSpec> inputs;
  /// Scalars; results behind the state.
  std::vector<NamedShape> metrics;
  /// The arguments of `main` in their order.
  std::vector<Argument> arguments;
  bool initTakesSeed = false;

  /// Programs with one function `main` each, as devices compile them.
  std::string initText;
  std::string stepText;
  /// Tells modules apart: SHA-256 of the printed text, in hexadecimal digits.
  std::string hash;

  /// The examples of one replica in a step; 1 for a step without inputs.
  int64_t batch() const { return inputs.empty() ? 1 : inputs.front().batch(); }
};

/// Checks the form of a step module and takes it apart. Each breach is an MLIR
/// error at its place; nothing then.
std::optional<StepModule> analyzeStepModule(mlir::ModuleOp module);

/// A context with the dialects of step modules and of devrt programs.
std::unique_ptr<mlir::MLIRContext> makeStepContext();

/// Reads a step module from text. The error has a line for each diagnostic,
/// as `file:line:column: error: what is wrong`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readStepModule(llvm::StringRef text, llvm::StringRef fileName,
               mlir::MLIRContext &context, StepModule &step);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H
