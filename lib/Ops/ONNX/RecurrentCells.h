//===- RecurrentCells.h - Steps of recurrent networks -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_RECURRENTCELLS_H
#define TRAINLINT_OPS_ONNX_RECURRENTCELLS_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::onnx {

/// A function that a cell applies, with its numbers.
struct CellFunction {
  enum class Kind : uint8_t {
    Affine,
    Elu,
    HardSigmoid,
    LeakyRelu,
    Relu,
    ScaledTanh,
    Sigmoid,
    Softplus,
    Softsign,
    Tanh,
    ThresholdedRelu,
  };
  Kind kind = Kind::Tanh;
  double alpha = 0;
  double beta = 0;

  bool hasAlpha() const;
  bool hasBeta() const;
  mlir::Value apply(stablehlo::ProgramBuilder &b, mlir::Value x) const;
  /// The function of a name, with the numbers that it has if none are given.
  static std::optional<CellFunction> find(llvm::StringRef name);
};

/// The kinds of cells, by how many gates they have.
enum class CellKind : uint8_t { Simple = 1, Gru = 3, Lstm = 4 };

/// One direction of a network.
class RecurrentCell {
public:
  RecurrentCell(stablehlo::ProgramBuilder &b, CellKind kind, int64_t units)
      : b(b), kind(kind), units(units) {}

  /// As many as the kind has: those of gates, of the candidate, of the output.
  llvm::SmallVector<CellFunction, 3> functions;
  /// What functions are applied to is kept within it, on both sides.
  std::optional<double> border;
  /// Of a GRU: the state is multiplied by its weights before it is reset.
  bool isResetLast = false;
  /// Of an LSTM: what is not forgotten is not taken in.
  bool couplesGates = false;
  /// [units, gates * units].
  mlir::Value weights;
  /// [gates * units] of the state; null if there is none.
  mlir::Value bias;
  /// [3 * units] of an LSTM; null if there are none.
  mlir::Value peepholes;
  /// The output, and the cell of an LSTM: [batch, units].
  llvm::SmallVector<mlir::Value, 2> state;

  /// Goes on by what the inputs of a step are projected to: [batch, gates *
  /// units].
  void step(mlir::Value projected);

private:
  void stepOfGru(mlir::Value projected);
  void stepOfLstm(mlir::Value projected);
  /// Gates beginning with one of a number.
  mlir::Value gate(mlir::Value all, int64_t number) const;
  mlir::Value biased(mlir::Value x, mlir::Value bias) const;
  mlir::Value apply(unsigned function, mlir::Value x) const;
  /// What a gate of an LSTM sees of the cell.
  mlir::Value peeking(mlir::Value gate, int64_t number, mlir::Value cell) const;

  stablehlo::ProgramBuilder &b;
  CellKind kind;
  int64_t units;
};

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_RECURRENTCELLS_H
