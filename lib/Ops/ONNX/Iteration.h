//===- Iteration.h - Subgraphs of ONNX that are repeated --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_ITERATION_H
#define TRAINLINT_OPS_ONNX_ITERATION_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

using Operands = llvm::SmallVector<Operand>;

/// The type of a tensor; null of what is none or not known.
mlir::RankedTensorType typeOf(const Operand &operand);
/// What is known of the values of two branches, or of two turns of a loop.
Operand join(stablehlo::ProgramBuilder &b, const Operand &one,
             const Operand &other);
/// The boolean that a tensor of one element is, if it is known.
std::optional<bool> knownTruth(stablehlo::ProgramBuilder &b,
                               const Operand &operand);

/// What one turn of a loop gives.
struct Turn {
  Operands carried;
  /// Of each turn one is kept, and all of them are stacked.
  Operands collected;
  /// Whether another turn may follow; not given if one always does.
  Operand goesOn;
};

/// Runs the turn of a number, a scalar of i64. Fails after it has reported why.
using TurnFunction = llvm::function_ref<llvm::FailureOr<Turn>(
    mlir::Value number, llvm::ArrayRef<Operand> carried)>;

/// A loop: turn by turn where that is shorter or the only way, else as a loop
/// of the program. If only types are computed, what all turns have in common.
class Iteration {
public:
  Iteration(OpCall &call, TurnFunction turn) : call(call), turn(turn) {}

  /// How many turns there are at most. None if it is not known.
  std::optional<int64_t> trips;
  /// The same if it is computed; null if there is no such limit.
  mlir::Value limit;
  /// Whether there is a first turn, if that is computed.
  mlir::Value condition;
  /// Whether one of the two depends on data. Known only if types are computed.
  bool isLengthOfData = false;
  Operands carried;
  Operands collected;

  /// Takes `carried` to its last values, and fills `collected`.
  llvm::LogicalResult run();

private:
  /// What is known of a turn before the loop is built.
  struct Probe {
    bool isDone = false;
    /// True if what is carried keeps its types.
    bool isStable = false;
    /// True if it never ends the loop.
    bool isEndless = false;
    bool endsAtOnce = false;
    llvm::SmallVector<mlir::RankedTensorType> collected;
    std::string change;
  };
  enum class Unrolling : uint8_t { Done, Failed, DependsOnData, TooLong };

  llvm::LogicalResult computeTypes();
  llvm::LogicalResult runNone();
  Probe probe(mlir::Block &scratch);
  Unrolling unroll(int64_t most, Operands &now, Operands &stacks);
  bool tryUnroll(int64_t most, Unrolling &outcome);
  llvm::LogicalResult buildLoop(const Probe &probed);
  llvm::LogicalResult refuse(Unrolling outcome, const Probe &probed);
  mlir::Value goesOnAt(mlir::Value number, mlir::Value goesOn);

  OpCall &call;
  TurnFunction turn;
};

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_ITERATION_H
