//===- Solvers.h - Factors, systems, Fourier transforms ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_SOLVERS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_SOLVERS_H

#include <cstdint>

namespace trainlint::cpu {

/// Arguments are addresses: the shape, and dense buffers.
void cholesky(int64_t shape, int64_t input, int64_t output);
void triangularSolve(int64_t shape, int64_t a, int64_t b, int64_t output);
void fourier(int64_t shape, int64_t input, int64_t output);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_SOLVERS_H
