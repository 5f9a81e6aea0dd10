//===- ProductOps.cpp - Products, windows and normalizations --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

static bool isFloat(Value value) {
  return llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value));
}

static LogicalResult matMul(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  Value y = call.value(1);
  SmallVector<int64_t> left(call.shape(0));
  SmallVector<int64_t> right(call.shape(1));
  if (left.empty() || right.empty())
    return call.fail(mismatch::rankBelow({}, 1));
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
  if (left[last] != right[right.size() - 2])
    return call.fail(mismatch::contraction(
        call.shape(0), call.shape(1), left[last], right[right.size() - 2]));
  if (ProgramBuilder::elementOf(x) != ProgramBuilder::elementOf(y))
    return call.fail(mismatch::elements(ProgramBuilder::elementOf(x),
                                        ProgramBuilder::elementOf(y)));
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
          return call.fail(mismatch::broadcast({outerLeft, outerRight}) +
                           " as batches");
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
  return call.setResult(b.reshape(result, shape));
}

static LogicalResult gemm(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t left = call.integer("transA", 0) != 0 ? 0 : 1;
  int64_t right = call.integer("transB", 0) != 0 ? 1 : 0;
  for (unsigned i : {0, 1}) {
    if (call.shape(i).size() != 2)
      return call.fail(mismatch::rank(call.shape(i), 2, i == 0 ? "A" : "B"));
  }
  if (call.shape(0)[left] != call.shape(1)[right])
    return call.fail(mismatch::contraction(call.shape(0), call.shape(1),
                                           call.shape(0)[left],
                                           call.shape(1)[right]));
  if (!isFloat(call.value(0)))
    return call.fail(
        mismatch::notFloat(ProgramBuilder::elementOf(call.value(0))));
  Value result =
      b.scale(b.dotGeneral(call.value(0), call.value(1), {left}, {right}),
              call.number("alpha", 1));
  if (!call.has(2))
    return call.setResult(result);
  Value added = b.scale(call.value(2), call.number("beta", 1));
  std::optional<IndexVector> shape = commonShape({result, added});
  if (!shape || Shape(*shape) != ProgramBuilder::shapeOf(result))
    return call.fail(
        mismatch::broadcastTo(call.shape(2), ProgramBuilder::shapeOf(result)));
  return call.setResult(b.add(result, b.broadcastTo(added, *shape)));
}

void onnx::addProductOps(OpTable &table) {
  table.add(matMul, {"MatMul"});
  table.add(gemm, {"Gemm"});
}
