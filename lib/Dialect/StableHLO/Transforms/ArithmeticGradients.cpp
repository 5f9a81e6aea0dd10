//===- ArithmeticGradients.cpp - Gradients of arithmetic ------------------===//
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

static void differentiateAdd(AddOp op, Step &s) {
  s.give(op.getLhs(), s.gradient());
  s.give(op.getRhs(), s.gradient());
}

static void differentiateSubtract(SubtractOp op, Step &s) {
  s.give(op.getLhs(), s.gradient());
  s.give(op.getRhs(), [&] { return s.negate(s.gradient()); });
}

static void differentiateMultiply(MultiplyOp op, Step &s) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  s.give(lhs, [&] { return s.multiply(s.gradient(), conjugate(s, rhs)); });
  s.give(rhs, [&] { return s.multiply(s.gradient(), conjugate(s, lhs)); });
}

static void differentiateDivide(DivideOp op, Step &s) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!s.wants(lhs) && !s.wants(rhs))
    return;
  Value quotient = s.divide(s.gradient(), conjugate(s, rhs));
  s.give(lhs, quotient);
  s.give(rhs, [&] {
    return s.negate(s.multiply(quotient, conjugate(s, op.getResult())));
  });
}

/// lhs - rhs * n, where the number n does not change.
static void differentiateRemainder(RemainderOp op, Step &s) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  s.give(lhs, s.gradient());
  s.give(rhs, [&] {
    Value times = s.divide(s.subtract(lhs, op), rhs);
    return s.negate(s.multiply(s.gradient(), times));
  });
}

/// x to the power of 0 is 1 whatever x is, and 0 to the power of y is 0 as long
/// as y is positive: neither changes, though formulas have infinities there.
static void differentiatePower(PowerOp op, Step &s) {
  Value x = op.getLhs(), y = op.getRhs();
  s.give(x, [&] {
    Value zero = s.like(y, 0);
    Value isOne = s.compare(y, zero, ComparisonDirection::EQ);
    Value less = s.power(x, s.subtract(y, s.like(y, 1)));
    Value slope = s.select(isOne, zero, s.multiply(y, less));
    return s.multiply(s.gradient(), slope);
  });
  s.give(y, [&] {
    Value zero = s.like(x, 0);
    Value isPositive = s.compare(x, zero, ComparisonDirection::GT);
    Value safe = s.select(isPositive, x, s.like(x, 1));
    return s.multiply(s.gradient(), s.multiply(op, s.log(safe)));
  });
}

static void differentiateAtan2(Atan2Op op, Step &s) {
  Value y = op.getLhs(), x = op.getRhs();
  if (!s.wants(y) && !s.wants(x))
    return;
  Value squares = s.add(s.multiply(x, x), s.multiply(y, y));
  Value share = s.divide(s.gradient(), squares);
  s.give(y, [&] { return s.multiply(share, x); });
  s.give(x, [&] { return s.negate(s.multiply(share, y)); });
}

void stablehlo::addArithmeticGradients(GradientRules &rules) {
  rules.add<AddOp>(differentiateAdd, GradientRules::OfComplex);
  rules.add<SubtractOp>(differentiateSubtract, GradientRules::OfComplex);
  rules.add<MultiplyOp>(differentiateMultiply, GradientRules::OfComplex);
  rules.add<DivideOp>(differentiateDivide, GradientRules::OfComplex);
  rules.add<RemainderOp>(differentiateRemainder);
  rules.add<PowerOp>(differentiatePower);
  rules.add<Atan2Op>(differentiateAtan2);
}
