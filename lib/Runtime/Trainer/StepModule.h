//===- StepModule.h - What the trainer asks of a step -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H
#define TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H

#include "Runtime/Trainer/ModelProgram.h"
#include "Support/SequentialContext.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::trainer {

/// A step of training with the state before the first one, as the functions
/// `main` and `init` of a StableHLO module say it (docs/training.md).
struct StepModule : ModelProgram {
  /// How many replicas the module asks for; nothing if it does not say.
  std::optional<int64_t> replicas;
  /// Scalars; results behind the state.
  std::vector<NamedShape> metrics;
  /// True if no device makes a step before all others have begun it: a
  /// collective of all replicas is part of each, and a metric tells partitions
  /// what they share.
  bool keepsTogether = false;
  /// Tells modules apart: a hash of what they say, in hexadecimal digits.
  std::string hash;
};

/// Checks the form of a step module and takes it apart. Each breach is an MLIR
/// error at its place; nothing then.
std::optional<StepModule> analyzeStepModule(mlir::ModuleOp module);

/// A context with the dialects of step modules and of devrt programs.
std::unique_ptr<SequentialContext> makeStepContext();

/// Reads a module from text and takes it apart with a function. The error has a
/// line for each diagnostic, as `file:line:column: error: what is wrong`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readModuleText(llvm::StringRef text, llvm::StringRef fileName,
               mlir::MLIRContext &context,
               llvm::function_ref<bool(mlir::ModuleOp)> analyze);

/// Reads a step module from text.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readStepModule(llvm::StringRef text, llvm::StringRef fileName,
               mlir::MLIRContext &context, StepModule &step);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_STEPMODULE_H
