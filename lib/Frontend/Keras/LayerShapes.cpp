//===- LayerShapes.cpp - Shapes of what layers return ---------------------===//
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
using Sizes = llvm::SmallVector<int64_t, 4>;
using Outputs = llvm::SmallVector<Shape, 1>;

const KerasLayers::Row *keras::findLayerClass(const Layer &layer,
                                              const Tables &tables) {
  return layer.isCustom ? nullptr
                        : tables.kerasLayers.find(layer.className.text);
}

/// The sizes of a list in which `null` is an unknown one.
static Shape shapeOf(const json::Value *value) {
  Sizes sizes;
  if (!value || listOf(value).empty())
    return std::nullopt;
  for (const json::Value &size : listOf(value)) {
    std::optional<int64_t> number = size.integer();
    if (!number && !size.isNull())
      return std::nullopt;
    sizes.push_back(number && *number >= 0 ? *number : UnknownSize);
  }
  return sizes;
}

Shape keras::declaredShape(const Layer &layer) {
  for (StringRef key : {"batch_shape", "batch_input_shape"}) {
    if (Shape shape = shapeOf(layer.setting(key)))
      return shape;
  }
  // Without the batch.
  for (StringRef key : {"shape", "input_shape"}) {
    Shape shape = shapeOf(layer.setting(key));
    if (!shape)
      continue;
    shape->insert(shape->begin(), UnknownSize);
    return shape;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// A size that was calculated; one that is negative was not known or does not
/// exist.
static int64_t known(int64_t size) { return size < 0 ? UnknownSize : size; }

/// The product of sizes; unknown if one is, or if it is too large.
static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes) {
    std::optional<int64_t> next =
        size < 0 ? std::nullopt : llvm::checkedMul(result, size);
    if (!next)
      return UnknownSize;
    result = *next;
  }
  return result;
}

namespace {
/// The dimensions of a tensor that a window slides over.
struct Spatial {
  unsigned begin;
  unsigned channels;
};
} // namespace

static bool isChannelsFirst(const Layer &layer) {
  return wordSetting(layer, "data_format", "") == "channels_first";
}

/// Where the spatial dimensions and the channels of an image are; none if it
/// has another rank.
static std::optional<Spatial> spatialOf(const Layer &layer,
                                        ArrayRef<int64_t> in, unsigned rank) {
  if (in.size() != rank + 2)
    return std::nullopt;
  if (isChannelsFirst(layer))
    return Spatial{2, 1};
  return Spatial{1, rank + 1};
}

/// How many elements a window spans; none if the number is too large.
static std::optional<int64_t> reachOf(int64_t window, int64_t dilation) {
  return llvm::checkedMulAdd(window - 1, dilation, int64_t(1));
}

/// The number of places of a window.
static int64_t windowed(int64_t size, int64_t window, int64_t stride,
                        int64_t dilation, StringRef padding) {
  if (size < 0 || window < 1 || stride < 1 || dilation < 1)
    return UnknownSize;
  if (padding != "valid")
    return size / stride + (size % stride != 0);
  std::optional<int64_t> reach = reachOf(window, dilation);
  return reach && *reach <= size ? (size - *reach) / stride + 1 : UnknownSize;
}

/// Calls `change` for each spatial dimension with its number and size.
template <typename Function>
static Shape changeSpatial(const Layer &layer, const Shape &in, unsigned rank,
                           Function change) {
  std::optional<Spatial> spatial =
      in ? spatialOf(layer, *in, rank) : std::nullopt;
  if (!spatial)
    return std::nullopt;
  Sizes out = *in;
  for (unsigned i = 0; i < rank; ++i)
    out[spatial->begin + i] = known(change(i, out[spatial->begin + i]));
  return out;
}

/// A copy of a shape with other channels.
static Shape withChannels(const Layer &layer, Shape shape, int64_t channels) {
  if (shape)
    (*shape)[isChannelsFirst(layer) ? 1 : shape->size() - 1] = known(channels);
  return shape;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static Shape slideWindow(const Layer &layer, const Shape &in, unsigned rank,
                         StringRef windowKey) {
  auto window = numbersSetting(layer, windowKey, rank);
  auto strides = numbersSetting(layer, "strides", rank);
  auto dilation = numbersSetting(layer, "dilation_rate", rank);
  if (!window)
    return std::nullopt;
  StringRef padding = wordSetting(layer, "padding", "valid");
  // The strides of pooling are its window unless they are given.
  bool isPool = windowKey == "pool_size";
  return changeSpatial(layer, in, rank, [&](unsigned i, int64_t size) {
    int64_t stride = strides ? (*strides)[i] : isPool ? (*window)[i] : 1;
    return windowed(size, (*window)[i], stride, dilation ? (*dilation)[i] : 1,
                    padding);
  });
}

/// The setting that holds the window of a family; empty of others.
static StringRef windowKeyOf(Family family) {
  switch (family) {
  case Family::Convolution:
  case Family::SeparableConvolution:
  case Family::DepthwiseConvolution:
    return "kernel_size";
  case Family::Pooling:
    return "pool_size";
  default:
    return "";
  }
}

std::optional<OversizedWindow>
keras::findOversizedWindow(const Layer &layer, ArrayRef<Shape> inputs,
                           const Tables &tables) {
  const KerasLayers::Row *known = findLayerClass(layer, tables);
  if (!known || inputs.empty() || !inputs.front())
    return std::nullopt;
  StringRef key = windowKeyOf(known->family);
  unsigned rank = known->rank.value_or(0);
  std::optional<Spatial> spatial = spatialOf(layer, *inputs.front(), rank);
  auto window = numbersSetting(layer, key, rank);
  auto dilation = numbersSetting(layer, "dilation_rate", rank);
  // Keras 1 had other names for what decides.
  bool isOld = layer.setting("border_mode") || layer.setting("dim_ordering");
  if (!spatial || !window || isOld ||
      wordSetting(layer, "padding", "valid") != "valid")
    return std::nullopt;
  for (unsigned i = 0; i < rank; ++i) {
    int64_t size = (*inputs.front())[spatial->begin + i];
    int64_t spread = dilation ? (*dilation)[i] : 1;
    if (size < 0 || (*window)[i] < 1 || spread < 1)
      continue;
    std::optional<int64_t> reach = reachOf((*window)[i], spread);
    if (reach && *reach > size)
      return OversizedWindow{*reach, size};
  }
  return std::nullopt;
}

static Shape transposeWindow(const Layer &layer, const Shape &in,
                             unsigned rank) {
  auto window = numbersSetting(layer, "kernel_size", rank);
  auto strides = numbersSetting(layer, "strides", rank);
  auto dilation = numbersSetting(layer, "dilation_rate", rank);
  auto extra = numbersSetting(layer, "output_padding", rank);
  if (!window)
    return std::nullopt;
  StringRef padding = wordSetting(layer, "padding", "valid");
  bool isSame = padding == "same";
  return changeSpatial(layer, in, rank, [&](unsigned i, int64_t size) {
    int64_t stride = strides ? (*strides)[i] : 1;
    int64_t spread = dilation ? (*dilation)[i] : 1;
    constexpr int64_t Limit = 1 << 30;
    if (size < 0 || size > Limit || stride < 1 || stride > Limit ||
        (*window)[i] < 1 || spread < 1)
      return UnknownSize;
    int64_t reach = reachOf((*window)[i], spread).value_or(Limit + 1);
    if (reach > Limit)
      return UnknownSize;
    if (extra && ((*extra)[i] < 0 || (*extra)[i] > Limit))
      return UnknownSize;
    if (extra && size > 0)
      return (size - 1) * stride + reach - (isSame ? reach / 2 * 2 : 0) +
             (*extra)[i];
    return size * stride + (isSame ? 0 : std::max<int64_t>(reach - stride, 0));
  });
}

/// What is at both sides of a dimension, as one number for each or as a pair;
/// none if it is given in another way, or too large to be meant.
static std::optional<int64_t> borderOf(const json::Value &side) {
  constexpr int64_t Limit = 1 << 30;
  ArrayRef<json::Value> pair = listOf(&side);
  std::optional<int64_t> before = side.integer(), behind = before;
  if (pair.size() == 2) {
    before = pair[0].integer();
    behind = pair[1].integer();
  }
  bool isValid = before && behind && *before >= 0 && *behind >= 0 &&
                 *before < Limit && *behind < Limit;
  return isValid ? std::optional(*before + *behind) : std::nullopt;
}

/// Adds what is at both sides of each spatial dimension, or takes it away.
static Shape changeBorders(const Layer &layer, const Shape &in, unsigned rank,
                           StringRef key, int64_t sign) {
  const json::Value *given = layer.setting(key);
  if (!given)
    return std::nullopt;
  // One number stands for all sides, and of one dimension the pair is not in a
  // list.
  bool isForAll = given->integer() || rank == 1;
  llvm::SmallVector<int64_t, 3> sums;
  for (unsigned i = 0; i < rank; ++i) {
    ArrayRef<json::Value> sides = listOf(given);
    if (!isForAll && sides.size() != rank)
      return std::nullopt;
    std::optional<int64_t> sum = borderOf(isForAll ? *given : sides[i]);
    if (!sum)
      return std::nullopt;
    sums.push_back(*sum);
  }
  return changeSpatial(layer, in, rank, [&](unsigned i, int64_t size) {
    return size < 0 ? UnknownSize
                    : llvm::checkedAdd(size, sign * sums[i]).value_or(-1);
  });
}

static Shape upsample(const Layer &layer, const Shape &in, unsigned rank) {
  auto factors = numbersSetting(layer, "size", rank);
  if (!factors)
    return std::nullopt;
  return changeSpatial(layer, in, rank, [&](unsigned i, int64_t size) {
    return product({size, (*factors)[i]});
  });
}

static Shape poolAll(const Layer &layer, const Shape &in, unsigned rank) {
  std::optional<Spatial> spatial =
      in ? spatialOf(layer, *in, rank) : std::nullopt;
  if (!spatial)
    return std::nullopt;
  if (flagSetting(layer, "keepdims", false))
    return changeSpatial(layer, in, rank, [](unsigned, int64_t) { return 1; });
  return Sizes{(*in)[0], (*in)[spatial->channels]};
}

static Shape resize(const Layer &layer, const Shape &in) {
  std::optional<int64_t> height = numberSetting(layer, "height");
  std::optional<int64_t> width = numberSetting(layer, "width");
  if (!height || !width)
    return std::nullopt;
  return changeSpatial(layer, in, 2, [&](unsigned i, int64_t) {
    return i == 0 ? *height : *width;
  });
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static Shape flatten(const Shape &in) {
  if (!in)
    return std::nullopt;
  return Sizes{in->front(), product(ArrayRef(*in).drop_front())};
}

static Shape reshape(const Layer &layer, const Shape &in) {
  ArrayRef<json::Value> target = listOf(layer.setting("target_shape"));
  if (!in || !layer.setting("target_shape"))
    return std::nullopt;
  Sizes out = {in->front()};
  std::optional<size_t> open;
  int64_t rest = product(ArrayRef(*in).drop_front());
  for (const json::Value &size : target) {
    std::optional<int64_t> number = size.integer();
    if (!number || (*number < 0 && open))
      return std::nullopt;
    if (*number < 0)
      open = out.size();
    else if (*number > 0 && rest > 0)
      rest /= *number;
    out.push_back(known(*number));
  }
  if (open)
    out[*open] = rest;
  return out;
}

static Shape permute(const Layer &layer, const Shape &in) {
  ArrayRef<json::Value> order = listOf(layer.setting("dims"));
  if (!in || order.size() + 1 != in->size())
    return std::nullopt;
  Sizes out = {in->front()};
  for (const json::Value &place : order) {
    std::optional<int64_t> number = place.integer();
    if (!number || *number < 1 || *number >= int64_t(in->size()))
      return std::nullopt;
    out.push_back((*in)[*number]);
  }
  return out;
}

static Shape repeat(const Layer &layer, const Shape &in) {
  std::optional<int64_t> count = numberSetting(layer, "n");
  if (!in || in->size() != 2 || !count)
    return std::nullopt;
  return Sizes{(*in)[0], known(*count), (*in)[1]};
}

static Shape withLast(Shape shape, std::optional<int64_t> size) {
  if (!shape || shape->empty() || !size)
    return std::nullopt;
  shape->back() = known(*size);
  return shape;
}

static Shape embed(const Layer &layer, Shape in) {
  std::optional<int64_t> size = numberSetting(layer, "output_dim");
  if (!in || !size)
    return std::nullopt;
  in->push_back(known(*size));
  return in;
}

/// What a function of the user returns, if the file says it.
static Shape lambdaShape(const Layer &layer, const Shape &in) {
  Shape shape = shapeOf(layer.setting("output_shape"));
  if (shape)
    shape->insert(shape->begin(), in ? in->front() : UnknownSize);
  return shape;
}

//===----------------------------------------------------------------------===//
// Several inputs
//===----------------------------------------------------------------------===//

/// The shape that two are stretched to. Tensors of different rank are merged in
/// more than one way.
static Shape broadcast(const Shape &a, const Shape &b) {
  if (!a || !b || a->size() != b->size())
    return std::nullopt;
  Sizes out;
  for (auto [one, other] : llvm::zip(*a, *b)) {
    if (one == other || other == 1)
      out.push_back(one);
    else if (one == 1)
      out.push_back(other);
    else
      // Of a known and an unknown size the known one holds unless it is 1.
      out.push_back(one < 0 || other < 0 ? std::max(one, other) : UnknownSize);
  }
  return out;
}

static Shape merge(ArrayRef<Shape> inputs) {
  Shape out = inputs.front();
  for (const Shape &in : inputs.drop_front())
    out = broadcast(out, in);
  return out;
}

static Shape concatenate(const Layer &layer, ArrayRef<Shape> inputs) {
  Shape out = inputs.front();
  int64_t axis = numberSetting(layer, "axis").value_or(-1);
  for (const Shape &in : inputs.drop_front()) {
    if (!out || !in || in->size() != out->size())
      return std::nullopt;
    int64_t place = axis < 0 ? axis + int64_t(out->size()) : axis;
    if (place < 0 || place >= int64_t(out->size()))
      return std::nullopt;
    int64_t &size = (*out)[place];
    size = size < 0 || (*in)[place] < 0
               ? UnknownSize
               : known(llvm::checkedAdd(size, (*in)[place]).value_or(-1));
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static Outputs inferRecurrent(const Layer &layer, const Shape &in,
                              int64_t gates) {
  std::optional<int64_t> units = numberSetting(layer, "units");
  if (!in || in->size() != 3 || !units)
    return {};
  Sizes state = {in->front(), known(*units)};
  Outputs out = {state};
  if (flagSetting(layer, "return_sequences", false))
    out.front() = Sizes{(*in)[0], (*in)[1], known(*units)};
  // An LSTM, which has four matrices, has two states.
  if (flagSetting(layer, "return_state", false))
    out.append(gates == 4 ? 2 : 1, Shape(state));
  return out;
}

static Outputs inferBidirectional(const Layer &layer, ArrayRef<Shape> inputs,
                                  const Tables &tables) {
  if (!layer.inner)
    return {};
  Outputs inner = inferOutputs(*layer.inner, inputs, tables);
  if (inner.size() != 1 || !inner.front())
    return {};
  const json::Value *mode = layer.setting("merge_mode");
  if (mode && mode->isNull())
    return {inner.front(), inner.front()};
  int64_t last = inner.front()->back();
  bool isConcatenated = !mode || mode->text == "concat";
  return {isConcatenated ? withLast(inner.front(), product({last, 2}))
                         : inner.front()};
}

/// A wrapper that calls its layer for every step in time.
static Outputs inferSteps(const Layer &layer, const Shape &in,
                          const Tables &tables) {
  if (!layer.inner || !in || in->size() < 3)
    return {};
  Sizes step = *in;
  step.erase(step.begin() + 1);
  Outputs inner =
      layer.inner->model
          ? inferModel(*layer.inner->model, {Shape(step)}, tables).outputs
          : inferOutputs(*layer.inner, {Shape(step)}, tables);
  for (Shape &out : inner) {
    if (out)
      out->insert(out->begin() + 1, (*in)[1]);
  }
  return inner;
}

Outputs keras::inferOutputs(const Layer &layer, ArrayRef<Shape> inputs,
                            const Tables &tables) {
  const KerasLayers::Row *known = findLayerClass(layer, tables);
  if (!known)
    return {};
  if (known->family == Family::Input)
    return {declaredShape(layer)};
  if (inputs.empty())
    return {};
  const Shape &in = inputs.front();
  unsigned rank = known->rank.value_or(0);
  switch (known->family) {
  case Family::Input:
  case Family::Other:
    return {};
  case Family::Elementwise:
  case Family::Activation:
  case Family::BatchNormalization:
  case Family::LayerNormalization:
  case Family::GroupNormalization:
    return {in};
  case Family::Dense:
    return {withLast(in, numberSetting(layer, "units"))};
  case Family::Convolution:
  case Family::SeparableConvolution:
    return {withChannels(
        layer, slideWindow(layer, in, rank, windowKeyOf(known->family)),
        numberSetting(layer, "filters").value_or(-1))};
  case Family::DepthwiseConvolution: {
    Shape out = slideWindow(layer, in, rank, windowKeyOf(known->family));
    int64_t each = numberSetting(layer, "depth_multiplier").value_or(1);
    int64_t channels =
        out ? (*out)[isChannelsFirst(layer) ? 1 : out->size() - 1] : -1;
    return {withChannels(layer, out, product({channels, each}))};
  }
  case Family::TransposedConvolution:
    return {withChannels(layer, transposeWindow(layer, in, rank),
                         numberSetting(layer, "filters").value_or(-1))};
  case Family::Pooling:
    return {slideWindow(layer, in, rank, windowKeyOf(known->family))};
  case Family::GlobalPooling:
    return {poolAll(layer, in, rank)};
  case Family::Padding:
    return {changeBorders(layer, in, rank, "padding", 1)};
  case Family::Cropping:
    return {changeBorders(layer, in, rank, "cropping", -1)};
  case Family::Upsampling:
    return {upsample(layer, in, rank)};
  case Family::Resizing:
  case Family::CenterCrop:
    return {resize(layer, in)};
  case Family::Flatten:
    return {flatten(in)};
  case Family::Reshape:
    return {reshape(layer, in)};
  case Family::Permute:
    return {permute(layer, in)};
  case Family::Repeat:
    return {repeat(layer, in)};
  case Family::Embedding:
    return {embed(layer, in)};
  case Family::Lambda:
    return {lambdaShape(layer, in)};
  case Family::Merge:
    return {merge(inputs)};
  case Family::Concatenate:
    return {concatenate(layer, inputs)};
  case Family::Attention: {
    const Shape &value = inputs[std::min<size_t>(1, inputs.size() - 1)];
    if (!value || value->empty())
      return {};
    return {withLast(in, value->back())};
  }
  case Family::MultiHeadAttention:
    // Another shape of the output is a list that may have any length.
    if (layer.setting("output_shape") &&
        !layer.setting("output_shape")->isNull())
      return {};
    return {in};
  case Family::Recurrent:
    return inferRecurrent(layer, in, known->gates.value_or(1));
  case Family::Bidirectional:
    return inferBidirectional(layer, inputs, tables);
  case Family::TimeDistributed:
    return inferSteps(layer, in, tables);
  }
  llvm_unreachable("unknown family");
}
