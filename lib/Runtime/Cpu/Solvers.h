//===- Solvers.h - Linear systems and Fourier transforms --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_SOLVERS_H
#define TRAINLINT_RUNTIME_CPU_SOLVERS_H

#include <cstdint>

namespace trainlint::cpu {

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

/// Arguments are addresses: the shape, and dense buffers.
void cholesky(int64_t shape, int64_t input, int64_t output);
void triangularSolve(int64_t shape, int64_t a, int64_t b, int64_t output);
void fourier(int64_t shape, int64_t input, int64_t output);

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_SOLVERS_H
