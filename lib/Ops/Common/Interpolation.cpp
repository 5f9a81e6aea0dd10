//===- Interpolation.cpp - Tensors of other sizes -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Interpolation.h"
#include "Support/LLVM.h"
#include <cmath>

using namespace trainlint;

SmallVector<double> ResizedAxis::places(StringRef transformation) const {
  auto inputSize = static_cast<double>(input);
  auto outputSize = static_cast<double>(output);
  // Products of sizes are exact.
  auto unscaled = [&](double place) {
    return scale ? place / *scale : place * inputSize / outputSize;
  };
  // What the scale asks for may be between two sizes.
  double length = scale ? *scale * inputSize : outputSize;
  auto placeOf = [&](double number) -> double {
    double centered = unscaled(number + 0.5);
    if (transformation == "asymmetric")
      return unscaled(number);
    if (transformation == "align_corners")
      return output == 1 || length == 1
                 ? 0
                 : number * (inputSize - 1) / (length - 1);
    if (transformation == "pytorch_half_pixel")
      return output > 1 ? centered - 0.5 : 0;
    if (transformation == "tf_half_pixel_for_nn")
      return centered;
    if (transformation == "half_pixel_symmetric")
      return inputSize / 2 * (1 - outputSize / length) + centered - 0.5;
    if (transformation == "tf_crop_and_resize")
      return output > 1 ? (start * (inputSize - 1)) + number * (end - start) *
                                                          (inputSize - 1) /
                                                          (outputSize - 1)
                        : 0.5 * (start + end) * (inputSize - 1);
    return centered - 0.5;
  };
  SmallVector<double> result;
  for (int64_t i = 0; i < output; ++i)
    result.push_back(placeOf(static_cast<double>(i)));
  return result;
}

static double roundedPlace(double place, StringRef rounding, double factor) {
  double below = std::floor(place);
  double rest = place - below;
  if (rounding == "floor")
    return below;
  if (rounding == "ceil")
    return std::ceil(place);
  if (rounding == "round_prefer_ceil")
    return rest >= 0.5 ? below + 1 : below;
  // Before it could be chosen.
  if (rounding == "simple")
    return factor < 1 ? std::ceil(place) : below;
  return rest > 0.5 ? below + 1 : below;
}

SmallVector<int64_t>
trainlint::nearestPlaces(const ResizedAxis &axis,
                         const Interpolation &interpolation) {
  SmallVector<int64_t> result;
  for (double place : axis.places(interpolation.transformation)) {
    double rounded = roundedPlace(place, interpolation.rounding, axis.factor());
    result.push_back(static_cast<int64_t>(
        std::clamp<double>(rounded, 0, static_cast<double>(axis.input - 1))));
  }
  return result;
}

/// The height of a kernel so far from its middle.
static double kernel(const Interpolation &interpolation, double distance) {
  double x = std::abs(distance);
  double a = interpolation.cubic;
  if (interpolation.kind == Interpolation::Kind::Linear)
    return std::max(0.0, 1 - x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

std::vector<double> trainlint::shares(const ResizedAxis &axis,
                                      const Interpolation &interpolation) {
  std::vector<double> matrix(axis.output * axis.input, 0);
  double width = interpolation.isSmooth ? std::min(axis.factor(), 1.0) : 1.0;
  double reach =
      (interpolation.kind == Interpolation::Kind::Linear ? 1 : 2) / width;
  auto greatest = static_cast<double>(axis.input - 1);
  for (auto [row, place] :
       llvm::enumerate(axis.places(interpolation.transformation))) {
    llvm::MutableArrayRef<double> line(matrix.data() + row * axis.input,
                                       axis.input);
    // No element has a share in what is too far outside.
    double middle = std::clamp(place, -reach - 1, greatest + reach + 1);
    double sum = 0;
    for (double at = std::floor(middle - reach); at <= middle + reach; ++at) {
      double height = kernel(interpolation, (at - middle) * width);
      double inside = std::clamp<double>(at, 0, greatest);
      if (interpolation.excludesOutside && inside != at)
        continue;
      sum += height;
      line[static_cast<size_t>(inside)] += height;
    }
    bool isNormalized = interpolation.excludesOutside || interpolation.isSmooth;
    if (!isNormalized || sum == 0)
      continue;
    for (double &share : line)
      share /= sum;
  }
  return matrix;
}
