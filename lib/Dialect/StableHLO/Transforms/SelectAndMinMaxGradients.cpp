//===- SelectAndMinMaxGradients.cpp - Gradients of selections -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The gradient where a condition holds, and zero elsewhere.
static Value where(Pullback &p, Value condition) {
  Value gradient = p.gradient();
  return p.select(condition, gradient, p.zeros(gradient.getType()));
}

/// The gradient goes to the operand that wins. Where both are equal, they share
/// it if gradients are wanted for both; otherwise there is none, so that the
/// slope of `max(x, 0)` is 0 at 0.
static void differentiateExtreme(Value lhs, Value rhs, Pullback &p,
                                 ComparisonDirection wins) {
  bool wantsBoth = p.wants(lhs) && p.wants(rhs);
  auto share = [&](Value own, Value other) {
    Value part = where(p, p.compare(own, other, wins));
    if (!wantsBoth)
      return part;
    Value equal = p.compare(own, other, ComparisonDirection::EQ);
    Value half = p.multiply(p.gradient(), p.like(own, 0.5));
    return p.select(equal, half, part);
  };
  p.accumulate(lhs, [&] { return share(lhs, rhs); });
  p.accumulate(rhs, [&] { return share(rhs, lhs); });
}

/// As min(max(x, lower), upper).
static void differentiateClamp(ClampOp op, Pullback &p) {
  Value x = op.getOperand();
  auto wide = [&](Value bound) {
    return p.broadcastTo(bound, ProgramBuilder::shapeOf(x));
  };
  Value lower = wide(op.getMin()), upper = wide(op.getMax());
  p.accumulate(x, [&] {
    Value above = p.compare(x, lower, ComparisonDirection::GT);
    Value below = p.compare(x, upper, ComparisonDirection::LT);
    return p.select(above, where(p, below), p.like(x, 0));
  });
  auto giveBound = [&](Value bound, Value limit, ComparisonDirection holds) {
    p.accumulate(bound, [&] {
      Value part = where(p, p.compare(x, limit, holds));
      return bound.getType() == x.getType() ? part : p.sumOfAll(part);
    });
  };
  giveBound(op.getMin(), lower, ComparisonDirection::LE);
  giveBound(op.getMax(), upper, ComparisonDirection::GE);
}

static void differentiateSelect(SelectOp op, Pullback &p) {
  p.accumulate(op.getOnTrue(), [&] { return where(p, op.getPred()); });
  p.accumulate(op.getOnFalse(), [&] {
    Value gradient = p.gradient();
    return p.select(op.getPred(), p.zeros(gradient.getType()), gradient);
  });
}

void stablehlo::addSelectAndMinMaxGradients(GradientRegistry &registry) {
  registry.add<MaximumOp>([](MaximumOp op, Pullback &p) {
    differentiateExtreme(op.getLhs(), op.getRhs(), p, ComparisonDirection::GT);
  });
  registry.add<MinimumOp>([](MinimumOp op, Pullback &p) {
    differentiateExtreme(op.getLhs(), op.getRhs(), p, ComparisonDirection::LT);
  });
  registry.add<ClampOp>(differentiateClamp);
  registry.add<SelectOp>(differentiateSelect, GradientRegistry::OfComplex);
}
