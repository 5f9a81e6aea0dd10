//===- Activations.cpp - Functions that layers apply ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::stablehlo;

static Value isPositive(ProgramBuilder &b, Value x) {
  return b.compare(x, b.like(x, 0), ComparisonDirection::GT);
}

Value stablehlo::relu(ProgramBuilder &b, Value x) {
  return b.maximum(x, b.like(x, 0));
}

Value stablehlo::leakyRelu(ProgramBuilder &b, Value x, double slope) {
  return b.select(isPositive(b, x), x, b.scale(x, slope));
}

Value stablehlo::elu(ProgramBuilder &b, Value x, double alpha, double scale) {
  Value negative = b.minimum(x, b.like(x, 0));
  Value grown = b.function<ExponentialMinusOneOp>(negative);
  return b.select(isPositive(b, x), b.scale(x, scale),
                  b.scale(grown, alpha * scale));
}

Value stablehlo::selu(ProgramBuilder &b, Value x) {
  // The numbers of Klambauer et al. 2017, with which means and variances stay.
  return elu(b, x, 1.6732632423543772, 1.0507009873554805);
}

Value stablehlo::clip(ProgramBuilder &b, Value x, double low, double high) {
  return b.minimum(b.maximum(x, b.like(x, low)), b.like(x, high));
}

Value stablehlo::hardSigmoid(ProgramBuilder &b, Value x, double slope,
                             double offset) {
  return clip(b, b.add(b.scale(x, slope), b.like(x, offset)), 0, 1);
}

Value stablehlo::absolute(ProgramBuilder &b, Value x) {
  return b.maximum(x, b.negate(x));
}

Value stablehlo::softplus(ProgramBuilder &b, Value x) {
  Value tail = b.exponential(b.negate(absolute(b, x)));
  return b.add(relu(b, x), b.function<LogPlusOneOp>(tail));
}

Value stablehlo::softsign(ProgramBuilder &b, Value x) {
  return b.divide(x, b.add(absolute(b, x), b.like(x, 1)));
}

/// A polynomial from its highest coefficient to the lowest.
static Value polynomial(ProgramBuilder &b, Value x,
                        ArrayRef<double> coefficients) {
  Value sum = b.like(x, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = b.add(b.multiply(sum, x), b.like(x, coefficient));
  return sum;
}

/// x times a function of its square, which together are the error function.
static Value errorOf(Value x, Value shape, ProgramBuilder &b) {
  return derivative::mark(b.multiply(x, shape), derivative::ErrorFunction);
}

/// The series 2 / sqrt(pi) * exp(-x^2) * sum(2^n x^(2n+1) / (2n+1)!!), whose
/// terms are all positive, so that none cancels another.
static Value errorSeries(ProgramBuilder &b, Value x, double border,
                         unsigned terms) {
  Value kept = clip(b, x, -border, border);
  Value square = b.multiply(kept, kept);
  llvm::SmallVector<double> coefficients = {1.0};
  for (unsigned n = 1; n < terms; ++n)
    coefficients.push_back(coefficients.back() * 2 / (2 * n + 1));
  std::reverse(coefficients.begin(), coefficients.end());
  Value sum = polynomial(b, square, coefficients);
  Value bell = b.scale(b.exponential(b.negate(square)), 1.1283791670955126);
  return errorOf(kept, b.multiply(bell, sum), b);
}

/// A ratio of polynomials that was fitted to erf(x) / x, of which it is off by
/// at most 1.9e-8, and computed in f32 by at most 3.9e-7.
static Value errorRatio(ProgramBuilder &b, Value x) {
  Value kept = clip(b, x, -3.92, 3.92);
  Value square = b.multiply(kept, kept);
  Value above = polynomial(b, square,
                           {2.05007411e-06, 2.84883433e-04, 3.76566458e-03,
                            5.27488734e-02, 1.90407619e-01, 1.12837915});
  Value below = polynomial(b, square,
                           {3.8091615e-05, 1.16254629e-03, 1.4969314e-02,
                            1.14109585e-01, 5.020771e-01, 1.0});
  return errorOf(kept, b.divide(above, below), b);
}

Value stablehlo::errorFunction(ProgramBuilder &b, Value x) {
  // The polynomials need more bits than small types have.
  mlir::Type element = ProgramBuilder::elementOf(x);
  if (element.getIntOrFloatBitWidth() < 32) {
    Value wide = b.convert(x, b.builder().getF32Type());
    return b.convert(errorFunction(b, wide), element);
  }
  // Beyond the borders the function is 1 in the type.
  return element.isF64() ? errorSeries(b, x, 6, 140) : errorRatio(b, x);
}

Value stablehlo::gelu(ProgramBuilder &b, Value x, bool isApproximate) {
  Value half = b.scale(x, 0.5);
  Value shape;
  if (isApproximate) {
    Value cube = b.multiply(b.multiply(x, x), x);
    Value inner = b.add(x, b.scale(cube, 0.044715));
    shape = b.tanh(b.scale(inner, 0.7978845608028654));
  } else {
    shape = errorFunction(b, b.scale(x, 0.7071067811865476));
  }
  return b.multiply(half, b.add(shape, b.like(shape, 1)));
}

/// What a reduction along a dimension left, copied along it again.
static Value along(ProgramBuilder &b, Value reduced, Value like,
                   int64_t dimension) {
  llvm::SmallVector<int64_t> others;
  for (int64_t i = 0; i < ProgramBuilder::typeOf(like).getRank(); ++i) {
    if (i != dimension)
      others.push_back(i);
  }
  return b.broadcast(reduced, ProgramBuilder::shapeOf(like), others);
}

/// Shares do not change with what is taken from all of them.
static Value lessGreatest(ProgramBuilder &b, Value x, int64_t dimension) {
  Value greatest = b.reduce(x, {dimension}, Combination::Maximum);
  derivative::mark(greatest, derivative::Zero);
  return b.subtract(x, along(b, greatest, x, dimension));
}

Value stablehlo::softmax(ProgramBuilder &b, Value x, int64_t dimension) {
  Value grown = b.exponential(lessGreatest(b, x, dimension));
  return b.divide(grown, along(b, b.sum(grown, {dimension}), grown, dimension));
}

Value stablehlo::logSoftmax(ProgramBuilder &b, Value x, int64_t dimension) {
  Value moved = lessGreatest(b, x, dimension);
  Value sum = b.sum(b.exponential(moved), {dimension});
  return b.subtract(moved, along(b, b.log(sum), moved, dimension));
}

/// The sums of the elements up to each one of a dimension.
static Value runningSums(ProgramBuilder &b, Value x, int64_t dimension) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(x);
  size_t rank = shape.size();
  WindowOptions window;
  window.sizes.assign(rank, 1);
  window.strides.assign(rank, 1);
  window.padding.assign(rank, {0, 0});
  window.baseDilations.assign(rank, 1);
  window.windowDilations.assign(rank, 1);
  window.sizes[dimension] = shape[dimension];
  window.padding[dimension] = {shape[dimension] - 1, 0};
  return b.reduceWindow(x, window, Combination::Add);
}

Value stablehlo::sparsemax(ProgramBuilder &b, Value x, int64_t dimension) {
  Value one = b.like(x, 1);
  // As many of the greatest are above 0 as are greater than what would be taken
  // from all of them. Which they are has no derivative.
  Value sorted = b.sort(x, dimension, ComparisonDirection::GT).front();
  Value count = b.add(b.iota(ProgramBuilder::typeOf(x), dimension), one);
  Value sums = runningSums(b, sorted, dimension);
  Value isAbove = b.compare(b.add(one, b.multiply(count, sorted)), sums,
                            ComparisonDirection::GT);
  Value infinite = b.like(sorted, std::numeric_limits<double>::infinity());
  Value least = b.reduce(b.select(isAbove, sorted, infinite), {dimension},
                         Combination::Minimum);
  Value isKept =
      b.compare(x, along(b, least, x, dimension), ComparisonDirection::GE);
  Value zero = b.like(x, 0);
  Value kept = b.sum(b.select(isKept, one, zero), {dimension});
  Value sum = b.sum(b.select(isKept, x, zero), {dimension});
  Value taken = b.divide(b.subtract(sum, b.like(sum, 1)), kept);
  return b.maximum(b.subtract(x, along(b, taken, x, dimension)), zero);
}
