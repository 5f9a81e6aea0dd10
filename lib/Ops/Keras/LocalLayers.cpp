//===- LocalLayers.cpp - Convolutions with a kernel at each place ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Convolutions.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// How many places a window has along each spatial dimension.
static FailureOr<SmallVector<int64_t>> placesOf(LayerCall &call,
                                                const Convolution &window) {
  SmallVector<int64_t> places;
  for (unsigned i = 0; i < window.layout.spatial(); ++i) {
    int64_t size = call.shape()[window.layout.dimension(i)];
    if (!isKnown(size))
      return call.failUnsupported("spatial dimension " + llvm::Twine(i) +
                                  " has no known size");
    if (size < window.kernel[i])
      return call.failWindow(window.kernel[i], size);
    places.push_back((size - window.kernel[i]) / window.strides[i] + 1);
  }
  return places;
}

/// What windows see, [batch, places, elements]: elements in the order of the
/// dimensions of an image.
static Value patchesOf(LayerCall &call, const Convolution &window,
                       Shape places) {
  ProgramBuilder &b = call.builder;
  const SpatialLayout &layout = window.layout;
  int64_t batch = call.shape()[0];
  int64_t offsets = productOf(window.kernel);
  SmallVector<Value> seen;
  for (int64_t offset = 0; offset < (b.buildsOps() ? offsets : 1); ++offset) {
    SmallVector<int64_t> starts(call.rank(), 0), limits(call.shape()),
        strides(call.rank(), 1);
    int64_t rest = offset;
    for (unsigned i = layout.spatial(); i-- > 0;) {
      int64_t dimension = layout.dimension(i);
      starts[dimension] = rest % window.kernel[i];
      rest /= window.kernel[i];
      strides[dimension] = window.strides[i];
      limits[dimension] =
          starts[dimension] + (places[i] - 1) * window.strides[i] + 1;
    }
    Value part = b.slice(call.input(), starts, limits, strides);
    SmallVector<int64_t> order = {0};
    llvm::append_range(order, layout.dimensions());
    order.push_back(layout.channel());
    seen.push_back(b.reshape(b.transpose(part, order),
                             {batch, productOf(places), 1, window.channels}));
  }
  SmallVector<int64_t> flat = {batch, productOf(places),
                               productOf({offsets, window.channels})};
  if (!b.buildsOps())
    return b.unknown(RankedTensorType::get(flat, call.computeType));
  Value patches = b.concatenate(seen, 2);
  // Where channels come first, they do so in a window.
  if (layout.channel() == 1)
    patches = b.transpose(patches, {0, 1, 3, 2});
  return b.reshape(patches, flat);
}

static FailureOr<Values> locallyConnected(LayerCall &call) {
  FailureOr<Convolution> window = readConvolution(call, call.shape());
  FailureOr<SmallVector<int64_t>> filters = call.sizes("filters", 1);
  if (failed(window) || failed(filters))
    return llvm::failure();
  if (window->padding != "valid")
    return call.failSetting("padding", window->padding);
  // The others keep their kernels in other shapes.
  if (call.settings.integer("implementation", 1) != 1)
    return call.failSetting("implementation");
  FailureOr<SmallVector<int64_t>> places = placesOf(call, *window);
  if (failed(places))
    return llvm::failure();
  int64_t count = productOf(*places);
  SmallVector<int64_t> kernelSizes = {
      count, productOf({productOf(window->kernel), window->channels}),
      filters->front()};
  FailureOr<Value> kernel =
      call.weight("kernel", kernelSizes, "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  // [places, batch, filters].
  Value product = b.dotGeneral(patchesOf(call, *window, *places), *kernel, {2},
                               {1}, {1}, {0});
  SmallVector<int64_t> wide(*places);
  wide.append({call.shape()[0], filters->front()});
  auto spatial = static_cast<int64_t>(places->size());
  SmallVector<int64_t> order = {spatial};
  bool isFirst = window->layout.channel() == 1;
  if (isFirst)
    order.push_back(spatial + 1);
  llvm::append_range(order, llvm::seq<int64_t>(0, spatial));
  if (!isFirst)
    order.push_back(spatial + 1);
  Value result = b.transpose(b.reshape(product, wide), order);
  if (call.settings.getBool("use_bias", true)) {
    Shape shape = ProgramBuilder::shapeOf(result);
    FailureOr<Value> bias =
        call.weight("bias", shape.drop_front(), "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result = b.add(result, b.broadcastTo(*bias, shape));
  }
  FailureOr<Value> activated = call.activate(result);
  if (failed(activated))
    return llvm::failure();
  return Values{*activated};
}

void keras::addLocalLayers(LayerTable &table) {
  table.add(locallyConnected, {"LocallyConnected1D", "LocallyConnected2D"});
}
