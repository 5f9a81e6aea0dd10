//===- ForwardFunction.h - What a forward module offers ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDFUNCTION_H
#define TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDFUNCTION_H

#include "Dialect/StableHLO/Builders/Constraints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint {

/// An argument or a result.
struct NamedValue {
  std::string name;
  unsigned number = 0;
  mlir::Type type;
};

/// The functions of a forward module, by what their arguments and results are
/// for.
struct ForwardFunction {
  mlir::func::FuncOp function;
  mlir::func::FuncOp init;
  // Arguments.
  llvm::SmallVector<NamedValue> parameters;
  /// Of those parameters that have one, by their names.
  llvm::StringMap<stablehlo::Constraint> constraints;
  llvm::SmallVector<NamedValue> states;
  llvm::SmallVector<NamedValue> inputs;
  std::optional<NamedValue> seed;
  // Results.
  llvm::SmallVector<NamedValue> outputs;
  /// Of those outputs that have one, by their names.
  llvm::StringMap<NamedValue> masks;
  llvm::SmallVector<NamedValue> losses;
  /// Where the model has its loss by itself: what outputs are compared with, by
  /// the name of the output, and the losses of examples.
  llvm::StringMap<NamedValue> labels;
  std::optional<NamedValue> exampleLoss;
  /// One for each of `states`.
  llvm::StringMap<NamedValue> newStates;
  /// Of those parameters that the model changes itself before they are updated,
  /// by their names.
  llvm::StringMap<NamedValue> changed;
  /// The results of `@init` by name: one for each parameter and state.
  llvm::StringMap<unsigned> initial;
};

/// Reads the roles of a forward module. Emits what does not fit.
llvm::FailureOr<ForwardFunction> readForwardModule(mlir::ModuleOp module);

/// Calls `add` with all that a model adds to its loss by itself: its own terms,
/// and `l2` times the squares of each parameter with more than one dimension.
/// `copy` says what stands for its values where the builder is.
void forEachPenalty(stablehlo::ProgramBuilder &b,
                    const ForwardFunction &forward, double l2,
                    const mlir::IRMapping &copy,
                    llvm::function_ref<void(mlir::Value)> add);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDFUNCTION_H
