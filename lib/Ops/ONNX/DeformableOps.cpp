//===- DeformableOps.cpp - Convolutions whose elements move in ONNX -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Windows.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/WindowReader.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// The inputs of the operator.
enum Input : unsigned { Image, Kernel, Offsets, Bias, Mask };

/// A convolution each of whose kernel elements sees a place of its own, which
/// the offsets move; between elements it is interpolated.
class DeformableConvolution {
public:
  explicit DeformableConvolution(OpCall &call) : call(call), b(call.builder) {}

  LogicalResult read();
  LogicalResult setType();
  LogicalResult build();

private:
  /// Where along a spatial dimension each kernel element looks.
  Value placesAlong(unsigned dimension);
  /// What is at whole places, which are those of `samples`; zeros outside.
  Value valuesAt(Value rows, Value columns, Value weights);
  /// What all kernel elements see: `samples`, and the channels of a group.
  Value sampled();
  Value product(Value values);

  OpCall &call;
  ProgramBuilder &b;
  IndexVector input, kernel, result;
  NodeWindow window;
  int64_t groups = 1;
  int64_t offsetGroups = 1;
  /// [batch, offset groups, kernel rows and columns, result rows and columns].
  SmallVector<int64_t> samples;
  /// The image as a table with a row for each place of each offset group.
  Value table;
};
} // namespace

LogicalResult DeformableConvolution::read() {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  for (unsigned i = 1; i < call.inputs.size(); ++i) {
    if (call.has(i) && call.element(i) != call.element())
      return call.fail(mismatch::elements(call.element(), call.element(i)));
  }
  input = IndexVector(call.shape(Image));
  FailureOr<IndexVector> shape = readKernel(call, input, call.shape(Kernel));
  if (failed(shape))
    return llvm::failure();
  kernel = *shape;
  FailureOr<ConvolutionOptions> options = readConvolution(call, input, kernel);
  if (failed(options))
    return llvm::failure();
  groups = options->featureGroups;
  window.sizes.assign(kernel.begin() + 2, kernel.end());
  window.strides = options->strides;
  window.dilations = options->rhsDilation;
  window.padding = options->padding;
  offsetGroups = call.integer("offset_group", 1);
  if (!OpCall::isSize(offsetGroups) || offsetGroups < 1)
    return call.fail("`offset_group` is " + llvm::Twine(offsetGroups));
  if (isKnown(input[1]) && input[1] % offsetGroups != 0)
    return call.fail(mismatch::groups(input[1], offsetGroups));
  result = {input[0], kernel[0]};
  int64_t elements = offsetGroups;
  for (size_t i = 0; i < window.count(); ++i) {
    Window along = {window.sizes[i],         window.strides[i],
                    window.padding[i].first, window.padding[i].second,
                    /*baseDilation=*/1,      window.dilations[i]};
    result.push_back(windowCount(input[i + 2], along));
    elements = productOf(elements, window.sizes[i]);
  }
  IndexVector wanted = result;
  wanted[1] = productOf(elements, int64_t(window.count()));
  if (!mayEqual(call.shape(Offsets), wanted))
    return call.fail(mismatch::shape("offset", call.shape(Offsets), wanted));
  wanted[1] = elements;
  if (call.has(Mask) && !mayEqual(call.shape(Mask), wanted))
    return call.fail(mismatch::shape("mask", call.shape(Mask), wanted));
  if (call.has(Bias) &&
      (call.rank(Bias) != 1 || disagree(call.shape(Bias)[0], kernel[0])))
    return call.fail(mismatch::shape("the bias", call.shape(Bias), kernel[0]));
  return llvm::success();
}

LogicalResult DeformableConvolution::setType() {
  return call.setResult(
      b.splat(RankedTensorType::get(result, call.element()), 0));
}

Value DeformableConvolution::placesAlong(unsigned dimension) {
  // Offsets have a number for each dimension behind the kernel elements.
  SmallVector<int64_t> shape = samples;
  shape.insert(shape.begin() + 4, 2);
  SmallVector<int64_t> starts(shape.size(), 0);
  SmallVector<int64_t> limits = shape;
  starts[4] = dimension;
  limits[4] = dimension + 1;
  Value moves = b.slice(b.reshape(call.value(Offsets), shape), starts, limits);
  auto type = RankedTensorType::get(samples, call.element());
  auto along = [&](unsigned place, int64_t step) {
    return b.scale(b.iota(type, place), static_cast<double>(step));
  };
  Value grid = b.add(along(4 + dimension, window.strides[dimension]),
                     along(2 + dimension, window.dilations[dimension]));
  double padding = static_cast<double>(window.padding[dimension].first);
  grid = b.subtract(grid, b.like(grid, padding));
  return b.add(grid, b.reshape(moves, samples));
}

Value DeformableConvolution::valuesAt(Value rows, Value columns,
                                      Value weights) {
  mlir::Type integer = b.builder().getI64Type();
  auto type = RankedTensorType::get(samples, integer);
  const Value positions[] = {rows, columns};
  // Batches and groups of offsets come before the places.
  Value place =
      b.add(b.scale(b.iota(type, 0), double(offsetGroups)), b.iota(type, 1));
  for (auto [dimension, position] : llvm::enumerate(positions)) {
    int64_t size = input[dimension + 2];
    Value last = b.like(position, static_cast<double>(size - 1));
    Value zero = b.like(position, 0);
    Value kept = b.minimum(b.maximum(position, zero), last);
    Value isInside = b.compare(kept, position, ComparisonDirection::EQ);
    weights = b.select(isInside, weights, zero);
    place = b.add(b.scale(place, double(size)), b.convert(kept, integer));
  }
  int64_t channels = ProgramBuilder::shapeOf(table)[1];
  SmallVector<int64_t> shape = samples;
  shape.push_back(channels);
  int64_t last = samples.size();
  const int64_t sizes[] = {1, channels};
  const int64_t first[] = {0};
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/last,
      /*collapsedSliceDims=*/first, /*operandBatchingDims=*/{},
      /*startIndicesBatchingDims=*/{}, /*startIndexMap=*/first,
      /*indexVectorDim=*/last);
  Value values = b.make<GatherOp>(RankedTensorType::get(shape, call.element()),
                                  table, place, dimensions,
                                  b.builder().getDenseI64ArrayAttr(sizes));
  SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(0, last));
  return b.multiply(values, b.broadcast(weights, shape, outer));
}

Value DeformableConvolution::sampled() {
  Value y = placesAlong(0), x = placesAlong(1);
  Value top = b.floor(y), left = b.floor(x);
  Value below = b.subtract(y, top), right = b.subtract(x, left);
  Value one = b.like(y, 1);
  Value mask = call.has(Mask) ? b.reshape(call.value(Mask), samples) : Value();
  Value sum;
  for (bool isLower : {false, true}) {
    for (bool isRight : {false, true}) {
      Value weight = b.multiply(isLower ? below : b.subtract(one, below),
                                isRight ? right : b.subtract(one, right));
      if (mask)
        weight = b.multiply(weight, mask);
      Value part = valuesAt(isLower ? b.add(top, one) : top,
                            isRight ? b.add(left, one) : left, weight);
      sum = sum ? b.add(sum, part) : part;
    }
  }
  return sum;
}

/// The products of a matrix of [places, channels and kernel elements] for each
/// group.
Value DeformableConvolution::product(Value values) {
  int64_t places = result[0] * result[2] * result[3];
  int64_t inner = kernel[1] * kernel[2] * kernel[3];
  Value columns = b.transpose(values, {0, 4, 5, 1, 6, 2, 3});
  columns = b.reshape(columns, {places, groups, inner});
  Value weights =
      b.reshape(call.value(Kernel), {groups, kernel[0] / groups, inner});
  Value sums = b.dotGeneral(columns, weights, {2}, {2}, {1}, {0});
  sums = b.reshape(
      sums, {groups, result[0], result[2], result[3], kernel[0] / groups});
  return b.reshape(b.transpose(sums, {1, 0, 4, 2, 3}), result);
}

LogicalResult DeformableConvolution::build() {
  if (window.count() != 2)
    return call.failUnsupported("only two spatial dimensions are supported");
  samples = {result[0], offsetGroups, kernel[2],
             kernel[3], result[2],    result[3]};
  int64_t channels = input[1] / offsetGroups;
  SmallVector<int64_t> whole = samples;
  whole.push_back(channels);
  if (ForwardModule::isTooLarge(whole) || ForwardModule::isTooLarge(input))
    return call.failUnsupported("the tensors are too large");
  Value image = b.reshape(call.value(Image), {input[0], offsetGroups, channels,
                                              input[2], input[3]});
  table = b.reshape(b.transpose(image, {0, 1, 3, 4, 2}),
                    {input[0] * offsetGroups * input[2] * input[3], channels});
  Value sums = product(sampled());
  if (call.has(Bias))
    sums = b.add(sums, b.broadcast(call.value(Bias), result, {1}));
  return call.setResult(sums);
}

static LogicalResult deformConv(OpCall &call) {
  DeformableConvolution convolution(call);
  if (failed(convolution.read()))
    return llvm::failure();
  return call.builder.buildsOps() ? convolution.build() : convolution.setType();
}

void onnx::addDeformableOps(OpTable &table) {
  table.add(deformConv, {"DeformConv"});
}
