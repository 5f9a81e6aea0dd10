//===- ArithmeticGradients.cpp - Gradients of arithmetic ------------------===//
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

static void differentiateAdd(AddOp op, Pullback &p) {
  p.accumulate(op.getLhs(), p.gradient());
  p.accumulate(op.getRhs(), p.gradient());
}

static void differentiateSubtract(SubtractOp op, Pullback &p) {
  p.accumulate(op.getLhs(), p.gradient());
  p.accumulate(op.getRhs(), [&] { return p.negate(p.gradient()); });
}

static void differentiateMultiply(MultiplyOp op, Pullback &p) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  p.accumulate(lhs,
               [&] { return p.multiply(p.gradient(), conjugate(p, rhs)); });
  p.accumulate(rhs,
               [&] { return p.multiply(p.gradient(), conjugate(p, lhs)); });
}

static void differentiateDivide(DivideOp op, Pullback &p) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!p.wants(lhs) && !p.wants(rhs))
    return;
  Value quotient = p.divide(p.gradient(), conjugate(p, rhs));
  p.accumulate(lhs, quotient);
  p.accumulate(rhs, [&] {
    return p.negate(p.multiply(quotient, conjugate(p, op.getResult())));
  });
}

/// lhs - rhs * n, where the number n does not change.
static void differentiateRemainder(RemainderOp op, Pullback &p) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  p.accumulate(lhs, p.gradient());
  p.accumulate(rhs, [&] {
    Value times = p.divide(p.subtract(lhs, op), rhs);
    return p.negate(p.multiply(p.gradient(), times));
  });
}

/// x to the power of 0 is 1 whatever x is, and 0 to the power of y is 0 as long
/// as y is positive: neither changes, though formulas have infinities there.
static void differentiatePower(PowerOp op, Pullback &p) {
  Value x = op.getLhs(), y = op.getRhs();
  p.accumulate(x, [&] {
    Value zero = p.like(y, 0);
    Value isOne = p.compare(y, zero, ComparisonDirection::EQ);
    Value less = p.power(x, p.subtract(y, p.like(y, 1)));
    Value slope = p.select(isOne, zero, p.multiply(y, less));
    return p.multiply(p.gradient(), slope);
  });
  p.accumulate(y, [&] {
    Value zero = p.like(x, 0);
    Value isPositive = p.compare(x, zero, ComparisonDirection::GT);
    Value safe = p.select(isPositive, x, p.like(x, 1));
    return p.multiply(p.gradient(), p.multiply(op, p.log(safe)));
  });
}

static void differentiateAtan2(Atan2Op op, Pullback &p) {
  Value y = op.getLhs(), x = op.getRhs();
  if (!p.wants(y) && !p.wants(x))
    return;
  Value squares = p.add(p.multiply(x, x), p.multiply(y, y));
  Value share = p.divide(p.gradient(), squares);
  p.accumulate(y, [&] { return p.multiply(share, x); });
  p.accumulate(x, [&] { return p.negate(p.multiply(share, y)); });
}

void stablehlo::addArithmeticGradients(GradientRegistry &registry) {
  registry.add<AddOp>(differentiateAdd, GradientRegistry::OfComplex);
  registry.add<SubtractOp>(differentiateSubtract, GradientRegistry::OfComplex);
  registry.add<MultiplyOp>(differentiateMultiply, GradientRegistry::OfComplex);
  registry.add<DivideOp>(differentiateDivide, GradientRegistry::OfComplex);
  registry.add<RemainderOp>(differentiateRemainder);
  registry.add<PowerOp>(differentiatePower);
  registry.add<Atan2Op>(differentiateAtan2);
}
