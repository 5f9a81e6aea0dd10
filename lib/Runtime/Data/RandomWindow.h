//===- RandomWindow.h - Windows of images, of random sizes ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_RANDOMWINDOW_H
#define TRAINLINT_RUNTIME_DATA_RANDOMWINDOW_H

#include "Runtime/Data/Resample.h"
#include <cstdint>
#include <utility>

namespace trainlint::data {

/// Whose distribution windows have.
enum class WindowForm : uint8_t {
  /// That of torchvision's RandomResizedCrop: the area is uniform, and so is
  /// the logarithm of the proportions. Pixels are averaged over what they
  /// stand for.
  Torch,
  /// That of TensorFlow's sample_distorted_bounding_box for the whole image:
  /// proportions are uniform, and so is the height. Pixels are interpolated
  /// between the nearest ones.
  TensorFlow,
};

struct WindowOptions {
  WindowForm form = WindowForm::Torch;
  /// Shares of the image's area.
  std::pair<double, double> area = {0.08, 1};
  /// Widths by heights.
  std::pair<double, double> ratio = {3.0 / 4, 4.0 / 3};
};

/// Draws a window within an image. Follows from the bits alone.
PixelWindow drawWindow(const WindowOptions &options, int64_t height,
                       int64_t width, uint64_t random);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_RANDOMWINDOW_H
