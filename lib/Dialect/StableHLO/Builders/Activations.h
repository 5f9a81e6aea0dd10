//===- Activations.h - Functions that layers apply --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ACTIVATIONS_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ACTIVATIONS_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

// All of them are differentiable where they should be: no branch that is not
// chosen overflows.

mlir::Value relu(ProgramBuilder &b, mlir::Value x);
/// x where it is positive, else a number times x.
mlir::Value leakyRelu(ProgramBuilder &b, mlir::Value x, double slope);
/// x where it is positive, else alpha * (exp(x) - 1); all times a scale.
mlir::Value elu(ProgramBuilder &b, mlir::Value x, double alpha,
                double scale = 1);
mlir::Value selu(ProgramBuilder &b, mlir::Value x);
mlir::Value clip(ProgramBuilder &b, mlir::Value x, double low, double high);
/// slope * x + offset, kept within [0, 1].
mlir::Value hardSigmoid(ProgramBuilder &b, mlir::Value x, double slope,
                        double offset);
/// log(1 + exp(x)).
mlir::Value softplus(ProgramBuilder &b, mlir::Value x);
mlir::Value softsign(ProgramBuilder &b, mlir::Value x);
mlir::Value absolute(ProgramBuilder &b, mlir::Value x);
/// The error function, to the precision of f32, or of f64 for f64.
mlir::Value errorFunction(ProgramBuilder &b, mlir::Value x);
/// x * Phi(x), or its approximation by a hyperbolic tangent.
mlir::Value gelu(ProgramBuilder &b, mlir::Value x, bool isApproximate);
mlir::Value softmax(ProgramBuilder &b, mlir::Value x, int64_t dimension);
/// The point of the probabilities that is next to x: most of them are 0.
mlir::Value sparsemax(ProgramBuilder &b, mlir::Value x, int64_t dimension);
mlir::Value logSoftmax(ProgramBuilder &b, mlir::Value x, int64_t dimension);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ACTIVATIONS_H
