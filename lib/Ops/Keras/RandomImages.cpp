//===- RandomImages.cpp - Images that are changed at random ---------------===//
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

FailureOr<bool> keras::changesImages(LayerCall &call) {
  convertImages(call);
  if (!call.isTraining)
    return false;
  if (call.rank() != 4 &&
      failed(call.failDetail(mismatch::rank(call.shape(), 4))))
    return llvm::failure();
  return call.builder.buildsOps();
}

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

FailureOr<NumberRange> keras::positiveRange(LayerCall &call, StringRef key,
                                            NumberRange missing) {
  FailureOr<NumberRange> range = numberRange(call, key, missing);
  if (failed(range))
    return llvm::failure();
  return NumberRange{std::max(range->low, 0.0), range->high};
}

FailureOr<NumberRange> keras::valueRange(LayerCall &call) {
  return numberRange(call, "value_range", {0, 255});
}

Value keras::fromRange(ProgramBuilder &b, Value x, NumberRange values) {
  Value begun = b.subtract(x, b.like(x, values.low));
  return b.scale(begun, 255 / (values.high - values.low));
}

Value keras::toRange(ProgramBuilder &b, Value x, NumberRange values) {
  Value scaled = b.scale(x, (values.high - values.low) / 255);
  return b.add(scaled, b.like(x, values.low));
}

/// Numbers in the type of pixels or a wider one.
static Value drawNumbers(LayerCall &call, Shape shape, NumberRange range) {
  mlir::Type element = call.computeType.getWidth() < 32
                           ? call.builder.builder().getF32Type()
                           : mlir::Type(call.computeType);
  return drawUniform(call.builder, call.drawKey(),
                     RankedTensorType::get(shape, element), range.low,
                     range.high);
}

Value keras::drawForBatch(LayerCall &call, NumberRange range) {
  return drawNumbers(call, {}, range);
}

Value keras::drawForExamples(LayerCall &call, NumberRange range) {
  return drawNumbers(call, {call.shape()[0]}, range);
}

Value keras::overPixels(LayerCall &call, Value numbers) {
  return call.builder.broadcast(numbers, call.shape(), {0});
}

Value keras::clipTo(ProgramBuilder &b, Value x, NumberRange range) {
  return b.minimum(b.maximum(x, b.like(x, range.low)), b.like(x, range.high));
}

Value keras::drawOverPixels(LayerCall &call, NumberRange range) {
  Value drawn = drawForExamples(call, range);
  return overPixels(call, call.builder.convert(drawn, call.computeType));
}

Value keras::drawChosen(LayerCall &call, double probability) {
  ProgramBuilder &b = call.builder;
  Value drawn = drawForExamples(call, {0, 1});
  return overPixels(call, b.compare(drawn, b.like(drawn, probability),
                                    ComparisonDirection::LT));
}

Value keras::drawChosen(LayerCall &call, NumberRange probabilities) {
  Value probability = drawForExamples(call, probabilities);
  Value drawn = drawForExamples(call, {0, 1});
  return overPixels(
      call, call.builder.compare(drawn, probability, ComparisonDirection::LT));
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
// Patches
//===----------------------------------------------------------------------===//

Value keras::insidePatch(LayerCall &call, unsigned axis, Value share) {
  ProgramBuilder &b = call.builder;
  int64_t dimension = imageLayout(call).dimension(axis);
  auto size = static_cast<double>(call.shape()[dimension]);
  Value length = b.scale(b.sqrt(share), size);
  Value place = drawForExamples(call, {0, 1});
  Value start = b.multiply(place, b.subtract(b.like(length, size), length));
  Value pixels = b.iota(
      RankedTensorType::get(call.shape(), ProgramBuilder::elementOf(start)),
      dimension);
  Value end = overPixels(call, b.add(start, length));
  return b.binary<AndOp>(
      b.compare(pixels, overPixels(call, start), ComparisonDirection::GE),
      b.compare(pixels, end, ComparisonDirection::LT));
}

/// What a patch is filled with: a number, one for each channel, or noise.
static FailureOr<Value> fillingOf(LayerCall &call, NumberRange values) {
  ProgramBuilder &b = call.builder;
  mlir::Attribute given = call.settings.get("fill_value");
  RankedTensorType type = ProgramBuilder::typeOf(call.input());
  if (!given)
    return drawNormal(b, call.drawKey(), type, 0, values.high);
  if (std::optional<double> number = numberOf(given))
    return b.splat(type, *number);
  int64_t channel = imageLayout(call).channel();
  SmallVector<double> numbers;
  for (mlir::Attribute item :
       listOf(given).value_or(llvm::ArrayRef<mlir::Attribute>()))
    numbers.push_back(numberOf(item).value_or(std::nan("")));
  if (static_cast<int64_t>(numbers.size()) != call.shape()[channel])
    return call.failSetting("fill_value");
  Value each = b.reals(numbers, RankedTensorType::get({call.shape()[channel]},
                                                      type.getElementType()));
  return b.broadcast(each, call.shape(), {channel});
}

static FailureOr<Value> randomErasing(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1});
  FailureOr<NumberRange> scale = positiveRange(call, "scale", {0.02, 0.33});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(scale) || failed(values))
    return llvm::failure();
  FailureOr<Value> filling = fillingOf(call, *values);
  if (failed(filling))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value across = insidePatch(call, 1, drawForExamples(call, *scale));
  Value down = insidePatch(call, 0, drawForExamples(call, *scale));
  Value isErased = drawChosen(call, *factor);
  isErased = b.binary<AndOp>(isErased, b.binary<AndOp>(across, down));
  return b.select(isErased, clipTo(b, *filling, *values), call.input());
}

/// Images of a size that is drawn, which no program has.
static FailureOr<Values> randomSize(LayerCall &call) {
  if (call.rank() != 4)
    return call.failUnsupported(mismatch::rank(call.shape(), 4));
  convertImages(call);
  if (!call.isTraining)
    return call.inputs;
  (void)call.failUnsupported("it draws the size of its result");
  if (call.builder.buildsOps())
    return llvm::failure();
  SmallVector<int64_t> shape(call.shape());
  shape[imageLayout(call).dimension(
      StringRef(call.className) == "RandomHeight" ? 0 : 1)] =
      mlir::ShapedType::kDynamic;
  return Values{
      call.builder.unknown(ProgramBuilder::typeOf(call.input()).clone(shape))};
}

void keras::addRandomImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<randomFlip>, {"RandomFlip"}, Integers);
  table.add(randomCrop, {"RandomCrop"}, Integers);
  table.add(whileTraining<randomErasing>, {"RandomErasing"}, Integers);
  table.add(randomSize, {"RandomHeight", "RandomWidth"}, Integers);
}
