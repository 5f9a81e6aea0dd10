//===- ContractionOps.cpp - Products of matrices --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Broadcasting.h"
#include "Ops/Common/Einsum.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

static LogicalResult failMatrices(OpCall &node) {
  return node.fail("operand shapes " + mismatch::shapeText(node.shape(0)) +
                   " and " + mismatch::shapeText(node.shape(1)) +
                   " are not matrices");
}

/// The product of the last two dimensions; those before are broadcast.
static LogicalResult product(OpCall &node, bool transposeLeft,
                             bool transposeRight) {
  llvm::ArrayRef<int64_t> left = node.shape(0), right = node.shape(1);
  if (left.size() < 2 || right.size() < 2)
    return failMatrices(node);
  if (node.elementsDiffer(0, 1))
    return node.fail(mismatch::elements(node.element(0), node.element(1)));
  int64_t inner = left.size() - (transposeLeft ? 2 : 1);
  int64_t rightInner = right.size() - (transposeRight ? 1 : 2);
  std::optional<Integers> batch =
      broadcastShape(left.drop_back(2), right.drop_back(2));
  if (!batch)
    return node.fail(mismatch::broadcast({left, right}));
  if (disagree(left[inner], right[rightInner])) {
    Integers sizes(*batch);
    sizes.push_back(left[left.size() - (transposeLeft ? 1 : 2)]);
    sizes.push_back(right[right.size() - (transposeRight ? 2 : 1)]);
    node.expectSizes(0, sizes);
    return node.fail(
        mismatch::contraction(left, right, left[inner], right[rightInner]));
  }
  auto spread = [&](Value value, llvm::ArrayRef<int64_t> shape) {
    Integers wanted(*batch);
    llvm::append_range(wanted, shape.take_back(2));
    return node.builder.broadcastTo(value, wanted);
  };
  Value a = spread(node.input(0), left), b = spread(node.input(1), right);
  int64_t rank = batch->size();
  Integers batching;
  for (int64_t i = 0; i != rank; ++i)
    batching.push_back(i);
  return node.set(node.builder.dotGeneral(
      a, b, {rank + (transposeLeft ? 0 : 1)}, {rank + (transposeRight ? 1 : 0)},
      batching, batching));
}

static LogicalResult matMul(OpCall &node) {
  node.assumeRank(0, 2);
  node.assumeRank(1, 2);
  if (node.shape(0).size() != 2 || node.shape(1).size() != 2) {
    node.expectSizes(0, unknownSizes(2));
    return failMatrices(node);
  }
  return product(node, node.getBool("transpose_a"),
                 node.getBool("transpose_b"));
}

static LogicalResult batchMatMul(OpCall &node) {
  return product(node, node.getBool("adj_x"), node.getBool("adj_y"));
}

static LogicalResult einsum(OpCall &node) {
  std::string equation = node.word("equation");
  llvm::SmallVector<llvm::StringRef> terms;
  llvm::StringRef(equation).split("->").first.split(terms, ',');
  llvm::SmallVector<Value> operands;
  for (unsigned i = 0; i != node.inputs.size(); ++i) {
    // Without an ellipsis, a term says the rank of its operand.
    bool saysRank = i < terms.size() && !terms[i].contains('.');
    if (saysRank)
      node.assumeRank(
          i, llvm::count_if(terms[i], [](char c) { return llvm::isAlpha(c); }));
    if (!node.isRanked(i))
      return node.failUnranked(i);
    if (node.elementsDiffer(0, i))
      return node.fail(mismatch::elements(node.element(0), node.element(i)));
    operands.push_back(node.input(i));
  }
  Einsum products(node.builder, equation, operands);
  if (std::string problem = products.read(); !problem.empty())
    return node.failUnsupported(problem);
  return node.set(products.compute());
}

/// Adds the bias to each feature.
static LogicalResult biasAdd(OpCall &node) {
  node.assumeRank(1, 1);
  Integers shape(node.shape(0));
  llvm::ArrayRef<int64_t> bias = node.shape(1);
  int64_t rank = shape.size();
  int64_t axis = node.word("data_format", "NHWC") == "NCHW" ? 1 : rank - 1;
  if (rank < 2)
    return node.fail(mismatch::rankBelow(shape, 2));
  if (bias.size() != 1 || disagree(bias[0], shape[axis])) {
    node.expectSizes(0, shape);
    return node.failShape("bias", 1, shape[axis]);
  }
  return node.set(node.builder.add(
      node.input(0), node.builder.broadcast(node.input(1), shape, {axis})));
}

static LogicalResult biasGradient(OpCall &node) {
  if (!node.isRanked(0))
    return node.failUnknown(0, unknownSizes(1));
  int64_t rank = node.shape(0).size();
  if (rank < 2)
    return node.fail(mismatch::rankBelow(node.shape(0), 2));
  int64_t axis = node.word("data_format", "NHWC") == "NCHW" ? 1 : rank - 1;
  Integers others;
  for (int64_t i = 0; i != rank; ++i) {
    if (i != axis)
      others.push_back(i);
  }
  mlir::Type element = node.element(0);
  Value wide = node.builder.convert(node.input(0), accumulationType(element));
  return node.set(
      node.builder.convert(node.builder.sum(wide, others), element));
}

void tensorflow::addContractionOps(OpTable &table) {
  table.addPartial(2, 0, matMul, {"MatMul", "SparseMatMul"});
  table.add(2, batchMatMul, {"BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"});
  table.addPartial(1, 0, einsum, {"Einsum", "XlaEinsum"});
  table.addPartial(2, 1, biasAdd, {"BiasAdd", "BiasAddV1"});
  table.addPartial(1, 0, biasGradient, {"BiasAddGrad"});
}
