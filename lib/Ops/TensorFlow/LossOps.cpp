//===- LossOps.cpp - Softmax and cross entropy ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;
using stablehlo::ComparisonDirection;

namespace {
/// Logits without their greatest element, so that nothing overflows, and what
/// follows from them.
struct Shifted {
  Value logits;
  Value exponentials;
  /// One number for each row, and the same for all elements of it.
  Value sums;
  Value spreadSums;
};
} // namespace

static Value spreadRows(OpCall &node, Value rows,
                        llvm::ArrayRef<int64_t> shape) {
  Integers dimensions;
  for (int64_t i = 0; i + 1 < int64_t(shape.size()); ++i)
    dimensions.push_back(i);
  return node.builder.broadcast(rows, shape, dimensions);
}

static Shifted shift(OpCall &node, Value x) {
  auto &p = node.builder;
  llvm::ArrayRef<int64_t> shape = stablehlo::ProgramBuilder::shapeOf(x);
  int64_t last = shape.size() - 1;
  Value greatest = p.reduce(x, {last}, Combination::Maximum);
  Shifted result;
  result.logits = p.subtract(x, spreadRows(node, greatest, shape));
  result.exponentials = p.exponential(result.logits);
  result.sums = p.sum(result.exponentials, {last});
  result.spreadSums = spreadRows(node, result.sums, shape);
  return result;
}

/// The functions of one row each, with the digits of sums.
template <Value Function(stablehlo::ProgramBuilder &, Value, int64_t)>
static LogicalResult alongRows(OpCall &node) {
  if (node.shape(0).empty())
    return node.fail(mismatch::rankBelow(node.shape(0), 1, "logits"));
  mlir::Type element = node.element(0);
  Value x = node.builder.convert(node.input(0), accumulationType(element));
  int64_t last = node.shape(0).size() - 1;
  return node.set(
      node.builder.convert(Function(node.builder, x, last), element));
}

/// The loss of each row, and the gradient for the logits.
static LogicalResult crossEntropy(OpCall &node, Value logits, Value labels) {
  auto &p = node.builder;
  mlir::Type element = stablehlo::ProgramBuilder::elementOf(logits);
  mlir::Type wide = accumulationType(element);
  labels = p.convert(labels, wide);
  Shifted s = shift(node, p.convert(logits, wide));
  Value logs = p.subtract(p.log(s.spreadSums), s.logits);
  Value loss = p.sum(p.multiply(labels, logs), {1});
  Value gradient = p.subtract(p.divide(s.exponentials, s.spreadSums), labels);
  (void)node.set(0, p.convert(loss, element));
  return node.set(1, p.convert(gradient, element));
}

static LogicalResult denseCrossEntropy(OpCall &node) {
  for (unsigned i : {0, 1})
    node.assumeRank(i, 2);
  std::optional<Integers> shape = broadcastShape(node.shape(0), node.shape(1));
  if (!shape || shape->size() != 2 || node.elementsDiffer(0, 1))
    return node.fail("logits of " + mismatch::typeText(node.type(0)) +
                     " and labels of " + mismatch::typeText(node.type(1)) +
                     " are not matrices of one type");
  return crossEntropy(node, node.builder.broadcastTo(node.input(0), *shape),
                      node.builder.broadcastTo(node.input(1), *shape));
}

static LogicalResult sparseCrossEntropy(OpCall &node) {
  node.assumeRank(0, 2);
  node.assumeRank(1, 1);
  Integers shape(node.shape(0));
  llvm::ArrayRef<int64_t> labels = node.shape(1);
  if (shape.size() != 2 || labels.size() != 1 || disagree(labels[0], shape[0]))
    return node.fail("logits of shape " + mismatch::shapeText(shape) +
                     " and labels of shape " + mismatch::shapeText(labels) +
                     " do not have one label per row");
  auto &p = node.builder;
  if (!stablehlo::isKnown(shape[0]))
    shape[0] = labels[0];
  Value spread = p.broadcast(node.input(1), shape, {0});
  Value classes =
      p.iota(mlir::RankedTensorType::get(shape, node.element(1)), 1);
  Value oneHot = p.convert(p.compare(spread, classes, ComparisonDirection::EQ),
                           node.element(0));
  return crossEntropy(node, p.reshape(node.input(0), shape), oneHot);
}

void tensorflow::addLossOps(OpTable &table) {
  table.add(1, alongRows<stablehlo::softmax>, {"Softmax"});
  table.add(1, alongRows<stablehlo::logSoftmax>, {"LogSoftmax"});
  table.addPartial(2, 0, denseCrossEntropy, {"SoftmaxCrossEntropyWithLogits"});
  table.addPartial(2, 0, sparseCrossEntropy,
                   {"SparseSoftmaxCrossEntropyWithLogits"});
}
