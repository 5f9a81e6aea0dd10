//===- QuantizedProductOps.cpp - Products of integers in ONNX -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/Quantization.h"
#include "Ops/ONNX/WindowReader.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Fails unless the inputs are integers, each with zero points of its type.
static LogicalResult
expectIntegers(OpCall &call,
               std::initializer_list<std::pair<unsigned, unsigned>> inputs) {
  for (auto [input, zeroPoint] : inputs) {
    if (!isQuantizedElement(call.element(input)))
      return call.failUnsupported("element type " +
                                  mismatch::typeText(call.element(input)) +
                                  " is not supported");
    if (call.has(zeroPoint) && call.element(zeroPoint) != call.element(input))
      return call.fail(
          mismatch::elements(call.element(input), call.element(zeroPoint)));
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// Where a convolution of integers has its inputs.
struct ConvolutionInputs {
  unsigned x, xZeroPoint, w, wZeroPoint;
};
} // namespace

/// Fails unless a parameter is a single one or has one for each output channel.
static LogicalResult expectPerChannel(OpCall &call, unsigned input,
                                      StringRef name, int64_t channels) {
  if (!call.has(input) || isSingle(call.shape(input)))
    return llvm::success();
  Shape shape = call.shape(input);
  if (shape.size() != 1 || disagree(shape[0], channels))
    return call.fail(mismatch::shape(name, shape, channels));
  return llvm::success();
}

/// The sums of a convolution of integers, as i32.
static FailureOr<Value> integerConvolution(OpCall &call,
                                           const ConvolutionInputs &inputs) {
  SmallVector<int64_t> input(call.shape(inputs.x));
  FailureOr<IndexVector> kernel = readKernel(call, input, call.shape(inputs.w));
  if (failed(kernel))
    return llvm::failure();
  FailureOr<ConvolutionOptions> options = readConvolution(call, input, *kernel);
  if (failed(options))
    return llvm::failure();
  if (failed(expectPerChannel(call, inputs.wZeroPoint, "w_zero_point",
                              (*kernel)[0])))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  auto centered = [&](unsigned number, unsigned zeroPoint, Shape shape) {
    Value value = b.reshape(call.value(number), shape);
    Value zero;
    if (call.has(zeroPoint))
      zero = spreadParameter(b, call.constant(zeroPoint), shape, /*axis=*/0);
    return lessZeroPoint(b, value, zero);
  };
  return b.convolution(centered(inputs.x, inputs.xZeroPoint, input),
                       centered(inputs.w, inputs.wZeroPoint, *kernel),
                       *options);
}

static LogicalResult convInteger(OpCall &call) {
  if (failed(call.expectInputs(2)) ||
      failed(expectIntegers(call, {{0, 2}, {1, 3}})))
    return llvm::failure();
  if (call.has(2) && !isSingle(call.shape(2)))
    return call.failUnsupported("`x_zero_point` is not a single number");
  FailureOr<Value> sums = integerConvolution(call, {0, 2, 1, 3});
  return failed(sums) ? LogicalResult(llvm::failure()) : call.setResult(*sums);
}

/// Fails unless scales and zero points that are for whole tensors are single.
static LogicalResult
expectSingle(OpCall &call,
             std::initializer_list<std::pair<unsigned, StringRef>> inputs) {
  for (auto [input, name] : inputs) {
    bool mayBeSingle = llvm::all_of(call.shape(input), [](int64_t size) {
      return size == 1 || !isKnown(size);
    });
    if (!mayBeSingle)
      return call.fail("`" + name + "` has shape " +
                       mismatch::shapeText(call.shape(input)) +
                       "; a single number is required");
  }
  return llvm::success();
}

/// A scale in f32, for each element of a shape.
static Value spreadScale(OpCall &call, unsigned input, Shape shape,
                         int64_t axis) {
  ProgramBuilder &b = call.builder;
  Value scale = b.convert(call.constant(input), b.builder().getF32Type());
  return spreadParameter(b, scale, shape, axis);
}

static LogicalResult qLinearConv(OpCall &call) {
  if (failed(call.expectInputs(8)) ||
      failed(expectIntegers(call, {{0, 2}, {3, 5}})) ||
      failed(expectSingle(call, {{1, "x_scale"},
                                 {2, "x_zero_point"},
                                 {6, "y_scale"},
                                 {7, "y_zero_point"}})))
    return llvm::failure();
  FailureOr<Value> sums = integerConvolution(call, {0, 2, 3, 5});
  if (failed(sums))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(*sums));
  if (failed(expectPerChannel(call, 4, "w_scale", shape[1])))
    return llvm::failure();
  if (!isQuantizedElement(call.element(7)))
    return call.failUnsupported("element type " +
                                mismatch::typeText(call.element(7)) +
                                " is not supported");
  if (call.has(8)) {
    if (call.rank(8) != 1 || disagree(call.shape(8)[0], shape[1]))
      return call.fail(mismatch::shape("the bias", call.shape(8), shape[1]));
    if (call.element(8) != ProgramBuilder::elementOf(*sums))
      return call.fail(mismatch::elements(ProgramBuilder::elementOf(*sums),
                                          call.element(8)));
    sums = b.add(*sums, b.broadcast(call.value(8), shape, {1}));
  }
  Value scale = b.divide(b.multiply(spreadScale(call, 1, shape, 1),
                                    spreadScale(call, 4, shape, 1)),
                         spreadScale(call, 6, shape, 1));
  Value multiples =
      b.multiply(b.convert(*sums, b.builder().getF32Type()), scale);
  Value zeroPoint = spreadParameter(b, call.constant(7), shape, 1);
  return call.setResult(toQuantized(b, multiples, zeroPoint, call.element(7)));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// A parameter of a matrix for each element of a shape: a single one, one for
/// each row or column, or for those of each batch. Fails if it does not fit.
static FailureOr<Value> spreadMatrixParameter(OpCall &call, unsigned input,
                                              StringRef name, Shape shape,
                                              bool isOfRows) {
  ProgramBuilder &b = call.builder;
  Value parameter = call.constant(input);
  Shape own = ProgramBuilder::shapeOf(parameter);
  if (isSingle(own))
    return spreadParameter(b, parameter, shape, 0);
  SmallVector<int64_t> whole(own);
  if (whole.size() == 1 && isOfRows && shape.size() > 1)
    whole.push_back(1);
  SmallVector<int64_t> common(shape);
  bool fits = whole.size() <= shape.size() && broadcastWith(common, whole) &&
              mayEqual(common, shape);
  if (!fits)
    return call.fail("`" + name + "` has shape " + mismatch::shapeText(own) +
                     ", which does not match " + mismatch::shapeText(shape));
  return b.broadcastTo(b.reshape(parameter, whole), shape);
}

namespace {
/// Where a product of integers has its inputs.
struct ProductInputs {
  unsigned a, aZeroPoint, b, bZeroPoint;
};
} // namespace

/// The sums of a product of integers, as i32.
static FailureOr<Value> integerProduct(OpCall &call,
                                       const ProductInputs &inputs) {
  ProgramBuilder &b = call.builder;
  auto centered = [&](unsigned input, unsigned zeroPoint, StringRef name,
                      bool isOfRows) -> FailureOr<Value> {
    if (!call.has(zeroPoint))
      return lessZeroPoint(b, call.value(input), {});
    FailureOr<Value> zero = spreadMatrixParameter(call, zeroPoint, name,
                                                  call.shape(input), isOfRows);
    if (failed(zero))
      return llvm::failure();
    return lessZeroPoint(b, call.value(input), *zero);
  };
  FailureOr<Value> x =
      centered(inputs.a, inputs.aZeroPoint, "a_zero_point", true);
  if (failed(x))
    return llvm::failure();
  FailureOr<Value> y =
      centered(inputs.b, inputs.bZeroPoint, "b_zero_point", false);
  if (failed(y))
    return llvm::failure();
  return matrixProduct(call, *x, *y);
}

static LogicalResult matMulInteger(OpCall &call) {
  if (failed(call.expectInputs(2)) ||
      failed(expectIntegers(call, {{0, 2}, {1, 3}})))
    return llvm::failure();
  FailureOr<Value> sums = integerProduct(call, {0, 2, 1, 3});
  return failed(sums) ? LogicalResult(llvm::failure()) : call.setResult(*sums);
}

static LogicalResult qLinearMatMul(OpCall &call) {
  if (failed(call.expectInputs(8)) ||
      failed(expectIntegers(call, {{0, 2}, {3, 5}})))
    return llvm::failure();
  if (!isQuantizedElement(call.element(7)))
    return call.failUnsupported("element type " +
                                mismatch::typeText(call.element(7)) +
                                " is not supported");
  FailureOr<Value> sums = integerProduct(call, {0, 2, 3, 5});
  if (failed(sums))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type f32 = b.builder().getF32Type();
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(*sums));
  if (!b.buildsOps())
    return call.setResult(b.convert(*sums, call.element(7)));
  const std::tuple<unsigned, StringRef, bool> parameters[] = {
      {1, "a_scale", true},
      {4, "b_scale", false},
      {6, "y_scale", true},
      {7, "y_zero_point", true}};
  SmallVector<Value> spread;
  for (auto [input, name, isOfRows] : parameters) {
    FailureOr<Value> value =
        spreadMatrixParameter(call, input, name, shape, isOfRows);
    if (failed(value))
      return llvm::failure();
    spread.push_back(*value);
  }
  Value scale =
      b.divide(b.multiply(b.convert(spread[0], f32), b.convert(spread[1], f32)),
               b.convert(spread[2], f32));
  Value multiples = b.multiply(b.convert(*sums, f32), scale);
  return call.setResult(toQuantized(b, multiples, spread[3], call.element(7)));
}

void onnx::addQuantizedProductOps(OpTable &table) {
  table.add(convInteger, {"ConvInteger"});
  table.add(matMulInteger, {"MatMulInteger"});
  table.add(qLinearConv, {"QLinearConv"});
  table.add(qLinearMatMul, {"QLinearMatMul"});
}
