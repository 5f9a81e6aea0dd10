//===- ProductOps.cpp - Products of matrices ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Composition.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Fails unless the first two inputs are of one type that has products.
static LogicalResult checkFactors(OpCall &call) {
  mlir::Type left = call.element(0), right = call.element(1);
  if (left != right)
    return call.fail(mismatch::elements(left, right));
  if (left.isInteger(1))
    return call.fail("element type " + mismatch::typeText(left) +
                     " is not supported");
  return llvm::success();
}

/// The dimensions before those of the matrices.
static FailureOr<SmallVector<int64_t>> commonBatches(OpCall &call, Shape left,
                                                     Shape right) {
  SmallVector<int64_t> common(left.drop_back(2));
  if (!broadcastWith(common, right.drop_back(2)))
    return call.fail(
        mismatch::broadcast({left.drop_back(2), right.drop_back(2)}) +
        " as batches");
  return common;
}

FailureOr<Value> onnx::matrixProduct(OpCall &call, Value x, Value y) {
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> left(ProgramBuilder::shapeOf(x));
  SmallVector<int64_t> right(ProgramBuilder::shapeOf(y));
  if (left.empty() || right.empty())
    return call.fail(mismatch::rankBelow({}, 1));
  // A vector is a matrix of one row or column, which the result lacks.
  bool isRow = left.size() == 1;
  bool isColumn = right.size() == 1;
  if (isRow)
    left.insert(left.begin(), 1);
  if (isColumn)
    right.push_back(1);
  int64_t inner = left.back();
  int64_t other = right[right.size() - 2];
  if (disagree(inner, other))
    return call.fail(mismatch::contraction(
        ProgramBuilder::shapeOf(x), ProgramBuilder::shapeOf(y), inner, other));
  FailureOr<SmallVector<int64_t>> batches = commonBatches(call, left, right);
  if (failed(batches))
    return llvm::failure();
  x = b.reshape(x, left);
  y = b.reshape(y, right);
  auto spread = [&](Value value, Shape shape) {
    SmallVector<int64_t> whole = *batches;
    whole.append(shape.end() - 2, shape.end());
    return b.broadcastTo(value, whole);
  };
  int64_t rows = batches->size();
  SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(0, rows));
  Value result;
  if (right.size() == 2)
    result = b.dotGeneral(x, y, {int64_t(left.size()) - 1}, {0});
  else
    result = b.dotGeneral(spread(x, left), spread(y, right), {rows + 1}, {rows},
                          outer, outer);
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(result));
  if (isColumn)
    shape.pop_back();
  if (isRow)
    shape.erase(shape.end() - (isColumn ? 1 : 2));
  return b.reshape(result, shape);
}

static LogicalResult matMul(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (call.rank(0) == 0 || call.rank(1) == 0)
    return call.fail(mismatch::rankBelow({}, 1));
  if (failed(checkFactors(call)))
    return llvm::failure();
  FailureOr<Value> result = matrixProduct(call, call.value(0), call.value(1));
  return failed(result) ? LogicalResult(llvm::failure())
                        : call.setResult(*result);
}

static LogicalResult gemm(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  Value y = call.value(1);
  int64_t left = call.integer("transA", 0) != 0 ? 0 : 1;
  int64_t right = call.integer("transB", 0) != 0 ? 1 : 0;
  for (unsigned i : {0, 1}) {
    if (call.rank(i) != 2)
      return call.fail(mismatch::rank(call.shape(i), 2, i == 0 ? "A" : "B"));
  }
  if (failed(checkFactors(call)))
    return llvm::failure();
  if (disagree(call.shape(0)[left], call.shape(1)[right]))
    return call.fail(mismatch::contraction(call.shape(0), call.shape(1),
                                           call.shape(0)[left],
                                           call.shape(1)[right]));
  double factors[] = {call.number("alpha", 1), call.number("beta", 1)};
  bool isInteger = !llvm::isa<mlir::FloatType>(call.element());
  for (double factor : factors) {
    if (isInteger && factor != std::floor(factor))
      return call.failUnsupported(
          llvm::formatv("integers times {0} are no integers", factor).str());
  }
  Value result = b.scale(b.dotGeneral(x, y, {left}, {right}), factors[0]);
  if (!call.has(2))
    return call.setResult(result);
  Value added = b.scale(call.value(2), factors[1]);
  if (call.element(2) != call.element(0))
    return call.fail(mismatch::elements(call.element(0), call.element(2)));
  Shape shape = ProgramBuilder::shapeOf(result);
  SmallVector<int64_t> common(shape);
  // The result is not stretched.
  if (!broadcastWith(common, call.shape(2)) || !mayEqual(common, shape))
    return call.fail(mismatch::broadcastTo(call.shape(2), shape));
  return call.setResult(b.add(result, b.broadcastTo(added, shape)));
}

void onnx::addProductOps(OpTable &table) {
  table.add(matMul, {"MatMul"});
  table.add(gemm, {"Gemm"});
}
