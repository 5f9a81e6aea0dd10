//===- MathGradients.cpp - Gradients of math ops --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// A function of the dialect that the builder does not know.
template <typename Op>
static Value apply(Pullback &p, Value x) {
  return Op::create(p.builder(), p.location(), x.getType(), x,
                    ResultAccuracyAttr());
}

static Value square(Pullback &p, Value x) { return p.multiply(x, x); }

/// Multiplies the gradient with a derivative.
template <typename Op>
static void giveTimes(Op op, Pullback &p,
                      llvm::function_ref<Value()> derivative) {
  p.accumulate(op.getOperand(),
               [&] { return p.multiply(p.gradient(), derivative()); });
}

/// The direction of a number, which is 0 for 0.
static void differentiateAbs(AbsOp op, Pullback &p) {
  Value x = op.getOperand();
  p.accumulate(x, [&] {
    Value direction = SignOp::create(p.builder(), p.location(), x.getType(), x);
    Value gradient = p.gradient();
    if (gradient.getType() != x.getType())
      gradient = ComplexOp::create(p.builder(), p.location(), gradient,
                                   p.like(gradient, 0));
    return p.multiply(gradient, direction);
  });
}

static void differentiateConvert(ConvertOp op, Pullback &p) {
  p.accumulate(op.getOperand(), [&] {
    return p.convert(p.gradient(), ProgramBuilder::elementOf(op.getOperand()));
  });
}

static void addExponentials(GradientRegistry &registry) {
  registry.add<ExponentialOp>(
      [](ExponentialOp op, Pullback &p) {
        giveTimes(op, p, [&] { return conjugate(p, op.getResult()); });
      },
      GradientRegistry::OfComplex);
  registry.add<ExponentialMinusOneOp>(
      [](ExponentialMinusOneOp op, Pullback &p) {
        giveTimes(op, p, [&] { return p.add(op, p.like(op, 1)); });
      });
  registry.add<LogOp>([](LogOp op, Pullback &p) {
    p.accumulate(op.getOperand(),
                 [&] { return p.divide(p.gradient(), op.getOperand()); });
  });
  registry.add<LogPlusOneOp>([](LogPlusOneOp op, Pullback &p) {
    Value x = op.getOperand();
    p.accumulate(
        x, [&] { return p.divide(p.gradient(), p.add(x, p.like(x, 1))); });
  });
  registry.add<LogisticOp>([](LogisticOp op, Pullback &p) {
    giveTimes(op, p,
              [&] { return p.multiply(op, p.subtract(p.like(op, 1), op)); });
  });
  registry.add<TanhOp>([](TanhOp op, Pullback &p) {
    giveTimes(op, p, [&] { return p.subtract(p.like(op, 1), square(p, op)); });
  });
}

static void addRoots(GradientRegistry &registry) {
  registry.add<SqrtOp>([](SqrtOp op, Pullback &p) {
    p.accumulate(op.getOperand(), [&] {
      return p.divide(p.multiply(p.gradient(), p.like(op, 0.5)), op);
    });
  });
  registry.add<RsqrtOp>([](RsqrtOp op, Pullback &p) {
    Value x = op.getOperand();
    giveTimes(op, p,
              [&] { return p.multiply(p.like(op, -0.5), p.divide(op, x)); });
  });
  registry.add<CbrtOp>([](CbrtOp op, Pullback &p) {
    p.accumulate(op.getOperand(), [&] {
      return p.divide(p.gradient(), p.multiply(p.like(op, 3), square(p, op)));
    });
  });
}

static void addTrigonometry(GradientRegistry &registry) {
  registry.add<SineOp>([](SineOp op, Pullback &p) {
    giveTimes(op, p, [&] { return apply<CosineOp>(p, op.getOperand()); });
  });
  registry.add<CosineOp>([](CosineOp op, Pullback &p) {
    giveTimes(op, p,
              [&] { return p.negate(apply<SineOp>(p, op.getOperand())); });
  });
  registry.add<TanOp>([](TanOp op, Pullback &p) {
    giveTimes(op, p, [&] { return p.add(p.like(op, 1), square(p, op)); });
  });
}

/// What a complex number consists of. The gradient of a complex number holds
/// those of its parts.
static void addParts(GradientRegistry &registry) {
  registry.add<RealOp>(
      [](RealOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&]() -> Value {
          Value gradient = p.gradient();
          if (gradient.getType() == op.getOperand().getType())
            return gradient;
          return ComplexOp::create(p.builder(), p.location(), gradient,
                                   p.like(gradient, 0));
        });
      },
      GradientRegistry::OfComplex);
  registry.add<ImagOp>(
      [](ImagOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&]() -> Value {
          Value gradient = p.gradient();
          Value zero = p.like(gradient, 0);
          if (gradient.getType() == op.getOperand().getType())
            return zero;
          return ComplexOp::create(p.builder(), p.location(), zero, gradient);
        });
      },
      GradientRegistry::OfComplex);
  registry.add<ComplexOp>(
      [](ComplexOp op, Pullback &p) {
        p.accumulate(op.getLhs(), [&]() -> Value {
          return RealOp::create(p.builder(), p.location(), p.gradient());
        });
        p.accumulate(op.getRhs(), [&]() -> Value {
          return ImagOp::create(p.builder(), p.location(), p.gradient());
        });
      },
      GradientRegistry::OfComplex);
}

void stablehlo::addMathGradients(GradientRegistry &registry) {
  registry.add<AbsOp>(differentiateAbs, GradientRegistry::OfComplex);
  registry.add<NegateOp>(
      [](NegateOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&] { return p.negate(p.gradient()); });
      },
      GradientRegistry::OfComplex);
  registry.add<ConvertOp>(differentiateConvert);
  // Rounding is taken for what is rounded.
  registry.add<ReducePrecisionOp>([](ReducePrecisionOp op, Pullback &p) {
    p.accumulate(op.getOperand(), p.gradient());
  });
  addExponentials(registry);
  addRoots(registry);
  addTrigonometry(registry);
  addParts(registry);
}
