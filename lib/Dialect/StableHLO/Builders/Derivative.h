//===- Derivative.h - Derivatives that are known beforehand -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some ops compute a function whose derivative is simpler than that of each of
// them: an approximation by a polynomial, or a shift that cancels itself. The
// last op says so by an attribute. Who drops the attribute loses speed only, as
// the gradients of the ops are right, too.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_DERIVATIVE_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_DERIVATIVE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace trainlint::stablehlo::derivative {

inline constexpr llvm::StringLiteral Attribute = "trainlint.derivative";

/// The loss does not change with the result, whatever it is.
inline constexpr llvm::StringLiteral Zero = "zero";
/// The result is the error function of the first operand.
inline constexpr llvm::StringLiteral ErrorFunction = "erf";

/// What is said of an op, or nothing.
inline llvm::StringRef of(mlir::Operation *op) {
  auto name = op->getAttrOfType<mlir::StringAttr>(Attribute);
  return name ? name.getValue() : llvm::StringRef();
}

/// Says it of the op of a value, if there is one.
inline mlir::Value mark(mlir::Value value, llvm::StringRef name) {
  if (mlir::Operation *op = value.getDefiningOp())
    op->setAttr(Attribute, mlir::StringAttr::get(op->getContext(), name));
  return value;
}

} // namespace trainlint::stablehlo::derivative

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_DERIVATIVE_H
