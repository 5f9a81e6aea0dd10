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
  Value share =
      drawShares(call, drawForBatch(call, {alpha, alpha}), call.shape()[0]);
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
  Value kept =
      drawShares(call, b.add(alpha, b.like(alpha, 1e-6)), call.shape()[0]);
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
