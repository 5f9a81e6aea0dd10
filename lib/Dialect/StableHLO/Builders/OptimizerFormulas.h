//===- OptimizerFormulas.h - What optimizers have in common -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERFORMULAS_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERFORMULAS_H

#include "Dialect/StableHLO/Builders/Optimizers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"

namespace trainlint::stablehlo {

/// Calculates with tensors and scalars of one element type, which are broadcast
/// where they meet.
class Formulas {
public:
  Formulas(ProgramBuilder &b, mlir::Value like)
      : b(b), shape(ProgramBuilder::shapeOf(like)) {}

  mlir::Value all(mlir::Value scalar) { return b.broadcastTo(scalar, shape); }
  mlir::Value times(mlir::Value tensor, mlir::Value scalar) {
    return b.multiply(tensor, all(scalar));
  }
  mlir::Value plus(mlir::Value tensor, mlir::Value scalar) {
    return b.add(tensor, all(scalar));
  }
  mlir::Value square(mlir::Value tensor) { return b.multiply(tensor, tensor); }

  mlir::Value norm(mlir::Value tensor) {
    return b.sqrt(b.sumOfAll(square(tensor)));
  }
  /// A scalar, and `one` if a norm is not above `zero`: such a tensor has no
  /// direction to scale by.
  mlir::Value unlessZero(mlir::Value norm, mlir::Value scalar, mlir::Value zero,
                         mlir::Value one) {
    return b.select(b.compare(norm, zero, ComparisonDirection::GT), scalar,
                    one);
  }

  /// 1 - x of a scalar.
  mlir::Value rest(mlir::Value scalar) {
    return b.subtract(b.like(scalar, 1), scalar);
  }

  /// Moves a running mean to a value: m + (v - m) * (1 - decay).
  mlir::Value move(mlir::Value mean, mlir::Value value, mlir::Value decay) {
    return b.add(mean, times(b.subtract(value, mean), rest(decay)));
  }

private:
  ProgramBuilder &b;
  llvm::ArrayRef<int64_t> shape;
};

/// An update of tensors that have one element type. `slots` are those of the
/// formula.
Updated applyFormula(ProgramBuilder &b, const OptimizerOptions &optimizer,
                     mlir::Value parameter, mlir::ValueRange slots,
                     mlir::Value gradient, mlir::Value rate, mlir::Value step);

/// The slots of the formula for a parameter of a name.
llvm::SmallVector<SlotDefinition, 3>
formulaSlots(const OptimizerOptions &optimizer, llvm::StringRef name,
             mlir::RankedTensorType type);

// Of optimizers that take a parameter for matrices. `step` counts the steps
// before this one.

/// Adafactor: the mean of squares is kept as the means of rows and columns.
Updated applyAdafactor(ProgramBuilder &b, const OptimizerOptions &optimizer,
                       mlir::Value parameter, mlir::ValueRange slots,
                       mlir::Value gradient, mlir::Value rate,
                       mlir::Value step);

/// True for a parameter that Muon takes for a matrix; others are Adam's.
bool isMatrixOfMuon(const OptimizerOptions &optimizer, llvm::StringRef name,
                    mlir::RankedTensorType type);

/// Muon: a momentum whose singular values are all made about 1.
Updated applyMuon(ProgramBuilder &b, const OptimizerOptions &optimizer,
                  mlir::Value parameter, mlir::Value momentum,
                  mlir::Value gradient, mlir::Value rate);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERFORMULAS_H
