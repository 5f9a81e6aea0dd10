//===- ProductOps.cpp - Products, windows and normalisations --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardInputs/Broadcasting.h"
#include "Conversion/OnnxToStableHLO/NodeCall.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::RankedTensorType;
using mlir::Value;

static bool isFloat(Value value) {
  return llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value));
}

LogicalResult onnx::legaliseMatMul(NodeCall &call) {
  if (!call.has(0) || !call.has(1))
    return call.fail("an input is missing");
  ProgramBuilder &b = call.b;
  Value x = call.value(0);
  Value y = call.value(1);
  SmallVector<int64_t> left(call.shape(0));
  SmallVector<int64_t> right(call.shape(1));
  if (left.empty() || right.empty())
    return call.fail("an input has no dimensions");
  // A vector is a matrix of one row or column, which the result lacks.
  bool isRow = left.size() == 1;
  bool isColumn = right.size() == 1;
  if (isRow)
    left.insert(left.begin(), 1);
  if (isColumn)
    right.push_back(1);
  x = b.reshape(x, left);
  y = b.reshape(y, right);
  int64_t last = left.size() - 1;
  if (left[last] != right[right.size() - 2] ||
      ProgramBuilder::elementOf(x) != ProgramBuilder::elementOf(y))
    return call.fail("its inputs do not fit");
  Value result;
  if (right.size() == 2) {
    result = b.dotGeneral(x, y, {last}, {0});
  } else {
    // Batches are broadcast against each other.
    Shape outerLeft = Shape(left).drop_back(2);
    Shape outerRight = Shape(right).drop_back(2);
    size_t count = std::max(outerLeft.size(), outerRight.size());
    SmallVector<int64_t> common(count, 1);
    for (Shape sizes : {outerLeft, outerRight}) {
      for (auto [number, size] : llvm::enumerate(sizes)) {
        int64_t &known = common[count - sizes.size() + number];
        if (known != size && known != 1 && size != 1)
          return call.fail("its inputs do not fit");
        known = known == 1 ? size : known;
      }
    }
    auto spread = [&](Value value, Shape shape) {
      SmallVector<int64_t> whole = common;
      whole.append(shape.end() - 2, shape.end());
      return b.broadcastTo(value, whole);
    };
    SmallVector<int64_t> dimensions =
        llvm::to_vector(llvm::seq<int64_t>(0, count));
    int64_t rows = count;
    result = b.dotGeneral(spread(x, left), spread(y, right), {rows + 1}, {rows},
                          dimensions, dimensions);
  }
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(result));
  if (isColumn)
    shape.pop_back();
  if (isRow)
    shape.erase(shape.end() - (isColumn ? 1 : 2));
  return call.give(b.reshape(result, shape));
}

LogicalResult onnx::legaliseGemm(NodeCall &call) {
  if (!call.has(0) || !call.has(1))
    return call.fail("an input is missing");
  ProgramBuilder &b = call.b;
  int64_t left = call.integer("transA", 0) != 0 ? 0 : 1;
  int64_t right = call.integer("transB", 0) != 0 ? 1 : 0;
  bool fits = call.shape(0).size() == 2 && call.shape(1).size() == 2 &&
              call.shape(0)[left] == call.shape(1)[right];
  if (!fits)
    return call.fail("its inputs do not fit");
  if (!isFloat(call.value(0)))
    return call.fail("its inputs hold integers");
  Value result =
      b.scale(b.dotGeneral(call.value(0), call.value(1), {left}, {right}),
              call.number("alpha", 1));
  if (!call.has(2))
    return call.give(result);
  Value added = b.scale(call.value(2), call.number("beta", 1));
  std::optional<Numbers> shape = commonShape({result, added});
  if (!shape || Shape(*shape) != ProgramBuilder::shapeOf(result))
    return call.fail("what it adds does not fit");
  return call.give(b.add(result, b.broadcastTo(added, *shape)));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// The attributes that windows share, an entry for each spatial dimension.
struct WindowAttributes {
  Numbers sizes;
  Numbers strides;
  Numbers dilations;
  SmallVector<std::pair<int64_t, int64_t>> padding;
};
} // namespace

static std::optional<WindowAttributes> readWindow(NodeCall &call,
                                                  Numbers sizes) {
  WindowAttributes window;
  size_t count = sizes.size();
  window.sizes = std::move(sizes);
  window.strides = call.integers("strides").value_or(Numbers(count, 1));
  window.dilations = call.integers("dilations").value_or(Numbers(count, 1));
  Numbers pads = call.integers("pads").value_or(Numbers(2 * count, 0));
  bool fits =
      call.shape().size() == count + 2 && window.strides.size() == count &&
      window.dilations.size() == count && pads.size() == 2 * count &&
      NodeCall::areSizes(window.sizes, 1) &&
      NodeCall::areSizes(window.strides, 1) &&
      NodeCall::areSizes(window.dilations, 1) && NodeCall::areSizes(pads, 0);
  if (!fits)
    return std::nullopt;
  StringRef mode = call.word("auto_pad", "NOTSET");
  for (size_t i = 0; i < count; ++i) {
    std::pair<int64_t, int64_t> sides = {pads[i], pads[count + i]};
    int64_t input = call.shape()[i + 2];
    int64_t reach = (window.sizes[i] - 1) * window.dilations[i] + 1;
    if (mode.starts_with("SAME")) {
      int64_t stride = window.strides[i];
      int64_t total = std::max<int64_t>(
          ((input + stride - 1) / stride - 1) * stride + reach - input, 0);
      int64_t less = total / 2;
      sides = mode == "SAME_UPPER" ? std::pair(less, total - less)
                                   : std::pair(total - less, less);
    } else if (mode == "VALID") {
      sides = {0, 0};
    }
    if (sides.first < 0 || sides.second < 0 ||
        input + sides.first + sides.second < reach)
      return std::nullopt;
    window.padding.push_back(sides);
  }
  return window;
}

LogicalResult onnx::legaliseConv(NodeCall &call) {
  if (!call.has(0) || !call.has(1) || call.shape(1).size() < 3 ||
      call.shape(0).size() != call.shape(1).size())
    return call.fail("its inputs do not fit");
  ProgramBuilder &b = call.b;
  Shape kernel = call.shape(1);
  std::optional<WindowAttributes> window =
      readWindow(call, Numbers(kernel.drop_front(2)));
  int64_t groups = call.integer("group", 1);
  bool fits = window && NodeCall::isSize(groups) && groups > 0 &&
              kernel[0] % groups == 0 && call.shape(0)[1] == kernel[1] * groups;
  if (!fits)
    return call.fail("its inputs do not fit");
  SmallVector<int64_t> spatial =
      llvm::to_vector(llvm::seq<int64_t>(2, kernel.size()));
  ConvolutionOptions options;
  options.dimensions = ConvDimensionsAttr::get(
      b.builder().getContext(), /*inputBatchDimension=*/0,
      /*inputFeatureDimension=*/1, spatial, /*kernelInputFeatureDimension=*/1,
      /*kernelOutputFeatureDimension=*/0, spatial, /*outputBatchDimension=*/0,
      /*outputFeatureDimension=*/1, spatial);
  options.strides = window->strides;
  options.rhsDilation = window->dilations;
  options.padding = window->padding;
  options.featureGroups = groups;
  Value result = b.convolution(call.value(0), call.value(1), options);
  if (call.has(2)) {
    if (call.shape(2) != Shape(kernel[0]))
      return call.fail("its bias does not fit");
    result = b.add(result, b.broadcast(call.value(2),
                                       ProgramBuilder::shapeOf(result), {1}));
  }
  return call.give(result);
}

LogicalResult onnx::legalisePool(NodeCall &call) {
  std::optional<Numbers> sizes = call.integers("kernel_shape");
  if (!call.has(0) || !sizes)
    return call.fail("its window is not known");
  if (call.integer("ceil_mode", 0) != 0)
    return call.fail("`ceil_mode` is not known to training");
  if (call.outputs > 1)
    return call.fail("its indices are used");
  std::optional<WindowAttributes> window = readWindow(call, *sizes);
  if (!window)
    return call.fail("its window does not fit its input");
  WindowOptions options;
  auto fill = [&](SmallVector<int64_t> &out, const Numbers &values) {
    out = {1, 1};
    out.append(values);
  };
  fill(options.sizes, window->sizes);
  fill(options.strides, window->strides);
  fill(options.windowDilations, window->dilations);
  options.padding = {{0, 0}, {0, 0}};
  options.padding.append(window->padding);
  ProgramBuilder &b = call.b;
  Value x = call.value(0);
  if (call.op == "MaxPool")
    return call.give(b.reduceWindow(x, options, Combination::Maximum));
  Value sums = b.reduceWindow(x, options, Combination::Add);
  double elements = 1;
  for (int64_t size : window->sizes)
    elements *= static_cast<double>(size);
  if (call.integer("count_include_pad", 0) != 0)
    return call.give(b.scale(sums, 1 / elements));
  Value counts = b.reduceWindow(b.like(x, 1), options, Combination::Add);
  return call.give(b.divide(sums, counts));
}

LogicalResult onnx::legaliseGlobalPool(NodeCall &call) {
  if (!call.has(0) || call.shape().size() < 3)
    return call.fail("its input has less than 3 dimensions");
  ProgramBuilder &b = call.b;
  SmallVector<int64_t> over =
      llvm::to_vector(llvm::seq<int64_t>(2, call.shape().size()));
  Value result = call.op == "GlobalMaxPool"
                     ? b.reduce(call.value(0), over, Combination::Maximum)
                     : b.mean(call.value(0), over);
  SmallVector<int64_t> shape(call.shape());
  for (int64_t dimension : over)
    shape[dimension] = 1;
  return call.give(b.reshape(result, shape));
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

static Value normalise(ProgramBuilder &b, Value x, Value mean, Value variance,
                       Shape kept, double epsilon) {
  Shape shape = ProgramBuilder::shapeOf(x);
  Value factor = b.rsqrt(b.add(variance, b.like(variance, epsilon)));
  return b.multiply(b.subtract(x, b.broadcast(mean, shape, kept)),
                    b.broadcast(factor, shape, kept));
}

static std::pair<Value, Value> statisticsOf(ProgramBuilder &b, Value x,
                                            Shape over, Shape kept) {
  Value mean = b.mean(x, over);
  Value centred =
      b.subtract(x, b.broadcast(mean, ProgramBuilder::shapeOf(x), kept));
  return {mean, b.mean(b.multiply(centred, centred), over)};
}

LogicalResult onnx::legaliseBatchNormalization(NodeCall &call) {
  for (unsigned i = 0; i < 5; ++i) {
    if (!call.has(i))
      return call.fail("an input is missing");
  }
  if (call.shape().size() < 2 || call.outputs > 1 ||
      call.integer("spatial", 1) == 0)
    return call.fail("its form is not known to training");
  ProgramBuilder &b = call.b;
  Value x = call.value(0);
  SmallVector<int64_t> over = {0};
  for (int64_t i = 2; i < int64_t(call.shape().size()); ++i)
    over.push_back(i);
  auto type =
      RankedTensorType::get({call.shape()[1]}, ProgramBuilder::elementOf(x));
  for (unsigned i = 1; i < 5; ++i) {
    bool fits = i > 2 ? call.inputs[i].elements &&
                            call.inputs[i].elements.getType() == type
                      : call.value(i).getType() == type;
    if (!fits)
      return call.fail("its weights do not fit, or are computed");
  }
  auto [mean, variance] = statisticsOf(b, x, over, {1});
  double momentum = call.number("momentum", 0.9);
  Value current[] = {mean, variance};
  for (unsigned i : {0, 1}) {
    const Input &kept = call.inputs[3 + i];
    // Files that store equal tensors once have one for several nodes.
    std::string name = kept.name;
    for (unsigned number = 1; call.module.isKept(name); ++number)
      name = kept.name + "_" + std::to_string(number);
    Value old = call.module.state(name, type, holding(kept.elements));
    call.module.setState(
        name, b.add(b.scale(old, momentum), b.scale(current[i], 1 - momentum)));
  }
  Value normal =
      normalise(b, x, mean, variance, {1}, call.number("epsilon", 1e-5));
  Value scaled =
      b.multiply(normal, b.broadcast(call.value(1), call.shape(), {1}));
  return call.give(
      b.add(scaled, b.broadcast(call.value(2), call.shape(), {1})));
}

LogicalResult onnx::legaliseLayerNormalization(NodeCall &call) {
  if (!call.has(0) || !call.has(1) || call.outputs > 1)
    return call.fail("its form is not known to training");
  ProgramBuilder &b = call.b;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  std::optional<int64_t> axis =
      NodeCall::dimension(call.integer("axis", -1), rank);
  if (!axis)
    return call.fail("its axis is no dimension of its input");
  SmallVector<int64_t> over = llvm::to_vector(llvm::seq<int64_t>(*axis, rank));
  SmallVector<int64_t> kept = llvm::to_vector(llvm::seq<int64_t>(0, *axis));
  auto [mean, variance] = statisticsOf(b, x, over, kept);
  Value result =
      normalise(b, x, mean, variance, kept, call.number("epsilon", 1e-5));
  for (unsigned i : {1, 2}) {
    if (!call.has(i))
      continue;
    std::optional<Numbers> shape = commonShape({x, call.value(i)});
    if (!shape || Shape(*shape) != call.shape())
      return call.fail("its weights do not fit");
    Value weight = b.broadcastTo(call.value(i), *shape);
    result = i == 1 ? b.multiply(result, weight) : b.add(result, weight);
  }
  return call.give(result);
}
