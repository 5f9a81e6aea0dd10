//===- LayerWeights.cpp - Numbers of layers' weights ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFacts.h"
#include "Frontend/Keras/Settings.h"
#include "Support/LLVM.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::keras;
using Family = KerasLayers::Family;

namespace {
/// A number of weights that is unknown if one of its parts is, or if it is too
/// large.
class Count {
public:
  Count(int64_t value) : value(value) {
    if (value < 0)
      this->value = std::nullopt;
  }
  Count(std::optional<int64_t> given) : Count(given.value_or(-1)) {}

  friend Count operator*(Count a, Count b) {
    return a.value && b.value ? Count(llvm::checkedMul(*a.value, *b.value))
                              : Count(-1);
  }
  friend Count operator+(Count a, Count b) {
    return a.value && b.value ? Count(llvm::checkedAdd(*a.value, *b.value))
                              : Count(-1);
  }

  std::optional<int64_t> value;
};
} // namespace

static std::optional<WeightCount> weights(Count trainable, Count fixed = 0) {
  if (!trainable.value || !fixed.value)
    return std::nullopt;
  return WeightCount{*trainable.value, *fixed.value};
}

static Count setting(const Layer &layer, StringRef key) {
  return numberSetting(layer, key);
}

/// 1 if a layer has such a part, else 0.
static Count ifUsed(const Layer &layer, StringRef key) {
  return int64_t(flagSetting(layer, key, true));
}

static Count lastOf(const Shape &shape) {
  return shape && !shape->empty() ? Count(shape->back()) : Count(-1);
}

/// The channels of an image.
static Count channelsOf(const Layer &layer, const Shape &in) {
  if (!in || in->size() < 2)
    return -1;
  bool isFirst = wordSetting(layer, "data_format", "") == "channels_first";
  return isFirst ? (*in)[1] : in->back();
}

/// The places of a kernel.
static Count kernelOf(const Layer &layer, unsigned rank) {
  auto kernel = numbersSetting(layer, "kernel_size", rank);
  if (!kernel)
    return -1;
  Count product = 1;
  for (int64_t size : *kernel)
    product = product * Count(size);
  return product;
}

/// The sizes along the axes that a layer names, as one number or a list.
static Count alongAxes(const Layer &layer, const Shape &in, int64_t missing) {
  llvm::SmallVector<int64_t, 2> axes;
  const json::Value *axis = layer.setting("axis");
  for (const json::Value &one : listOf(axis))
    axes.push_back(one.integer().value_or(INT64_MAX));
  if (axes.empty()) {
    std::optional<int64_t> one = axis ? axis->integer() : missing;
    if (!one)
      return -1;
    axes.push_back(*one);
  }
  Count product = 1;
  for (int64_t place : axes) {
    int64_t rank = in ? in->size() : 0;
    if (place < 0)
      place += rank;
    if (place < 0 || place >= rank)
      return -1;
    product = product * Count((*in)[place]);
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static std::optional<WeightCount>
countRecurrent(const Layer &layer, const Shape &in, int64_t gates) {
  Count units = setting(layer, "units");
  // A GRU that resets behind the product has a second bias, as those of cuDNN
  // have.
  StringRef className = layer.className.text;
  bool isCuda = className.starts_with("CuDNN");
  bool hasTwo = isCuda || (className == "GRU" &&
                           flagSetting(layer, "reset_after", false));
  Count biases = hasTwo ? Count(2) : Count(1);
  Count bias = units * biases * ifUsed(layer, "use_bias");
  return weights(Count(gates) * (lastOf(in) * units + units * units + bias));
}

static std::optional<WeightCount> countHeads(const Layer &layer,
                                             ArrayRef<Shape> inputs,
                                             ArrayRef<StringRef> arguments) {
  // Inputs without a name come in the order query, value, key; the key is the
  // value unless it is given.
  Shape query, value, key;
  Shape *slots[] = {&query, &value, &key};
  constexpr StringRef Names[] = {"query", "value", "key"};
  unsigned next = 0;
  for (auto [in, argument] : llvm::zip(inputs, arguments)) {
    const StringRef *named = llvm::find(Names, argument);
    if (named != std::end(Names))
      *slots[named - Names] = in;
    else if (argument.empty() && next < 3)
      *slots[next++] = in;
  }
  if (!key)
    key = value;
  bool hasOtherOutput =
      layer.setting("output_shape") && !layer.setting("output_shape")->isNull();
  if (hasOtherOutput)
    return std::nullopt;
  Count heads = setting(layer, "num_heads");
  Count keySize = setting(layer, "key_dim");
  Count valueSize =
      layer.setting("value_dim") && !layer.setting("value_dim")->isNull()
          ? setting(layer, "value_dim")
          : keySize;
  Count bias = ifUsed(layer, "use_bias");
  Count forKeys = heads * keySize, forValues = heads * valueSize;
  Count output = lastOf(query);
  return weights(
      (lastOf(query) + bias) * forKeys + (lastOf(key) + bias) * forKeys +
      (lastOf(value) + bias) * forValues + (forValues + bias) * output);
}

/// A slope for each place, but for the dimensions that share theirs.
static std::optional<WeightCount> countSlopes(const Layer &layer,
                                              const Shape &in) {
  if (!in)
    return std::nullopt;
  llvm::SmallVector<int64_t, 4> sizes(in->begin() + 1, in->end());
  for (const json::Value &axis : listOf(layer.setting("shared_axes"))) {
    int64_t place = axis.integer().value_or(0);
    if (place >= 1 && place <= int64_t(sizes.size()))
      sizes[place - 1] = 1;
  }
  Count product = 1;
  for (int64_t size : sizes)
    product = product * Count(size);
  return weights(product);
}

static std::optional<WeightCount>
countInner(const Layer &layer, Shape in, int64_t copies, const Tables &tables) {
  if (!layer.inner)
    return std::nullopt;
  // A model counts its own weights from what it is called with.
  std::optional<WeightCount> inner =
      layer.inner->model
          ? inferModel(*layer.inner->model, {in}, tables).weights
          : countWeights(*layer.inner, {in}, {StringRef()}, tables);
  if (!inner)
    return std::nullopt;
  return weights(Count(inner->trainable) * Count(copies),
                 Count(inner->fixed) * Count(copies));
}

static std::optional<WeightCount> countOfFamily(const Layer &layer,
                                                const KerasLayers::Row &known,
                                                ArrayRef<Shape> inputs,
                                                ArrayRef<StringRef> arguments,
                                                const Tables &tables) {
  Shape in = inputs.empty() ? Shape() : inputs.front();
  unsigned rank = known.rank.value_or(0);
  Count bias = ifUsed(layer, "use_bias");
  switch (known.family) {
  case Family::Other:
    return std::nullopt;
  case Family::Dense:
    return weights((lastOf(in) + bias) * setting(layer, "units"));
  case Family::Convolution: {
    std::optional<int64_t> groups = numberSetting(layer, "groups");
    std::optional<int64_t> channels = channelsOf(layer, in).value;
    if (!channels || (groups && *groups < 1))
      return std::nullopt;
    return weights(
        (kernelOf(layer, rank) * Count(*channels / groups.value_or(1)) + bias) *
        setting(layer, "filters"));
  }
  case Family::TransposedConvolution:
    return weights((kernelOf(layer, rank) * channelsOf(layer, in) + bias) *
                   setting(layer, "filters"));
  case Family::DepthwiseConvolution:
    return weights((kernelOf(layer, rank) + bias) * channelsOf(layer, in) *
                   Count(numberSetting(layer, "depth_multiplier").value_or(1)));
  case Family::SeparableConvolution: {
    Count between = channelsOf(layer, in) *
                    Count(numberSetting(layer, "depth_multiplier").value_or(1));
    return weights(kernelOf(layer, rank) * between +
                   (between + bias) * setting(layer, "filters"));
  }
  case Family::BatchNormalization: {
    Count each = alongAxes(layer, in, -1);
    return weights((ifUsed(layer, "scale") + ifUsed(layer, "center")) * each,
                   Count(2) * each);
  }
  case Family::LayerNormalization:
  case Family::GroupNormalization:
    return weights((ifUsed(layer, "scale") + ifUsed(layer, "center")) *
                   alongAxes(layer, in, -1));
  case Family::Embedding:
    return weights(setting(layer, "input_dim") * setting(layer, "output_dim"));
  case Family::Recurrent:
    return countRecurrent(layer, in, known.gates.value_or(1));
  case Family::Bidirectional:
    return countInner(layer, in, 2, tables);
  case Family::TimeDistributed:
    if (in && in->size() > 2)
      in->erase(in->begin() + 1);
    return countInner(layer, in, 1, tables);
  case Family::MultiHeadAttention:
    return countHeads(layer, inputs, arguments);
  case Family::Attention:
    return weights(int64_t(flagSetting(layer, "use_scale", false)));
  case Family::Activation:
    return countSlopes(layer, in);
  case Family::CenterCrop:
  case Family::Concatenate:
  case Family::Cropping:
  case Family::Elementwise:
  case Family::Flatten:
  case Family::GlobalPooling:
  case Family::Input:
  case Family::Lambda:
  case Family::Merge:
  case Family::Padding:
  case Family::Permute:
  case Family::Pooling:
  case Family::Repeat:
  case Family::Reshape:
  case Family::Resizing:
  case Family::Upsampling:
    return WeightCount();
  }
  llvm_unreachable("unknown family");
}

/// True if a layer has weights that only some have, which are not counted.
static bool hasOtherWeights(const Layer &layer) {
  const json::Value *rank = layer.setting("lora_rank");
  return (rank && !rank->isNull()) || flagSetting(layer, "renorm", false) ||
         flagSetting(layer, "rms_scaling", false) ||
         flagSetting(layer, "use_gate", false) ||
         wordSetting(layer, "score_mode", "") == "concat";
}

std::optional<WeightCount> keras::countWeights(const Layer &layer,
                                               ArrayRef<Shape> inputs,
                                               ArrayRef<StringRef> arguments,
                                               const Tables &tables) {
  const KerasLayers::Row *known = findLayerClass(layer, tables);
  if (!known || hasOtherWeights(layer))
    return std::nullopt;
  std::optional<WeightCount> count =
      countOfFamily(layer, *known, inputs, arguments, tables);
  if (count && !flagSetting(layer, "trainable", true))
    count = WeightCount{0, count->total()};
  return count;
}
