//===- GroupLosses.cpp - Losses of what belongs together ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/GroupLosses.h"
#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// What Keras adds to sums that may be 0.
static constexpr double SumEpsilon = 1e-7;
/// The logarithm of what is impossible: infinity would have no derivative.
static constexpr double Impossible = -1e30;

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

Value stablehlo::overlapLosses(ProgramBuilder &b, const LossOptions &loss,
                               Value labels, Value outputs, Value mask) {
  RankedTensorType type = ProgramBuilder::typeOf(outputs);
  int64_t rank = type.getRank();
  Value truth = b.convert(labels, type.getElementType());
  if (mask) {
    Value counted = alongFirst(b, mask, type);
    Value nothing = b.like(outputs, 0);
    truth = b.select(counted, truth, nothing);
    outputs = b.select(counted, outputs, nothing);
  }
  SmallVector<int64_t> axes;
  for (int64_t axis : loss.axes)
    axes.push_back(axis < 0 ? axis + rank : axis);
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  auto sum = [&](Value numbers) { return b.sum(numbers, axes); };
  Value both = sum(b.multiply(truth, outputs));
  Value above, below;
  if (loss.kind == LossKind::Dice) {
    above = b.scale(both, 2);
    below = b.add(sum(truth), sum(outputs));
  } else {
    // What is wrongly said, and what is missed.
    Value wrong = b.subtract(sum(outputs), both);
    Value missed = b.subtract(sum(truth), both);
    above = both;
    below = b.add(both, b.add(b.scale(wrong, loss.tverskyAlpha),
                              b.scale(missed, loss.tverskyBeta)));
  }
  Value share = b.divide(above, b.add(below, b.like(below, SumEpsilon)));
  return b.subtract(b.like(share, 1), share);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// The logarithm of the sum of exponentials along the last dimension.
static Value logOfSum(ProgramBuilder &b, Value numbers) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(numbers);
  int64_t last = shape.size() - 1;
  Value greatest = b.reduce(numbers, {last}, Combination::Maximum);
  derivative::mark(greatest, derivative::Zero);
  Value spread = b.broadcast(greatest, shape,
                             llvm::to_vector(llvm::seq<int64_t>(0, last)));
  Value sum = b.sum(b.exponential(b.subtract(numbers, spread)), {last});
  return b.add(greatest, b.log(sum));
}

/// In narrow types what is impossible would be infinite.
static Value widened(ProgramBuilder &b, Value numbers) {
  mlir::Type element = ProgramBuilder::elementOf(numbers);
  return element.getIntOrFloatBitWidth() < 32
             ? b.convert(numbers, b.builder().getF32Type())
             : numbers;
}

ExampleGroup stablehlo::circleLosses(ProgramBuilder &b, const LossOptions &loss,
                                     Value labels, Value given, Value mask) {
  Value vectors = widened(b, given);
  int64_t batch = ProgramBuilder::shapeOf(vectors).front();
  SmallVector<int64_t> square = {batch, batch};
  auto pairs = [&](Value each, int64_t dimension) {
    return b.broadcast(each, square, {dimension});
  };
  Value isSame =
      b.compare(pairs(labels, 0), pairs(labels, 1), ComparisonDirection::EQ);
  Value isOther = b.unary<NotOp>(isSame);
  if (loss.removesDiagonal) {
    RankedTensorType numbers =
        RankedTensorType::get(square, b.builder().getI32Type());
    isSame = b.binary<AndOp>(isSame,
                             b.compare(b.iota(numbers, 0), b.iota(numbers, 1),
                                       ComparisonDirection::NE));
  }
  if (mask) {
    isSame = b.binary<AndOp>(isSame, pairs(mask, 1));
    isOther = b.binary<AndOp>(isOther, pairs(mask, 1));
  }
  Value likeness = b.dotGeneral(vectors, vectors, {1}, {1});
  Value distance = b.subtract(b.like(likeness, 1), likeness);
  distance = b.maximum(distance, b.like(distance, 0));
  auto plus = [&](Value value, double number) {
    return b.add(value, b.like(value, number));
  };
  // Each pair counts by how far it is from its best distance.
  auto total = [&](Value isPair, Value weight, Value excess) {
    Value zero = b.like(weight, 0);
    Value each =
        b.scale(b.multiply(b.maximum(weight, zero), excess), loss.gamma);
    return logOfSum(b, b.select(isPair, each, b.like(each, Impossible)));
  };
  Value near =
      total(isSame, plus(distance, loss.margin), plus(distance, -loss.margin));
  Value far = total(isOther, plus(b.negate(distance), 1 + loss.margin),
                    plus(b.negate(distance), 1 - loss.margin));
  Value losses = softplus(b, b.add(near, far));
  Value counted = b.compare(losses, b.like(losses, 0), ComparisonDirection::GT);
  if (mask)
    counted = b.binary<AndOp>(counted, mask);
  return {b.convert(losses, ProgramBuilder::elementOf(given)), counted};
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

namespace {
/// The labels of each example with nothing before, between and behind them:
/// [batch, states], of which there are 2 * length + 1.
class LabelStates {
public:
  LabelStates(ProgramBuilder &b, Value labels)
      : b(b), labels(labels), batch(ProgramBuilder::shapeOf(labels).front()),
        count(2 * ProgramBuilder::shapeOf(labels).back() + 1),
        classes(b.pad(labels, 0, {0, 1}, {0, 1}, {0, 1})) {}

  int64_t size() const { return count; }

  /// The logarithms of what each step gives to each state: [batch, time,
  /// states], of those of classes.
  Value emissions(Value logarithms) {
    int64_t classCount = ProgramBuilder::shapeOf(logarithms).back();
    RankedTensorType type = RankedTensorType::get(
        {batch, count, classCount}, ProgramBuilder::elementOf(classes));
    Value isClass = b.compare(b.iota(type, 2),
                              b.broadcast(classes, type.getShape(), {0, 1}),
                              ComparisonDirection::EQ);
    return b.dotGeneral(
        logarithms, b.convert(isClass, ProgramBuilder::elementOf(logarithms)),
        {2}, {2}, {0}, {0});
  }

  /// True where a state may follow the one two before: a label that differs
  /// from the last one.
  Value maySkip() {
    Value isLabel =
        b.compare(classes, b.like(classes, 0), ComparisonDirection::NE);
    Value before = b.part(b.pad(classes, 0, {0, 2}, {0, 0}), 1, 0, count);
    return b.binary<AndOp>(isLabel,
                           b.compare(classes, before, ComparisonDirection::NE));
  }

  /// True for the states that may be the last: the last label, and nothing
  /// behind it.
  Value mayEnd() {
    Value isLabel =
        b.compare(labels, b.like(labels, 0), ComparisonDirection::NE);
    Value length = b.sum(b.convert(isLabel, b.builder().getI32Type()), {1});
    Value last = b.broadcast(b.scale(length, 2), {batch, count}, {0});
    Value places = b.iota(ProgramBuilder::typeOf(last), 1);
    return b.binary<OrOp>(b.compare(places, last, ComparisonDirection::EQ),
                          b.compare(places, b.subtract(last, b.like(last, 1)),
                                    ComparisonDirection::EQ));
  }

  /// True for the states that may be the first: nothing, or the first label.
  Value mayBegin() {
    RankedTensorType type =
        RankedTensorType::get({batch, count}, b.builder().getI32Type());
    return b.compare(b.iota(type, 1), b.splat(type, 2),
                     ComparisonDirection::LT);
  }

private:
  ProgramBuilder &b;
  Value labels;
  int64_t batch, count;
  Value classes;
};
} // namespace

Value stablehlo::sequenceLosses(ProgramBuilder &b, Value labels, Value logits) {
  Value logarithms = logSoftmax(b, widened(b, logits), 2);
  LabelStates states(b, labels);
  Value given = states.emissions(logarithms);
  int64_t steps = ProgramBuilder::shapeOf(given)[1];
  auto only = [&](Value condition, Value numbers) {
    return b.select(condition, numbers, b.like(numbers, Impossible));
  };
  // The logarithm of the probability to be in a state by a step.
  Value reached = only(states.mayBegin(), b.at(given, 1, 0));
  Value maySkip = states.maySkip();
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(reached);
  for (int64_t step = 1; step < steps; ++step) {
    auto from = [&](int64_t back) {
      return b.part(b.pad(reached, Impossible, {0, back}, {0, 0}), 1, 0,
                    states.size());
    };
    Value ways[] = {reached, from(1), only(maySkip, from(2))};
    for (Value &way : ways)
      way = b.reshape(way, {shape[0], shape[1], 1});
    reached = b.add(logOfSum(b, b.concatenate(ways, 2)), b.at(given, 1, step));
  }
  Value all = logOfSum(b, only(states.mayEnd(), reached));
  return b.convert(b.negate(all), ProgramBuilder::elementOf(logits));
}
