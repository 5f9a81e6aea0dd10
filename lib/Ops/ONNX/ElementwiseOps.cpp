//===- ElementwiseOps.cpp - ONNX operators on elements --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

static LogicalResult softmaxOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  int64_t number = call.integer("axis", call.version < 13 ? 1 : -1);
  std::optional<int64_t> axis = OpCall::dimension(number, rank);
  if (!axis)
    return call.fail(mismatch::axis(number, rank));
  SmallVector<int64_t> shape(call.shape());
  // Before set 13 the input is taken for a matrix.
  if (call.version < 13) {
    int64_t rows = 1;
    for (int64_t size : llvm::ArrayRef(shape).take_front(*axis))
      rows *= size;
    int64_t all = ProgramBuilder::typeOf(x).getNumElements();
    x = b.reshape(x, {rows, rows == 0 ? 0 : all / rows});
    axis = 1;
  }
  Value result =
      call.op == "Softmax" ? softmax(b, x, *axis) : logSoftmax(b, x, *axis);
  return call.setResult(b.reshape(result, shape));
}

/// Less the greatest one first, so that nothing overflows.
static Value logSumOfExponentials(ProgramBuilder &b, Value x, Shape over) {
  Value greatest = b.reduce(x, over, Combination::Maximum);
  SmallVector<int64_t> kept =
      otherDimensions(ProgramBuilder::typeOf(x).getRank(), over);
  Value spread = b.broadcast(greatest, ProgramBuilder::shapeOf(x), kept);
  Value sum = b.sum(b.exponential(b.subtract(x, spread)), over);
  return b.add(b.log(sum), greatest);
}

static LogicalResult reduction(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  std::optional<IndexVector> axes = call.integers("axes", 1);
  if (call.has(1) && !axes)
    return call.failNotConstant("axes");
  IndexVector over;
  for (int64_t axis : axes.value_or(IndexVector())) {
    std::optional<int64_t> dimension = OpCall::dimension(axis, rank);
    if (!dimension)
      return call.fail(mismatch::axis(axis, rank));
    if (llvm::is_contained(over, *dimension))
      return call.fail("duplicate axis " + llvm::Twine(axis));
    over.push_back(*dimension);
  }
  if (over.empty()) {
    if (call.integer("noop_with_empty_axes", 0) != 0)
      return call.setResult(x);
    over = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  }
  llvm::sort(over);
  mlir::Type element = ProgramBuilder::elementOf(x);
  bool takesIntegers = call.op == "ReduceMax" || call.op == "ReduceMin" ||
                       call.op == "ReduceSum" || call.op == "ReduceSumSquare";
  if (element.isInteger(1) ||
      (!takesIntegers && !llvm::isa<mlir::FloatType>(element)))
    return call.fail("element type " + mismatch::typeText(element) +
                     " is not supported");
  Value result;
  if (call.op == "ReduceMean")
    result = b.mean(x, over);
  else if (call.op == "ReduceSum")
    result = b.sum(x, over);
  else if (call.op == "ReduceMax")
    result = b.reduce(x, over, Combination::Maximum);
  else if (call.op == "ReduceMin")
    result = b.reduce(x, over, Combination::Minimum);
  else if (call.op == "ReduceSumSquare")
    result = b.sum(b.multiply(x, x), over);
  else if (call.op == "ReduceL1")
    result = b.sum(absolute(b, x), over);
  else if (call.op == "ReduceLogSum")
    result = b.log(b.sum(x, over));
  else if (call.op == "ReduceLogSumExp")
    result = logSumOfExponentials(b, x, over);
  else
    result = b.sqrt(b.sum(b.multiply(x, x), over));
  if (call.integer("keepdims", 1) != 0) {
    SmallVector<int64_t> shape(call.shape());
    for (int64_t dimension : over)
      shape[dimension] = 1;
    result = b.reshape(result, shape);
  }
  return call.setResult(result);
}

void onnx::addElementwiseOps(OpTable &table) {
  table.add(softmaxOp, {"LogSoftmax", "Softmax"});
  table.add(reduction, {"ReduceL1", "ReduceL2", "ReduceLogSum",
                        "ReduceLogSumExp", "ReduceMax", "ReduceMean",
                        "ReduceMin", "ReduceSum", "ReduceSumSquare"});
}
