//===- RandomColors.cpp - Images whose colors are changed at random -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static LogicalResult expectColors(LayerCall &call) {
  if (call.shape()[imageLayout(call).channel()] == 3)
    return llvm::success();
  return call.failUnsupported("images of shape " +
                              mismatch::shapeText(call.shape()) +
                              " do not have 3 channels");
}

static FailureOr<Value> changeBrightness(LayerCall &call, StringRef key) {
  FailureOr<NumberRange> factor = numberRange(call, key);
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  double width = values->high - values->low;
  Value more =
      drawOverPixels(call, {factor->low * width, factor->high * width});
  return clipTo(call.builder, call.builder.add(call.input(), more), *values);
}

/// The mean of each channel of each image, for all its pixels.
static Value channelMeans(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  SpatialLayout layout = imageLayout(call);
  return b.broadcast(b.mean(call.input(), layout.dimensions()), call.shape(),
                     {0, layout.channel()});
}

static FailureOr<Value> changeContrast(LayerCall &call, StringRef key) {
  FailureOr<NumberRange> factor = numberRange(call, key);
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  // A list says how far to go down and up, neither with a sign.
  bool isList = !numberOf(call.settings.get(key));
  if (isList) {
    llvm::ArrayRef<mlir::Attribute> list = *listOf(call.settings.get(key));
    factor = NumberRange{-*numberOf(list.front()), *numberOf(list.back())};
  }
  ProgramBuilder &b = call.builder;
  Value scale = drawOverPixels(call, {1 + factor->low, 1 + factor->high});
  Value mean = channelMeans(call);
  Value result = b.add(b.multiply(b.subtract(call.input(), mean), scale), mean);
  return clipTo(b, result, *values);
}

static FailureOr<Value> randomInvert(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  return b.select(drawChosen(call, *factor),
                  b.subtract(b.like(x, values->high), x), x);
}

/// The brightness of red, green and blue, for all channels.
static FailureOr<Value> grayOf(LayerCall &call) {
  static constexpr double Shares[] = {0.2989, 0.587, 0.114};
  ProgramBuilder &b = call.builder;
  int64_t channel = imageLayout(call).channel();
  if (failed(expectColors(call)))
    return llvm::failure();
  Value shares = b.reals(Shares, RankedTensorType::get({3}, call.computeType));
  Value weighted =
      b.multiply(call.input(), b.broadcast(shares, call.shape(), {channel}));
  return b.broadcast(b.sum(weighted, {channel}), call.shape(),
                     otherDimensions(call.rank(), channel));
}

static FailureOr<Value> randomGrayscale(LayerCall &call) {
  FailureOr<Value> gray = grayOf(call);
  if (failed(gray))
    return llvm::failure();
  return call.builder.select(
      drawChosen(call, call.settings.number("factor", 0.5)), *gray,
      call.input());
}

static FailureOr<Value> solarization(LayerCall &call) {
  FailureOr<NumberRange> addition = numberRange(call, "addition_factor");
  FailureOr<NumberRange> threshold = numberRange(call, "threshold_factor");
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(addition) || failed(threshold) || failed(values))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  // One number alone goes from 0. Keras scales the greater one only.
  auto draw = [&](NumberRange range) {
    return drawOverPixels(call, {std::max(range.low, 0.0), range.high * 255});
  };
  Value x = fromRange(b, call.input(), *values);
  x = clipTo(b, b.add(x, draw(*addition)), {0, 255});
  Value isBelow = b.compare(x, draw(*threshold), ComparisonDirection::LT);
  x = b.select(isBelow, x, b.subtract(b.like(x, 255), x));
  return toRange(b, x, *values);
}

/// Stretches each channel over the whole range. Nothing is random about it.
static FailureOr<Values> autoContrast(LayerCall &call) {
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(values))
    return llvm::failure();
  convertImages(call);
  if (call.rank() != 4 &&
      failed(call.failDetail(mismatch::rank(call.shape(), 4))))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return call.inputs;
  // Keras takes dimensions 1 and 2, wherever the channels are.
  auto extreme = [&](Combination combination) {
    return b.broadcast(b.reduce(call.input(), {1, 2}, combination),
                       call.shape(), {0, 3});
  };
  Value low = extreme(Combination::Minimum);
  Value width = b.subtract(extreme(Combination::Maximum), low);
  Value isFlat = b.compare(width, b.like(width, 0), ComparisonDirection::EQ);
  Value share = b.divide(b.subtract(call.input(), low),
                         b.select(isFlat, b.like(width, 1), width));
  Value stretched = b.add(b.scale(share, values->high - values->low),
                          b.like(share, values->low));
  return Values{b.select(isFlat, call.input(), stretched)};
}

//===----------------------------------------------------------------------===//
// Hue and saturation
//===----------------------------------------------------------------------===//

namespace {
/// The hue, the saturation and the value of pixels, without their channels.
struct Hsv {
  Value hue, saturation, value;
};
} // namespace

static Hsv toHsv(LayerCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  int64_t channel = imageLayout(call).channel();
  Value red = b.at(x, channel, 0), green = b.at(x, channel, 1),
        blue = b.at(x, channel, 2);
  Value value = b.maximum(b.maximum(red, green), blue);
  Value range = b.subtract(value, b.minimum(b.minimum(red, green), blue));
  Value zero = b.like(value, 0), one = b.like(value, 1);
  auto isNone = [&](Value number) {
    return b.compare(number, zero, ComparisonDirection::LE);
  };
  Value saturation =
      b.select(isNone(value), zero,
               b.divide(range, b.select(isNone(value), one, value)));
  Value width = b.select(isNone(range), one, b.scale(range, 6));
  // Where the greatest is, in thirds of a turn.
  auto from = [&](Value next, Value last, double third) {
    Value part = b.divide(b.subtract(next, last), width);
    return b.add(part, b.like(part, third / 3));
  };
  Value isRed = b.compare(value, red, ComparisonDirection::EQ);
  Value isGreen = b.compare(value, green, ComparisonDirection::EQ);
  Value hue =
      b.select(isRed, from(green, blue, 0),
               b.select(isGreen, from(blue, red, 1), from(red, green, 2)));
  hue = b.select(b.compare(hue, zero, ComparisonDirection::LT), b.add(hue, one),
                 hue);
  return {b.select(isNone(range), zero, hue), saturation, value};
}

static Value fromHsv(LayerCall &call, const Hsv &hsv) {
  ProgramBuilder &b = call.builder;
  int64_t channel = imageLayout(call).channel();
  SmallVector<int64_t> shape(call.shape());
  shape[channel] = 1;
  Value chroma = b.multiply(hsv.saturation, hsv.value);
  SmallVector<Value, 3> channels;
  for (double sixth : {5, 3, 1}) {
    Value place = b.scale(hsv.hue, 6);
    place = b.add(place, b.like(place, sixth));
    Value turns = b.floor(b.scale(place, 1.0 / 6));
    place = b.subtract(place, b.scale(turns, 6));
    Value missing = b.minimum(place, b.subtract(b.like(place, 4), place));
    missing = clipTo(b, missing, {0, 1});
    channels.push_back(
        b.reshape(b.subtract(hsv.value, b.multiply(chroma, missing)), shape));
  }
  return b.concatenate(channels, channel);
}

/// A number for each example, for all of its pixels without their channels.
static Value overHsv(LayerCall &call, Value numbers, Value like) {
  ProgramBuilder &b = call.builder;
  return b.broadcast(b.convert(numbers, call.computeType),
                     ProgramBuilder::shapeOf(like), {0});
}

static FailureOr<Value> changeSaturation(LayerCall &call, StringRef key) {
  FailureOr<NumberRange> factor = positiveRange(call, key);
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values) || failed(expectColors(call)))
    return llvm::failure();
  constexpr double Epsilon = 1e-7;
  ProgramBuilder &b = call.builder;
  Value drawn = drawForExamples(call, *factor);
  Value scale = b.divide(drawn, b.subtract(b.like(drawn, 1 + Epsilon), drawn));
  Hsv hsv = toHsv(call, call.input());
  // Keras limits it by the range of the pixels.
  hsv.saturation = clipTo(
      b, b.multiply(hsv.saturation, overHsv(call, scale, hsv.saturation)),
      *values);
  return fromHsv(call, hsv);
}

static FailureOr<Value> changeHue(LayerCall &call, StringRef key) {
  FailureOr<NumberRange> factor = positiveRange(call, key);
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values) || failed(expectColors(call)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value side = drawForExamples(call, {0, 1});
  Value turn = b.scale(drawForExamples(call, *factor), 0.5);
  Value isOther = b.compare(side, b.like(side, 0.5), ComparisonDirection::GT);
  turn = b.select(isOther, b.negate(turn), turn);
  double width = values->high - values->low;
  Value x = b.scale(b.subtract(call.input(), b.like(call.input(), values->low)),
                    1 / width);
  Hsv hsv = toHsv(call, x);
  Value hue = b.add(hsv.hue, overHsv(call, turn, hsv.hue));
  hsv.hue = b.subtract(hue, b.floor(hue));
  Value result = clipTo(b, fromHsv(call, hsv), {0, 1});
  return b.add(b.scale(result, width), b.like(result, values->low));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static FailureOr<Value> randomColorDegeneration(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor");
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  FailureOr<Value> gray = grayOf(call);
  if (failed(gray))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  Value share = drawOverPixels(call, *factor);
  return clipTo(b, b.add(x, b.multiply(share, b.subtract(*gray, x))), *values);
}

/// Between an image and a blurred one, or beyond it.
static FailureOr<Value> randomSharpness(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor");
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SpatialLayout layout = imageLayout(call);
  WindowOptions window;
  window.sizes.assign(4, 1);
  window.padding.assign(4, {0, 0});
  for (int64_t dimension : layout.dimensions()) {
    window.sizes[dimension] = 3;
    window.padding[dimension] = {1, 1};
  }
  Value x = call.input();
  // The middle counts five times.
  Value around = b.reduceWindow(x, window, Combination::Add);
  Value smooth = b.scale(b.add(around, b.scale(x, 4)), 1.0 / 13);
  Value share = drawOverPixels(call, {2 * factor->low, 2 * factor->high});
  Value rest = b.subtract(b.like(share, 1), share);
  return clipTo(b, b.add(x, b.multiply(rest, b.subtract(smooth, x))), *values);
}

/// Keeps so many of 8 bits.
static FailureOr<Value> randomPosterization(LayerCall &call) {
  FailureOr<NumberRange> bits = numberRange(call, "factor", {1, 8});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(bits) || failed(values))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  double low = std::max(bits->low, 1.0);
  // The greater number is never drawn, unless there is no other.
  Value kept = b.floor(drawForExamples(call, {low, bits->high}));
  if (low == bits->high)
    kept = b.like(kept, low);
  else
    kept = b.minimum(kept, b.like(kept, std::max(bits->high - 1, low)));
  Value step = b.power(b.like(kept, 2), b.subtract(b.like(kept, 8), kept));
  step = b.floor(b.add(step, b.like(step, 0.5)));
  step = overPixels(call, b.convert(step, call.computeType));
  Value x = clipTo(b, fromRange(b, call.input(), *values), {0, 255});
  Value whole = b.floor(b.divide(b.floor(x), step));
  return toRange(b, b.multiply(whole, step), *values);
}

template <FailureOr<Value> (*change)(LayerCall &, StringRef)>
static FailureOr<Value> byFactor(LayerCall &call) {
  return change(call, "factor");
}

static FailureOr<Value> randomColorJitter(LayerCall &call) {
  using Change = FailureOr<Value> (*)(LayerCall &, StringRef);
  static constexpr std::pair<llvm::StringLiteral, Change> Changes[] = {
      {"brightness_factor", changeBrightness},
      {"contrast_factor", changeContrast},
      {"saturation_factor", changeSaturation},
      {"hue_factor", changeHue}};
  for (const auto &[key, change] : Changes) {
    if (!call.settings.get(key))
      continue;
    FailureOr<Value> changed = change(call, key);
    if (failed(changed))
      return llvm::failure();
    call.inputs.front() = *changed;
  }
  return call.input();
}

void keras::addRandomColors(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  auto add = [&](LayerFunction function, StringRef name) {
    table.add(function, {name}, Integers);
  };
  add(whileTraining<byFactor<changeBrightness>>, "RandomBrightness");
  add(whileTraining<byFactor<changeContrast>>, "RandomContrast");
  add(whileTraining<byFactor<changeSaturation>>, "RandomSaturation");
  add(whileTraining<byFactor<changeHue>>, "RandomHue");
  add(whileTraining<randomColorJitter>, "RandomColorJitter");
  add(whileTraining<randomColorDegeneration>, "RandomColorDegeneration");
  add(whileTraining<randomGrayscale>, "RandomGrayscale");
  add(whileTraining<randomInvert>, "RandomInvert");
  add(whileTraining<randomPosterization>, "RandomPosterization");
  add(whileTraining<randomSharpness>, "RandomSharpness");
  add(whileTraining<solarization>, "Solarization");
  add(autoContrast, "AutoContrast");
}
