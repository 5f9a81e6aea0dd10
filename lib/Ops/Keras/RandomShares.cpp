//===- RandomShares.cpp - Shares of images that are drawn -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The logarithms of so many numbers of a gamma distribution, of a shape that
/// is a scalar. Marsaglia and Tsang's method of 2000 takes one of 20 proposals
/// in vain; of so many as there are here all are in vain once in 10^20 times,
/// which gives the middle.
static Value drawLogGamma(LayerCall &call, Value shape, int64_t count) {
  constexpr int64_t Proposals = 16;
  ProgramBuilder &b = call.builder;
  mlir::Type element = ProgramBuilder::elementOf(shape);
  auto all = RankedTensorType::get({Proposals, count}, element);
  auto each = RankedTensorType::get({count}, element);
  auto over = [&](Value scalar, RankedTensorType type) {
    return b.broadcastTo(scalar, type.getShape());
  };
  // Of a shape that is larger by one, from which the smaller one follows.
  Value size = b.add(shape, b.like(shape, 2.0 / 3));
  Value slope = b.rsqrt(b.scale(size, 9));
  Value normal = drawNormal(b, call.drawKey(), all, 0, 1);
  Value root = b.multiply(normal, over(slope, all));
  root = b.add(root, b.like(root, 1));
  Value isPositive = b.compare(root, b.like(root, 0), ComparisonDirection::GT);
  root = b.select(isPositive, root, b.like(root, 1));
  Value cube = b.multiply(root, b.multiply(root, root));
  Value reach = b.add(b.subtract(b.log(cube), cube), b.like(cube, 1));
  reach = b.add(b.multiply(reach, over(size, all)),
                b.scale(b.multiply(normal, normal), 0.5));
  // 1 - u is never 0, unlike u.
  auto drawLog = [&](RankedTensorType type) {
    Value drawn = drawUniform(b, call.drawKey(), type);
    return b.log(b.subtract(b.like(drawn, 1), drawn));
  };
  Value isTaken = b.binary<AndOp>(
      isPositive, b.compare(drawLog(all), reach, ComparisonDirection::LT));
  Value taken = b.splat(each, 1);
  for (int64_t number = Proposals; number-- > 0;)
    taken = b.select(b.at(isTaken, 0, number), b.at(cube, 0, number), taken);
  Value larger = b.log(b.multiply(taken, over(size, each)));
  return b.add(larger, b.divide(drawLog(each), over(shape, each)));
}

Value keras::drawShares(LayerCall &call, Value shape, int64_t count) {
  ProgramBuilder &b = call.builder;
  Value first = drawLogGamma(call, shape, count);
  return b.logistic(b.subtract(first, drawLogGamma(call, shape, count)));
}

Value keras::drawParts(LayerCall &call, Value shape, int64_t count) {
  return softmax(call.builder, drawLogGamma(call, shape, count), 0);
}
