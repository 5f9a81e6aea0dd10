//===- Resample.h - Images in other sizes -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_RESAMPLE_H
#define TRAINLINT_RUNTIME_DATA_RESAMPLE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace trainlint::data {

/// How the bytes of an image lie.
struct ImageLayout {
  bool hasColorsFirst = false;
  int64_t height = 0, width = 0, colors = 3;

  int64_t size() const { return height * width * colors; }
  int64_t placeOf(int64_t y, int64_t x, int64_t color) const {
    return hasColorsFirst ? (color * height + y) * width + x
                          : (y * width + x) * colors + color;
  }
};

/// A part of an image, in pixels.
struct PixelWindow {
  int64_t top = 0, left = 0, height = 0, width = 0;
};

/// What an element of a line of pixels is made of: some that follow one
/// another, and how much each of them counts.
struct PixelMix {
  int64_t first = 0;
  std::vector<double> weights;
};

/// `count` elements at the distance `step` from each other, the first of them
/// in the middle of one from `begin` on; what is beyond the line is as its end.
/// Each is interpolated linearly between the two nearest pixels.
std::vector<PixelMix> interpolate(int64_t size, double begin, double step,
                                  int64_t count);

/// `count` elements for a line of pixels. Each is a mean over what it stands
/// for, which counts less at a greater distance.
std::vector<PixelMix> average(int64_t size, int64_t count);

/// An image whose pixels are made of those of a window of another one.
std::vector<char> resample(llvm::ArrayRef<char> image,
                           const ImageLayout &layout, const PixelWindow &window,
                           llvm::ArrayRef<PixelMix> rows,
                           llvm::ArrayRef<PixelMix> columns);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_RESAMPLE_H
