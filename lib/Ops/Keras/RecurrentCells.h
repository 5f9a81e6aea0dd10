//===- RecurrentCells.h - What happens in one step --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_RECURRENTCELLS_H
#define TRAINLINT_OPS_KERAS_RECURRENTCELLS_H

#include "Ops/Keras/LayerCall.h"

namespace trainlint::keras {

/// What a step leaves.
struct CellStep {
  mlir::Value output;
  Values states;
};

/// What a recurrent layer does in each step. Its settings and its weights are
/// those of a call, which says what stands in its way.
class Cell {
public:
  explicit Cell(LayerCall &call) : call(call), b(call.builder) {}
  virtual ~Cell() = default;

  /// Reads the settings and makes the weights, for steps of a shape
  /// [batch, ...].
  virtual llvm::LogicalResult build(Shape step) = 0;
  /// Computes what does not depend on states, for all steps [batch, steps, ...]
  /// at once.
  virtual llvm::FailureOr<mlir::Value> project(mlir::Value steps) = 0;
  /// What the states are, and the output first of all. Known when something was
  /// projected.
  virtual llvm::SmallVector<llvm::SmallVector<int64_t>> stateShapes() const = 0;
  /// Takes a step, [batch, ...], of what was projected.
  virtual llvm::FailureOr<CellStep> step(mlir::Value projected,
                                         const Values &states) = 0;

protected:
  /// A value with some of its elements dropped at the rate of a setting, the
  /// same ones whenever `mask`, which is made the first time, is given again.
  mlir::Value dropped(mlir::Value value, llvm::StringRef setting,
                      mlir::Value &mask);
  bool isDropping(llvm::StringRef setting) const;
  /// Makes the weights that inputs and states are multiplied with.
  llvm::LogicalResult makeKernels(Shape inputs, Shape states,
                                  mlir::Value &kernel, mlir::Value &recurrent);

  LayerCall &call;
  stablehlo::ProgramBuilder &b;
};

/// The cell of a class, such as `LSTM`, `GRUCell` or `ConvLSTM2D`; null for a
/// class that has none.
std::unique_ptr<Cell> makeCell(LayerCall &call);

// The families, each in a file; null for classes of others.
std::unique_ptr<Cell> makeDenseCell(LayerCall &call);
std::unique_ptr<Cell> makeConvolutionCell(LayerCall &call);

/// A step of an LSTM: what its four gates take lies beside each other along a
/// dimension of `gates`.
llvm::FailureOr<CellStep> stepOfGates(LayerCall &call, mlir::Value gates,
                                      int64_t dimension, mlir::Value cell);

/// How the bias of an LSTM begins: with ones behind so many gates, as a network
/// that forgets at first learns nothing of what is long ago. Null if it begins
/// as its setting says.
stablehlo::Initializer forgetBias(LayerCall &call, int64_t gatesBefore);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_RECURRENTCELLS_H
