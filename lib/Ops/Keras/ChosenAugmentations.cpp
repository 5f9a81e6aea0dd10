//===- ChosenAugmentations.cpp - Layers that choose among others ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Dialect/StableHLO/Builders/Random.h"
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
};

/// The layers of RandAugment, by which a number of them is drawn for a batch.
class Augmentations {
public:
  Augmentations(LayerCall &call, NumberRange factor);

  /// Images after the layer of a number that is drawn, which alone is computed.
  FailureOr<Value> applyOne(Value images);

private:
  FailureOr<Value> apply(size_t number, Value images);

  LayerCall &call;
  ProgramBuilder &b;
  NumberRange factor;
  /// What a layer draws is the same each time that it is chosen.
  SmallVector<Value> keys;
};
} // namespace

static constexpr Augmentation Layers[] = {
    {"RandomShear", {"x_factor", "y_factor"}},
    {"RandomTranslation", {"height_factor", "width_factor"}},
    {"RandomRotation", {"factor", ""}},
    {"RandomBrightness", {"factor", ""}},
    {"RandomColorDegeneration", {"factor", ""}},
    {"RandomContrast", {"factor", ""}},
    {"RandomSharpness", {"factor", ""}},
    {"RandomPosterization", {"", ""}},
    {"Solarization", {"addition_factor", "threshold_factor"}},
    {"AutoContrast", {"", ""}},
    {"Equalization", {"", ""}},
};

Augmentations::Augmentations(LayerCall &call, NumberRange factor)
    : call(call), b(call.builder), factor(factor) {
  for (size_t number = 0; number < std::size(Layers); ++number)
    keys.push_back(call.drawKey());
}

FailureOr<Value> Augmentations::apply(size_t number, Value images) {
  const Augmentation &layer = Layers[number];
  mlir::OpBuilder &builder = b.builder();
  mlir::NamedAttrList settings;
  for (StringRef key :
       {"value_range", "interpolation", "data_format", "dtype"}) {
    if (mlir::Attribute given = call.settings.get(key))
      settings.set(key, given);
  }
  for (StringRef key : layer.factors) {
    if (!key.empty())
      settings.set(key, builder.getF64ArrayAttr({factor.low, factor.high}));
  }
  if (layer.name == "RandomPosterization") {
    auto bits = std::max<int64_t>(1, static_cast<int64_t>(8 * factor.high));
    settings.set("factor", builder.getI64ArrayAttr({bits, bits}));
  }
  LayerCall inner(call.context, layer.name, call.path,
                  settings.getDictionary(builder.getContext()), {images},
                  b.location());
  inner.isTraining = call.isTraining;
  inner.keySource = [this, number, drawn = uint64_t(0)]() mutable {
    return deriveKey(b, keys[number], ++drawn);
  };
  FailureOr<Values> made = layerTable().find(layer.name)->function(inner);
  if (failed(made))
    return call.failAs(inner);
  return made->front();
}

FailureOr<Value> Augmentations::applyOne(Value images) {
  Value drawn = drawForBatch(call, {0, static_cast<double>(std::size(Layers))});
  Value number = b.convert(b.floor(drawn), b.builder().getI32Type());
  FailureOr<ValueList> made = choose(
      b, number, std::size(Layers), [&](size_t layer) -> FailureOr<ValueList> {
        FailureOr<Value> changed = apply(layer, images);
        if (failed(changed))
          return llvm::failure();
        return ValueList{*changed};
      });
  if (failed(made))
    return llvm::failure();
  return made->front();
}

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
  if (failed(factor) || failed(values))
    return llvm::failure();
  constexpr int64_t MostLayers = 16;
  int64_t count = call.settings.integer("num_ops", 2);
  if (count < 0 || count > MostLayers)
    return call.failSetting("num_ops");
  StringRef interpolation = call.settings.word("interpolation", "bilinear");
  if (interpolation != "bilinear" && interpolation != "nearest")
    return call.failSetting("interpolation", interpolation);
  if (failed(expectColors(call)))
    return llvm::failure();
  return ChoiceOptions{*factor, count};
}

static FailureOr<Value> randAugment(LayerCall &call,
                                    const ChoiceOptions &options) {
  Augmentations layers(call, options.factor);
  Value images = call.input();
  for (int64_t number = 0; number < options.count; ++number) {
    FailureOr<Value> made = layers.applyOne(images);
    if (failed(made))
      return llvm::failure();
    images = *made;
  }
  return images;
}

/// Python's own random numbers choose its layers, once, when a step is traced.
static FailureOr<Values> augMix(LayerCall &call) {
  convertImages(call);
  if (!call.isTraining)
    return call.inputs;
  (void)call.failUnsupported(
      "Python chooses the layers that it is made of when a step is traced");
  if (call.builder.buildsOps())
    return llvm::failure();
  return call.inputs;
}

void keras::addChosenAugmentations(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<readChoice, randAugment>, {"RandAugment"}, Integers);
  table.add(augMix, {"AugMix"}, Integers);
}
