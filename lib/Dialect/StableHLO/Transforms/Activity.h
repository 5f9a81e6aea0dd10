//===- Activity.h - What depends on the arguments ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_ACTIVITY_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_ACTIVITY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::stablehlo {

class GradientRegistry;

/// The values that change when what is differentiated for changes a little.
/// Integers and booleans never do.
class Activity {
public:
  explicit Activity(const GradientRegistry &registry) : registry(registry) {}

  const GradientRegistry &gradientRegistry() const { return registry; }

  /// Marks a value, if it is one of real or complex numbers.
  void mark(mlir::Value value);
  bool isVaried(mlir::Value value) const { return varied.contains(value); }

  /// Marks what an op computes from marked values; ops are visited in order.
  void visit(mlir::Operation *op);

  /// Drops what is known about an op that is about to be erased.
  void forget(mlir::Operation *op);

private:
  void visit(mlir::Region &region);
  void markResults(mlir::Operation *op, mlir::Region &region);
  void visitLoop(mlir::Operation *op, mlir::Region &body);

  const GradientRegistry &registry;
  llvm::DenseSet<mlir::Value> varied;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_ACTIVITY_H
