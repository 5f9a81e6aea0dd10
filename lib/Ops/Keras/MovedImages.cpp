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

namespace {
/// How far a layer moves pixels; of a rotation in turns, and only across.
struct MoveOptions {
  ImageSampler sampler;
  NumberRange down, across;
};
} // namespace

/// A layer whose factors have these names, the second one of which is empty
/// where there is one alone.
static FailureOr<MoveOptions> readMove(LayerCall &call, StringRef acrossKey,
                                       StringRef downKey,
                                       const FactorBounds &bounds) {
  FailureOr<NumberRange> across = factorRange(call, acrossKey, bounds);
  FailureOr<NumberRange> down = NumberRange();
  if (!downKey.empty())
    down = factorRange(call, downKey, bounds);
  FailureOr<ImageSampler> sampler = ImageSampler::read(call);
  if (failed(across) || failed(down) || failed(sampler))
    return llvm::failure();
  return MoveOptions{*sampler, *down, *across};
}

/// Moves pixels by a map that `mapOf` makes.
template <AffineMap (*mapOf)(LayerCall &, const MoveOptions &)>
static FailureOr<Value> moved(LayerCall &call, MoveOptions &options) {
  AffineMap map = mapOf(call, options);
  return sampleAlong(options.sampler, call.builder, map);
}

static double heightOf(LayerCall &call) {
  return static_cast<double>(call.shape()[imageLayout(call).dimension(0)]);
}
static double widthOf(LayerCall &call) {
  return static_cast<double>(call.shape()[imageLayout(call).dimension(1)]);
}

static FailureOr<MoveOptions> readTranslation(LayerCall &call) {
  return readMove(call, "width_factor", "height_factor",
                  {-1, 1, /*areBoth=*/true});
}

static AffineMap translation(LayerCall &call, const MoveOptions &options) {
  ProgramBuilder &b = call.builder;
  Value row = b.scale(drawForExamples(call, options.down), -heightOf(call));
  Value column = b.scale(drawForExamples(call, options.across), -widthOf(call));
  Value zero = b.like(row, 0), one = b.like(row, 1);
  return AffineMap{one, zero, column, zero, one, row};
}

static FailureOr<MoveOptions> readRotation(LayerCall &call) {
  return readMove(call, "factor", "", {-1, 1});
}

/// Around the middle, against the clock.
static AffineMap rotation(LayerCall &call, const MoveOptions &options) {
  ProgramBuilder &b = call.builder;
  NumberRange turns = options.across;
  Value angle = drawForExamples(call, {turns.low * Turn, turns.high * Turn});
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

static FailureOr<MoveOptions> readZoom(LayerCall &call) {
  return readMove(call, "width_factor", "height_factor",
                  {-1, 1, /*areBoth=*/true});
}

/// More than 1 shows more, so that the image is smaller.
static AffineMap zoom(LayerCall &call, const MoveOptions &options) {
  ProgramBuilder &b = call.builder;
  auto draw = [&](NumberRange range) {
    return drawForExamples(call, {1 + range.low, 1 + range.high});
  };
  Value down = draw(options.down);
  Value across =
      call.settings.get("width_factor") ? draw(options.across) : down;
  auto from = [&](double size, Value factor) {
    return b.scale(b.subtract(b.like(factor, 1), factor), (size - 1) / 2);
  };
  Value zero = b.like(down, 0);
  return AffineMap{across, zero, from(widthOf(call), across),
                   zero,   down, from(heightOf(call), down)};
}

static FailureOr<MoveOptions> readShear(LayerCall &call) {
  return readMove(call, "x_factor", "y_factor", {0, 1, /*areBoth=*/true});
}

/// From the first corner, to either side.
static AffineMap shear(LayerCall &call, const MoveOptions &options) {
  ProgramBuilder &b = call.builder;
  Value side = drawForExamples(call, {0, 1});
  Value isOther = b.compare(side, b.like(side, 0.5), ComparisonDirection::GT);
  auto draw = [&](NumberRange range) {
    Value drawn = drawForExamples(call, range);
    return b.select(isOther, b.negate(drawn), drawn);
  };
  Value row = draw(options.down), column = draw(options.across);
  Value zero = b.like(row, 0), one = b.like(row, 1);
  return AffineMap{one, column, zero, row, one, zero};
}

void keras::addMovedImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  auto add = [&](LayerFunction function, StringRef name) {
    table.add(function, {name}, Integers);
  };
  add(whileTraining<readTranslation, moved<translation>>, "RandomTranslation");
  add(whileTraining<readRotation, moved<rotation>>, "RandomRotation");
  add(whileTraining<readZoom, moved<zoom>>, "RandomZoom");
  add(whileTraining<readShear, moved<shear>>, "RandomShear");
}
