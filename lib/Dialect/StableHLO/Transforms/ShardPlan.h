//===- ShardPlan.h - What of a step is done in parts ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDPLAN_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDPLAN_H

#include "Dialect/StableHLO/Transforms/ShardState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace trainlint::stablehlo {

/// Which states of a step are kept in parts, and which ops of its function
/// compute with parts then.
class ShardPlan {
public:
  ShardPlan(mlir::func::FuncOp main, const ShardOptions &options);

  /// The numbers of the states that are kept in parts, among all states.
  llvm::ArrayRef<unsigned> getStates() const { return states.getArrayRef(); }
  unsigned argumentOf(unsigned state) const { return arguments[state]; }
  llvm::StringRef nameOf(unsigned state);

  /// True for an op that computes parts of its result only.
  bool isInParts(mlir::Operation *op) const { return ops.contains(op); }
  /// True for the result of an all_reduce of which only parts are needed.
  bool isScattered(mlir::OpResult result) const;
  /// True for what the function returns as such a state.
  bool isStateInParts(mlir::OpOperand &use) const;

private:
  bool isCandidate(unsigned state, const ShardOptions &options);
  void findDifferent();
  void findCombined();
  bool hasParts(mlir::Operation &op) const;
  void findOps();
  void dropStates();
  void pullBack();

  mlir::Value newValueOf(unsigned state);

  mlir::func::FuncOp main;
  /// The argument of each state.
  llvm::SmallVector<unsigned> arguments;
  llvm::SetVector<unsigned> states;
  llvm::DenseSet<mlir::Operation *> ops;
  /// How many operands of an op are parts.
  llvm::DenseMap<mlir::Operation *, unsigned> partsOf;
  /// Values that may be others on other replicas.
  llvm::DenseSet<mlir::Value> different;
  /// Values that something that replicas combine depends on.
  llvm::DenseSet<mlir::Value> combined;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDPLAN_H
