//===- ConvolutionLayers.cpp - Convolutions of Keras ----------------------===//
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

FailureOr<Convolution> keras::readConvolution(LayerCall &call, Shape images) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
  int64_t wanted = layout->spatial() + 2;
  // Keras takes more dimensions of the batch.
  if (int64_t(images.size()) > wanted &&
      !StringRef(call.className).starts_with("ConvLSTM") &&
      !StringRef(call.className).ends_with("Transpose"))
    return call.failUnsupported(mismatch::rank(images, wanted));
  if (int64_t(images.size()) != wanted)
    return call.fail(mismatch::rank(images, wanted));
  unsigned count = layout->spatial();
  FailureOr<SmallVector<int64_t>> kernel = call.sizes("kernel_size", count);
  FailureOr<SmallVector<int64_t>> strides = call.sizes("strides", count, 1, 1);
  FailureOr<SmallVector<int64_t>> dilations =
      call.sizes("dilation_rate", count, 1, 1);
  FailureOr<StringRef> padding = paddingMode(call);
  if (failed(kernel) || failed(strides) || failed(dilations) || failed(padding))
    return llvm::failure();
  return Convolution{*layout,    *kernel,  *strides,
                     *dilations, *padding, images[layout->channel()]};
}

FailureOr<Value> keras::convolve(LayerCall &call,
                                 const Convolution &convolution, Value input,
                                 Value kernel, int64_t groups) {
  const SpatialLayout &layout = convolution.layout;
  Shape shape = ProgramBuilder::shapeOf(input);
  ConvolutionOptions options;
  options.dimensions =
      layout.dimensionsAttr(call.builder.builder().getContext());
  options.strides = convolution.strides;
  options.rhsDilation = convolution.dilations;
  options.featureGroups = groups;
  for (unsigned i = 0; i < layout.spatial(); ++i) {
    WindowSize window = {shape[layout.dimension(i)],
                         ProgramBuilder::shapeOf(kernel)[i],
                         convolution.strides[i], convolution.dilations[i]};
    std::optional<std::pair<int64_t, int64_t>> padding =
        window.padding(convolution.padding);
    if (!padding)
      return call.failWindow(window.reach(), window.input);
    options.padding.push_back(*padding);
  }
  return call.builder.convolution(input, kernel, options);
}

/// Adds a bias for each channel and applies the activation.
static FailureOr<Values> finish(LayerCall &call, const SpatialLayout &layout,
                                Value result) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(result);
  if (failed(call.expectFits(shape)))
    return llvm::failure();
  if (call.settings.getBool("use_bias", true)) {
    FailureOr<Value> bias =
        call.weight("bias", {shape[layout.channel()]}, "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result = b.add(result, b.broadcast(*bias, shape, {layout.channel()}));
  }
  FailureOr<Value> activated = call.activate(result);
  if (failed(activated))
    return llvm::failure();
  return Values{*activated};
}

SmallVector<int64_t> keras::kernelShape(const Convolution &convolution,
                                        int64_t in, int64_t out) {
  SmallVector<int64_t> shape(convolution.kernel);
  shape.append({in, out});
  return shape;
}

/// A number in equal parts.
static int64_t partOf(int64_t number, int64_t parts) {
  return isKnown(number) ? number / parts : number;
}

static FailureOr<Values> convolution(LayerCall &call) {
  FailureOr<Convolution> convolution = readConvolution(call, call.shape());
  FailureOr<SmallVector<int64_t>> filters = call.sizes("filters", 1);
  FailureOr<SmallVector<int64_t>> groups = call.sizes("groups", 1, 1, 1);
  if (failed(convolution) || failed(filters) || failed(groups))
    return llvm::failure();
  int64_t parts = groups->front();
  if (isKnown(convolution->channels) && convolution->channels % parts != 0)
    return call.fail(
        mismatch::groups(convolution->channels, parts, "input channels"));
  if (filters->front() % parts != 0)
    return call.fail(mismatch::groups(filters->front(), parts, "filters"));
  FailureOr<Value> kernel = call.weight(
      "kernel",
      kernelShape(*convolution, partOf(convolution->channels, parts),
                  filters->front()),
      "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  FailureOr<Value> result =
      convolve(call, *convolution, call.input(), *kernel, parts);
  if (failed(result))
    return llvm::failure();
  return finish(call, convolution->layout, *result);
}

/// The kernel of each channel, [spatial..., in, multiplier], as that of a
/// convolution with a group for each.
static FailureOr<Value> convolveDepthwise(LayerCall &call,
                                          const Convolution &convolution,
                                          int64_t multiplier) {
  FailureOr<Value> kernel =
      call.weight("depthwise_kernel",
                  kernelShape(convolution, convolution.channels, multiplier),
                  "depthwise", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value grouped = call.builder.reshape(
      *kernel, kernelShape(convolution, 1,
                           productOf({convolution.channels, multiplier})));
  return convolve(call, convolution, call.input(), grouped,
                  convolution.channels);
}

static FailureOr<Values> depthwiseConvolution(LayerCall &call) {
  FailureOr<Convolution> convolution = readConvolution(call, call.shape());
  FailureOr<SmallVector<int64_t>> multiplier =
      call.sizes("depth_multiplier", 1, 1, 1);
  if (failed(convolution) || failed(multiplier))
    return llvm::failure();
  FailureOr<Value> result =
      convolveDepthwise(call, *convolution, multiplier->front());
  if (failed(result))
    return llvm::failure();
  return finish(call, convolution->layout, *result);
}

static FailureOr<Values> separableConvolution(LayerCall &call) {
  FailureOr<Convolution> convolution = readConvolution(call, call.shape());
  FailureOr<SmallVector<int64_t>> multiplier =
      call.sizes("depth_multiplier", 1, 1, 1);
  FailureOr<SmallVector<int64_t>> filters = call.sizes("filters", 1);
  if (failed(convolution) || failed(multiplier) || failed(filters))
    return llvm::failure();
  FailureOr<Value> depthwise =
      convolveDepthwise(call, *convolution, multiplier->front());
  if (failed(depthwise))
    return llvm::failure();
  Convolution pointwise = *convolution;
  unsigned count = convolution->layout.spatial();
  pointwise.kernel.assign(count, 1);
  pointwise.strides.assign(count, 1);
  pointwise.dilations.assign(count, 1);
  FailureOr<Value> kernel = call.weight(
      "pointwise_kernel",
      kernelShape(pointwise,
                  productOf({convolution->channels, multiplier->front()}),
                  filters->front()),
      "pointwise", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  FailureOr<Value> result = convolve(call, pointwise, *depthwise, *kernel, 1);
  if (failed(result))
    return llvm::failure();
  return finish(call, convolution->layout, *result);
}

/// The gradient of a convolution with respect to its input, as a layer.
static FailureOr<Values> transposedConvolution(LayerCall &call) {
  FailureOr<Convolution> convolution = readConvolution(call, call.shape());
  FailureOr<SmallVector<int64_t>> filters = call.sizes("filters", 1);
  if (failed(convolution) || failed(filters))
    return llvm::failure();
  if (call.settings.integer("groups", 1) != 1)
    return call.failSetting("groups");
  const SpatialLayout &layout = convolution->layout;
  unsigned count = layout.spatial();
  std::optional<SmallVector<int64_t>> more;
  if (call.settings.get("output_padding")) {
    FailureOr<SmallVector<int64_t>> given =
        call.sizes("output_padding", count, 0);
    if (failed(given))
      return llvm::failure();
    more = *given;
  }
  FailureOr<Value> kernel = call.weight(
      "kernel",
      kernelShape(*convolution, filters->front(), convolution->channels),
      "kernel", "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();

  ProgramBuilder &b = call.builder;
  if (convolution->padding == "causal")
    return call.failSetting("padding", convolution->padding);
  bool isSame = convolution->padding == "same";
  ConvolutionOptions options;
  options.dimensions = layout.dimensionsAttr(b.builder().getContext());
  options.lhsDilation = convolution->strides;
  options.rhsDilation = convolution->dilations;
  for (unsigned i = 0; i < count; ++i) {
    int64_t in = call.shape()[layout.dimension(i)];
    if (!isKnown(in)) {
      options.padding.push_back({0, 0});
      continue;
    }
    int64_t stride = convolution->strides[i];
    int64_t reach =
        (convolution->kernel[i] - 1) * convolution->dilations[i] + 1;
    int64_t spread = (in - 1) * stride + 1;
    int64_t out = isSame ? in * stride
                         : in * stride + std::max<int64_t>(reach - stride, 0);
    if (more)
      out = spread - 1 + reach - (isSame ? 2 * (reach / 2) : 0) + (*more)[i];
    if (in < 1 || out < 1)
      return call.fail("spatial dimension " + llvm::Twine(i) + " of size " +
                       llvm::Twine(in) + " gives an output of size " +
                       llvm::Twine(out));
    // The padding that the convolution had from `out` to `in`.
    int64_t before =
        isSame ? std::max<int64_t>(spread - 1 + reach - out, 0) / 2 : 0;
    int64_t low = reach - 1 - before;
    options.padding.push_back({low, out - spread - low + reach - 1});
  }
  SmallVector<int64_t> spatial = llvm::to_vector(llvm::seq<int64_t>(0, count));
  SmallVector<int64_t> swapped = spatial;
  swapped.append({int64_t(count) + 1, int64_t(count)});
  Value turned = b.transpose(b.reverse(*kernel, spatial), swapped);
  return finish(call, layout, b.convolution(call.input(), turned, options));
}

void keras::addConvolutionLayers(LayerTable &table) {
  table.add(convolution, {"Conv1D", "Conv2D", "Conv3D", "Convolution1D",
                          "Convolution2D", "Convolution3D"});
  table.add(transposedConvolution,
            {"Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose",
             "Convolution2DTranspose", "Convolution3DTranspose",
             "Deconvolution2D", "Deconvolution3D"});
  table.add(depthwiseConvolution, {"DepthwiseConv1D", "DepthwiseConv2D"});
  table.add(separableConvolution,
            {"SeparableConv1D", "SeparableConv2D", "SeparableConvolution1D",
             "SeparableConvolution2D"});
}
