//===- RandomImages.cpp - Images that are changed at random ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

FailureOr<NumberRange> keras::numberRange(LayerCall &call, StringRef key,
                                          NumberRange missing) {
  mlir::Attribute given = call.settings.get(key);
  if (!given)
    return missing;
  if (std::optional<double> number = numberOf(given))
    return NumberRange{-std::abs(*number), std::abs(*number)};
  std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(given);
  if (!list || list->size() != 2)
    return call.failSetting(key);
  std::optional<double> first = numberOf(list->front());
  std::optional<double> second = numberOf(list->back());
  if (!first || !second)
    return call.failSetting(key);
  return NumberRange{std::min(*first, *second), std::max(*first, *second)};
}

Value keras::drawForExamples(LayerCall &call, NumberRange range) {
  mlir::Type element = call.computeType.getWidth() < 32
                           ? call.builder.builder().getF32Type()
                           : mlir::Type(call.computeType);
  return drawUniform(call.builder, call.drawKey(),
                     RankedTensorType::get({call.shape()[0]}, element),
                     range.low, range.high);
}

Value keras::overPixels(LayerCall &call, Value numbers) {
  return call.builder.broadcast(numbers, call.shape(), {0});
}

/// A random number for all pixels of each example, in their type.
static Value drawOverPixels(LayerCall &call, NumberRange range) {
  Value drawn = drawForExamples(call, range);
  return overPixels(call, call.builder.convert(drawn, call.computeType));
}

/// True for the pixels of examples that are changed, with a probability.
static Value drawChosen(LayerCall &call, double probability) {
  ProgramBuilder &b = call.builder;
  Value drawn = drawForExamples(call, {0, 1});
  return overPixels(call, b.compare(drawn, b.like(drawn, probability),
                                    ComparisonDirection::LT));
}

/// The numbers that pixels lie between.
static FailureOr<NumberRange> valueRange(LayerCall &call) {
  return numberRange(call, "value_range", {0, 255});
}

static Value clip(ProgramBuilder &b, Value x, NumberRange range) {
  return b.minimum(b.maximum(x, b.like(x, range.low)), b.like(x, range.high));
}

/// A layer that leaves images as they are where nothing is learned. `change`
/// gives other images.
template <FailureOr<Value> (*change)(LayerCall &)>
static FailureOr<Values> whileTraining(LayerCall &call) {
  if (call.rank() != 4)
    return call.failUnsupported(mismatch::rank(call.shape(), 4));
  convertImages(call);
  if (!call.drawsNumbers())
    return call.inputs;
  FailureOr<Value> changed = change(call);
  if (failed(changed))
    return llvm::failure();
  return Values{*changed};
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static FailureOr<Value> randomFlip(LayerCall &call) {
  StringRef mode = call.settings.word("mode", "horizontal_and_vertical");
  bool isBoth = mode == "horizontal_and_vertical";
  if (!isBoth && mode != "horizontal" && mode != "vertical")
    return call.failSetting("mode", mode);
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  auto flip = [&](unsigned axis) {
    Value flipped = b.reverse(x, {imageLayout(call).dimension(axis)});
    x = b.select(drawChosen(call, 0.5), flipped, x);
  };
  if (isBoth || mode == "horizontal")
    flip(1);
  if (isBoth || mode == "vertical")
    flip(0);
  return x;
}

/// Windows of all images of a batch, from one place.
static Value cropAtRandom(LayerCall &call, Shape sizes) {
  ProgramBuilder &b = call.builder;
  SpatialLayout layout = imageLayout(call);
  SmallVector<int64_t> shape(call.shape());
  SmallVector<Value, 2> starts;
  mlir::Type numbers = b.builder().getI32Type();
  for (unsigned i = 0; i < 2; ++i) {
    int64_t &size = shape[layout.dimension(i)];
    auto type = RankedTensorType::get({1}, b.builder().getF32Type());
    Value drawn = drawUniform(b, call.drawKey(), type, 0,
                              static_cast<double>(size - sizes[i] + 1));
    Value last = b.like(drawn, static_cast<double>(size - sizes[i]));
    starts.push_back(b.convert(b.floor(b.minimum(drawn, last)), numbers));
    size = sizes[i];
  }
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{0, 1, 2, 3},
      /*collapsedSliceDims=*/{}, /*operandBatchingDims=*/{},
      /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{layout.dimension(0), layout.dimension(1)},
      /*indexVectorDim=*/0);
  return b.gather(call.input(), b.concatenate(starts, 0), shape, dimensions,
                  shape);
}

/// Images that are not learned from, or are smaller than the crop, are resized.
static FailureOr<Values> randomCrop(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> sizes = imageSizes(call);
  if (failed(sizes))
    return llvm::failure();
  SpatialLayout layout = imageLayout(call);
  bool isLarger = true;
  for (unsigned i = 0; i < 2; ++i)
    isLarger &= call.shape()[layout.dimension(i)] >= (*sizes)[i];
  if (call.drawsNumbers() && isLarger)
    return Values{cropAtRandom(call, *sizes)};
  FailureOr<Value> resized = resizeMiddle(call, *sizes, "bilinear");
  if (failed(resized))
    return llvm::failure();
  return Values{*resized};
}

//===----------------------------------------------------------------------===//
// Colors
//===----------------------------------------------------------------------===//

static FailureOr<Value> randomBrightness(LayerCall &call) {
  FailureOr<NumberRange> factor = numberRange(call, "factor");
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  double width = values->high - values->low;
  Value more =
      drawOverPixels(call, {factor->low * width, factor->high * width});
  return clip(call.builder, call.builder.add(call.input(), more), *values);
}

/// The mean of each channel of each image, for all its pixels.
static Value channelMeans(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  SpatialLayout layout = imageLayout(call);
  return b.broadcast(b.mean(call.input(), layout.dimensions()), call.shape(),
                     {0, layout.channel()});
}

static FailureOr<Value> randomContrast(LayerCall &call) {
  FailureOr<NumberRange> factor = numberRange(call, "factor");
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  // A list says how far to go down and up, neither with a sign.
  bool isList = !numberOf(call.settings.get("factor"));
  if (isList) {
    llvm::ArrayRef<mlir::Attribute> list = *listOf(call.settings.get("factor"));
    factor = NumberRange{-*numberOf(list.front()), *numberOf(list.back())};
  }
  ProgramBuilder &b = call.builder;
  Value scale = drawOverPixels(call, {1 + factor->low, 1 + factor->high});
  Value mean = channelMeans(call);
  Value result = b.add(b.multiply(b.subtract(call.input(), mean), scale), mean);
  return clip(b, result, *values);
}

static FailureOr<Value> randomInvert(LayerCall &call) {
  FailureOr<NumberRange> factor = numberRange(call, "factor", {0, 1});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  // One number alone is the greatest probability.
  Value probability =
      drawForExamples(call, {std::max(factor->low, 0.0), factor->high});
  Value drawn = drawForExamples(call, {0, 1});
  Value isChanged = b.compare(drawn, probability, ComparisonDirection::LT);
  Value x = call.input();
  return b.select(overPixels(call, isChanged),
                  b.subtract(b.like(x, values->high), x), x);
}

/// The brightness of red, green and blue, for all channels.
static FailureOr<Value> grayOf(LayerCall &call) {
  static constexpr double Shares[] = {0.2989, 0.587, 0.114};
  ProgramBuilder &b = call.builder;
  int64_t channel = imageLayout(call).channel();
  if (call.shape()[channel] != 3)
    return call.failUnsupported("images of shape " +
                                mismatch::shapeText(call.shape()) +
                                " do not have 3 channels");
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

/// Images between 0 and 255, and back.
static Value fromRange(ProgramBuilder &b, Value x, NumberRange values) {
  Value begun = b.subtract(x, b.like(x, values.low));
  return b.scale(begun, 255 / (values.high - values.low));
}
static Value toRange(ProgramBuilder &b, Value x, NumberRange values) {
  Value scaled = b.scale(x, (values.high - values.low) / 255);
  return b.add(scaled, b.like(x, values.low));
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
  x = clip(b, b.add(x, draw(*addition)), {0, 255});
  Value isBelow = b.compare(x, draw(*threshold), ComparisonDirection::LT);
  x = b.select(isBelow, x, b.subtract(b.like(x, 255), x));
  return toRange(b, x, *values);
}

/// Stretches each channel over the whole range. Nothing is random about it.
static FailureOr<Values> autoContrast(LayerCall &call) {
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(values))
    return llvm::failure();
  if (call.rank() != 4)
    return call.failUnsupported(mismatch::rank(call.shape(), 4));
  convertImages(call);
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

/// Other layers that change images, whose types are known.
static FailureOr<Values> otherAugmentation(LayerCall &call) {
  convertImages(call);
  // What is drawn at random leaves images as they are where nothing is learned.
  bool isRandom = StringRef(call.className).starts_with("Random");
  if (isRandom && !call.isTraining)
    return call.inputs;
  (void)call.failUnsupported("this augmentation of images is not supported; "
                             "options of the data do some");
  if (call.builder.buildsOps())
    return llvm::failure();
  return call.inputs;
}

void keras::addRandomImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<randomFlip>, {"RandomFlip"}, Integers);
  table.add(randomCrop, {"RandomCrop"}, Integers);
  table.add(whileTraining<randomBrightness>, {"RandomBrightness"}, Integers);
  table.add(whileTraining<randomContrast>, {"RandomContrast"}, Integers);
  table.add(whileTraining<randomInvert>, {"RandomInvert"}, Integers);
  table.add(whileTraining<randomGrayscale>, {"RandomGrayscale"}, Integers);
  table.add(whileTraining<solarization>, {"Solarization"}, Integers);
  table.add(autoContrast, {"AutoContrast"}, Integers);
  table.add(otherAugmentation,
            {"ContrastLimitedAdaptiveHistogramEqualization", "Equalization",
             "RandomColorDegeneration", "RandomColorJitter",
             "RandomElasticTransform", "RandomErasing", "RandomGaussianBlur",
             "RandomHue", "RandomPerspective", "RandomPosterization",
             "RandomSaturation", "RandomSharpness"},
            Integers);
}
