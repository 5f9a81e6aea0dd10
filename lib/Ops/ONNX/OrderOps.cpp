//===- OrderOps.cpp - Greatest and least elements of ONNX -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static LogicalResult failTruth(OpCall &call) {
  return call.fail("element type " + mismatch::typeText(call.element()) +
                   " is not supported");
}

static LogicalResult argExtreme(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (call.element().isInteger(1))
    return failTruth(call);
  int64_t number = call.integer("axis", 0);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  SmallVector<int64_t> shape(call.shape());
  if (shape[*axis] == 0)
    return call.fail("axis " + llvm::Twine(number) + " of shape " +
                     mismatch::shapeText(shape) + " has no elements");
  Combination extreme =
      call.op == "ArgMax" ? Combination::Maximum : Combination::Minimum;
  Value place = b.placeOfExtreme(x, *axis, extreme, b.builder().getI64Type(),
                                 call.integer("select_last_index", 0) != 0);
  shape[*axis] = 1;
  bool isKept = call.integer("keepdims", 1) != 0;
  return call.setResult(isKept ? b.reshape(place, shape) : place);
}

static LogicalResult topK(OpCall &call) {
  if (failed(call.expectInputs(call.version < 10 ? 1 : 2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (call.element().isInteger(1))
    return failTruth(call);
  int64_t number = call.integer("axis", -1);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  std::optional<IndexVector> counts;
  if (call.version < 10)
    counts = {call.integer("k", -1)};
  else
    counts = call.knownIntegers(1);
  if (!counts && failed(call.requireConstant(1, "K")))
    return llvm::failure();
  if (counts && counts->size() != 1)
    return call.fail("`K` has shape " + mismatch::shapeText(call.shape(1)) +
                     "; [1] is required");
  int64_t count = counts ? counts->front() : mlir::ShapedType::kDynamic;
  SmallVector<int64_t> limits(call.shape());
  int64_t size = limits[*axis];
  if (counts && (count < 0 || (isKnown(size) && count > size)))
    return call.fail(llvm::Twine(count) + " elements are taken of axis " +
                     llvm::Twine(number) + " of shape " +
                     mismatch::shapeText(limits));
  auto places = RankedTensorType::get(limits, b.builder().getI64Type());
  ComparisonDirection direction = call.integer("largest", 1) != 0
                                      ? ComparisonDirection::GT
                                      : ComparisonDirection::LT;
  SmallVector<Value> sorted =
      b.sort({x, b.iota(places, *axis)}, *axis, direction);
  SmallVector<int64_t> starts(limits.size(), 0);
  limits[*axis] = count;
  for (Value value : sorted)
    call.addResult(b.slice(value, starts, limits));
  return llvm::success();
}

void onnx::addOrderOps(OpTable &table) {
  table.add(argExtreme, {"ArgMax", "ArgMin"});
  table.add(topK, {"TopK"});
}
