//===- Window.cpp - Windows that move over a tensor -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/Window.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// Larger sizes are no sizes of windows, and would overflow.
static constexpr int64_t MaxSize = int64_t(1) << 31;

bool WindowMoves::isValid() const {
  auto isPositive = [](int64_t number) {
    return number > 0 && number < MaxSize;
  };
  auto isPadding = [](int64_t number) {
    return number >= 0 && number < MaxSize;
  };
  size_t rank = format.size();
  return batchAxis() && featureAxis() && strides.size() == rank &&
         (dilations.empty() || dilations.size() == rank) &&
         (explicitPaddings.empty() || explicitPaddings.size() == 2 * rank) &&
         llvm::all_of(strides, isPositive) &&
         llvm::all_of(dilations, isPositive) &&
         llvm::all_of(explicitPaddings, isPadding);
}

std::optional<unsigned> WindowMoves::axisOf(char letter) const {
  size_t axis = format.find(letter);
  if (axis == std::string::npos)
    return std::nullopt;
  return static_cast<unsigned>(axis);
}

llvm::SmallVector<unsigned, 3> WindowMoves::spatialAxes() const {
  llvm::SmallVector<unsigned, 3> axes;
  for (unsigned axis = 0; axis != format.size(); ++axis) {
    if (axis != batchAxis() && axis != featureAxis())
      axes.push_back(axis);
  }
  return axes;
}

int64_t WindowMoves::moved(unsigned axis, int64_t size, int64_t window) const {
  if (size < 0 || size >= MaxSize)
    return UnknownSize;
  int64_t stride = strides[axis];
  if (padding == "SAME")
    return llvm::divideCeil(size, stride);
  if (window <= 0 || window >= MaxSize ||
      (padding != "VALID" && padding != "EXPLICIT"))
    return UnknownSize;
  if (padding == "EXPLICIT") {
    if (explicitPaddings.empty())
      return UnknownSize;
    size += explicitPaddings[2 * axis] + explicitPaddings[2 * axis + 1];
  }
  int64_t dilation = dilations.empty() ? 1 : dilations[axis];
  int64_t covered = (window - 1) * dilation + 1;
  return size < covered ? UnknownSize : (size - covered) / stride + 1;
}
