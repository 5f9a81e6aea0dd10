//===- GradientRegistry.h - The gradients of ops ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTREGISTRY_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTREGISTRY_H

#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/Transforms/ReverseMode.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace trainlint::stablehlo {

/// The gradient (vector-Jacobian product) of each op, by its name.
class GradientRegistry {
public:
  using Gradient =
      std::function<llvm::LogicalResult(mlir::Operation *, Pullback &p)>;

  static const GradientRegistry &all();

  /// Adds a gradient for real numbers, or for complex ones as well.
  enum Elements { OfReals, OfComplex };
  template <typename Op>
  void add(llvm::LogicalResult (*gradient)(Op, Pullback &),
           Elements elements = OfReals) {
    gradients[Op::getOperationName()] = {
        [gradient](mlir::Operation *op, Pullback &p) {
          return gradient(llvm::cast<Op>(op), p);
        },
        elements};
  }
  /// Adds a gradient that never fails.
  template <typename Op>
  void add(void (*gradient)(Op, Pullback &), Elements elements = OfReals) {
    gradients[Op::getOperationName()] = {
        [gradient](mlir::Operation *op, Pullback &p) {
          gradient(llvm::cast<Op>(op), p);
          return llvm::success();
        },
        elements};
  }
  /// Adds ops whose results do not change with small changes of operands.
  template <typename... Ops>
  void addZero() {
    (zero.insert(Ops::getOperationName()), ...);
  }

  bool isZero(mlir::Operation *op) const {
    return zero.contains(op->getName().getStringRef()) ||
           derivative::of(op) == derivative::Zero;
  }

  /// Accumulates gradients for the operands of an op, or emits that it has
  /// none.
  llvm::LogicalResult apply(mlir::Operation *op, Pullback &p) const;

private:
  struct Entry {
    Gradient gradient;
    Elements elements;
  };
  llvm::StringMap<Entry> gradients;
  llvm::StringSet<> zero;
};

// The families of gradients.
void addMathGradients(GradientRegistry &registry);
void addArithmeticGradients(GradientRegistry &registry);
void addSelectAndMinMaxGradients(GradientRegistry &registry);
void addDataMovementGradients(GradientRegistry &registry);
void addReductionGradients(GradientRegistry &registry);
void addWindowGradients(GradientRegistry &registry);
void addContractionGradients(GradientRegistry &registry);
void addConvolutionGradients(GradientRegistry &registry);
void addIndexingGradients(GradientRegistry &registry);
void addSortGradients(GradientRegistry &registry);
void addBranchGradients(GradientRegistry &registry);
void addLoopGradients(GradientRegistry &registry);
void addCollectiveGradients(GradientRegistry &registry);
void addNormalizationGradients(GradientRegistry &registry);

/// The conjugates of complex numbers; real ones as they are.
mlir::Value conjugate(ProgramBuilder &p, mlir::Value value);

/// How a body of one op combines its two arguments, if it is such a body.
std::optional<Combination> combinationOf(mlir::Region &body);

/// Whether a value is a constant that a maximum or a minimum with any other
/// number is that number.
bool isLimit(mlir::Value value, Combination combination);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTREGISTRY_H
