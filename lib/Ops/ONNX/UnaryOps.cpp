//===- UnaryOps.cpp - ONNX functions of single elements -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What StableHLO has no op for is composed of others, so that nothing overflows
// or cancels where the function itself does not.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

template <typename Op>
static Value function(ProgramBuilder &b, Value x) {
  return b.function<Op>(x);
}

static Value log1p(ProgramBuilder &b, Value x) {
  return b.function<LogPlusOneOp>(x);
}
static Value expm1(ProgramBuilder &b, Value x) {
  return b.function<ExponentialMinusOneOp>(x);
}
static Value atan2(ProgramBuilder &b, Value y, Value x) {
  return b.binary<Atan2Op>(y, x);
}
static Value onePlus(ProgramBuilder &b, Value x) {
  return b.add(x, b.like(x, 1));
}
static Value oneMinus(ProgramBuilder &b, Value x) {
  return b.subtract(b.like(x, 1), x);
}

//===----------------------------------------------------------------------===//
// Angles
//===----------------------------------------------------------------------===//

static Value arcCosine(ProgramBuilder &b, Value x) {
  Value height = b.sqrt(oneMinus(b, x));
  Value width = b.sqrt(onePlus(b, x));
  return b.scale(atan2(b, height, width), 2);
}

static Value arcSine(ProgramBuilder &b, Value x) {
  Value below = oneMinus(b, x);
  Value above = onePlus(b, x);
  return atan2(b, x, b.sqrt(b.multiply(below, above)));
}

static Value arcTangent(ProgramBuilder &b, Value x) {
  return atan2(b, x, b.like(x, 1));
}

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

static Value hyperbolicCosine(ProgramBuilder &b, Value x) {
  Value grown = b.scale(b.exponential(x), 0.5);
  Value shrunk = b.scale(b.exponential(b.negate(x)), 0.5);
  return b.add(grown, shrunk);
}

static Value hyperbolicSine(ProgramBuilder &b, Value x) {
  Value grown = b.scale(expm1(b, x), 0.5);
  Value shrunk = b.scale(expm1(b, b.negate(x)), 0.5);
  return b.subtract(grown, shrunk);
}

static Value areaCosine(ProgramBuilder &b, Value x) {
  Value above = b.subtract(x, b.like(x, 1));
  Value root = b.sqrt(onePlus(b, x));
  return log1p(b, b.add(above, b.multiply(b.sqrt(above), root)));
}

/// log(x + sqrt(x^2 + 1)), of the size of x, whose square may be too large.
static Value areaSine(ProgramBuilder &b, Value x) {
  Value isNegative = b.compare(x, b.like(x, 0), ComparisonDirection::LT);
  Value size = b.select(isNegative, b.negate(x), x);
  Value greater = b.maximum(size, b.like(x, 1));
  Value share = b.divide(b.minimum(size, b.like(x, 1)), greater);
  Value hypotenuse =
      b.multiply(greater, b.sqrt(onePlus(b, b.multiply(share, share))));
  Value slope = b.divide(size, onePlus(b, hypotenuse));
  Value area = log1p(b, b.add(size, b.multiply(size, slope)));
  return b.select(isNegative, b.negate(area), area);
}

static Value areaTangent(ProgramBuilder &b, Value x) {
  Value above = log1p(b, x);
  Value below = log1p(b, b.negate(x));
  return b.scale(b.subtract(above, below), 0.5);
}

/// Of integers as well: what of their function is whole.
static Value error(ProgramBuilder &b, Value x) {
  mlir::Type element = ProgramBuilder::elementOf(x);
  if (llvm::isa<mlir::FloatType>(element))
    return errorFunction(b, x);
  Value real = b.convert(x, b.builder().getF32Type());
  return b.convert(errorFunction(b, real), element);
}

//===----------------------------------------------------------------------===//
// Signs and whole numbers
//===----------------------------------------------------------------------===//

static Value size(ProgramBuilder &b, Value x) {
  bool hasSign = !ProgramBuilder::elementOf(x).isUnsignedInteger();
  return hasSign ? absolute(b, x) : x;
}

static Value sign(ProgramBuilder &b, Value x) {
  bool hasSign = !ProgramBuilder::elementOf(x).isUnsignedInteger();
  return hasSign ? b.unary<SignOp>(x) : b.minimum(x, b.like(x, 1));
}

static Value negative(ProgramBuilder &b, Value x) { return b.negate(x); }
static Value floor(ProgramBuilder &b, Value x) { return b.floor(x); }
static Value ceil(ProgramBuilder &b, Value x) { return b.ceil(x); }

static Value round(ProgramBuilder &b, Value x) {
  Value folded =
      b.fold({x}, ProgramBuilder::elementOf(x), nullptr,
             [](ArrayRef<double> of) { return std::nearbyint(of[0]); });
  return folded ? folded : b.unary<RoundNearestEvenOp>(x);
}

static Value reciprocal(ProgramBuilder &b, Value x) {
  return b.divide(b.like(x, 1), x);
}

//===----------------------------------------------------------------------===//
// Bits and truths
//===----------------------------------------------------------------------===//

static Value logicalNot(ProgramBuilder &b, Value x) {
  Value folded = b.fold(
      {x}, ProgramBuilder::elementOf(x),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> { return of[0] == 0; },
      nullptr);
  return folded ? folded : b.unary<NotOp>(x);
}

static Value bitwiseNot(ProgramBuilder &b, Value x) {
  return b.unary<NotOp>(x);
}

static Value isNaN(ProgramBuilder &b, Value x) {
  return b.compare(x, x, ComparisonDirection::NE);
}

static LogicalResult isInfinite(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectElements(call, 0, kFloat)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  bool isNegative = call.integer("detect_negative", 1) != 0;
  bool isPositive = call.integer("detect_positive", 1) != 0;
  if (!isNegative && !isPositive)
    return call.setResult(
        b.splat(ProgramBuilder::typeOf(x).clone(b.builder().getI1Type()), 0));
  double infinity = std::numeric_limits<double>::infinity();
  Value border = b.like(x, isPositive ? infinity : -infinity);
  Value compared = isPositive && isNegative ? absolute(b, x) : x;
  return call.setResult(b.compare(compared, border, ComparisonDirection::EQ));
}

static LogicalResult identity(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.inputs.front().items) {
    call.results.push_back(call.inputs.front());
    return llvm::success();
  }
  return call.setResult(call.value(0));
}

void onnx::addUnaryOps(OpTable &table) {
  table.add(elementwise<plain<size>, Numeric>, {"Abs"});
  table.add(elementwise<plain<arcCosine>>, {"Acos"});
  table.add(elementwise<plain<areaCosine>>, {"Acosh"});
  table.add(elementwise<plain<arcSine>>, {"Asin"});
  table.add(elementwise<plain<areaSine>>, {"Asinh"});
  table.add(elementwise<plain<arcTangent>>, {"Atan"});
  table.add(elementwise<plain<areaTangent>>, {"Atanh"});
  table.add(elementwise<plain<bitwiseNot>, kInteger>, {"BitwiseNot"});
  table.add(elementwise<plain<ceil>>, {"Ceil"});
  table.add(elementwise<plain<function<CosineOp>>>, {"Cos"});
  table.add(elementwise<plain<hyperbolicCosine>>, {"Cosh"});
  table.add(elementwise<plain<error>, Numeric>, {"Erf"});
  table.add(elementwise<plain<function<ExponentialOp>>>, {"Exp"});
  table.add(elementwise<plain<floor>>, {"Floor"});
  table.add(identity, {"Identity"});
  table.add(isInfinite, {"IsInf"});
  table.add(elementwise<plain<isNaN>>, {"IsNaN"});
  table.add(elementwise<plain<function<LogOp>>>, {"Log"});
  table.add(elementwise<plain<negative>, SignedNumeric>, {"Neg"});
  table.add(elementwise<plain<logicalNot>, kBoolean>, {"Not"});
  table.add(elementwise<plain<reciprocal>>, {"Reciprocal"});
  table.add(elementwise<plain<round>>, {"Round"});
  table.add(elementwise<plain<sign>, Numeric>, {"Sign"});
  table.add(elementwise<plain<function<SineOp>>>, {"Sin"});
  table.add(elementwise<plain<hyperbolicSine>>, {"Sinh"});
  table.add(elementwise<plain<function<SqrtOp>>>, {"Sqrt"});
  table.add(elementwise<plain<function<TanOp>>>, {"Tan"});
  table.add(elementwise<plain<function<TanhOp>>>, {"Tanh"});
}
