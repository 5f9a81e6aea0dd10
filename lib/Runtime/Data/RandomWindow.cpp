//===- RandomWindow.cpp - Windows of images, of random sizes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/RandomWindow.h"
#include "Runtime/Data/Permutation.h"
#include <algorithm>
#include <cmath>
#include <optional>

using namespace trainlint;
using namespace trainlint::data;

/// As many windows are drawn until one is within the image.
static constexpr int Attempts = 10;

namespace {
/// Numbers that follow from the bits of an example.
class Draw {
public:
  explicit Draw(uint64_t bits) : bits(bits) {}

  /// From the first number up to, not including, the second.
  double between(double from, double to) {
    double share = std::ldexp(double(mixBits(bits, ++count) >> 11), -53);
    return from + share * (to - from);
  }
  /// Below a number, which is at least 1.
  int64_t below(int64_t limit) {
    return std::min(int64_t(between(0, double(limit))), limit - 1);
  }

private:
  uint64_t bits;
  uint64_t count = 0;
};
} // namespace

/// A number of pixels, rounded as both frameworks do: halves to even ones.
static int64_t pixels(double size) { return std::llrint(size); }

//===----------------------------------------------------------------------===//
// torchvision
//===----------------------------------------------------------------------===//

/// As large a window in the middle as the proportions allow.
static PixelWindow middleWindow(const WindowOptions &options, int64_t height,
                                int64_t width) {
  double ratio = double(width) / double(height);
  PixelWindow out{0, 0, height, width};
  if (ratio < options.ratio.first)
    out.height =
        std::clamp<int64_t>(pixels(width / options.ratio.first), 1, height);
  else if (ratio > options.ratio.second)
    out.width =
        std::clamp<int64_t>(pixels(height * options.ratio.second), 1, width);
  out.top = (height - out.height) / 2;
  out.left = (width - out.width) / 2;
  return out;
}

static PixelWindow drawTorchWindow(const WindowOptions &options, int64_t height,
                                   int64_t width, Draw draw) {
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    double area = double(height) * double(width) *
                  draw.between(options.area.first, options.area.second);
    double ratio = std::exp(draw.between(std::log(options.ratio.first),
                                         std::log(options.ratio.second)));
    PixelWindow out{0, 0, pixels(std::sqrt(area / ratio)),
                    pixels(std::sqrt(area * ratio))};
    bool isWithin = out.height > 0 && out.height <= height && out.width > 0 &&
                    out.width <= width;
    if (!isWithin)
      continue;
    out.top = draw.below(height - out.height + 1);
    out.left = draw.below(width - out.width + 1);
    return out;
  }
  return middleWindow(options, height, width);
}

//===----------------------------------------------------------------------===//
// TensorFlow
//===----------------------------------------------------------------------===//

/// A window of some proportions, if there is one of an allowed area.
static std::optional<PixelWindow> drawOfRatio(const WindowOptions &options,
                                              int64_t height, int64_t width,
                                              double ratio, Draw &draw) {
  double whole = double(height) * double(width);
  double least = options.area.first * whole;
  double most = options.area.second * whole;
  int64_t highest = pixels(std::sqrt(most / ratio));
  // The highest whose width is within the image when it is rounded.
  constexpr double Rounding = 0.5 - 1e-7;
  if (pixels(double(highest) * ratio) > width)
    highest = int64_t((double(width) + Rounding) / ratio);
  highest = std::min(highest, height);
  int64_t lowest = std::min(pixels(std::sqrt(least / ratio)), highest);
  PixelWindow out;
  auto setHeight = [&](int64_t rows) {
    out.height = rows;
    out.width = pixels(double(rows) * ratio);
  };
  auto area = [&] { return double(out.height) * double(out.width); };
  setHeight(lowest + draw.below(highest - lowest + 1));
  // What only rounding made too small or too large.
  if (area() < least)
    setHeight(out.height + 1);
  if (area() > most)
    setHeight(out.height - 1);
  bool isRight = area() >= least && area() <= most && out.height > 0 &&
                 out.height <= height && out.width > 0 && out.width <= width;
  if (!isRight)
    return std::nullopt;
  if (out.height < height)
    out.top = draw.below(height - out.height);
  if (out.width < width)
    out.left = draw.below(width - out.width);
  return out;
}

static PixelWindow drawTensorFlowWindow(const WindowOptions &options,
                                        int64_t height, int64_t width,
                                        Draw draw) {
  // The public inputs ask for a window with so much of the only box there is.
  constexpr double LeastCovered = 0.1;
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    double ratio = draw.between(options.ratio.first, options.ratio.second);
    auto out = drawOfRatio(options, height, width, ratio, draw);
    if (out && double(out->height) * double(out->width) >=
                   LeastCovered * double(height) * double(width))
      return *out;
  }
  return {0, 0, height, width};
}

PixelWindow data::drawWindow(const WindowOptions &options, int64_t height,
                             int64_t width, uint64_t random) {
  auto draw = options.form == WindowForm::Torch ? drawTorchWindow
                                                : drawTensorFlowWindow;
  return draw(options, height, width, Draw(random));
}
