//===- MatrixOptimizers.cpp - Optimizers that take parameters for matrices ===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/OptimizerFormulas.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Adafactor
//===----------------------------------------------------------------------===//

/// The root of the mean of squares, as a scalar.
static Value sizeOf(ProgramBuilder &b, Value values) {
  int64_t rank = ProgramBuilder::shapeOf(values).size();
  return b.sqrt(b.mean(b.multiply(values, values),
                       llvm::to_vector(llvm::seq<int64_t>(0, rank))));
}

Updated stablehlo::applyAdafactor(ProgramBuilder &b,
                                  const OptimizerOptions &optimizer,
                                  Value parameter, mlir::ValueRange slots,
                                  Value gradient, Value rate, Value step) {
  Formulas f(b, parameter);
  mlir::Type element = ProgramBuilder::elementOf(rate);
  Value count = b.add(b.convert(step, element), b.scalar(element, 1));
  Value length = b.minimum(rate, b.rsqrt(count));
  Value least = b.scalar(element, optimizer.leastSize);
  Value scaled = b.multiply(b.maximum(least, sizeOf(b, parameter)), length);
  Value decay = f.rest(b.power(count, b.scalar(element, optimizer.beta2Decay)));
  Value squares =
      f.plus(f.square(gradient), b.scalar(element, optimizer.epsilon));
  auto move = [&](Value mean, Value value) {
    return Formulas(b, mean).move(mean, value, decay);
  };
  Updated result;
  Value square;
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(parameter);
  auto rank = static_cast<int64_t>(shape.size());
  if (rank < 2) {
    square = move(slots[0], squares);
    result.slots = {square};
  } else {
    Value rows = move(slots[0], b.mean(squares, {rank - 1}));
    Value columns = move(slots[1], b.mean(squares, {rank - 2}));
    result.slots = {rows, columns};
    auto outer = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
    Value whole = b.broadcast(b.mean(rows, {rank - 2}),
                              ProgramBuilder::shapeOf(rows), outer);
    SmallVector<int64_t> ofRows = outer, ofColumns = outer;
    ofRows.push_back(rank - 2);
    ofColumns.push_back(rank - 1);
    square = b.multiply(b.broadcast(b.divide(rows, whole), shape, ofRows),
                        b.broadcast(columns, shape, ofColumns));
  }
  Value change = b.divide(gradient, b.sqrt(square));
  Value excess = b.scale(sizeOf(b, change), 1 / optimizer.clipThreshold);
  Value factor = b.divide(scaled, b.maximum(b.like(excess, 1), excess));
  result.parameter = b.subtract(parameter, f.times(change, factor));
  return result;
}

//===----------------------------------------------------------------------===//
// Muon
//===----------------------------------------------------------------------===//

bool stablehlo::isMatrixOfMuon(const OptimizerOptions &optimizer,
                               StringRef name, RankedTensorType type) {
  if (type.getRank() != 2 ||
      (optimizer.excludesEmbeddings && name.contains_insensitive("embedding")))
    return false;
  return !optimizer.isExcluded || !optimizer.isExcluded(name);
}

/// A matrix with the singular vectors of another, whose singular values are
/// about 1, by steps of a polynomial.
static Value orthogonalized(ProgramBuilder &b,
                            const OptimizerOptions &optimizer, Value matrix) {
  constexpr double Epsilon = 1e-7;
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(matrix);
  bool isTall = shape[0] > shape[1];
  Value x = isTall ? b.transpose(matrix, {1, 0}) : matrix;
  Value norm = b.sqrt(b.sumOfAll(b.multiply(x, x)));
  norm = b.add(norm, b.like(norm, Epsilon));
  x = b.divide(x, b.broadcastTo(norm, ProgramBuilder::shapeOf(x)));
  for (int64_t step = 0; step < optimizer.muonSteps; ++step) {
    Value square = b.dotGeneral(x, x, {1}, {1});
    Value factor = b.add(b.scale(square, optimizer.muonB),
                         b.scale(b.matmul(square, square), optimizer.muonC));
    x = b.add(b.scale(x, optimizer.muonA), b.matmul(factor, x));
  }
  return isTall ? b.transpose(x, {1, 0}) : x;
}

Updated stablehlo::applyMuon(ProgramBuilder &b,
                             const OptimizerOptions &optimizer, Value parameter,
                             Value momentum, Value gradient, Value rate) {
  Formulas f(b, parameter);
  Value decay = b.like(rate, optimizer.momentum);
  Value sum = b.add(f.times(momentum, decay), gradient);
  Value direction =
      optimizer.isNesterov ? b.add(gradient, f.times(sum, decay)) : sum;
  Value change = f.times(orthogonalized(b, optimizer, direction), rate);
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(parameter);
  if (optimizer.sizeRate != 0)
    change = b.scale(
        change, std::sqrt(static_cast<double>(std::max(shape[0], shape[1]))) *
                    optimizer.sizeRate);
  return {b.subtract(parameter, change), {sum}};
}
