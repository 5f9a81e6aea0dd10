//===- MovedImages.cpp - Images that are turned, moved and zoomed ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pixel of a result is looked up at the place of the images that an affine
// map has for it, another map for each example.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageSampler.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static constexpr double Turn = 2 * 3.14159265358979323846;

namespace {
/// Where a pixel at x and y comes from: at x * byX + y * byY + from, and the
/// same of its row. Each is a number for each example.
struct AffineMap {
  Value columnByX, columnByY, columnFrom;
  Value rowByX, rowByY, rowFrom;
};
} // namespace

/// The pixels that a map has for the images.
static Value sampleAlong(ImageSampler &sampler, ProgramBuilder &b,
                         const AffineMap &map) {
  auto over = [&](Value ofExamples) {
    return b.broadcast(ofExamples, sampler.placeShape(), {0});
  };
  mlir::Type element = ProgramBuilder::elementOf(map.rowFrom);
  Value x = sampler.places(element, /*areColumns=*/true);
  Value y = sampler.places(element, /*areColumns=*/false);
  auto place = [&](Value byX, Value byY, Value from) {
    Value sum = b.add(b.multiply(x, over(byX)), b.multiply(y, over(byY)));
    return b.add(sum, over(from));
  };
  return sampler.sample(place(map.rowByX, map.rowByY, map.rowFrom),
                        place(map.columnByX, map.columnByY, map.columnFrom));
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// A layer that moves pixels where something is learned. `mapOf` makes the map.
template <FailureOr<AffineMap> (*mapOf)(LayerCall &)>
static FailureOr<Values> movedWhileTraining(LayerCall &call) {
  FailureOr<bool> isChanged = changesImages(call);
  if (failed(isChanged))
    return llvm::failure();
  if (!*isChanged)
    return call.inputs;
  FailureOr<ImageSampler> sampler = ImageSampler::read(call);
  FailureOr<AffineMap> map = mapOf(call);
  if (failed(sampler) || failed(map))
    return llvm::failure();
  return Values{sampleAlong(*sampler, call.builder, *map)};
}

static double heightOf(LayerCall &call) {
  return static_cast<double>(call.shape()[imageLayout(call).dimension(0)]);
}
static double widthOf(LayerCall &call) {
  return static_cast<double>(call.shape()[imageLayout(call).dimension(1)]);
}

static FailureOr<AffineMap> translation(LayerCall &call) {
  FailureOr<NumberRange> down = numberRange(call, "height_factor");
  FailureOr<NumberRange> across = numberRange(call, "width_factor");
  if (failed(down) || failed(across))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value row = b.scale(drawForExamples(call, *down), -heightOf(call));
  Value column = b.scale(drawForExamples(call, *across), -widthOf(call));
  Value zero = b.like(row, 0), one = b.like(row, 1);
  return AffineMap{one, zero, column, zero, one, row};
}

/// Around the middle, against the clock.
static FailureOr<AffineMap> rotation(LayerCall &call) {
  FailureOr<NumberRange> turns = numberRange(call, "factor");
  if (failed(turns))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value angle = drawForExamples(call, {turns->low * Turn, turns->high * Turn});
  Value cosine = b.function<CosineOp>(angle), sine = b.function<SineOp>(angle);
  double right = widthOf(call) - 1, bottom = heightOf(call) - 1;
  // The middle stays where it is.
  auto from = [&](double middle, Value turned) {
    return b.scale(b.subtract(b.like(turned, middle), turned), 0.5);
  };
  Value column =
      from(right, b.subtract(b.scale(cosine, right), b.scale(sine, bottom)));
  Value row =
      from(bottom, b.add(b.scale(sine, right), b.scale(cosine, bottom)));
  return AffineMap{cosine, b.negate(sine), column, sine, cosine, row};
}

/// More than 1 shows more, so that the image is smaller.
static FailureOr<AffineMap> zoom(LayerCall &call) {
  FailureOr<NumberRange> height = numberRange(call, "height_factor");
  FailureOr<NumberRange> width = numberRange(call, "width_factor");
  if (failed(height) || failed(width))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  auto draw = [&](NumberRange range) {
    return drawForExamples(call, {1 + range.low, 1 + range.high});
  };
  Value down = draw(*height);
  Value across = call.settings.get("width_factor") ? draw(*width) : down;
  auto from = [&](double size, Value factor) {
    return b.scale(b.subtract(b.like(factor, 1), factor), (size - 1) / 2);
  };
  Value zero = b.like(down, 0);
  return AffineMap{across, zero, from(widthOf(call), across),
                   zero,   down, from(heightOf(call), down)};
}

/// From the first corner, to either side.
static FailureOr<AffineMap> shear(LayerCall &call) {
  FailureOr<NumberRange> across = numberRange(call, "x_factor");
  FailureOr<NumberRange> down = numberRange(call, "y_factor");
  if (failed(across) || failed(down))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value side = drawForExamples(call, {0, 1});
  Value isOther = b.compare(side, b.like(side, 0.5), ComparisonDirection::GT);
  auto draw = [&](NumberRange range) {
    Value drawn = drawForExamples(call, range);
    return b.select(isOther, b.negate(drawn), drawn);
  };
  Value row = draw(*down), column = draw(*across);
  Value zero = b.like(row, 0), one = b.like(row, 1);
  return AffineMap{one, column, zero, row, one, zero};
}

void keras::addMovedImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(movedWhileTraining<translation>, {"RandomTranslation"}, Integers);
  table.add(movedWhileTraining<rotation>, {"RandomRotation"}, Integers);
  table.add(movedWhileTraining<zoom>, {"RandomZoom"}, Integers);
  table.add(movedWhileTraining<shear>, {"RandomShear"}, Integers);
}
