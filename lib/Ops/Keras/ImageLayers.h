//===- ImageLayers.h - What layers of images share --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_IMAGELAYERS_H
#define TRAINLINT_OPS_KERAS_IMAGELAYERS_H

#include "Ops/Keras/LayerCall.h"
#include "Ops/Keras/SpatialLayout.h"

namespace trainlint::keras {

/// Images of integers become floats, as in all layers for images.
void convertImages(LayerCall &call);

/// Height and width are dimensions 0 and 1 of it.
inline SpatialLayout imageLayout(const LayerCall &call) {
  return SpatialLayout(2, call.isChannelsFirst());
}

/// The height and the width that a layer asks for, of images in a batch.
llvm::FailureOr<llvm::SmallVector<int64_t>> imageSizes(LayerCall &call);

/// The largest part in the middle of images that is as wide for its height as
/// the sizes are, which it is resized to.
llvm::FailureOr<mlir::Value> resizeMiddle(LayerCall &call, Shape sizes,
                                          llvm::StringRef interpolation);

/// True if a layer changes its images, which are floats from now on: it is not
/// only used, and more than types is computed. Fails for images that are not in
/// a batch.
llvm::FailureOr<bool> changesImages(LayerCall &call);

/// The numbers that a random one is drawn from.
struct NumberRange {
  double low = 0;
  double high = 0;
};

/// The numbers that Keras 3 takes as a factor. What it refuses is an error.
struct FactorBounds {
  double low = 0;
  double high = 0;
  /// True if both numbers of a list lie between them. Otherwise only the first
  /// one is not above `high`, and the second one not below `low`.
  bool areBoth = false;
};

/// The range of a setting that is a list of two numbers, or one number, which
/// goes from its negative. Fails for anything else.
llvm::FailureOr<NumberRange> factorRange(LayerCall &call, llvm::StringRef key,
                                         const FactorBounds &bounds,
                                         NumberRange missing = {});

/// The same of numbers that start from the lower bound.
llvm::FailureOr<NumberRange> positiveRange(LayerCall &call, llvm::StringRef key,
                                           const FactorBounds &bounds,
                                           NumberRange missing = {});

/// The numbers that pixels lie between.
llvm::FailureOr<NumberRange> valueRange(LayerCall &call);

/// Fails if images do not have the channels red, green and blue.
llvm::LogicalResult expectColors(LayerCall &call);

/// Images between 0 and 255, and back.
mlir::Value fromRange(stablehlo::ProgramBuilder &b, mlir::Value x,
                      NumberRange values);
mlir::Value toRange(stablehlo::ProgramBuilder &b, mlir::Value x,
                    NumberRange values);

/// A random number for all examples together, as a scalar in the type of pixels
/// or a wider one.
mlir::Value drawForBatch(LayerCall &call, NumberRange range);

/// A random number for each example, in the type of pixels or a wider one.
mlir::Value drawForExamples(LayerCall &call, NumberRange range);

/// A number for each example, for all of its pixels.
mlir::Value overPixels(LayerCall &call, mlir::Value numbers);

/// A random number for all pixels of each example, in their type.
mlir::Value drawOverPixels(LayerCall &call, NumberRange range);

/// True for the pixels of examples that are changed, with a probability.
mlir::Value drawChosen(LayerCall &call, double probability);

/// The same with a probability that is drawn for each example.
mlir::Value drawChosen(LayerCall &call, NumberRange probabilities);

/// True for the pixels of a patch of each example along an axis, whose share of
/// the image has been drawn. Its place is drawn.
mlir::Value insidePatch(LayerCall &call, unsigned axis, mlir::Value share);

/// So many numbers from 0 to 1 of a symmetric beta distribution, whose shape is
/// a scalar.
mlir::Value drawShares(LayerCall &call, mlir::Value shape, int64_t count);

/// So many numbers of a symmetric Dirichlet distribution: their sum is 1.
mlir::Value drawParts(LayerCall &call, mlir::Value shape, int64_t count);

/// A Gaussian that weighs the pixels around each other.
struct GaussianBlur {
  /// Scalars: the standard deviation, and from how far pixels count.
  mlir::Value deviation, reach;
  /// What that is at most.
  int64_t mostReach = 0;
};

/// Blurs images along a dimension. What is outside of them is 0.
mlir::Value blurAlong(stablehlo::ProgramBuilder &b, mlir::Value images,
                      int64_t dimension, const GaussianBlur &blur);

/// Numbers that lie between those of a range.
mlir::Value clipTo(stablehlo::ProgramBuilder &b, mlir::Value x,
                   NumberRange range);

/// A layer that leaves images as they are where nothing is learned. `read`
/// gives its settings, which are judged where only types are computed, too, and
/// `change` makes other images by them.
template <auto read, auto change>
llvm::FailureOr<Values> whileTraining(LayerCall &call) {
  llvm::FailureOr<bool> isChanged = changesImages(call);
  if (failed(isChanged))
    return llvm::failure();
  if (!call.isTraining || call.rank() != 4)
    return call.inputs;
  auto options = read(call);
  // No type depends on a setting that is not supported.
  if (failed(options) && call.refusal() == Refusal::Unsupported && !*isChanged)
    return call.inputs;
  if (failed(options))
    return llvm::failure();
  if (!*isChanged)
    return call.inputs;
  llvm::FailureOr<mlir::Value> changed = change(call, *options);
  if (failed(changed))
    return llvm::failure();
  return Values{*changed};
}

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_IMAGELAYERS_H
