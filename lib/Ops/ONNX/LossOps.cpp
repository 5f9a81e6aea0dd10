//===- LossOps.cpp - Losses of ONNX ---------------------------------------===//
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

/// Scores are [batch, classes, ...], labels the same without the classes.
static LogicalResult checkLoss(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  (void)call.value(1);
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  mlir::Type labels = call.element(1);
  if (!llvm::isa<mlir::IntegerType>(labels) || labels.isInteger(1))
    return call.fail("the target has element type " +
                     mismatch::typeText(labels) + "; i32 or i64 is required");
  SmallVector<int64_t> wanted(call.shape());
  int64_t classes = wanted[1];
  wanted.erase(wanted.begin() + 1);
  if (!mayEqual(call.shape(1), wanted))
    return call.fail(mismatch::shape("the target", call.shape(1), wanted));
  if (call.has(2)) {
    // The weights of classes are not trained.
    (void)call.constant(2);
    if (call.element(2) != element)
      return call.fail(mismatch::elements(element, call.element(2)));
    if (!mayEqual(call.shape(2), classes))
      return call.fail(mismatch::shape("the weight", call.shape(2), classes));
  }
  StringRef reduction = call.word("reduction", "mean");
  if (reduction != "mean" && reduction != "none" && reduction != "sum")
    return call.fail("`reduction` is \"" + reduction +
                     "\"; mean, none or sum is required");
  return llvm::success();
}

static LogicalResult lossOp(OpCall &call) {
  if (failed(checkLoss(call)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type element = call.element();
  Shape shape = call.shape();
  Value scores = widen(b, call.value(0));
  if (call.op == "SoftmaxCrossEntropyLoss")
    scores = logSoftmax(b, scores, 1);

  // What the labels name is taken out of scores and weights.
  Value labels = call.value(1);
  SmallVector<int64_t> kept = otherDimensions(call.rank(), 1);
  Value classes = b.iota(
      RankedTensorType::get(shape, ProgramBuilder::elementOf(labels)), 1);
  Value isNamed = b.compare(classes, b.broadcast(labels, shape, kept),
                            ComparisonDirection::EQ);
  auto pick = [&](Value of) {
    return b.sum(b.select(isNamed, of, b.like(of, 0)), {1});
  };
  Value each = b.negate(pick(scores));
  Value weights;
  if (call.has(2)) {
    weights = pick(b.broadcast(widen(b, call.constant(2)), shape, {1}));
    each = b.multiply(each, weights);
  }
  if (call.attributes.contains("ignore_index")) {
    double ignored = static_cast<double>(call.integer("ignore_index", 0));
    Value isIgnored =
        b.compare(labels, b.like(labels, ignored), ComparisonDirection::EQ);
    if (!weights)
      weights = b.like(each, 1);
    weights = b.select(isIgnored, b.like(weights, 0), weights);
    each = b.select(isIgnored, b.like(each, 0), each);
  }

  StringRef reduction = call.word("reduction", "mean");
  Value result = each;
  if (reduction == "sum")
    result = b.sumOfAll(each);
  else if (reduction == "mean" && weights)
    result = b.divide(b.sumOfAll(each), b.sumOfAll(weights));
  else if (reduction == "mean")
    result =
        b.mean(each, llvm::to_vector(llvm::seq<int64_t>(0, call.rank() - 1)));
  call.addResult(b.convert(result, element));
  if (call.outputs > 1)
    call.addResult(b.convert(scores, element));
  return llvm::success();
}

void onnx::addLossOps(OpTable &table) {
  table.add(lossOp, {"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"});
}
