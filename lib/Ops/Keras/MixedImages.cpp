//===- MixedImages.cpp - Images that are mixed with each other ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Shares
//===----------------------------------------------------------------------===//

/// The logarithms of numbers of a gamma distribution for each example, of a
/// shape that is a scalar. Marsaglia and Tsang's method of 2000 takes one of 20
/// proposals in vain; of so many as there are here all are in vain once in
/// 10^20 times, which gives the middle.
static Value drawLogGamma(LayerCall &call, Value shape) {
  constexpr int64_t Proposals = 16;
  ProgramBuilder &b = call.builder;
  mlir::Type element = ProgramBuilder::elementOf(shape);
  int64_t batch = call.shape()[0];
  auto all = RankedTensorType::get({Proposals, batch}, element);
  auto each = RankedTensorType::get({batch}, element);
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

/// A share for each example of a symmetric beta distribution.
static Value drawShares(LayerCall &call, Value shape) {
  ProgramBuilder &b = call.builder;
  Value first = drawLogGamma(call, shape);
  return b.logistic(b.subtract(first, drawLogGamma(call, shape)));
}

/// The images of a batch in another order.
static Value shuffled(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  Value order = drawForExamples(call, {0, 1});
  Shape shape = call.shape();
  Value places =
      b.iota(RankedTensorType::get({shape[0]}, b.builder().getI32Type()), 0);
  places = b.sort({order, places}, 0, ComparisonDirection::LT)[1];
  SmallVector<int64_t> sizes(shape), kept;
  sizes[0] = 1;
  for (int64_t dimension = 1; dimension < call.rank(); ++dimension)
    kept.push_back(dimension);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/kept, /*collapsedSliceDims=*/{0},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0}, /*indexVectorDim=*/1);
  return b.gather(call.input(), b.reshape(places, {shape[0], 1}), shape,
                  dimensions, sizes);
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

// What is mixed here are images alone: labels go into the loss, and no model
// gives them to a layer.

static FailureOr<double> readAlpha(LayerCall &call) {
  double alpha = call.settings.number("alpha", 0.2);
  if (alpha <= 0)
    return call.failSetting("alpha");
  return alpha;
}

static FailureOr<Value> mixUp(LayerCall &call, double alpha) {
  ProgramBuilder &b = call.builder;
  Value share = drawShares(call, drawForBatch(call, {alpha, alpha}));
  share = overPixels(call, b.convert(share, call.computeType));
  Value rest = b.subtract(b.like(share, 1), share);
  return b.add(b.multiply(share, call.input()),
               b.multiply(rest, shuffled(call)));
}

static FailureOr<NumberRange> readFactor(LayerCall &call) {
  return positiveRange(call, "factor", {0, 1}, {0, 1});
}

static FailureOr<Value> cutMix(LayerCall &call, NumberRange factor) {
  ProgramBuilder &b = call.builder;
  Value alpha = drawForBatch(call, factor);
  Value kept = drawShares(call, b.add(alpha, b.like(alpha, 1e-6)));
  Value cut = b.subtract(b.like(kept, 1), kept);
  Value isCut =
      b.binary<AndOp>(insidePatch(call, 1, cut), insidePatch(call, 0, cut));
  return b.select(isCut, shuffled(call), call.input());
}

void keras::addMixedImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<readAlpha, mixUp>, {"MixUp"}, Integers);
  table.add(whileTraining<readFactor, cutMix>, {"CutMix"}, Integers);
}
