//===- Normalization.cpp - Means and variances of layers ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

SmallVector<int64_t> stablehlo::otherDimensions(int64_t rank,
                                                ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i) {
    if (!llvm::is_contained(dimensions, i))
      others.push_back(i);
  }
  return others;
}

Statistics stablehlo::statisticsOf(ProgramBuilder &b, Value x,
                                   ArrayRef<int64_t> over) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(x);
  SmallVector<int64_t> kept = otherDimensions(shape.size(), over);
  Value mean = b.mean(x, over);
  Value centered = b.subtract(x, b.broadcast(mean, shape, kept));
  return {mean, b.mean(b.multiply(centered, centered), over)};
}

Value stablehlo::normalize(ProgramBuilder &b, Value x, const Statistics &by,
                           ArrayRef<int64_t> kept, double epsilon) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(x);
  Value factor = b.rsqrt(b.add(by.variance, b.like(by.variance, epsilon)));
  return b.multiply(b.subtract(x, b.broadcast(by.mean, shape, kept)),
                    b.broadcast(factor, shape, kept));
}

Value stablehlo::scaleToUnit(ProgramBuilder &b, Value x,
                             ArrayRef<int64_t> over) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(x);
  Value squares = b.sum(b.multiply(x, x), over);
  Value factor = b.rsqrt(b.maximum(squares, b.like(squares, 1e-12)));
  return b.multiply(
      x, b.broadcast(factor, shape, otherDimensions(shape.size(), over)));
}

Value stablehlo::normalizeGroups(ProgramBuilder &b, Value x, int64_t channel,
                                 int64_t groups, double epsilon) {
  SmallVector<int64_t> split(ProgramBuilder::shapeOf(x));
  int64_t each = isKnown(split[channel]) ? split[channel] / groups
                                         : mlir::ShapedType::kDynamic;
  split[channel] = groups;
  split.insert(split.begin() + channel + 1, each);
  Value grouped = b.reshape(x, split);
  int64_t kept[] = {0, channel};
  Statistics by = statisticsOf(b, grouped, otherDimensions(split.size(), kept));
  return b.reshape(normalize(b, grouped, by, kept, epsilon),
                   ProgramBuilder::shapeOf(x));
}

Value stablehlo::drawKept(ProgramBuilder &b, Value key, double rate,
                          ArrayRef<int64_t> shape) {
  // Drawn in f32, as smaller types have too few numbers for a rate.
  auto type = RankedTensorType::get(shape, b.builder().getF32Type());
  Value drawn = drawUniform(b, key, type);
  return b.compare(drawn, b.like(drawn, rate), ComparisonDirection::GE);
}

Value stablehlo::dropout(ProgramBuilder &b, Value key, Value x, double rate,
                         ArrayRef<int64_t> maskShape) {
  Value mask = b.broadcastTo(drawKept(b, key, rate, maskShape),
                             ProgramBuilder::shapeOf(x));
  return b.select(mask, b.scale(x, 1 / (1 - rate)), b.like(x, 0));
}
