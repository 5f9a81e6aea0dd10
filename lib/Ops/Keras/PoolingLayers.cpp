//===- PoolingLayers.cpp - Greatest values and means of windows -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Ops/Keras/SpatialLayout.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static FailureOr<Values> pooling(LayerCall &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
  unsigned count = layout->spatial();
  if (failed(call.expectRank(count + 2)))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> sizes = call.sizes("pool_size", count, 1, 2);
  if (failed(sizes))
    return llvm::failure();
  SmallVector<int64_t> strides = *sizes;
  if (call.settings.get("strides")) {
    FailureOr<SmallVector<int64_t>> given = call.sizes("strides", count);
    if (failed(given))
      return llvm::failure();
    strides = *given;
  }
  FailureOr<StringRef> mode = paddingMode(call);
  if (failed(mode))
    return llvm::failure();
  WindowOptions window;
  window.sizes.assign(count + 2, 1);
  window.strides.assign(count + 2, 1);
  window.padding.assign(count + 2, {0, 0});
  bool isPadded = false;
  for (unsigned i = 0; i < count; ++i) {
    int64_t dimension = layout->dimension(i);
    WindowSize size = {call.shape()[dimension], (*sizes)[i], strides[i], 1};
    std::optional<std::pair<int64_t, int64_t>> padding = size.padding(*mode);
    if (!padding)
      return call.failWindow(size.reach(), size.input);
    window.sizes[dimension] = (*sizes)[i];
    window.strides[dimension] = strides[i];
    window.padding[dimension] = *padding;
    isPadded |= padding->first + padding->second > 0;
  }
  ProgramBuilder &b = call.builder;
  if (StringRef(call.className).starts_with("Max"))
    return Values{b.reduceWindow(call.input(), window, Combination::Maximum)};
  Value sums = b.reduceWindow(call.input(), window, Combination::Add);
  if (!isPadded) {
    double elements = 1;
    for (int64_t size : *sizes)
      elements *= static_cast<double>(size);
    return Values{b.scale(sums, 1 / elements)};
  }
  // What is padded does not count.
  Value counts =
      b.reduceWindow(b.like(call.input(), 1), window, Combination::Add);
  return Values{b.divide(sums, counts)};
}

/// The mean over the steps that count.
static Value meanOfSteps(LayerCall &call, Value mask,
                         const SpatialLayout &layout) {
  ProgramBuilder &b = call.builder;
  int64_t steps = layout.dimension(0);
  Value counts = b.convert(mask, call.computeType);
  Value sum = b.sum(
      b.multiply(call.input(), b.broadcast(counts, call.shape(), {0, steps})),
      {steps});
  return b.divide(
      sum, b.broadcast(b.sum(counts, {1}), ProgramBuilder::shapeOf(sum), {0}));
}

static FailureOr<Values> globalPooling(LayerCall &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
  if (failed(call.expectRank(layout->spatial() + 2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> dimensions = layout->dimensions();
  bool isMaximum = StringRef(call.className).starts_with("GlobalMax");
  Value result;
  if (isMaximum)
    result = b.reduce(call.input(), dimensions, Combination::Maximum);
  else if (Value mask = layout->spatial() == 1 ? maskOf(call) : Value())
    result = meanOfSteps(call, mask, *layout);
  else
    result = b.mean(call.input(), dimensions);
  if (call.settings.getBool("keepdims", false)) {
    SmallVector<int64_t> shape(call.shape());
    for (int64_t dimension : dimensions)
      shape[dimension] = 1;
    result = b.reshape(result, shape);
  }
  return Values{result};
}

/// Windows that cover a dimension whatever its size is, of nearly one size.
static Value poolAdaptively(ProgramBuilder &b, Value x, int64_t dimension,
                            int64_t count, bool isMaximum) {
  int64_t size = ProgramBuilder::shapeOf(x)[dimension];
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(x));
  shape[dimension] = 1;
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i) {
    int64_t first = i * size / count;
    int64_t last = ((i + 1) * size + count - 1) / count;
    Value window = b.part(x, dimension, first, last);
    parts.push_back(b.reshape(
        isMaximum ? b.reduce(window, {dimension}, Combination::Maximum)
                  : b.mean(window, {dimension}),
        shape));
  }
  return b.concatenate(parts, dimension);
}

static FailureOr<Values> adaptivePooling(LayerCall &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
  unsigned count = layout->spatial();
  FailureOr<SmallVector<int64_t>> sizes = call.sizes("output_size", count);
  if (failed(sizes) || failed(call.expectRank(count + 2)))
    return llvm::failure();
  SmallVector<int64_t> shape(call.shape());
  for (unsigned i = 0; i < count; ++i) {
    if (shape[layout->dimension(i)] == 0)
      return call.fail(mismatch::resized(call.shape(), *sizes));
    shape[layout->dimension(i)] = (*sizes)[i];
  }
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return Values{b.unknown(ProgramBuilder::typeOf(call.input()).clone(shape))};
  // Each window is code of its own.
  constexpr int64_t MostWindows = 1024;
  for (int64_t size : *sizes) {
    if (size > MostWindows)
      return call.failUnsupported("`output_size` is " +
                                  mismatch::shapeText(*sizes));
  }
  Value x = call.input();
  bool isMaximum = StringRef(call.className).starts_with("AdaptiveMax");
  for (unsigned i = 0; i < count; ++i)
    x = poolAdaptively(b, x, layout->dimension(i), (*sizes)[i], isMaximum);
  return Values{x};
}

void keras::addPoolingLayers(LayerTable &table) {
  table.add(adaptivePooling,
            {"AdaptiveAveragePooling1D", "AdaptiveAveragePooling2D",
             "AdaptiveAveragePooling3D", "AdaptiveMaxPooling1D",
             "AdaptiveMaxPooling2D", "AdaptiveMaxPooling3D"});
  table.add(pooling,
            {"AveragePooling1D", "AveragePooling2D", "AveragePooling3D",
             "AvgPool1D", "AvgPool2D", "AvgPool3D", "MaxPool1D", "MaxPool2D",
             "MaxPool3D", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D"});
  table.add(globalPooling,
            {"GlobalAveragePooling1D", "GlobalAveragePooling2D",
             "GlobalAveragePooling3D", "GlobalAvgPool1D", "GlobalAvgPool2D",
             "GlobalAvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D",
             "GlobalMaxPool3D", "GlobalMaxPooling1D", "GlobalMaxPooling2D",
             "GlobalMaxPooling3D"});
}
