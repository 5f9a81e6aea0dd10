//===- ChoiceGradients.cpp - Gradients of choices between numbers ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

/// The gradient where a condition holds, and zero elsewhere.
static Value where(Step &s, Value condition) {
  Value gradient = s.gradient();
  return s.select(condition, gradient, s.zeros(gradient.getType()));
}

/// The gradient goes to the operand that wins. Where both are equal, they share
/// it if gradients are wanted for both; otherwise there is none, so that the
/// slope of `max(x, 0)` is 0 at 0.
static void differentiateExtreme(Value lhs, Value rhs, Step &s,
                                 ComparisonDirection wins) {
  bool wantsBoth = s.wants(lhs) && s.wants(rhs);
  auto share = [&](Value own, Value other) {
    Value part = where(s, s.compare(own, other, wins));
    if (!wantsBoth)
      return part;
    Value equal = s.compare(own, other, ComparisonDirection::EQ);
    Value half = s.multiply(s.gradient(), s.like(own, 0.5));
    return s.select(equal, half, part);
  };
  s.give(lhs, [&] { return share(lhs, rhs); });
  s.give(rhs, [&] { return share(rhs, lhs); });
}

/// As min(max(x, lower), upper).
static void differentiateClamp(ClampOp op, Step &s) {
  Value x = op.getOperand();
  auto wide = [&](Value bound) {
    return s.broadcastTo(bound, ProgramBuilder::shapeOf(x));
  };
  Value lower = wide(op.getMin()), upper = wide(op.getMax());
  s.give(x, [&] {
    Value above = s.compare(x, lower, ComparisonDirection::GT);
    Value below = s.compare(x, upper, ComparisonDirection::LT);
    return s.select(above, where(s, below), s.like(x, 0));
  });
  auto giveBound = [&](Value bound, Value limit, ComparisonDirection holds) {
    s.give(bound, [&] {
      Value part = where(s, s.compare(x, limit, holds));
      return bound.getType() == x.getType() ? part : s.sumOfAll(part);
    });
  };
  giveBound(op.getMin(), lower, ComparisonDirection::LE);
  giveBound(op.getMax(), upper, ComparisonDirection::GE);
}

static void differentiateSelect(SelectOp op, Step &s) {
  s.give(op.getOnTrue(), [&] { return where(s, op.getPred()); });
  s.give(op.getOnFalse(), [&] {
    Value gradient = s.gradient();
    return s.select(op.getPred(), s.zeros(gradient.getType()), gradient);
  });
}

void stablehlo::addChoiceGradients(GradientRules &rules) {
  rules.add<MaximumOp>([](MaximumOp op, Step &s) {
    differentiateExtreme(op.getLhs(), op.getRhs(), s, ComparisonDirection::GT);
  });
  rules.add<MinimumOp>([](MinimumOp op, Step &s) {
    differentiateExtreme(op.getLhs(), op.getRhs(), s, ComparisonDirection::LT);
  });
  rules.add<ClampOp>(differentiateClamp);
  rules.add<SelectOp>(differentiateSelect, GradientRules::OfComplex);
}
