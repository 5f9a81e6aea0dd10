//===- Quantization.h - Numbers as integers ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number is (integer - zero point) * scale. Scales and zero points are single
// ones, or there is one for each index of an axis.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_QUANTIZATION_H
#define TRAINLINT_OPS_ONNX_QUANTIZATION_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

/// True for the integers that numbers are quantized to.
bool isQuantizedElement(mlir::Type element);

/// True for a scale or zero point for a whole tensor.
bool isSingle(Shape parameter);

/// A parameter for each element of a shape: a single one, or one of those of an
/// axis. Nothing is checked.
mlir::Value spreadParameter(stablehlo::ProgramBuilder &b, mlir::Value parameter,
                            Shape shape, int64_t axis);

/// Multiples of scales as integers: halves are rounded to even numbers, and
/// what is out of range is moved to its border. `zeroPoint` has the shape of
/// the multiples, or is null.
mlir::Value toQuantized(stablehlo::ProgramBuilder &b, mlir::Value multiples,
                        mlir::Value zeroPoint, mlir::Type element);

/// Integers less their zero points as i32. `zeroPoint` is null, or as above.
mlir::Value lessZeroPoint(stablehlo::ProgramBuilder &b, mlir::Value integers,
                          mlir::Value zeroPoint);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_QUANTIZATION_H
