//===- FunctionGradients.cpp - Gradients of functions of one number -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/FunctionOps.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

/// A function of the dialect that the builder does not know.
template <typename Op>
static Value apply(Step &s, Value x) {
  return Op::create(s.builder(), s.location(), x.getType(), x,
                    ResultAccuracyAttr());
}

static Value square(Step &s, Value x) { return s.multiply(x, x); }

/// Multiplies the gradient with a derivative.
template <typename Op>
static void giveTimes(Op op, Step &s, llvm::function_ref<Value()> derivative) {
  s.give(op.getOperand(),
         [&] { return s.multiply(s.gradient(), derivative()); });
}

/// The direction of a number, which is 0 for 0.
static void differentiateAbs(AbsOp op, Step &s) {
  Value x = op.getOperand();
  s.give(x, [&] {
    Value direction = SignOp::create(s.builder(), s.location(), x.getType(), x);
    Value gradient = s.gradient();
    if (gradient.getType() != x.getType())
      gradient = ComplexOp::create(s.builder(), s.location(), gradient,
                                   s.like(gradient, 0));
    return s.multiply(gradient, direction);
  });
}

static void differentiateConvert(ConvertOp op, Step &s) {
  s.give(op.getOperand(), [&] {
    return s.convert(s.gradient(), ProgramBuilder::elementOf(op.getOperand()));
  });
}

static void addExponentials(GradientRules &rules) {
  rules.add<ExponentialOp>(
      [](ExponentialOp op, Step &s) {
        giveTimes(op, s, [&] { return conjugate(s, op.getResult()); });
      },
      GradientRules::OfComplex);
  rules.add<ExponentialMinusOneOp>([](ExponentialMinusOneOp op, Step &s) {
    giveTimes(op, s, [&] { return s.add(op, s.like(op, 1)); });
  });
  rules.add<LogOp>([](LogOp op, Step &s) {
    s.give(op.getOperand(),
           [&] { return s.divide(s.gradient(), op.getOperand()); });
  });
  rules.add<LogPlusOneOp>([](LogPlusOneOp op, Step &s) {
    Value x = op.getOperand();
    s.give(x, [&] { return s.divide(s.gradient(), s.add(x, s.like(x, 1))); });
  });
  rules.add<LogisticOp>([](LogisticOp op, Step &s) {
    giveTimes(op, s,
              [&] { return s.multiply(op, s.subtract(s.like(op, 1), op)); });
  });
  rules.add<TanhOp>([](TanhOp op, Step &s) {
    giveTimes(op, s, [&] { return s.subtract(s.like(op, 1), square(s, op)); });
  });
}

static void addRoots(GradientRules &rules) {
  rules.add<SqrtOp>([](SqrtOp op, Step &s) {
    s.give(op.getOperand(), [&] {
      return s.divide(s.multiply(s.gradient(), s.like(op, 0.5)), op);
    });
  });
  rules.add<RsqrtOp>([](RsqrtOp op, Step &s) {
    Value x = op.getOperand();
    giveTimes(op, s,
              [&] { return s.multiply(s.like(op, -0.5), s.divide(op, x)); });
  });
  rules.add<CbrtOp>([](CbrtOp op, Step &s) {
    s.give(op.getOperand(), [&] {
      return s.divide(s.gradient(), s.multiply(s.like(op, 3), square(s, op)));
    });
  });
}

static void addTrigonometry(GradientRules &rules) {
  rules.add<SineOp>([](SineOp op, Step &s) {
    giveTimes(op, s, [&] { return apply<CosineOp>(s, op.getOperand()); });
  });
  rules.add<CosineOp>([](CosineOp op, Step &s) {
    giveTimes(op, s,
              [&] { return s.negate(apply<SineOp>(s, op.getOperand())); });
  });
  rules.add<TanOp>([](TanOp op, Step &s) {
    giveTimes(op, s, [&] { return s.add(s.like(op, 1), square(s, op)); });
  });
}

/// What a complex number consists of. The gradient of a complex number holds
/// those of its parts.
static void addParts(GradientRules &rules) {
  rules.add<RealOp>(
      [](RealOp op, Step &s) {
        s.give(op.getOperand(), [&]() -> Value {
          Value gradient = s.gradient();
          if (gradient.getType() == op.getOperand().getType())
            return gradient;
          return ComplexOp::create(s.builder(), s.location(), gradient,
                                   s.like(gradient, 0));
        });
      },
      GradientRules::OfComplex);
  rules.add<ImagOp>(
      [](ImagOp op, Step &s) {
        s.give(op.getOperand(), [&]() -> Value {
          Value gradient = s.gradient();
          Value zero = s.like(gradient, 0);
          if (gradient.getType() == op.getOperand().getType())
            return zero;
          return ComplexOp::create(s.builder(), s.location(), zero, gradient);
        });
      },
      GradientRules::OfComplex);
  rules.add<ComplexOp>(
      [](ComplexOp op, Step &s) {
        s.give(op.getLhs(), [&]() -> Value {
          return RealOp::create(s.builder(), s.location(), s.gradient());
        });
        s.give(op.getRhs(), [&]() -> Value {
          return ImagOp::create(s.builder(), s.location(), s.gradient());
        });
      },
      GradientRules::OfComplex);
}

void stablehlo::addFunctionGradients(GradientRules &rules) {
  rules.add<AbsOp>(differentiateAbs, GradientRules::OfComplex);
  rules.add<NegateOp>(
      [](NegateOp op, Step &s) {
        s.give(op.getOperand(), [&] { return s.negate(s.gradient()); });
      },
      GradientRules::OfComplex);
  rules.add<ConvertOp>(differentiateConvert);
  // Rounding is taken for what is rounded.
  rules.add<ReducePrecisionOp>([](ReducePrecisionOp op, Step &s) {
    s.give(op.getOperand(), s.gradient());
  });
  addExponentials(rules);
  addRoots(rules);
  addTrigonometry(rules);
  addParts(rules);
}
