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

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
struct FlipOptions {
  bool isAcross = false;
  bool isDown = false;
};
} // namespace

static FailureOr<FlipOptions> readFlip(LayerCall &call) {
  StringRef mode = call.settings.word("mode", "horizontal_and_vertical");
  bool isBoth = mode == "horizontal_and_vertical";
  if (!isBoth && mode != "horizontal" && mode != "vertical")
    return call.failSetting("mode", mode);
  return FlipOptions{isBoth || mode == "horizontal",
                     isBoth || mode == "vertical"};
}

static FailureOr<Value> randomFlip(LayerCall &call,
                                   const FlipOptions &options) {
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  auto flip = [&](unsigned axis) {
    Value flipped = b.reverse(x, {imageLayout(call).dimension(axis)});
    x = b.select(drawChosen(call, 0.5), flipped, x);
  };
  if (options.isAcross)
    flip(1);
  if (options.isDown)
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

namespace {
struct ErasingOptions {
  NumberRange factor, scale, values;
  /// What patches are filled with: noise if there is no number, otherwise one,
  /// or one for each channel.
  SmallVector<double> filling;
};
} // namespace

/// One number, or one for each channel. Fails for anything else.
static FailureOr<SmallVector<double>> readFilling(LayerCall &call) {
  mlir::Attribute given = call.settings.get("fill_value");
  if (!given)
    return SmallVector<double>();
  if (std::optional<double> number = numberOf(given))
    return SmallVector<double>{*number};
  auto list = listOf(given).value_or(llvm::ArrayRef<mlir::Attribute>());
  int64_t channels = call.shape()[imageLayout(call).channel()];
  if (list.empty() || !mayEqual(channels, static_cast<int64_t>(list.size())))
    return call.failSetting("fill_value");
  SmallVector<double> numbers;
  for (mlir::Attribute item : list) {
    std::optional<double> number = numberOf(item);
    if (!number)
      return call.failSetting("fill_value");
    numbers.push_back(*number);
  }
  return numbers;
}

static FailureOr<ErasingOptions> readErasing(LayerCall &call) {
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1}, {0, 1});
  FailureOr<NumberRange> scale =
      positiveRange(call, "scale", {0, 1}, {0.02, 0.33});
  FailureOr<NumberRange> values = valueRange(call);
  FailureOr<SmallVector<double>> filling = readFilling(call);
  if (failed(factor) || failed(scale) || failed(values) || failed(filling))
    return llvm::failure();
  return ErasingOptions{*factor, *scale, *values, *filling};
}

static Value fillingOf(LayerCall &call, const ErasingOptions &options) {
  ProgramBuilder &b = call.builder;
  RankedTensorType type = ProgramBuilder::typeOf(call.input());
  llvm::ArrayRef<double> numbers = options.filling;
  if (numbers.empty())
    return drawNormal(b, call.drawKey(), type, 0, options.values.high);
  if (numbers.size() == 1)
    return b.splat(type, numbers.front());
  int64_t channel = imageLayout(call).channel();
  Value each = b.reals(numbers, RankedTensorType::get({call.shape()[channel]},
                                                      type.getElementType()));
  return b.broadcast(each, call.shape(), {channel});
}

static FailureOr<Value> randomErasing(LayerCall &call,
                                      const ErasingOptions &options) {
  ProgramBuilder &b = call.builder;
  Value filling = fillingOf(call, options);
  Value across = insidePatch(call, 1, drawForExamples(call, options.scale));
  Value down = insidePatch(call, 0, drawForExamples(call, options.scale));
  Value isErased = drawChosen(call, options.factor);
  isErased = b.binary<AndOp>(isErased, b.binary<AndOp>(across, down));
  return b.select(isErased, clipTo(b, filling, options.values), call.input());
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
  table.add(whileTraining<readFlip, randomFlip>, {"RandomFlip"}, Integers);
  table.add(randomCrop, {"RandomCrop"}, Integers);
  table.add(whileTraining<readErasing, randomErasing>, {"RandomErasing"},
            Integers);
  table.add(randomSize, {"RandomHeight", "RandomWidth"}, Integers);
}
