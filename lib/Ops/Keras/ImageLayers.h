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

/// The numbers that a random one is drawn from.
struct NumberRange {
  double low = 0;
  double high = 0;
};

/// The range of a setting that is a list of two numbers, or one number, which
/// goes from its negative. Fails for anything else.
llvm::FailureOr<NumberRange> numberRange(LayerCall &call, llvm::StringRef key,
                                         NumberRange missing = {});

/// A random number for each example, in the type of pixels or a wider one.
mlir::Value drawForExamples(LayerCall &call, NumberRange range);

/// A number for each example, for all of its pixels.
mlir::Value overPixels(LayerCall &call, mlir::Value numbers);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_IMAGELAYERS_H
