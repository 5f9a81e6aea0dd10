//===- Window.h - Windows that move over a tensor ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_TYPES_WINDOW_H
#define TRAINLINT_OPS_TENSORFLOW_TYPES_WINDOW_H

#include "Dialect/Graph/Shapes/PartialShape.h"
#include <string>

namespace trainlint::tensorflow {

/// How a convolution or pooling moves over the axes of its input. Lists have a
/// number for each axis, in the order of `format`.
struct WindowMoves {
  /// `NHWC`, `NCHW`, `NDHWC`, `NCDHW`.
  std::string format;
  std::string padding;
  llvm::SmallVector<int64_t> strides;
  /// Empty if there are none.
  llvm::SmallVector<int64_t> dilations;
  /// Before and after each axis; empty if there are none.
  llvm::SmallVector<int64_t> explicitPaddings;

  /// True if all lists fit the format.
  bool isValid() const;
  std::optional<unsigned> batchAxis() const { return axisOf('N'); }
  std::optional<unsigned> featureAxis() const { return axisOf('C'); }
  /// The axes that the window moves over.
  llvm::SmallVector<unsigned, 3> spatialAxes() const;

  /// The size of an axis after the move; `UnknownSize` if it does not follow.
  int64_t moved(unsigned axis, int64_t size, int64_t window) const;

private:
  std::optional<unsigned> axisOf(char letter) const;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_TYPES_WINDOW_H
