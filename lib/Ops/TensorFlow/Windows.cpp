//===- Windows.cpp - Windows of convolutions and pooling ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Windows.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Ops/TensorFlow/OpCall.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The axes of batch and features, and the spatial ones; false for a format
/// of another rank.
static bool readFormat(OpCall &node, int64_t rank, ImageWindows &windows,
                       Integers &spatial) {
  bool isVolume = rank == 5;
  std::string format = node.word("data_format", isVolume ? "NDHWC" : "NHWC");
  bool featuresFirst = format == "NCHW" || format == "NCDHW";
  if (!featuresFirst && format != "NHWC" && format != "NDHWC")
    return false;
  if (rank < 3 || int64_t(format.size()) != rank)
    return false;
  windows.featureAxis = featuresFirst ? 1 : rank - 1;
  for (int64_t axis = 1; axis != rank; ++axis) {
    if (axis != windows.featureAxis)
      spatial.push_back(axis);
  }
  return true;
}

/// Why there is no format for a shape.
static std::string formatProblem(OpCall &node, llvm::ArrayRef<int64_t> shape) {
  std::string format = node.word("data_format", "NHWC");
  bool isKnown = format == "NHWC" || format == "NCHW" || format == "NDHWC" ||
                 format == "NCDHW";
  return isKnown ? mismatch::rank(shape, int64_t(format.size()))
                 : "unsupported data_format `" + format + "`";
}

static int64_t ceilQuotient(int64_t a, int64_t b) { return (a + b - 1) / b; }

std::optional<ImageWindows>
tensorflow::imageWindows(OpCall &node, llvm::ArrayRef<int64_t> inputShape,
                         llvm::ArrayRef<int64_t> sizes) {
  auto fail = [&](const llvm::Twine &reason) {
    (void)node.fail(reason);
    return std::nullopt;
  };
  ImageWindows windows;
  Integers spatial;
  int64_t rank = inputShape.size();
  if (!readFormat(node, rank, windows, spatial))
    return fail(formatProblem(node, inputShape));
  Integers strides = node.integers("strides");
  Integers dilations = node.integers("dilations");
  Integers paddings = node.integers("explicit_paddings");
  std::string padding = node.word("padding", "VALID");
  if (dilations.empty())
    dilations.assign(rank, 1);
  if (int64_t(strides.size()) != rank || int64_t(dilations.size()) != rank ||
      sizes.size() != spatial.size())
    return fail("strides " + mismatch::shapeText(strides) + " and dilations " +
                mismatch::shapeText(dilations) + " do not have " +
                llvm::Twine(rank) + " elements each");
  for (int64_t axis : {windows.batchAxis, windows.featureAxis}) {
    if (strides[axis] != 1 || dilations[axis] != 1)
      return fail("strides " + mismatch::shapeText(strides) +
                  " and dilations " + mismatch::shapeText(dilations) +
                  " move the window over batch or features");
  }
  for (auto [axis, size] : llvm::zip(spatial, sizes)) {
    SpatialWindow window;
    window.axis = axis;
    window.size = size;
    window.stride = strides[axis];
    window.dilation = dilations[axis];
    window.input = inputShape[axis];
    if (window.stride < 1 || window.dilation < 1 || size < 1)
      return fail("window size " + llvm::Twine(size) + ", stride " +
                  llvm::Twine(window.stride) + " and dilation " +
                  llvm::Twine(window.dilation) + " are not all positive");
    if (padding == "SAME") {
      window.output = ceilQuotient(window.input, window.stride);
      std::tie(window.low, window.high) =
          stablehlo::samePadding(window.input, window.reach(), window.stride);
    } else {
      if (padding == "EXPLICIT") {
        if (int64_t(paddings.size()) != 2 * rank)
          return fail("`explicit_paddings` has " +
                      pluralize(paddings.size(), "element") + "; " +
                      llvm::Twine(2 * rank) + " are required");
        window.low = paddings[2 * axis];
        window.high = paddings[2 * axis + 1];
      }
      int64_t room = window.input + window.low + window.high - window.reach();
      window.output = room < 0 ? 0 : room / window.stride + 1;
    }
    if (window.output < 1)
      return fail(mismatch::window(window.reach(),
                                   window.input + window.low + window.high));
    windows.spatial.push_back(window);
  }
  return windows;
}

std::optional<Integers> tensorflow::pooledSizes(OpCall &node, int64_t rank) {
  Integers sizes = node.integers("ksize");
  ImageWindows windows;
  Integers spatial;
  if (int64_t(sizes.size()) != rank ||
      !readFormat(node, rank, windows, spatial) || sizes[0] != 1 ||
      sizes[windows.featureAxis] != 1)
    return std::nullopt;
  Integers pooled;
  for (int64_t axis : spatial)
    pooled.push_back(sizes[axis]);
  return pooled;
}
