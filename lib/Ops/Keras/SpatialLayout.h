//===- SpatialLayout.h - Where images have their dimensions -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_SPATIALLAYOUT_H
#define TRAINLINT_OPS_KERAS_SPATIALLAYOUT_H

#include "Ops/Keras/LayerCall.h"

namespace trainlint::keras {

/// The dimensions of batch, channel and space of a layer's input and output.
class SpatialLayout {
public:
  SpatialLayout(unsigned spatial, bool isChannelsFirst)
      : count(spatial), isFirst(isChannelsFirst) {}

  /// By the number in the name of the class, as in `Conv2D`; none if there is
  /// no number from 1 to 3.
  static std::optional<SpatialLayout> of(const LayerCall &call);

  unsigned spatial() const { return count; }
  int64_t channel() const { return isFirst ? 1 : count + 1; }
  int64_t dimension(unsigned number) const {
    return number + (isFirst ? 2 : 1);
  }
  llvm::SmallVector<int64_t> dimensions() const;

  /// With kernels of [spatial..., in, out].
  stablehlo::ConvDimensionsAttr
  dimensionsAttr(mlir::MLIRContext *context) const;

private:
  unsigned count;
  bool isFirst;
};

/// The first input with other spatial sizes: `nearest`, `bilinear` or
/// `bicubic`. Fails for another interpolation.
llvm::FailureOr<mlir::Value> resizeSpatial(LayerCall &call,
                                           const SpatialLayout &layout,
                                           Shape sizes,
                                           llvm::StringRef interpolation);

/// A window along one dimension.
struct WindowSize {
  int64_t input;
  int64_t window;
  int64_t stride;
  int64_t dilation;

  /// How many elements the window spans.
  int64_t reach() const { return (window - 1) * dilation + 1; }

  /// What `same`, `causal` or `valid` put before and after; none if the window
  /// is larger than its input.
  std::optional<std::pair<int64_t, int64_t>>
  padding(llvm::StringRef mode) const;
};

/// `valid` or `same`, or `causal` of a convolution over sequences. Fails for
/// other settings of `padding`.
llvm::FailureOr<llvm::StringRef> paddingMode(LayerCall &call);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_SPATIALLAYOUT_H
