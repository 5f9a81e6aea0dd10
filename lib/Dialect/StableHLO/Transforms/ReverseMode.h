//===- ReverseMode.h - Reverse-mode differentiation -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_REVERSEMODE_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_REVERSEMODE_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::stablehlo {

class Activity;

/// The backward pass over ops that were run in order. Collects the gradient of
/// the loss (the adjoint) for each value: each op adds its vector-Jacobian
/// product to the gradients of its operands.
class ReverseMode {
public:
  /// New ops are put where the builder is.
  ReverseMode(Activity &activity, mlir::OpBuilder &b)
      : activity(activity), b(b) {}

  /// The gradient of a value so far; null if the loss was not found to depend
  /// on it.
  mlir::Value gradientOf(mlir::Value value) const {
    return gradients.lookup(value);
  }

  /// Adds to the gradient of a value, unless it depends on nothing that is
  /// differentiated for.
  void accumulate(mlir::Location loc, mlir::Value value, mlir::Value gradient);

  /// Applies the gradients of ops, the last one first. Emits what has none.
  llvm::LogicalResult run(llvm::ArrayRef<mlir::Operation *> ops);

  /// Copies what a block computes and goes back through the copy. The gradients
  /// are those of what the block returns, null for none. The mapping says what
  /// arguments are, where the block uses them.
  llvm::LogicalResult replay(mlir::Block &block, mlir::IRMapping &mapping,
                             mlir::ValueRange gradients);

  Activity &activity;

private:
  mlir::OpBuilder &b;
  llvm::DenseMap<mlir::Value, mlir::Value> gradients;
};

/// The pullback of one op: builds ops at its location, reads the gradients of
/// its results and accumulates those of its operands.
class Pullback : public ProgramBuilder {
public:
  Pullback(ReverseMode &backward, mlir::Operation *op, mlir::OpBuilder &b)
      : ProgramBuilder(b, op->getLoc()), backward(backward), op(op) {}

  /// The gradient of a result, never null for an op that has only one.
  mlir::Value gradient(unsigned result = 0) const {
    return backward.gradientOf(op->getResult(result));
  }
  /// The same, with zeros where the loss does not depend on the result.
  mlir::Value gradientOrZero(unsigned result);

  bool wants(mlir::Value operand) const;

  /// Adds to the gradient of an operand, which is computed only if it is
  /// wanted.
  void accumulate(mlir::Value operand,
                  llvm::function_ref<mlir::Value()> gradient);
  void accumulate(mlir::Value operand, mlir::Value gradient) {
    accumulate(operand, [&] { return gradient; });
  }

  /// Zeros of a type, which may be one of complex numbers.
  mlir::Value zeros(mlir::Type type);

  /// The values from outside that regions of the op compute with and that
  /// gradients are wanted for.
  llvm::SmallVector<mlir::Value> wantedCaptures() const;

  /// Emits that the op has no gradient for a reason.
  llvm::LogicalResult emitUnsupported(const llvm::Twine &reason) const;

  /// Puts other values in the place of the results and erases the op.
  void replaceWith(mlir::ValueRange values);

  ReverseMode &backward;

private:
  mlir::Operation *op;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_REVERSEMODE_H
