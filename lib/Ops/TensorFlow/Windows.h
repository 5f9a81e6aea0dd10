//===- Windows.h - Windows of convolutions and pooling ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_WINDOWS_H
#define TRAINLINT_OPS_TENSORFLOW_WINDOWS_H

#include "Ops/TensorFlow/OpCall.h"

namespace trainlint::tensorflow {

/// How the window of a node moves along one spatial dimension.
struct SpatialWindow {
  int64_t axis = 0;
  int64_t size = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t low = 0;
  int64_t high = 0;
  /// Of the input and of the output.
  int64_t input = 0;
  int64_t output = 0;

  /// How far the window reaches.
  int64_t reach() const { return (size - 1) * dilation + 1; }
};

/// The windows of a node over images, by its attributes.
struct ImageWindows {
  int64_t batchAxis = 0;
  int64_t featureAxis = 0;
  llvm::SmallVector<SpatialWindow, 3> spatial;
};

/// Reads `data_format`, `strides`, `dilations`, `padding` and
/// `explicit_paddings`. `sizes` are those of the window, one for each spatial
/// dimension of `inputShape`. None, and the problem of the node is set, if they
/// do not fit or the window moves over the batch or the features.
std::optional<ImageWindows> imageWindows(OpCall &node,
                                         llvm::ArrayRef<int64_t> inputShape,
                                         llvm::ArrayRef<int64_t> sizes);

/// The sizes that `ksize` gives for the spatial dimensions; none if the window
/// covers other ones.
std::optional<Integers> pooledSizes(OpCall &node, int64_t rank);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_WINDOWS_H
