//===- ComplexFunctions.h - Functions of complex numbers --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_COMPLEXFUNCTIONS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_COMPLEXFUNCTIONS_H

#include <cstdint>

namespace trainlint::cpu {

/// Returned in two registers, as machine code returns two results.
struct ComplexNumber {
  double re, im;
};

/// Values of functions of one and of two numbers. Abs has no imaginary part.
ComplexNumber complexUnary(int32_t function, double re, double im);
ComplexNumber complexBinary(int32_t function, double re, double im, double re2,
                            double im2);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_COMPLEXFUNCTIONS_H
