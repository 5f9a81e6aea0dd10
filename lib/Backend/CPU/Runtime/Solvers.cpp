//===- Solvers.cpp - Factors and linear systems ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Solvers.h"
#include "Backend/CPU/Interface/RuntimeCalls.h"
#include <complex>
#include <cstring>
#include <type_traits>

namespace trainlint::cpu {

template <typename T>
static T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return std::conj(value);
}

/// Calls the function with a null pointer to the type of the elements.
template <typename Function>
static void withElement(int64_t element, Function function) {
  switch (static_cast<SolverElement>(element)) {
  case SolverElement::F32:
    return function(static_cast<float *>(nullptr));
  case SolverElement::F64:
    return function(static_cast<double *>(nullptr));
  case SolverElement::C64:
    return function(static_cast<std::complex<float> *>(nullptr));
  case SolverElement::C128:
    return function(static_cast<std::complex<double> *>(nullptr));
  }
}

/// l l^H = a of one matrix, of which only one triangle is read. The other
/// triangle of the result is zero.
template <typename T>
static void factor(const T *a, T *l, int64_t n, bool lower) {
  std::memset(static_cast<void *>(l), 0, n * n * sizeof(T));
  auto in = [&](int64_t i, int64_t j) {
    return lower ? a[i * n + j] : conjugate(a[j * n + i]);
  };
  auto at = [&](int64_t i, int64_t j) -> T & {
    return lower ? l[i * n + j] : l[j * n + i];
  };
  // An upper factor is stored transposed, hence conjugated at the end.
  for (int64_t j = 0; j < n; ++j) {
    T sum = in(j, j);
    for (int64_t k = 0; k < j; ++k)
      sum -= at(j, k) * conjugate(at(j, k));
    T diagonal = std::sqrt(sum);
    at(j, j) = diagonal;
    for (int64_t i = j + 1; i < n; ++i) {
      T rest = in(i, j);
      for (int64_t k = 0; k < j; ++k)
        rest -= at(i, k) * conjugate(at(j, k));
      at(i, j) = rest / diagonal;
    }
  }
  if (!lower)
    for (int64_t i = 0; i < n * n; ++i)
      l[i] = conjugate(l[i]);
}

void cholesky(int64_t shapeAddress, int64_t input, int64_t output) {
  const auto &shape = *reinterpret_cast<const CholeskyShape *>(shapeAddress);
  withElement(shape.element, [&](auto *type) {
    using T = std::remove_pointer_t<decltype(type)>;
    int64_t size = shape.size * shape.size;
    for (int64_t i = 0; i < shape.batch; ++i)
      factor(reinterpret_cast<const T *>(input) + i * size,
             reinterpret_cast<T *>(output) + i * size, shape.size, shape.lower);
  });
}

/// Solves in place, with rows of `x` that are `step` elements apart, whose
/// elements are `stride` apart.
template <typename T>
static void solve(const TriangularShape &shape, const T *a, T *x, int64_t size,
                  int64_t step, int64_t count, int64_t stride,
                  bool transposed) {
  bool adjoint = shape.transpose == 2;
  auto at = [&](int64_t i, int64_t j) {
    T value = transposed ? a[j * size + i] : a[i * size + j];
    return adjoint ? conjugate(value) : value;
  };
  bool forward = shape.lower != int64_t(transposed);
  for (int64_t n = 0; n < size; ++n) {
    int64_t i = forward ? n : size - 1 - n;
    for (int64_t c = 0; c < count; ++c) {
      T value = x[i * step + c * stride];
      for (int64_t m = 0; m < n; ++m) {
        int64_t k = forward ? m : size - 1 - m;
        value -= at(i, k) * x[k * step + c * stride];
      }
      x[i * step + c * stride] = shape.unitDiagonal ? value : value / at(i, i);
    }
  }
}

void triangularSolve(int64_t shapeAddress, int64_t a, int64_t b,
                     int64_t output) {
  const auto &shape = *reinterpret_cast<const TriangularShape *>(shapeAddress);
  withElement(shape.element, [&](auto *type) {
    using T = std::remove_pointer_t<decltype(type)>;
    int64_t rows = shape.rows, columns = shape.columns;
    int64_t size = shape.leftSide ? rows : columns;
    std::memcpy(reinterpret_cast<void *>(output),
                reinterpret_cast<const void *>(b),
                shape.batch * rows * columns * sizeof(T));
    for (int64_t i = 0; i < shape.batch; ++i) {
      const T *matrix = reinterpret_cast<const T *>(a) + i * size * size;
      T *x = reinterpret_cast<T *>(output) + i * rows * columns;
      // x op(a) = b is op(a)^T x^T = b^T.
      if (shape.leftSide)
        solve(shape, matrix, x, size, columns, columns, 1,
              shape.transpose != 0);
      else
        solve(shape, matrix, x, size, 1, rows, columns, shape.transpose == 0);
    }
  });
}

} // namespace trainlint::cpu
