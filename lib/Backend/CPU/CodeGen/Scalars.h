//===- Scalars.h - Operations on single elements ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_SCALARS_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_SCALARS_H

#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace trainlint::cpu {

// `emitScalar` knows all of these ops.
using stablehlo::isElementwise;

/// Such an operation computes a function that takes longer than arithmetic.
bool isFunction(mlir::Operation *op);

/// Emits what the operation does to elements of computed types (Elements.h).
/// Results of narrow floating-point types are rounded.
mlir::Value emitScalar(mlir::OpBuilder &builder, mlir::Operation *op,
                       mlir::ValueRange operands);

/// A computed value of one element type in another one.
mlir::Value emitConvert(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::Type from, mlir::Type to);

//===----------------------------------------------------------------------===//
// Parts of emitScalar. Each returns nothing for operations of other parts.
//===----------------------------------------------------------------------===//

/// Sums and products of numbers, and the larger or smaller of two.
mlir::Value emitAdd(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value left, mlir::Value right);
mlir::Value emitMultiply(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value left, mlir::Value right);
mlir::Value emitExtreme(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value left, mlir::Value right, mlir::Type element,
                        bool maximum);

mlir::Value emitUnary(mlir::OpBuilder &builder, mlir::Operation *op,
                      mlir::ValueRange operands);
mlir::Value emitBinary(mlir::OpBuilder &builder, mlir::Operation *op,
                       mlir::ValueRange operands);
mlir::Value emitComparison(mlir::OpBuilder &builder, mlir::Operation *op,
                           mlir::ValueRange operands);
mlir::Value emitMath(mlir::OpBuilder &builder, mlir::Operation *op,
                     mlir::ValueRange operands);

/// Of f32, the exponential function is off by less than a unit in the last
/// place, and the hyperbolic tangent by at most 4e-7 of itself.
mlir::Value emitExponential(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value x);
mlir::Value emitTanh(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);

mlir::Value emitComplex(mlir::OpBuilder &builder, mlir::Location loc,
                        ComplexFunction function, mlir::ValueRange operands);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_SCALARS_H
