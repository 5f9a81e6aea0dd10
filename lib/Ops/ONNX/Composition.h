//===- Composition.h - Operators of ONNX made of others ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_COMPOSITION_H
#define TRAINLINT_OPS_ONNX_COMPOSITION_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

/// What an operator of ONNX itself gives first, as a part of the node. Fails as
/// the node.
llvm::FailureOr<Operand> apply(OpCall &call, llvm::StringRef op,
                               llvm::SmallVector<Operand> inputs,
                               mlir::DictionaryAttr attributes);

/// The rows of a table at indices of any shape.
llvm::FailureOr<Operand> rowsAt(OpCall &call, const Operand &table,
                                const Operand &indices);

/// (x - mean) / deviation over the last dimension, or x over the root of the
/// mean of its squares; small floats are computed in f32.
struct Normalized {
  mlir::Value value;
  /// With a last dimension of 1.
  mlir::Value mean;
  mlir::Value inverseDeviation;
};
Normalized normalizeLast(stablehlo::ProgramBuilder &b, mlir::Value x,
                         double epsilon, bool isSimplified);

/// A part of the last dimension.
mlir::Value columns(stablehlo::ProgramBuilder &b, mlir::Value x, int64_t begin,
                    int64_t size);

/// The product of matrices of any rank as NumPy has it. Fails if the shapes do
/// not fit.
llvm::FailureOr<mlir::Value> matrixProduct(OpCall &call, mlir::Value x,
                                           mlir::Value y);

/// An operand that is a value.
inline Operand operandOf(mlir::Value value) {
  Operand operand;
  operand.value = value;
  return operand;
}

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_COMPOSITION_H
