//===- WindowOps.cpp - Convolutions and pooling of ONNX -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Windows.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

namespace {
/// The attributes that windows share, an entry for each spatial dimension.
struct NodeWindow {
  IndexVector sizes;
  IndexVector strides;
  IndexVector dilations;
  SmallVector<std::pair<int64_t, int64_t>> padding;
};
} // namespace

/// Fails unless an attribute has `count` numbers of at least `least`.
static LogicalResult expectSizes(OpCall &call, StringRef key,
                                 const IndexVector &found, size_t count,
                                 int64_t least) {
  if (found.size() == count && OpCall::areSizes(found, least))
    return llvm::success();
  return call.fail(
      mismatch::sizes(key, mismatch::shapeText(found), int64_t(count), least));
}

/// Fails unless input and kernel are of images of one rank.
static LogicalResult expectKernel(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (call.shape(1).size() < 3)
    return call.fail(mismatch::rankBelow(call.shape(1), 3, "kernel"));
  if (call.shape(0).size() != call.shape(1).size())
    return call.fail(
        mismatch::rank(call.shape(1), call.shape(0).size(), "kernel"));
  return llvm::success();
}

static FailureOr<NodeWindow> readWindow(OpCall &call, IndexVector sizes) {
  NodeWindow window;
  size_t count = sizes.size();
  window.sizes = std::move(sizes);
  window.strides = call.integers("strides").value_or(IndexVector(count, 1));
  window.dilations = call.integers("dilations").value_or(IndexVector(count, 1));
  IndexVector pads = call.integers("pads").value_or(IndexVector(2 * count, 0));
  if (call.shape().size() != count + 2)
    return call.fail(mismatch::rank(call.shape(), int64_t(count) + 2));
  if (failed(expectSizes(call, "kernel_shape", window.sizes, count, 1)) ||
      failed(expectSizes(call, "strides", window.strides, count, 1)) ||
      failed(expectSizes(call, "dilations", window.dilations, count, 1)) ||
      failed(expectSizes(call, "pads", pads, 2 * count, 0)))
    return llvm::failure();
  StringRef mode = call.word("auto_pad", "NOTSET");
  for (size_t i = 0; i < count; ++i) {
    std::pair<int64_t, int64_t> sides = {pads[i], pads[count + i]};
    int64_t input = call.shape()[i + 2];
    int64_t reach = (window.sizes[i] - 1) * window.dilations[i] + 1;
    if (mode.starts_with("SAME")) {
      sides = samePadding(input, reach, window.strides[i]);
      if (mode == "SAME_LOWER")
        std::swap(sides.first, sides.second);
    } else if (mode == "VALID") {
      sides = {0, 0};
    }
    if (sides.first < 0 || sides.second < 0 ||
        input + sides.first + sides.second < reach)
      return call.fail(
          mismatch::window(reach, input + sides.first + sides.second));
    window.padding.push_back(sides);
  }
  return window;
}

/// Batch, features and then space, as in all models; kernels have their inputs
/// and outputs where the operator has them.
static ConvDimensionsAttr dimensionsOf(OpCall &call, int64_t kernelInput,
                                       int64_t kernelOutput) {
  SmallVector<int64_t> spatial =
      llvm::to_vector(llvm::seq<int64_t>(2, call.shape(1).size()));
  return ConvDimensionsAttr::get(
      call.builder.builder().getContext(), /*inputBatchDimension=*/0,
      /*inputFeatureDimension=*/1, spatial, kernelInput, kernelOutput, spatial,
      /*outputBatchDimension=*/0, /*outputFeatureDimension=*/1, spatial);
}

/// Gives what a convolution computes, with the bias that the node may have.
static LogicalResult setResultWithBias(OpCall &call, Value result,
                                       int64_t channels) {
  if (!call.has(2))
    return call.setResult(result);
  if (call.shape(2) != Shape(channels))
    return call.fail(mismatch::shape("the bias", call.shape(2), channels));
  ProgramBuilder &b = call.builder;
  return call.setResult(
      b.add(result,
            b.broadcast(call.value(2), ProgramBuilder::shapeOf(result), {1})));
}

static LogicalResult conv(OpCall &call) {
  if (failed(expectKernel(call)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape kernel = call.shape(1);
  FailureOr<NodeWindow> window =
      readWindow(call, IndexVector(kernel.drop_front(2)));
  if (failed(window))
    return llvm::failure();
  int64_t groups = call.integer("group", 1);
  if (!OpCall::isSize(groups) || groups < 1)
    return call.fail("`group` is " + llvm::Twine(groups));
  if (kernel[0] % groups != 0)
    return call.fail(mismatch::groups(kernel[0], groups, "output channels"));
  if (call.shape(0)[1] != kernel[1] * groups)
    return call.fail("the kernel has " +
                     pluralize(kernel[1] * groups, "input channel") +
                     "; the input has " + llvm::Twine(call.shape(0)[1]));
  ConvolutionOptions options;
  options.dimensions =
      dimensionsOf(call, /*kernelInput=*/1, /*kernelOutput=*/0);
  options.strides = window->strides;
  options.rhsDilation = window->dilations;
  options.padding = window->padding;
  options.featureGroups = groups;
  Value result = b.convolution(call.value(0), call.value(1), options);
  return setResultWithBias(call, result, kernel[0]);
}

/// What `ceil_mode` adds behind, so that the last elements are in a window,
/// too: one that does not start behind them.
static int64_t paddingOfRest(int64_t input, std::pair<int64_t, int64_t> sides,
                             int64_t reach, int64_t stride) {
  int64_t room = input + sides.first + sides.second - reach;
  int64_t last = (room + stride - 1) / stride * stride;
  if (last >= input + sides.first)
    last -= stride;
  return std::max<int64_t>(last - room, 0);
}

static LogicalResult pool(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  std::optional<IndexVector> sizes = call.integers("kernel_shape");
  if (!sizes)
    return call.fail("`kernel_shape` is missing");
  if (call.outputs > 1)
    return call.failUnsupported("`Indices` is not supported");
  FailureOr<NodeWindow> window = readWindow(call, *sizes);
  if (failed(window))
    return llvm::failure();
  WindowOptions options;
  auto fill = [&](SmallVector<int64_t> &out, const IndexVector &values) {
    out = {1, 1};
    out.append(values);
  };
  fill(options.sizes, window->sizes);
  fill(options.strides, window->strides);
  fill(options.windowDilations, window->dilations);
  options.padding = {{0, 0}, {0, 0}};
  options.padding.append(window->padding);
  SmallVector<int64_t> rest(options.padding.size(), 0);
  bool isPadded = false;
  for (size_t i = 0; i < window->sizes.size(); ++i) {
    std::pair<int64_t, int64_t> &sides = options.padding[i + 2];
    int64_t reach = (window->sizes[i] - 1) * window->dilations[i] + 1;
    if (call.integer("ceil_mode", 0) != 0)
      rest[i + 2] =
          paddingOfRest(call.shape()[i + 2], sides, reach, window->strides[i]);
    isPadded |= sides.first + sides.second + rest[i + 2] > 0;
  }
  WindowOptions counted = options;
  for (auto [sides, more] : llvm::zip(options.padding, rest))
    sides.second += more;
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (call.op == "MaxPool")
    return call.setResult(b.reduceWindow(x, options, Combination::Maximum));
  if (!llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(x)))
    return call.fail(mismatch::notFloat(ProgramBuilder::elementOf(x)));
  Value sums = b.reduceWindow(x, options, Combination::Add);
  bool countsAll = call.integer("count_include_pad", 0) != 0;
  bool hasRest = llvm::any_of(rest, [](int64_t more) { return more > 0; });
  if (!isPadded || (countsAll && !hasRest)) {
    double elements = 1;
    for (int64_t size : window->sizes)
      elements *= static_cast<double>(size);
    return call.setResult(b.scale(sums, 1 / elements));
  }
  // Padding counts if it is said to, but never what is behind it.
  Value ones = b.like(x, 1);
  if (countsAll) {
    SmallVector<int64_t> low;
    SmallVector<int64_t> high;
    for (auto [before, after] : counted.padding) {
      low.push_back(before);
      high.push_back(after);
    }
    ones = b.pad(ones, 1, low, high);
    for (auto [sides, more] : llvm::zip(options.padding, rest))
      sides = {0, more};
  }
  return call.setResult(
      b.divide(sums, b.reduceWindow(ones, options, Combination::Add)));
}

static LogicalResult globalPool(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.shape().size() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> over =
      llvm::to_vector(llvm::seq<int64_t>(2, call.shape().size()));
  Value result = call.op == "GlobalMaxPool"
                     ? b.reduce(call.value(0), over, Combination::Maximum)
                     : b.mean(call.value(0), over);
  SmallVector<int64_t> shape(call.shape());
  for (int64_t dimension : over)
    shape[dimension] = 1;
  return call.setResult(b.reshape(result, shape));
}

namespace {
/// How a transposed convolution goes along one dimension.
struct TransposedWindow {
  int64_t input;
  int64_t reach;
  int64_t stride;
  /// More elements behind.
  int64_t more;

  /// The size without any padding, which cuts it.
  int64_t whole() const { return (input - 1) * stride + reach + more; }
};
} // namespace

/// What is cut before and behind; none if nothing is left.
static std::optional<std::pair<int64_t, int64_t>>
cutSides(const OpCall &call, const TransposedWindow &window,
         std::pair<int64_t, int64_t> pads, std::optional<int64_t> wanted) {
  StringRef mode = call.word("auto_pad", "NOTSET");
  if (mode == "VALID")
    pads = {0, 0};
  if (!wanted && mode.starts_with("SAME"))
    wanted = window.input * window.stride;
  if (wanted) {
    int64_t total = window.whole() - *wanted;
    int64_t half = total / 2;
    pads = mode == "SAME_UPPER" ? std::pair(half, total - half)
                                : std::pair(total - half, half);
  }
  if (window.input < 1 || window.whole() - pads.first - pads.second < 1)
    return std::nullopt;
  return pads;
}

/// A kernel [in, out / groups, ...] as one of [in / groups, out, ...], turned.
static Value turnedKernel(ProgramBuilder &b, Value kernel, int64_t groups) {
  Shape shape = ProgramBuilder::shapeOf(kernel);
  SmallVector<int64_t> spatial =
      llvm::to_vector(llvm::seq<int64_t>(2, shape.size()));
  kernel = b.reverse(kernel, spatial);
  SmallVector<int64_t> split = {groups, shape[0] / groups};
  split.append(shape.begin() + 1, shape.end());
  SmallVector<int64_t> order = {1, 0};
  for (int64_t i = 2; i < int64_t(split.size()); ++i)
    order.push_back(i);
  SmallVector<int64_t> joined = {shape[0] / groups, groups * shape[1]};
  joined.append(shape.begin() + 2, shape.end());
  return b.reshape(b.transpose(b.reshape(kernel, split), order), joined);
}

static LogicalResult convTranspose(OpCall &call) {
  if (failed(expectKernel(call)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape kernel = call.shape(1);
  size_t count = kernel.size() - 2;
  IndexVector strides =
      call.integers("strides").value_or(IndexVector(count, 1));
  IndexVector dilations =
      call.integers("dilations").value_or(IndexVector(count, 1));
  IndexVector pads = call.integers("pads").value_or(IndexVector(2 * count, 0));
  IndexVector more =
      call.integers("output_padding").value_or(IndexVector(count, 0));
  std::optional<IndexVector> wanted = call.integers("output_shape");
  int64_t groups = call.integer("group", 1);
  if (failed(expectSizes(call, "strides", strides, count, 1)) ||
      failed(expectSizes(call, "dilations", dilations, count, 1)) ||
      failed(expectSizes(call, "pads", pads, 2 * count, 0)) ||
      failed(expectSizes(call, "output_padding", more, count, 0)))
    return llvm::failure();
  if (wanted && failed(expectSizes(call, "output_shape", *wanted, count, 1)))
    return llvm::failure();
  if (!OpCall::areSizes(kernel, 1))
    return call.fail("the kernel shape " + mismatch::shapeText(kernel) +
                     " is empty");
  if (!OpCall::isSize(groups) || groups < 1)
    return call.fail("`group` is " + llvm::Twine(groups));
  if (call.shape(0)[1] != kernel[0])
    return call.fail("the kernel has " + pluralize(kernel[0], "input channel") +
                     "; the input has " + llvm::Twine(call.shape(0)[1]));
  if (kernel[0] % groups != 0)
    return call.fail(mismatch::groups(kernel[0], groups, "input channels"));
  ConvolutionOptions options;
  options.dimensions =
      dimensionsOf(call, /*kernelInput=*/0, /*kernelOutput=*/1);
  options.lhsDilation = strides;
  options.rhsDilation = dilations;
  options.featureGroups = groups;
  for (size_t i = 0; i < count; ++i) {
    int64_t reach = (kernel[i + 2] - 1) * dilations[i] + 1;
    TransposedWindow window = {call.shape(0)[i + 2], reach, strides[i],
                               more[i]};
    std::optional<std::pair<int64_t, int64_t>> cut =
        cutSides(call, window, {pads[i], pads[count + i]},
                 wanted ? std::optional((*wanted)[i]) : std::nullopt);
    if (!cut)
      return call.fail("`pads` " + mismatch::shapeText(pads) +
                       " leave nothing of an output of " +
                       llvm::Twine(window.whole()));
    options.padding.push_back(
        {reach - 1 - cut->first, reach - 1 - cut->second + more[i]});
  }
  Value result = b.convolution(call.value(0),
                               turnedKernel(b, call.value(1), groups), options);
  return setResultWithBias(call, result, kernel[1] * groups);
}

void onnx::addWindowOps(OpTable &table) {
  table.add(conv, {"Conv"});
  table.add(convTranspose, {"ConvTranspose"});
  table.add(pool, {"AveragePool", "MaxPool"});
  table.add(globalPool, {"GlobalAveragePool", "GlobalMaxPool"});
}
