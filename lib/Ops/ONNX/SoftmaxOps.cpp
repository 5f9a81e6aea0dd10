//===- SoftmaxOps.cpp - Shares along an axis ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// One where the greatest element is, the first of equal ones.
static Value hardmax(ProgramBuilder &b, Value x, int64_t axis) {
  Shape shape = ProgramBuilder::shapeOf(x);
  mlir::Type numbers = b.builder().getI64Type();
  Value greatest = b.broadcast(
      b.placeOfExtreme(x, axis, Combination::Maximum, numbers), shape,
      otherDimensions(static_cast<int64_t>(shape.size()), axis));
  Value places = b.iota(RankedTensorType::get(shape, numbers), axis);
  return b.convert(b.compare(places, greatest, ComparisonDirection::EQ),
                   ProgramBuilder::elementOf(x));
}

static LogicalResult softmaxOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  int64_t rank = call.rank();
  int64_t number = call.integer("axis", call.version < 13 ? 1 : -1);
  std::optional<int64_t> axis = OpCall::dimension(number, rank);
  // Rows of no dimensions have one element.
  if (call.version < 11 && number == rank)
    axis = rank;
  if (!axis)
    return call.fail(mismatch::axis(number, rank));
  SmallVector<int64_t> shape(call.shape());
  // Before set 13 the input is taken for a matrix.
  if (call.version < 13) {
    int64_t matrix[] = {elementCount(Shape(shape).take_front(*axis)),
                        elementCount(Shape(shape).drop_front(*axis))};
    x = b.reshape(x, matrix);
    axis = 1;
  }
  Value result;
  if (call.op == "Hardmax")
    result = hardmax(b, x, *axis);
  else if (call.op == "Softmax")
    result = softmax(b, widen(b, x), *axis);
  else
    result = logSoftmax(b, widen(b, x), *axis);
  return call.setResult(b.reshape(b.convert(result, element), shape));
}

/// Divides by the norm along an axis. What is zero stays zero.
static LogicalResult lpNormalization(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  int64_t number = call.integer("axis", -1);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  int64_t order = call.integer("p", 2);
  if (order != 1 && order != 2)
    return call.fail("`p` is " + llvm::Twine(order) + "; 1 or 2 is required");
  Value x = widen(b, call.value(0));
  Value sum = b.sum(order == 1 ? absolute(b, x) : b.multiply(x, x), {*axis});
  Value isZero = b.compare(sum, b.like(sum, 0), ComparisonDirection::EQ);
  Value norm = b.select(isZero, b.like(sum, 1), sum);
  if (order == 2)
    norm = b.sqrt(norm);
  Value spread =
      b.broadcast(norm, call.shape(), otherDimensions(call.rank(), *axis));
  return call.setResult(b.convert(b.divide(x, spread), element));
}

void onnx::addSoftmaxOps(OpTable &table) {
  table.add(softmaxOp, {"Hardmax", "LogSoftmax", "Softmax"});
  table.add(lpNormalization, {"LpNormalization"});
}
