//===- ResizingLayers.cpp - Images of another size ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Interpolation.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/SpatialLayout.h"
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

/// Images of integers become floats, as in all layers for images.
static void convertImages(LayerCall &call) {
  call.inputs.front() = call.builder.convert(call.input(), call.computeType);
}

/// The height and the width that a layer asks for, of images in a batch.
static FailureOr<SmallVector<int64_t>> sizesOf(LayerCall &call) {
  if (call.rank() != 4)
    return call.failUnsupported(mismatch::rank(call.shape(), 4));
  FailureOr<SmallVector<int64_t>> height = call.sizes("height", 1);
  FailureOr<SmallVector<int64_t>> width = call.sizes("width", 1);
  if (failed(height) || failed(width))
    return llvm::failure();
  convertImages(call);
  return SmallVector<int64_t>{height->front(), width->front()};
}

static FailureOr<Values> resizing(LayerCall &call) {
  for (StringRef key : {"crop_to_aspect_ratio", "pad_to_aspect_ratio"}) {
    if (call.settings.getBool(key, false))
      return call.failSetting(key);
  }
  FailureOr<SmallVector<int64_t>> sizes = sizesOf(call);
  if (failed(sizes))
    return llvm::failure();
  FailureOr<Value> result =
      resizeSpatial(call, SpatialLayout(2, call.isChannelsFirst()), *sizes,
                    call.settings.word("interpolation", "bilinear"));
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

static FailureOr<Values> centerCrop(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> sizes = sizesOf(call);
  if (failed(sizes))
    return llvm::failure();
  SpatialLayout layout(2, call.isChannelsFirst());
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

//===----------------------------------------------------------------------===//
// Augmentation
//===----------------------------------------------------------------------===//

static FailureOr<Values> augmentation(LayerCall &call) {
  convertImages(call);
  // What is drawn at random leaves images as they are where nothing is learned.
  bool isRandom = StringRef(call.className).starts_with("Random");
  if (isRandom && !call.isTraining)
    return call.inputs;
  (void)call.failUnsupported("augmentation of images is not supported; "
                             "options of the data do it");
  if (call.builder.buildsOps())
    return llvm::failure();
  return call.inputs;
}

static FailureOr<Values> randomCrop(LayerCall &call) {
  if (!call.isTraining)
    return centerCrop(call);
  if (call.builder.buildsOps())
    return augmentation(call);
  FailureOr<Values> cropped = centerCrop(call);
  if (succeeded(cropped))
    (void)augmentation(call);
  return cropped;
}

void keras::addResizingLayers(LayerTable &table) {
  table.add(
      augmentation,
      {"AutoContrast",      "Equalization",        "RandomBrightness",
       "RandomColorJitter", "RandomContrast",      "RandomElasticTransform",
       "RandomErasing",     "RandomFlip",          "RandomGaussianBlur",
       "RandomGrayscale",   "RandomHue",           "RandomInvert",
       "RandomPerspective", "RandomPosterization", "RandomRotation",
       "RandomSaturation",  "RandomSharpness",     "RandomShear",
       "RandomTranslation", "RandomZoom",          "Solarization"});
  table.add(centerCrop, {"CenterCrop"}, LayerTraits::TakesIntegers);
  table.add(randomCrop, {"RandomCrop"});
  table.add(resizing, {"Resizing"}, LayerTraits::TakesIntegers);
}
