//===- ChosenAugmentations.cpp - Layers that choose among others ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// A layer that is chosen from, with the settings that have the one factor.
struct Augmentation {
  llvm::StringLiteral name;
  llvm::StringLiteral factors[2];
  /// True for those that AugMix leaves out unless it is told to take all.
  bool isExtra = false;
};

/// What a layer draws is drawn from a key.
using KeyOfLayer = llvm::function_ref<Value(size_t layer)>;

/// Layers of which one is chosen for a batch by a number.
class Augmentations {
public:
  Augmentations(LayerCall &call, NumberRange factor, bool hasExtra = true);

  size_t count() const { return layers.size(); }
  /// Images after the layer of a number, which alone is computed; the images
  /// themselves for the number behind those of the layers.
  FailureOr<Value> apply(Value number, Value images, KeyOfLayer keyOf);

private:
  FailureOr<Value> applyLayer(const Augmentation &layer, Value images,
                              Value key);

  LayerCall &call;
  ProgramBuilder &b;
  NumberRange factor;
  SmallVector<const Augmentation *> layers;
};
} // namespace

static constexpr Augmentation AllLayers[] = {
    {"RandomShear", {"x_factor", "y_factor"}},
    {"RandomTranslation", {"height_factor", "width_factor"}},
    {"RandomRotation", {"factor", ""}},
    {"RandomBrightness", {"factor", ""}, /*isExtra=*/true},
    {"RandomColorDegeneration", {"factor", ""}, /*isExtra=*/true},
    {"RandomContrast", {"factor", ""}, /*isExtra=*/true},
    {"RandomSharpness", {"factor", ""}, /*isExtra=*/true},
    {"RandomPosterization", {"", ""}},
    {"Solarization", {"addition_factor", "threshold_factor"}},
    {"AutoContrast", {"", ""}},
    {"Equalization", {"", ""}},
};

Augmentations::Augmentations(LayerCall &call, NumberRange factor, bool hasExtra)
    : call(call), b(call.builder), factor(factor) {
  for (const Augmentation &layer : AllLayers) {
    if (hasExtra || !layer.isExtra)
      layers.push_back(&layer);
  }
}

FailureOr<Value> Augmentations::applyLayer(const Augmentation &layer,
                                           Value images, Value key) {
  mlir::OpBuilder &builder = b.builder();
  mlir::NamedAttrList settings;
  for (StringRef name :
       {"value_range", "interpolation", "data_format", "dtype"}) {
    if (mlir::Attribute given = call.settings.get(name))
      settings.set(name, given);
  }
  for (StringRef name : layer.factors) {
    if (!name.empty())
      settings.set(name, builder.getF64ArrayAttr({factor.low, factor.high}));
  }
  if (layer.name == "RandomPosterization") {
    auto bits = std::max<int64_t>(1, static_cast<int64_t>(8 * factor.high));
    settings.set("factor", builder.getI64ArrayAttr({bits, bits}));
  }
  LayerCall inner(call.context, layer.name, call.path,
                  settings.getDictionary(builder.getContext()), {images},
                  b.location());
  inner.isTraining = call.isTraining;
  inner.keySource = [this, key, drawn = uint64_t(0)]() mutable {
    return deriveKey(b, key, ++drawn);
  };
  FailureOr<Values> made = layerTable().find(layer.name)->function(inner);
  if (failed(made))
    return call.failAs(inner);
  return made->front();
}

FailureOr<Value> Augmentations::apply(Value number, Value images,
                                      KeyOfLayer keyOf) {
  FailureOr<ValueList> made =
      choose(b, number, count() + 1, [&](size_t layer) -> FailureOr<ValueList> {
        if (layer == count())
          return ValueList{images};
        FailureOr<Value> changed =
            applyLayer(*layers[layer], images, keyOf(layer));
        if (failed(changed))
          return llvm::failure();
        return ValueList{*changed};
      });
  if (failed(made))
    return llvm::failure();
  return made->front();
}

/// So many numbers below a limit, each as probable as the others.
static Value drawBelow(LayerCall &call, int64_t count, size_t limit) {
  ProgramBuilder &b = call.builder;
  auto type = RankedTensorType::get({count}, b.builder().getF32Type());
  Value drawn =
      drawUniform(b, call.drawKey(), type, 0, static_cast<double>(limit));
  Value last = b.like(drawn, static_cast<double>(limit - 1));
  return b.convert(b.minimum(b.floor(drawn), last), b.builder().getI32Type());
}

/// Values after a body was run so many times. A loop is compiled faster than
/// layers that are there again and again.
static FailureOr<ValueList>
repeat(ProgramBuilder &b, int64_t count, ValueList values,
       llvm::function_ref<FailureOr<ValueList>(Value, mlir::ValueRange)> body) {
  if (count == 1)
    return body(integerScalar(b, 0), values);
  values.insert(values.begin(), integerScalar(b, 0));
  auto goesOn = [&](mlir::ValueRange given) -> FailureOr<ValueList> {
    return ValueList{
        b.compare(given[0], integerScalar(b, count), ComparisonDirection::LT)};
  };
  auto next = [&](mlir::ValueRange given) -> FailureOr<ValueList> {
    FailureOr<ValueList> made = body(given[0], given.drop_front());
    if (failed(made))
      return llvm::failure();
    made->insert(made->begin(), b.add(given[0], integerScalar(b, 1)));
    return made;
  };
  FailureOr<ValueList> made = loop(b, values, goesOn, next);
  if (failed(made))
    return llvm::failure();
  made->erase(made->begin());
  return made;
}

static LogicalResult expectInterpolation(LayerCall &call) {
  StringRef interpolation = call.settings.word("interpolation", "bilinear");
  if (interpolation == "bilinear" || interpolation == "nearest")
    return llvm::success();
  return call.failSetting("interpolation", interpolation);
}

//===----------------------------------------------------------------------===//
// RandAugment
//===----------------------------------------------------------------------===//

namespace {
struct ChoiceOptions {
  NumberRange factor;
  int64_t count = 0;
};
} // namespace

static FailureOr<ChoiceOptions> readChoice(LayerCall &call) {
  FailureOr<NumberRange> factor =
      positiveRange(call, "factor", {0, 1, /*areBoth=*/true}, {0, 0.5});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values) || failed(expectInterpolation(call)))
    return llvm::failure();
  constexpr int64_t MostLayers = 16;
  int64_t count = call.settings.integer("num_ops", 2);
  if (count < 0 || count > MostLayers)
    return call.failSetting("num_ops");
  if (failed(expectColors(call)))
    return llvm::failure();
  return ChoiceOptions{*factor, count};
}

static FailureOr<Value> randAugment(LayerCall &call,
                                    const ChoiceOptions &options) {
  if (options.count == 0)
    return call.input();
  ProgramBuilder &b = call.builder;
  Augmentations layers(call, options.factor);
  // What a layer draws is the same each time that it is chosen.
  SmallVector<Value> keys;
  for (size_t layer = 0; layer < layers.count(); ++layer)
    keys.push_back(call.drawKey());
  Value numbers = drawBelow(call, options.count, layers.count());
  auto applyOne = [&](Value turn,
                      mlir::ValueRange given) -> FailureOr<ValueList> {
    FailureOr<Value> changed =
        layers.apply(elementAt(b, numbers, 0, turn), given[0],
                     [&](size_t layer) { return keys[layer]; });
    if (failed(changed))
      return llvm::failure();
    return ValueList{*changed};
  };
  FailureOr<ValueList> made =
      repeat(b, options.count, {call.input()}, applyOne);
  if (failed(made))
    return llvm::failure();
  return made->front();
}

//===----------------------------------------------------------------------===//
// AugMix
//===----------------------------------------------------------------------===//

// Keras lets Python choose the layers, so that a step that is traced has the
// same ones each time. Here they are drawn for each step, as Keras draws them
// where no step is traced.

namespace {
struct MixOptions {
  NumberRange factor, values;
  int64_t chains = 0;
  int64_t depth = 0;
  double alpha = 1;
  bool hasExtra = true;
};
} // namespace

static FailureOr<MixOptions> readMix(LayerCall &call) {
  FailureOr<NumberRange> factor =
      positiveRange(call, "factor", {0, 1, /*areBoth=*/true}, {0, 0.3});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(factor) || failed(values) || failed(expectInterpolation(call)))
    return llvm::failure();
  MixOptions options{*factor, *values};
  constexpr int64_t Most = 64;
  options.chains = call.settings.integer("num_chains", 3);
  if (options.chains < 1 || options.chains > Most)
    return call.failSetting("num_chains");
  options.depth = call.settings.integer("chain_depth", 3);
  if (options.depth < 0 || options.depth > Most)
    return call.failSetting("chain_depth");
  options.alpha = call.settings.number("alpha", 1);
  if (options.alpha <= 0)
    return call.failSetting("alpha");
  options.hasExtra = call.settings.getBool("all_ops", true);
  if (options.hasExtra && failed(expectColors(call)))
    return llvm::failure();
  return options;
}

/// The sum of what chains of layers make of images, by the part of each.
static FailureOr<Value> mixChains(LayerCall &call, const MixOptions &options,
                                  Value parts) {
  ProgramBuilder &b = call.builder;
  Augmentations layers(call, options.factor, options.hasExtra);
  int64_t count = options.chains * options.depth;
  // One after another in one loop. Each layer, or none, is drawn anew.
  Value numbers = drawBelow(call, count, layers.count() + 1);
  Value keys = drawKeys(b, call.drawKey(), count);
  // Only what the last layer of a chain makes counts.
  Value shares = b.reshape(parts, {options.chains, 1});
  shares = b.reshape(b.pad(shares, 0, {0, options.depth - 1}, {0, 0}), {count});
  SmallVector<int64_t> ends(count, 0);
  for (int64_t end = options.depth - 1; end < count; end += options.depth)
    ends[end] = 1;
  Value isEnd = b.integers(ends, b.builder().getI32Type());
  auto over = [&](Value scalar) { return b.broadcastTo(scalar, call.shape()); };
  auto goOn = [&](Value turn, mlir::ValueRange given) -> FailureOr<ValueList> {
    FailureOr<Value> changed =
        layers.apply(elementAt(b, numbers, 0, turn), given[0],
                     [&](size_t) { return elementAt(b, keys, 0, turn); });
    if (failed(changed))
      return llvm::failure();
    Value share = elementAt(b, shares, 0, turn);
    share = over(b.convert(share, call.computeType));
    Value end = elementAt(b, isEnd, 0, turn);
    Value startsAnew =
        over(b.compare(end, b.like(end, 1), ComparisonDirection::EQ));
    return ValueList{b.select(startsAnew, call.input(), *changed),
                     b.add(given[1], b.multiply(share, *changed))};
  };
  FailureOr<ValueList> made =
      repeat(b, count, {call.input(), b.like(call.input(), 0)}, goOn);
  if (failed(made))
    return llvm::failure();
  return (*made)[1];
}

static FailureOr<Value> augMix(LayerCall &call, const MixOptions &options) {
  ProgramBuilder &b = call.builder;
  Value alpha = drawForBatch(call, {options.alpha, options.alpha});
  Value parts = drawParts(call, alpha, options.chains);
  Value kept = b.reshape(drawShares(call, alpha, 1), {});
  FailureOr<Value> mixed = call.input();
  if (options.depth > 0)
    mixed = mixChains(call, options, parts);
  if (failed(mixed))
    return llvm::failure();
  kept = b.broadcastTo(b.convert(kept, call.computeType), call.shape());
  Value change = b.multiply(kept, b.subtract(call.input(), *mixed));
  return clipTo(b, b.add(*mixed, change), options.values);
}

void keras::addChosenAugmentations(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<readChoice, randAugment>, {"RandAugment"}, Integers);
  table.add(whileTraining<readMix, augMix>, {"AugMix"}, Integers);
}
