//===- Windows.cpp - Windows of convolutions and pooling ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Windows.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
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

/// Nothing larger is a size of a window, so that no product of two overflows.
static constexpr int64_t MaxWindow = int64_t(1) << 31;

static int64_t ceilQuotient(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Finds how a window goes over an axis: what is added at both ends, and how
/// often it fits, which is unknown if a size is. False if an end is not given.
static bool placeWindow(SpatialWindow &window, llvm::StringRef padding,
                        llvm::ArrayRef<int64_t> paddings) {
  bool isSame = padding == "SAME";
  bool isExplicit = padding == "EXPLICIT";
  if (isExplicit) {
    if (paddings.empty())
      return false;
    window.low = paddings[2 * window.axis];
    window.high = paddings[2 * window.axis + 1];
  }
  bool areKnown = stablehlo::isKnown(window.input) &&
                  (isSame || stablehlo::isKnown(window.size));
  if (!areKnown) {
    window.output = mlir::ShapedType::kDynamic;
    return true;
  }
  if (!isSame) {
    int64_t room = window.input + window.low + window.high - window.reach();
    window.output = room < 0 ? 0 : room / window.stride + 1;
    return true;
  }
  window.output = ceilQuotient(window.input, window.stride);
  if (stablehlo::isKnown(window.size))
    std::tie(window.low, window.high) =
        stablehlo::samePadding(window.input, window.reach(), window.stride);
  return true;
}

/// A list that is an attribute, or an input of newer ops for pools.
static Integers listOf(OpCall &node, llvm::StringRef name, unsigned number) {
  Integers list = node.integers(name);
  bool takesInputs = list.empty() && node.op().ends_with("V2") &&
                     node.op().starts_with("MaxPool");
  unsigned first = node.op().contains("Grad") ? 3 : 1;
  return takesInputs ? node.known(first + number).value_or(Integers()) : list;
}

std::optional<ImageWindows>
tensorflow::imageWindows(OpCall &node, llvm::ArrayRef<int64_t> inputShape,
                         llvm::ArrayRef<int64_t> sizes) {
  auto fail = [&](const llvm::Twine &reason) {
    (void)node.fail(reason);
    return std::nullopt;
  };
  // What attributes lack is for other checks to say.
  auto failUnsupported = [&](const llvm::Twine &reason) {
    (void)node.failUnsupported(reason);
    return std::nullopt;
  };
  ImageWindows windows;
  Integers spatial;
  int64_t rank = inputShape.size();
  if (!readFormat(node, rank, windows, spatial))
    return failUnsupported(formatProblem(node, inputShape));
  Integers strides = listOf(node, "strides", 1);
  Integers dilations = node.integers("dilations");
  Integers paddings = node.integers("explicit_paddings");
  std::string padding = node.word("padding", "VALID");
  auto isPadding = [](int64_t size) { return size >= 0 && size < MaxWindow; };
  if (int64_t(paddings.size()) != 2 * rank ||
      !llvm::all_of(paddings, isPadding))
    paddings.clear();
  if (dilations.empty())
    dilations.assign(rank, 1);
  if (int64_t(strides.size()) != rank || int64_t(dilations.size()) != rank ||
      sizes.size() != spatial.size())
    return failUnsupported("strides " + mismatch::shapeText(strides) +
                           " and dilations " + mismatch::shapeText(dilations) +
                           " do not have " + llvm::Twine(rank) +
                           " elements each");
  for (int64_t axis : {windows.batchAxis, windows.featureAxis}) {
    if (strides[axis] != 1 || dilations[axis] != 1)
      return failUnsupported("strides " + mismatch::shapeText(strides) +
                             " and dilations " +
                             mismatch::shapeText(dilations) +
                             " move the window over batch or features");
  }
  for (auto [axis, size] : llvm::zip(spatial, sizes)) {
    SpatialWindow window;
    window.axis = axis;
    window.size = size;
    window.stride = strides[axis];
    window.dilation = dilations[axis];
    window.input = inputShape[axis];
    for (int64_t number : {size, window.stride, window.dilation}) {
      bool isPositive = !stablehlo::isKnown(number) || number >= 1;
      if (isPositive && number < MaxWindow)
        continue;
      return fail("window size " + llvm::Twine(size) + ", stride " +
                  llvm::Twine(window.stride) + " and dilation " +
                  llvm::Twine(window.dilation) + " are not all " +
                  (isPositive ? "below 2147483648" : "positive"));
    }
    if (!placeWindow(window, padding, paddings))
      return failUnsupported("`explicit_paddings` has " +
                             pluralize(paddings.size(), "element") + "; " +
                             llvm::Twine(2 * rank) + " are required");
    // Of nothing, TensorFlow computes nothing.
    if (padding == "SAME" && window.output == 0)
      return failUnsupported("axis " + llvm::Twine(axis) +
                             " of the input has no elements");
    if (stablehlo::isKnown(window.output) && window.output < 1)
      return fail(mismatch::window(window.reach(),
                                   window.input + window.low + window.high));
    windows.spatial.push_back(window);
  }
  return windows;
}

std::optional<Integers> tensorflow::pooledSizes(OpCall &node, int64_t rank) {
  Integers sizes = listOf(node, "ksize", 0);
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
