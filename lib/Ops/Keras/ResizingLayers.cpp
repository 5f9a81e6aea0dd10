//===- ResizingLayers.cpp - Images of another size ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Interpolation.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// Elements stand for the middle of their part of the image.
static std::optional<Interpolation> interpolationNamed(StringRef name) {
  using Kind = Interpolation::Kind;
  Interpolation result;
  if (name == "nearest") {
    result.transformation = "tf_half_pixel_for_nn";
    result.rounding = "floor";
    return result;
  }
  if (name == "bilinear") {
    result.kind = Kind::Linear;
    return result;
  }
  if (name != "bicubic")
    return std::nullopt;
  // As TensorFlow has it.
  result.kind = Kind::Cubic;
  result.cubic = -0.5;
  result.excludesOutside = true;
  return result;
}

FailureOr<Value> keras::resizeSpatial(LayerCall &call,
                                      const SpatialLayout &layout, Shape sizes,
                                      StringRef name) {
  std::optional<Interpolation> interpolation = interpolationNamed(name);
  if (!interpolation)
    return call.failSetting("interpolation", name);
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> shape(call.shape());
  SmallVector<ResizedAxis> axes;
  for (unsigned i = 0; i < layout.spatial(); ++i) {
    ResizedAxis axis;
    axis.dimension = layout.dimension(i);
    axis.input = shape[axis.dimension];
    axis.output = shape[axis.dimension] = sizes[i];
    axes.push_back(axis);
  }
  if (failed(call.expectFits(shape)))
    return llvm::failure();
  for (const ResizedAxis &axis : axes) {
    if (axis.input == 0 && isKnown(axis.output) && axis.output > 0)
      return call.fail(mismatch::resized(call.shape(), shape));
    if (b.buildsOps() && isTooLarge(axis, *interpolation))
      return call.failUnsupported(
          mismatch::resizedAxis(axis.input, axis.output));
  }
  if (!b.buildsOps())
    return b.unknown(ProgramBuilder::typeOf(call.input()).clone(shape));
  return resize(b, call.input(), axes, *interpolation);
}

//===----------------------------------------------------------------------===//
// Heights and widths
//===----------------------------------------------------------------------===//

void keras::convertImages(LayerCall &call) {
  call.inputs.front() = call.builder.convert(call.input(), call.computeType);
}

FailureOr<SmallVector<int64_t>> keras::imageSizes(LayerCall &call) {
  if (call.rank() != 4)
    return call.failUnsupported(mismatch::rank(call.shape(), 4));
  FailureOr<SmallVector<int64_t>> height = call.sizes("height", 1);
  FailureOr<SmallVector<int64_t>> width = call.sizes("width", 1);
  if (failed(height) || failed(width))
    return llvm::failure();
  convertImages(call);
  return SmallVector<int64_t>{height->front(), width->front()};
}

/// The height that goes with a width in another pair of sizes. As a quotient in
/// floating point, as for Keras.
static int64_t fitting(int64_t size, int64_t wanted, int64_t other) {
  return static_cast<int64_t>(static_cast<double>(size) *
                              static_cast<double>(wanted) /
                              static_cast<double>(other));
}

FailureOr<Value> keras::resizeMiddle(LayerCall &call, Shape sizes,
                                     StringRef interpolation) {
  SpatialLayout layout = imageLayout(call);
  SmallVector<int64_t> starts(call.rank(), 0), limits(call.shape());
  int64_t given[2] = {limits[layout.dimension(0)], limits[layout.dimension(1)]};
  // Without its size the result is known all the same.
  for (unsigned i = 0; i < 2 && isKnown(given[0]) && isKnown(given[1]); ++i) {
    int64_t fit = fitting(given[1 - i], sizes[i], sizes[1 - i]);
    int64_t kept = std::max<int64_t>(std::min(given[i], fit), 1);
    int64_t dimension = layout.dimension(i);
    starts[dimension] = (given[i] - std::min(kept, given[i])) / 2;
    limits[dimension] = std::min(starts[dimension] + kept, given[i]);
  }
  call.inputs.front() = call.builder.slice(call.input(), starts, limits);
  return resizeSpatial(call, layout, sizes, interpolation);
}

/// Puts a number around images, so that they are as wide for their height as
/// the sizes are. There is as much on both sides.
static void padToAspect(LayerCall &call, Shape sizes) {
  SpatialLayout layout = imageLayout(call);
  SmallVector<int64_t> around(call.rank(), 0);
  int64_t given[2] = {call.shape()[layout.dimension(0)],
                      call.shape()[layout.dimension(1)]};
  if (!isKnown(given[0]) || !isKnown(given[1]))
    return;
  for (unsigned i = 0; i < 2; ++i) {
    int64_t fit = fitting(given[1 - i], sizes[i], sizes[1 - i]);
    int64_t edge = (std::max(fit, given[i]) - given[i]) / 2;
    around[layout.dimension(i)] = edge;
    if (edge > 0)
      break;
  }
  call.inputs.front() = call.builder.pad(
      call.input(), call.settings.number("fill_value", 0), around, around);
}

static FailureOr<Values> resizing(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> sizes = imageSizes(call);
  if (failed(sizes))
    return llvm::failure();
  StringRef interpolation = call.settings.word("interpolation", "bilinear");
  bool isCropped = call.settings.getBool("crop_to_aspect_ratio", false);
  if (call.settings.getBool("pad_to_aspect_ratio", false)) {
    if (isCropped)
      return call.fail("`crop_to_aspect_ratio` and `pad_to_aspect_ratio` "
                       "exclude each other");
    StringRef mode = call.settings.word("fill_mode", "constant");
    if (mode != "constant")
      return call.failSetting("fill_mode", mode);
    padToAspect(call, *sizes);
  }
  FailureOr<Value> result =
      isCropped ? resizeMiddle(call, *sizes, interpolation)
                : resizeSpatial(call, imageLayout(call), *sizes, interpolation);
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

static FailureOr<Values> centerCrop(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> sizes = imageSizes(call);
  if (failed(sizes))
    return llvm::failure();
  SpatialLayout layout = imageLayout(call);
  SmallVector<int64_t> starts(call.rank(), 0), limits(call.shape());
  for (unsigned i = 0; i < 2; ++i) {
    int64_t dimension = layout.dimension(i);
    int64_t size = call.shape()[dimension];
    if (isKnown(size) && size < (*sizes)[i])
      return call.failUnsupported("images of shape " +
                                  mismatch::shapeText(call.shape()) +
                                  " are smaller than the crop");
    starts[dimension] = isKnown(size) ? (size - (*sizes)[i]) / 2 : 0;
    limits[dimension] = starts[dimension] + (*sizes)[i];
  }
  return Values{call.builder.slice(call.input(), starts, limits)};
}

void keras::addResizingLayers(LayerTable &table) {
  table.add(centerCrop, {"CenterCrop"}, LayerTraits::TakesIntegers);
  table.add(resizing, {"Resizing"}, LayerTraits::TakesIntegers);
}
