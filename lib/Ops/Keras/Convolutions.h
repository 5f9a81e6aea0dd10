//===- Convolutions.h - What convolutions have in common --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_CONVOLUTIONS_H
#define TRAINLINT_OPS_KERAS_CONVOLUTIONS_H

#include "Ops/Keras/SpatialLayout.h"

namespace trainlint::keras {

/// The settings that all convolutions have.
struct Convolution {
  SpatialLayout layout;
  llvm::SmallVector<int64_t> kernel;
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<int64_t> dilations;
  /// `valid`, `same` or `causal`.
  llvm::StringRef padding;
  /// Of the images.
  int64_t channels = 0;
};

/// Reads the settings of a layer, for images of a shape.
llvm::FailureOr<Convolution> readConvolution(LayerCall &call, Shape images);

/// The shape of a kernel, [spatial..., in, out].
llvm::SmallVector<int64_t> kernelShape(const Convolution &convolution,
                                       int64_t in, int64_t out);

/// Builds a convolution with such a kernel.
llvm::FailureOr<mlir::Value> convolve(LayerCall &call,
                                      const Convolution &convolution,
                                      mlir::Value images, mlir::Value kernel,
                                      int64_t groups);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_CONVOLUTIONS_H
