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

namespace {
/// How much of a change is drawn, and the numbers that pixels lie between.
struct ColorOptions {
  NumberRange factor, values;
};
} // namespace

static FailureOr<ColorOptions> colorOptions(LayerCall &call,
                                            FailureOr<NumberRange> factor) {
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  return ColorOptions{*factor, *values};
}

static FailureOr<ColorOptions> readBrightness(LayerCall &call, StringRef key) {
  return colorOptions(call, factorRange(call, key, {-1, 1}));
}

static Value changeBrightness(LayerCall &call, const ColorOptions &options) {
  const auto &[factor, values] = options;
  double width = values.high - values.low;
  Value more = drawOverPixels(call, {factor.low * width, factor.high * width});
  return clipTo(call.builder, call.builder.add(call.input(), more), values);
}

/// The mean of each channel of each image, for all its pixels.
static Value channelMeans(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  SpatialLayout layout = imageLayout(call);
  return b.broadcast(b.mean(call.input(), layout.dimensions()), call.shape(),
                     {0, layout.channel()});
}

static FailureOr<ColorOptions> readContrast(LayerCall &call, StringRef key) {
  FailureOr<NumberRange> factor = factorRange(call, key, {0, 1});
  // A list says how far to go down and up, neither with a sign.
  mlir::Attribute given = call.settings.get(key);
  if (succeeded(factor) && given && !numberOf(given)) {
    llvm::ArrayRef<mlir::Attribute> list = *listOf(given);
    factor = NumberRange{-*numberOf(list.front()), *numberOf(list.back())};
  }
  return colorOptions(call, factor);
}

static Value changeContrast(LayerCall &call, const ColorOptions &options) {
  const auto &[factor, values] = options;
  ProgramBuilder &b = call.builder;
  Value scale = drawOverPixels(call, {1 + factor.low, 1 + factor.high});
  Value mean = channelMeans(call);
  Value result = b.add(b.multiply(b.subtract(call.input(), mean), scale), mean);
  return clipTo(b, result, values);
}

static FailureOr<ColorOptions> readInvert(LayerCall &call) {
  return colorOptions(call, positiveRange(call, "factor", {0, 1}, {0, 1}));
}

static FailureOr<Value> randomInvert(LayerCall &call,
                                     const ColorOptions &options) {
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  return b.select(drawChosen(call, options.factor),
                  b.subtract(b.like(x, options.values.high), x), x);
}

/// The brightness of red, green and blue, for all channels.
static Value grayOf(LayerCall &call) {
  static constexpr double Shares[] = {0.2989, 0.587, 0.114};
  ProgramBuilder &b = call.builder;
  int64_t channel = imageLayout(call).channel();
  Value shares = b.reals(Shares, RankedTensorType::get({3}, call.computeType));
  Value weighted =
      b.multiply(call.input(), b.broadcast(shares, call.shape(), {channel}));
  return b.broadcast(b.sum(weighted, {channel}), call.shape(),
                     otherDimensions(call.rank(), channel));
}

/// The probability, which is one number.
static FailureOr<double> readGrayscale(LayerCall &call) {
  mlir::Attribute given = call.settings.get("factor");
  if (given && !numberOf(given))
    return call.failSetting("factor");
  FailureOr<NumberRange> factor =
      positiveRange(call, "factor", {0, 1}, {0, 0.5});
  if (failed(factor) || failed(expectColors(call)))
    return llvm::failure();
  return factor->high;
}

static FailureOr<Value> randomGrayscale(LayerCall &call, double probability) {
  Value gray = grayOf(call);
  return call.builder.select(drawChosen(call, probability), gray, call.input());
}

namespace {
struct SolarizationOptions {
  NumberRange addition, threshold, values;
};
} // namespace

static FailureOr<SolarizationOptions> readSolarization(LayerCall &call) {
  // One number alone goes from 0.
  FactorBounds bounds{0, 1, /*areBoth=*/true};
  FailureOr<NumberRange> addition =
      positiveRange(call, "addition_factor", bounds);
  FailureOr<NumberRange> threshold =
      positiveRange(call, "threshold_factor", bounds);
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(addition) || failed(threshold) || failed(values))
    return llvm::failure();
  return SolarizationOptions{*addition, *threshold, *values};
}

static FailureOr<Value> solarization(LayerCall &call,
                                     const SolarizationOptions &options) {
  ProgramBuilder &b = call.builder;
  // Keras scales the greater number only.
  auto draw = [&](NumberRange range) {
    return drawOverPixels(call, {range.low, range.high * 255});
  };
  Value x = fromRange(b, call.input(), options.values);
  x = clipTo(b, b.add(x, draw(options.addition)), {0, 255});
  Value isBelow =
      b.compare(x, draw(options.threshold), ComparisonDirection::LT);
  x = b.select(isBelow, x, b.subtract(b.like(x, 255), x));
  return toRange(b, x, options.values);
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

static FailureOr<ColorOptions> readSaturation(LayerCall &call, StringRef key) {
  // One number alone goes from its negative, which leaves no saturation.
  FailureOr<ColorOptions> options =
      colorOptions(call, factorRange(call, key, {-1, 1}));
  if (failed(options) || failed(expectColors(call)))
    return llvm::failure();
  return options;
}

static Value changeSaturation(LayerCall &call, const ColorOptions &options) {
  constexpr double Epsilon = 1e-7;
  ProgramBuilder &b = call.builder;
  Value drawn = drawForExamples(call, options.factor);
  Value scale = b.divide(drawn, b.subtract(b.like(drawn, 1 + Epsilon), drawn));
  Hsv hsv = toHsv(call, call.input());
  // Keras limits it by the range of the pixels.
  hsv.saturation = clipTo(
      b, b.multiply(hsv.saturation, overHsv(call, scale, hsv.saturation)),
      options.values);
  return fromHsv(call, hsv);
}

static FailureOr<ColorOptions> readHue(LayerCall &call, StringRef key) {
  FailureOr<ColorOptions> options =
      colorOptions(call, positiveRange(call, key, {0, 1}));
  if (failed(options) || failed(expectColors(call)))
    return llvm::failure();
  return options;
}

static Value changeHue(LayerCall &call, const ColorOptions &options) {
  const auto &[factor, values] = options;
  ProgramBuilder &b = call.builder;
  Value side = drawForExamples(call, {0, 1});
  Value turn = b.scale(drawForExamples(call, factor), 0.5);
  Value isOther = b.compare(side, b.like(side, 0.5), ComparisonDirection::GT);
  turn = b.select(isOther, b.negate(turn), turn);
  double width = values.high - values.low;
  Value x = b.scale(b.subtract(call.input(), b.like(call.input(), values.low)),
                    1 / width);
  Hsv hsv = toHsv(call, x);
  Value hue = b.add(hsv.hue, overHsv(call, turn, hsv.hue));
  hsv.hue = b.subtract(hue, b.floor(hue));
  Value result = clipTo(b, fromHsv(call, hsv), {0, 1});
  return b.add(b.scale(result, width), b.like(result, values.low));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static FailureOr<ColorOptions> readDegeneration(LayerCall &call) {
  // One number alone goes from its negative, which makes colors stronger.
  FailureOr<ColorOptions> options =
      colorOptions(call, factorRange(call, "factor", {-1, 1}));
  if (failed(options) || failed(expectColors(call)))
    return llvm::failure();
  return options;
}

static FailureOr<Value> randomColorDegeneration(LayerCall &call,
                                                const ColorOptions &options) {
  ProgramBuilder &b = call.builder;
  Value gray = grayOf(call);
  Value x = call.input();
  Value share = drawOverPixels(call, options.factor);
  return clipTo(b, b.add(x, b.multiply(share, b.subtract(gray, x))),
                options.values);
}

static FailureOr<ColorOptions> readSharpness(LayerCall &call) {
  return colorOptions(call, positiveRange(call, "factor", {0, 1}));
}

/// Between an image and a blurred one, or beyond it.
static FailureOr<Value> randomSharpness(LayerCall &call,
                                        const ColorOptions &options) {
  const auto &[factor, values] = options;
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
  Value share = drawOverPixels(call, {2 * factor.low, 2 * factor.high});
  Value rest = b.subtract(b.like(share, 1), share);
  return clipTo(b, b.add(x, b.multiply(rest, b.subtract(smooth, x))), values);
}

static FailureOr<ColorOptions> readPosterization(LayerCall &call) {
  return colorOptions(call, positiveRange(call, "factor", {1, 8}, {1, 8}));
}

/// Keeps so many of 8 bits.
static FailureOr<Value> randomPosterization(LayerCall &call,
                                            const ColorOptions &options) {
  const auto &[bits, values] = options;
  ProgramBuilder &b = call.builder;
  // The greater number is never drawn, unless there is no other.
  Value kept = b.floor(drawForExamples(call, bits));
  if (bits.low == bits.high)
    kept = b.like(kept, bits.low);
  else
    kept = b.minimum(kept, b.like(kept, std::max(bits.high - 1, bits.low)));
  Value step = b.power(b.like(kept, 2), b.subtract(b.like(kept, 8), kept));
  step = b.floor(b.add(step, b.like(step, 0.5)));
  step = overPixels(call, b.convert(step, call.computeType));
  Value x = clipTo(b, fromRange(b, call.input(), values), {0, 255});
  Value whole = b.floor(b.divide(b.floor(x), step));
  return toRange(b, b.multiply(whole, step), values);
}

//===----------------------------------------------------------------------===//
// Changes that are layers of their own, and those of RandomColorJitter
//===----------------------------------------------------------------------===//

namespace {
struct ColorChange {
  llvm::StringLiteral key;
  FailureOr<ColorOptions> (*read)(LayerCall &, StringRef);
  Value (*change)(LayerCall &, const ColorOptions &);
};
using JitterOptions =
    SmallVector<std::pair<const ColorChange *, ColorOptions>, 4>;
} // namespace

static constexpr ColorChange JitterChanges[] = {
    {"brightness_factor", readBrightness, changeBrightness},
    {"contrast_factor", readContrast, changeContrast},
    {"saturation_factor", readSaturation, changeSaturation},
    {"hue_factor", readHue, changeHue},
};

/// Those that have a factor.
static FailureOr<JitterOptions> readJitter(LayerCall &call) {
  JitterOptions result;
  for (const ColorChange &change : JitterChanges) {
    if (!call.settings.get(change.key))
      continue;
    FailureOr<ColorOptions> options = change.read(call, change.key);
    if (failed(options))
      return llvm::failure();
    result.push_back({&change, *options});
  }
  return result;
}

static FailureOr<Value> randomColorJitter(LayerCall &call,
                                          const JitterOptions &options) {
  for (const auto &[change, changeOptions] : options)
    call.inputs.front() = change->change(call, changeOptions);
  return call.input();
}

template <auto read, auto change>
static FailureOr<Values> byFactor(LayerCall &call) {
  constexpr auto readFactor = [](LayerCall &call) {
    return read(call, "factor");
  };
  return whileTraining<readFactor, change>(call);
}

void keras::addRandomColors(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  auto add = [&](LayerFunction function, StringRef name) {
    table.add(function, {name}, Integers);
  };
  add(byFactor<readBrightness, changeBrightness>, "RandomBrightness");
  add(byFactor<readContrast, changeContrast>, "RandomContrast");
  add(byFactor<readSaturation, changeSaturation>, "RandomSaturation");
  add(byFactor<readHue, changeHue>, "RandomHue");
  add(whileTraining<readJitter, randomColorJitter>, "RandomColorJitter");
  add(whileTraining<readDegeneration, randomColorDegeneration>,
      "RandomColorDegeneration");
  add(whileTraining<readGrayscale, randomGrayscale>, "RandomGrayscale");
  add(whileTraining<readInvert, randomInvert>, "RandomInvert");
  add(whileTraining<readPosterization, randomPosterization>,
      "RandomPosterization");
  add(whileTraining<readSharpness, randomSharpness>, "RandomSharpness");
  add(whileTraining<readSolarization, solarization>, "Solarization");
  add(autoContrast, "AutoContrast");
}
