//===- WarpedImages.cpp - Images that are bent at random ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageSampler.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static int64_t sizeOf(LayerCall &call, unsigned axis) {
  return call.shape()[imageLayout(call).dimension(axis)];
}

//===----------------------------------------------------------------------===//
// Perspective
//===----------------------------------------------------------------------===//

/// The places that pixels come from where the corners of an image move. The
/// first corner stays where it is; each of the others moves by shares of its
/// own row and column, so that the second one stays in the first row, and the
/// third in the first column.
static std::pair<Value, Value> unbend(LayerCall &call, ImageSampler &sampler,
                                      double scale) {
  ProgramBuilder &b = call.builder;
  auto draw = [&] {
    return drawForExamples(call, {1 - scale / 2, 1 + scale / 2});
  };
  Value secondColumn = draw(), thirdRow = draw();
  Value lastColumn = draw(), lastRow = draw();
  // The map of a square to that quadrangle, from its other end: what a place is
  // divided by is `all` where the last corner is.
  Value all =
      b.add(b.divide(lastColumn, secondColumn), b.divide(lastRow, thirdRow));
  all = b.subtract(all, b.like(all, 1));
  Value byColumn = b.divide(all, lastColumn), byRow = b.divide(all, lastRow);
  auto over = [&](Value ofExamples) {
    return b.broadcast(ofExamples, sampler.placeShape(), {0});
  };
  auto bend = [&](Value by, Value moved) {
    return over(b.subtract(by, b.divide(b.like(moved, 1), moved)));
  };
  mlir::Type element = ProgramBuilder::elementOf(all);
  auto share = [&](unsigned axis) {
    Value place = sampler.places(element, /*areColumns=*/axis == 1);
    auto last = static_cast<double>(sizeOf(call, axis) - 1);
    return last == 0 ? place : b.divide(place, b.like(place, last));
  };
  Value column = share(1), row = share(0);
  Value divisor = b.add(b.multiply(column, bend(byColumn, secondColumn)),
                        b.multiply(row, bend(byRow, thirdRow)));
  divisor = b.add(divisor, b.like(divisor, 1));
  Value zero = b.like(divisor, 0);
  Value isNone = b.compare(divisor, zero, ComparisonDirection::EQ);
  divisor = b.select(isNone, b.like(divisor, 1), divisor);
  auto from = [&](Value share, Value by, unsigned axis) {
    auto last = static_cast<double>(sizeOf(call, axis) - 1);
    Value place = b.divide(b.multiply(share, over(by)), divisor);
    // Where nothing is left there is no image.
    return b.select(isNone, b.like(place, -2), b.scale(place, last));
  };
  return {from(row, byRow, 0), from(column, byColumn, 1)};
}

namespace {
struct PerspectiveOptions {
  ImageSampler sampler;
  NumberRange factor;
  double scale = 1;
};
} // namespace

static FailureOr<PerspectiveOptions> readPerspective(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1}, {0, 1});
  FailureOr<ImageSampler> sampler = ImageSampler::read(call);
  if (failed(factor) || failed(sampler))
    return llvm::failure();
  double scale = call.settings.number("scale", 1);
  if (scale < 0 || scale > 1)
    return call.fail("`scale` is not a number from 0 to 1");
  return PerspectiveOptions{*sampler, *factor, scale};
}

static FailureOr<Value> randomPerspective(LayerCall &call,
                                          PerspectiveOptions &options) {
  options.sampler.setMode(FillMode::Constant);
  Value isChosen = drawChosen(call, options.factor);
  auto [rows, columns] = unbend(call, options.sampler, options.scale);
  return call.builder.select(isChosen, options.sampler.sample(rows, columns),
                             call.input());
}

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

/// How far each pixel comes from, down as well as across: noise that is blurred
/// and made larger by one number for all images of a batch.
static Value drawOffsets(LayerCall &call, ImageSampler &sampler,
                         NumberRange scale) {
  ProgramBuilder &b = call.builder;
  Value distortion = drawForBatch(call, scale);
  auto height = static_cast<double>(sizeOf(call, 0));
  auto width = static_cast<double>(sizeOf(call, 1));
  double least = 0.05 * std::min(height, width);
  GaussianBlur blur;
  blur.deviation = b.scale(distortion, least);
  blur.reach = b.scale(b.floor(blur.deviation), 3);
  blur.mostReach = 3 * static_cast<int64_t>(least * scale.high);
  mlir::Type element = ProgramBuilder::elementOf(distortion);
  Value noise =
      drawNormal(b, call.drawKey(),
                 RankedTensorType::get(sampler.placeShape(), element), 0, 1);
  auto times = [&](Value value, Value factor) {
    return b.multiply(value, b.broadcastTo(factor, sampler.placeShape()));
  };
  noise = times(noise, blur.deviation);
  // Without a deviation there is nothing to blur, nor to divide by.
  blur.deviation = b.maximum(blur.deviation, b.like(blur.deviation, 1e-6));
  for (int64_t dimension : {1, 2})
    noise = blurAlong(b, noise, dimension, blur);
  return times(noise, b.scale(distortion, 0.1 * std::max(height, width)));
}

namespace {
struct ElasticOptions {
  ImageSampler sampler;
  NumberRange factor, scale, values;
};
} // namespace

static FailureOr<ElasticOptions> readElastic(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1}, {0, 1});
  FailureOr<NumberRange> scale = positiveRange(call, "scale", {0, 1}, {0, 1});
  FailureOr<NumberRange> values = valueRange(call);
  FailureOr<ImageSampler> sampler = ImageSampler::read(call, /*mirrors=*/true);
  if (failed(factor) || failed(scale) || failed(values) || failed(sampler))
    return llvm::failure();
  if (scale->high > 1)
    return call.fail("`scale` is not a number from 0 to 1");
  return ElasticOptions{*sampler, *factor, *scale, *values};
}

static FailureOr<Value> randomElasticTransform(LayerCall &call,
                                               ElasticOptions &options) {
  if (options.scale.high == 0 || options.factor.high == 0)
    return call.input();
  options.sampler.joinEdges();
  ProgramBuilder &b = call.builder;
  Value isChosen = drawChosen(call, options.factor);
  // Keras draws the same numbers for both directions.
  Value offsets = drawOffsets(call, options.sampler, options.scale);
  mlir::Type element = ProgramBuilder::elementOf(offsets);
  auto place = [&](bool areColumns) {
    return b.add(options.sampler.places(element, areColumns), offsets);
  };
  Value bent = options.sampler.sample(place(false), place(true));
  return clipTo(b, b.select(isChosen, bent, call.input()), options.values);
}

void keras::addWarpedImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<readPerspective, randomPerspective>,
            {"RandomPerspective"}, Integers);
  table.add(whileTraining<readElastic, randomElasticTransform>,
            {"RandomElasticTransform"}, Integers);
}
