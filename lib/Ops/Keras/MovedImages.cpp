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
#include "Ops/Keras/ImageLayers.h"
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

/// What is where there is no image.
enum class FillMode : uint8_t { Reflect, Wrap, Constant, Nearest };

/// Looks up pixels of [batch, height, width, channels].
class ImageSampler {
public:
  static FailureOr<ImageSampler> read(LayerCall &call);

  Value sample(const AffineMap &map);

private:
  ImageSampler(LayerCall &call) : call(call), b(call.builder) {}

  int64_t size(unsigned axis) const {
    return ProgramBuilder::shapeOf(images)[axis + 1];
  }
  /// The place of each pixel along an axis, [batch, height, width].
  Value mapped(Value byX, Value byY, Value from);
  /// A place that is in the image, unless outside is a constant.
  Value inside(Value places, unsigned axis);
  Value isInside(Value places, unsigned axis);
  /// The pixels at whole places.
  Value pixelsAt(Value rows, Value columns);
  /// A number for each pixel, for all its channels.
  Value overChannels(Value numbers);
  Value over(Value ofExamples) {
    return b.broadcast(ofExamples, placeShape(), {0});
  }
  SmallVector<int64_t> placeShape() const {
    return SmallVector<int64_t>(ProgramBuilder::shapeOf(images).drop_back());
  }

  LayerCall &call;
  ProgramBuilder &b;
  Value images;
  FillMode mode = FillMode::Reflect;
  double filling = 0;
  bool isNearest = false;
};
} // namespace

FailureOr<ImageSampler> ImageSampler::read(LayerCall &call) {
  ImageSampler sampler(call);
  StringRef mode = call.settings.word("fill_mode", "reflect");
  StringRef interpolation = call.settings.word("interpolation", "bilinear");
  if (mode == "wrap")
    sampler.mode = FillMode::Wrap;
  else if (mode == "constant")
    sampler.mode = FillMode::Constant;
  else if (mode == "nearest")
    sampler.mode = FillMode::Nearest;
  else if (mode != "reflect")
    return call.failSetting("fill_mode", mode);
  sampler.isNearest = interpolation == "nearest";
  if (!sampler.isNearest && interpolation != "bilinear")
    return call.failSetting("interpolation", interpolation);
  sampler.filling = call.settings.number("fill_value", 0);
  sampler.images = call.isChannelsFirst()
                       ? call.builder.transpose(call.input(), {0, 2, 3, 1})
                       : call.input();
  return sampler;
}

Value ImageSampler::mapped(Value byX, Value byY, Value from) {
  auto type =
      RankedTensorType::get(placeShape(), ProgramBuilder::elementOf(from));
  Value place = b.multiply(b.iota(type, 2), over(byX));
  place = b.add(place, b.multiply(b.iota(type, 1), over(byY)));
  return b.add(place, over(from));
}

Value ImageSampler::inside(Value places, unsigned axis) {
  auto count = static_cast<double>(size(axis));
  // What is left of a division by a period.
  auto rest = [&](double period) {
    Value whole = b.floor(b.scale(places, 1 / period));
    return b.subtract(places, b.scale(whole, period));
  };
  switch (mode) {
  case FillMode::Constant:
    return places;
  case FillMode::Nearest:
    break;
  case FillMode::Wrap:
    places = rest(count);
    break;
  case FillMode::Reflect: {
    Value there = rest(2 * count);
    Value back = b.subtract(b.like(there, 2 * count - 1), there);
    Value isBack =
        b.compare(there, b.like(there, count), ComparisonDirection::GE);
    places = b.select(isBack, back, there);
    break;
  }
  }
  return b.minimum(b.maximum(places, b.like(places, 0)),
                   b.like(places, count - 1));
}

Value ImageSampler::isInside(Value places, unsigned axis) {
  auto last = static_cast<double>(size(axis) - 1);
  return b.binary<AndOp>(
      b.compare(places, b.like(places, 0), ComparisonDirection::GE),
      b.compare(places, b.like(places, last), ComparisonDirection::LE));
}

Value ImageSampler::overChannels(Value numbers) {
  return b.broadcast(numbers, ProgramBuilder::shapeOf(images), {0, 1, 2});
}

Value ImageSampler::pixelsAt(Value rows, Value columns) {
  Shape shape = ProgramBuilder::shapeOf(images);
  bool isSmall = shape[0] * shape[1] * shape[2] < (int64_t(1) << 31);
  mlir::Type numbers =
      isSmall ? b.builder().getI32Type() : b.builder().getI64Type();
  auto whole = [&](Value places, unsigned axis) {
    Value kept = b.minimum(b.maximum(places, b.like(places, 0)),
                           b.like(places, static_cast<double>(size(axis) - 1)));
    return b.convert(kept, numbers);
  };
  Value row = whole(rows, 0), column = whole(columns, 1);
  Value example = b.iota(ProgramBuilder::typeOf(row), 0);
  // Pixels of all images one after another.
  Value place = b.add(b.scale(example, static_cast<double>(shape[1])), row);
  place = b.add(b.scale(place, static_cast<double>(shape[2])), column);
  SmallVector<int64_t> vectors = placeShape();
  vectors.push_back(1);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{3}, /*collapsedSliceDims=*/{0},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0}, /*indexVectorDim=*/3);
  Value flat = b.reshape(images, {shape[0] * shape[1] * shape[2], shape[3]});
  Value found = b.gather(flat, b.reshape(place, vectors), shape, dimensions,
                         {1, shape[3]});
  if (mode != FillMode::Constant)
    return found;
  Value isThere = b.binary<AndOp>(isInside(rows, 0), isInside(columns, 1));
  return b.select(overChannels(isThere), found, b.like(found, filling));
}

Value ImageSampler::sample(const AffineMap &map) {
  Value column =
      inside(mapped(map.columnByX, map.columnByY, map.columnFrom), 1);
  Value row = inside(mapped(map.rowByX, map.rowByY, map.rowFrom), 0);
  Value result;
  if (isNearest) {
    auto nearest = [&](Value place) {
      return b.floor(b.add(place, b.like(place, 0.5)));
    };
    result = pixelsAt(nearest(row), nearest(column));
  } else {
    Value top = b.floor(row), left = b.floor(column);
    Value bottom = b.add(top, b.like(top, 1));
    Value right = b.add(left, b.like(left, 1));
    auto share = [&](Value place, Value before) {
      return overChannels(
          b.convert(b.subtract(place, before), call.computeType));
    };
    Value down = share(row, top), across = share(column, left);
    auto between = [&](Value first, Value second, Value share) {
      Value rest = b.subtract(b.like(share, 1), share);
      return b.add(b.multiply(first, rest), b.multiply(second, share));
    };
    result = between(
        between(pixelsAt(top, left), pixelsAt(top, right), across),
        between(pixelsAt(bottom, left), pixelsAt(bottom, right), across), down);
  }
  return call.isChannelsFirst() ? b.transpose(result, {0, 3, 1, 2}) : result;
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
  return Values{sampler->sample(*map)};
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
