//===- RuntimeCalls.h - What programs pass to the runtime -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code passes the addresses of these records, which the code generator
// writes among the constants of a program and the runtime reads.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_RUNTIMECALLS_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_RUNTIMECALLS_H

#include <cstdint>

namespace trainlint::cpu {

/// Functions that programs call by their index.
enum class ComplexFunction : int32_t {
  Abs,
  Cbrt,
  Cosine,
  Exponential,
  ExponentialMinusOne,
  Log,
  LogPlusOne,
  Logistic,
  Rsqrt,
  Sine,
  Sqrt,
  Tan,
  Tanh,
  Sign,
  Divide,
  Power,
  Atan2,
};

/// Elements that solvers work on.
enum class SolverElement : int64_t { F32, F64, C64, C128 };

/// Of each of `batch` square matrices of `size` rows.
struct CholeskyShape {
  int64_t element, batch, size, lower;
};

/// op(a) x = b, or x op(a) = b if not `leftSide`; b has `rows` and `columns`.
struct TriangularShape {
  int64_t element, batch, rows, columns;
  int64_t leftSide, lower, unitDiagonal;
  /// 0: op(a) = a, 1: transposed, 2: adjoint.
  int64_t transpose;
};

/// Transforms over the last `rank` dimensions.
struct FourierShape {
  /// FFT, IFFT, RFFT, IRFFT
  int64_t kind;
  /// Of the complex side.
  int64_t element;
  int64_t batch, rank;
  /// Lengths of the transform.
  int64_t length[3];
};

/// Products of `batch` pairs of dense matrices: of `rows` x `sums` and `sums` x
/// `columns`, each possibly stored the other way round.
struct MatrixShape {
  int64_t batch, rows, columns, sums, leftTransposed, rightTransposed;
};

enum class ConvolutionKind : int64_t { Forward, BackwardData, BackwardWeights };

/// A convolution as training has it: `source` (batch, channels), `kernel`
/// (outputs, channels), `result` (batch, outputs), each with `spatial` further
/// dimensions. One of the three is what is computed. Followed by `spatial`
/// windows, then by the distances between elements in each dimension of the
/// source, the kernel and the result.
struct ConvolutionShape {
  int64_t kind, spatial, batch, channels, outputs, groups;
  /// Elements of the kernel between groups, if there are several.
  int64_t groupDistance;
  /// All three are of bf16; of f32 otherwise.
  int64_t isBFloat16;
};
struct ConvolutionWindow {
  int64_t source, kernel, result, stride, dilation, paddingLow, paddingHigh;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_RUNTIMECALLS_H
