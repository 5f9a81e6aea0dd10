//===- Fourier.cpp - Fourier transforms -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/RuntimeCalls.h"
#include "Backend/CPU/Runtime/Solvers.h"
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

using Number = std::complex<double>;
using Row = std::vector<Number>;

namespace trainlint::cpu {

static Number unit(double turns) {
  return std::polar(1.0, 2 * std::numbers::pi * turns);
}

/// Transforms a row whose length is a power of two.
static void transformPowerOfTwo(Row &row, int sign) {
  size_t n = row.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      std::swap(row[i], row[j]);
  }
  for (size_t size = 2; size <= n; size *= 2) {
    Row roots(size / 2);
    for (size_t k = 0; k < size / 2; ++k)
      roots[k] = unit(sign * double(k) / double(size));
    for (size_t start = 0; start < n; start += size)
      for (size_t k = 0; k < size / 2; ++k) {
        Number even = row[start + k],
               odd = row[start + k + size / 2] * roots[k];
        row[start + k] = even + odd;
        row[start + k + size / 2] = even - odd;
      }
  }
}

/// Any other length: a convolution with a chirp, of a power of two (Bluestein).
static void transformAny(Row &row, int sign) {
  size_t n = row.size(), size = 1;
  while (size < 2 * n)
    size *= 2;
  Row chirp(n), left(size), right(size);
  for (size_t i = 0; i < n; ++i)
    chirp[i] = unit(sign * double((i * i) % (2 * n)) / double(2 * n));
  for (size_t i = 0; i < n; ++i) {
    left[i] = row[i] * chirp[i];
    right[i] = std::conj(chirp[i]);
    if (i)
      right[size - i] = right[i];
  }
  transformPowerOfTwo(left, 1);
  transformPowerOfTwo(right, 1);
  for (size_t i = 0; i < size; ++i)
    left[i] *= right[i];
  transformPowerOfTwo(left, -1);
  for (size_t i = 0; i < n; ++i)
    row[i] = left[i] * chirp[i] / double(size);
}

static void transform(Row &row, int sign) {
  if (row.size() <= 1)
    return;
  if ((row.size() & (row.size() - 1)) == 0)
    transformPowerOfTwo(row, sign);
  else
    transformAny(row, sign);
}

/// Transforms all rows along a dimension of a dense tensor.
static void transformAlong(Row &all, const int64_t *sizes, int64_t rank,
                           int64_t dimension, int sign) {
  int64_t inner = 1, outer = 1, size = sizes[dimension];
  for (int64_t i = dimension + 1; i < rank; ++i)
    inner *= sizes[i];
  for (int64_t i = 0; i < dimension; ++i)
    outer *= sizes[i];
  Row row(size);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      Number *start = all.data() + o * size * inner + i;
      for (int64_t k = 0; k < size; ++k)
        row[k] = start[k * inner];
      transform(row, sign);
      for (int64_t k = 0; k < size; ++k)
        start[k * inner] = row[k];
    }
}

namespace {
enum Kind : int64_t { Forward, Inverse, RealForward, RealInverse };

/// One transform of a batch. A real side has all elements, the complex side of
/// a real transform the first half of the last dimension.
template <typename T>
class Transform {
public:
  explicit Transform(const FourierShape &shape)
      : shape(shape), last(shape.length[shape.rank - 1]) {
    for (int64_t i = 0; i < shape.rank; ++i)
      total *= shape.length[i];
    rows = total / std::max<int64_t>(last, 1);
  }

  void run(int64_t input, int64_t output) {
    using Complex = std::complex<T>;
    int64_t half = rows * (last / 2 + 1);
    for (int64_t i = 0; i < shape.batch; ++i) {
      switch (shape.kind) {
      case Forward:
      case Inverse: {
        const Complex *in =
            reinterpret_cast<const Complex *>(input) + i * total;
        Row all(in, in + total);
        transformAll(all, shape.kind == Forward ? -1 : 1);
        write(all, reinterpret_cast<Complex *>(output) + i * total, last);
        break;
      }
      case RealForward: {
        const T *in = reinterpret_cast<const T *>(input) + i * total;
        Row all(in, in + total);
        transformAll(all, -1);
        write(all, reinterpret_cast<Complex *>(output) + i * half,
              last / 2 + 1);
        break;
      }
      case RealInverse: {
        Row all =
            completed(reinterpret_cast<const Complex *>(input) + i * half);
        T *out = reinterpret_cast<T *>(output) + i * total;
        for (int64_t k = 0; k < total; ++k)
          out[k] = all[k].real();
        break;
      }
      }
    }
  }

private:
  void transformAll(Row &all, int sign) {
    for (int64_t d = 0; d < shape.rank; ++d)
      transformAlong(all, shape.length, shape.rank, d, sign);
    if (sign > 0)
      for (Number &value : all)
        value /= double(total);
  }

  void write(const Row &all, std::complex<T> *out, int64_t columns) {
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        *out++ = std::complex<T>(all[r * last + c]);
  }

  /// The other dimensions are transformed first; then the missing half of each
  /// row is the conjugate of the half that is there.
  Row completed(const std::complex<T> *in) {
    int64_t columns = last / 2 + 1;
    Row halves(in, in + rows * columns);
    int64_t sizes[3];
    std::copy(shape.length, shape.length + shape.rank, sizes);
    sizes[shape.rank - 1] = columns;
    for (int64_t d = 0; d + 1 < shape.rank; ++d)
      transformAlong(halves, sizes, shape.rank, d, 1);
    Row all(total), row(last);
    for (int64_t r = 0; r < rows; ++r) {
      const Number *half = halves.data() + r * columns;
      for (int64_t c = 0; c < last; ++c)
        row[c] = c < columns ? half[c] : std::conj(half[last - c]);
      row[0] = row[0].real();
      transform(row, 1);
      for (int64_t c = 0; c < last; ++c)
        all[r * last + c] = row[c] / double(total);
    }
    return all;
  }

  const FourierShape &shape;
  int64_t last, total = 1, rows = 1;
};
} // namespace

void fourier(int64_t shapeAddress, int64_t input, int64_t output) {
  const auto &shape = *reinterpret_cast<const FourierShape *>(shapeAddress);
  if (static_cast<SolverElement>(shape.element) == SolverElement::C64)
    Transform<float>(shape).run(input, output);
  else
    Transform<double>(shape).run(input, output);
}

} // namespace trainlint::cpu
