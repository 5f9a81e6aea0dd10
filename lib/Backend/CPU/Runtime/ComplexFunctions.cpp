//===- ComplexFunctions.cpp - Functions of complex numbers ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/ComplexFunctions.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include <cmath>
#include <complex>

using Number = std::complex<double>;

namespace trainlint::cpu {

/// exp(x + iy) - 1; the real part is exp(x) cos(y) - 1 without cancellation.
static Number expm1(Number z) {
  double x = z.real(), y = z.imag();
  double half = std::sin(y / 2);
  double grown = std::expm1(x);
  return {grown * std::cos(y) - 2 * half * half, std::exp(x) * std::sin(y)};
}

/// log(1 + z); the modulus is taken without adding one to a small number.
static Number log1p(Number z) {
  double x = z.real(), y = z.imag();
  if (std::abs(x) + std::abs(y) > 0.5)
    return std::log(1.0 + z);
  return {0.5 * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x)};
}

static Number sign(Number z) {
  double size = std::abs(z);
  return size == 0 ? Number(0) : z / size;
}

/// The angle of the complex point (x, y): -i log((x + iy) / sqrt(x^2 + y^2)).
static Number atan2(Number y, Number x) {
  const Number i(0, 1);
  return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
}

static Number evaluate(ComplexFunction function, Number z) {
  switch (function) {
  case ComplexFunction::Abs:
    return std::abs(z);
  case ComplexFunction::Cbrt:
    return z == Number(0) ? z : std::exp(std::log(z) / 3.0);
  case ComplexFunction::Cosine:
    return std::cos(z);
  case ComplexFunction::Exponential:
    return std::exp(z);
  case ComplexFunction::ExponentialMinusOne:
    return expm1(z);
  case ComplexFunction::Log:
    return std::log(z);
  case ComplexFunction::LogPlusOne:
    return log1p(z);
  case ComplexFunction::Logistic:
    return 1.0 / (1.0 + std::exp(-z));
  case ComplexFunction::Rsqrt:
    return 1.0 / std::sqrt(z);
  case ComplexFunction::Sine:
    return std::sin(z);
  case ComplexFunction::Sqrt:
    return std::sqrt(z);
  case ComplexFunction::Tan:
    return std::tan(z);
  case ComplexFunction::Tanh:
    return std::tanh(z);
  case ComplexFunction::Sign:
    return sign(z);
  default:
    return z; // functions of two numbers
  }
}

ComplexNumber complexUnary(int32_t function, double re, double im) {
  Number value = evaluate(static_cast<ComplexFunction>(function), {re, im});
  return {value.real(), value.imag()};
}

ComplexNumber complexBinary(int32_t function, double re, double im, double re2,
                            double im2) {
  Number left(re, im), right(re2, im2), value;
  switch (static_cast<ComplexFunction>(function)) {
  case ComplexFunction::Divide:
    value = left / right;
    break;
  case ComplexFunction::Power:
    value = right == Number(0)  ? Number(1)
            : left == Number(0) ? Number(0)
                                : std::pow(left, right);
    break;
  default:
    value = atan2(left, right);
    break;
  }
  return {value.real(), value.imag()};
}

} // namespace trainlint::cpu
