//===- ImageLayers.cpp - What layers of images share ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/ImageLayers.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "Support/Text.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

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

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

namespace {
/// A setting that is one number, or a list of two.
struct FactorSetting {
  double first = 0;
  double second = 0;
  bool isList = false;
};
} // namespace

/// Fails for anything else, which may be meant for another version of Keras.
static FailureOr<FactorSetting> factorSetting(LayerCall &call, StringRef key) {
  mlir::Attribute given = call.settings.get(key);
  if (std::optional<double> number = numberOf(given))
    return FactorSetting{*number, *number};
  std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(given);
  if (!list || list->size() != 2)
    return call.failSetting(key);
  std::optional<double> first = numberOf(list->front());
  std::optional<double> second = numberOf(list->back());
  if (!first || !second)
    return call.failSetting(key);
  return FactorSetting{*first, *second, /*isList=*/true};
}

/// Fails for the numbers that Keras 3 refuses. Keras 2 has bounds of its own.
static LogicalResult expectWithin(LayerCall &call, StringRef key,
                                  const FactorSetting &setting,
                                  const FactorBounds &bounds) {
  if (call.kerasVersion < 3)
    return llvm::success();
  // Keras looks at one side of each number of a list, unless both are bound.
  bool isEach = !setting.isList || bounds.areBoth;
  bool isFine = setting.first <= bounds.high && setting.second >= bounds.low;
  if (isEach)
    isFine &= setting.first >= bounds.low && setting.second <= bounds.high;
  // What is no number is compared in vain.
  if (isFine || std::isnan(setting.first) || std::isnan(setting.second))
    return llvm::success();
  std::string found = formatNumber(setting.first);
  if (setting.isList)
    found = "[" + found + ", " + formatNumber(setting.second) + "]";
  return call.fail(
      llvm::formatv("`{0}` is {1}; {2} from {3} to {4} {5} required", key,
                    found, setting.isList ? "numbers" : "a number",
                    formatNumber(bounds.low), formatNumber(bounds.high),
                    setting.isList ? "are" : "is")
          .str());
}

FailureOr<NumberRange> keras::factorRange(LayerCall &call, StringRef key,
                                          const FactorBounds &bounds,
                                          NumberRange missing) {
  if (!call.settings.get(key))
    return missing;
  FailureOr<FactorSetting> setting = factorSetting(call, key);
  if (failed(setting) || failed(expectWithin(call, key, *setting, bounds)))
    return llvm::failure();
  if (setting->isList)
    return NumberRange{std::min(setting->first, setting->second),
                       std::max(setting->first, setting->second)};
  double size = std::abs(setting->first);
  return NumberRange{-size, size};
}

FailureOr<NumberRange> keras::positiveRange(LayerCall &call, StringRef key,
                                            const FactorBounds &bounds,
                                            NumberRange missing) {
  FailureOr<NumberRange> range = factorRange(call, key, bounds, missing);
  if (failed(range))
    return llvm::failure();
  return NumberRange{std::max(range->low, bounds.low), range->high};
}

FailureOr<NumberRange> keras::valueRange(LayerCall &call) {
  if (!call.settings.get("value_range"))
    return NumberRange{0, 255};
  FailureOr<FactorSetting> setting = factorSetting(call, "value_range");
  if (failed(setting))
    return llvm::failure();
  if (!setting->isList)
    return call.failSetting("value_range");
  return NumberRange{std::min(setting->first, setting->second),
                     std::max(setting->first, setting->second)};
}

LogicalResult keras::expectColors(LayerCall &call) {
  if (mayEqual(call.shape()[imageLayout(call).channel()], 3))
    return llvm::success();
  return call.failUnsupported("images of shape " +
                              mismatch::shapeText(call.shape()) +
                              " do not have 3 channels");
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

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
