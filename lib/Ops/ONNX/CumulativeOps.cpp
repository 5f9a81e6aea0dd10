//===- CumulativeOps.cpp - Sums and products up to each element -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Moves all elements towards the end of an axis, or the start, and puts a
/// number where there are none.
static Value shift(ProgramBuilder &b, Value x, int64_t axis, int64_t distance,
                   double number) {
  SmallVector<int64_t> low(ProgramBuilder::shapeOf(x).size(), 0);
  SmallVector<int64_t> high(low);
  low[axis] = distance;
  high[axis] = -distance;
  return b.pad(x, number, low, high);
}

static LogicalResult cumulate(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  mlir::Type element = call.element();
  if (element.isInteger(1))
    return call.fail("element type " + mismatch::typeText(element) +
                     " is not supported");
  std::optional<IndexVector> number = call.knownIntegers(1);
  if (number && number->size() != 1)
    return call.fail("`axis` has shape " + mismatch::shapeText(call.shape(1)) +
                     "; a scalar is required");
  std::optional<int64_t> axis;
  if (number) {
    axis = OpCall::dimension(number->front(), call.rank());
    if (!axis)
      return call.fail(mismatch::axis(number->front(), call.rank()));
  }
  if (!axis && failed(call.requireConstant(1, "axis")))
    return llvm::failure();
  if (!b.buildsOps())
    return call.setResult(b.unknown(ProgramBuilder::typeOf(x)));
  bool isSum = call.op == "CumSum";
  double neutral = isSum ? 0 : 1;
  int64_t size = call.shape()[*axis];
  int64_t sign = call.integer("reverse", 0) != 0 ? -1 : 1;
  Value result = widen(b, x);
  if (call.integer("exclusive", 0) != 0 && size > 0)
    result = shift(b, result, *axis, sign, neutral);
  // Each step makes the part twice as long that an element has the sum of.
  for (int64_t reach = 1; reach < size; reach *= 2) {
    Value before = shift(b, result, *axis, sign * reach, neutral);
    result = isSum ? b.add(result, before) : b.multiply(result, before);
  }
  return call.setResult(b.convert(result, element));
}

void onnx::addCumulativeOps(OpTable &table) {
  table.add(cumulate, {"CumProd", "CumSum"});
}
