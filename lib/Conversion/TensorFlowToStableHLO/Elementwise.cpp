//===- Elementwise.cpp - Ops that work element by element -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/NodeLowering.h"
#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::step;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

template <typename Op>
static Value build(ProgramBuilder &p, mlir::ValueRange operands) {
  return Op::create(p.builder(), p.location(), operands[0].getType(), operands);
}

template <typename Op>
static Value buildUnary(ProgramBuilder &p, Value x) {
  return build<Op>(p, x);
}

template <typename Op>
static Value buildBinary(ProgramBuilder &p, Value a, Value b) {
  return build<Op>(p, {a, b});
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

template <auto function>
static LogicalResult unary(NodeLowering &node) {
  return node.set(function(node.builder, node.input(0)));
}

static bool isReal(Value value) {
  return llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value));
}

static Value one(ProgramBuilder &p, Value x) { return p.like(x, 1); }

static Value logPlusOne(ProgramBuilder &p, Value x) {
  return build<stablehlo::LogPlusOneOp>(p, x);
}

static Value exponentialMinusOne(ProgramBuilder &p, Value x) {
  return build<stablehlo::ExponentialMinusOneOp>(p, x);
}

static LogicalResult leakyRelu(NodeLowering &node) {
  return node.set(stablehlo::leakyRelu(node.builder, node.input(0),
                                       node.number("alpha", 0.2F)));
}

static LogicalResult cast(NodeLowering &node) {
  mlir::Type element = node.outputElement();
  if (!element)
    return node.failOutputElement(0);
  Value x = node.input(0);
  if (isReal(x) && element.isInteger(1))
    return node.set(node.builder.compare(x, node.builder.like(x, 0),
                                         ComparisonDirection::NE));
  return node.set(node.builder.convert(x, element));
}

static LogicalResult sameShape(NodeLowering &node) {
  return node.set(node.input(0));
}

static LogicalResult identities(NodeLowering &node) {
  for (auto [number, value] : llvm::enumerate(node.inputs)) {
    if (number >= node.outputs.size())
      break;
    node.outputs[number] = value;
    // What is copied of a variable is what it holds now.
    if (value.variable)
      node.outputs[number] = StepValue::of(node.input(number));
  }
  return llvm::success();
}

static LogicalResult isFinite(NodeLowering &node) {
  return node.set(Value(stablehlo::IsFiniteOp::create(
      node.builder.builder(), node.builder.location(),
      node.type(0).clone(node.builder.builder().getI1Type()), node.input(0))));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// Brings two operands to one shape.
static LogicalResult spread(NodeLowering &node, Value &a, Value &b) {
  if (node.element(0) != node.element(1))
    return node.fail(mismatch::elements(node.element(0), node.element(1)));
  std::optional<Integers> shape = broadcastShape(node.shape(0), node.shape(1));
  if (!shape)
    return node.fail(mismatch::broadcast({node.shape(0), node.shape(1)}));
  a = node.builder.broadcastTo(node.input(0), *shape);
  b = node.builder.broadcastTo(node.input(1), *shape);
  return llvm::success();
}

template <auto function>
static LogicalResult binary(NodeLowering &node) {
  Value a, b;
  if (failed(spread(node, a, b)))
    return llvm::failure();
  return node.set(function(node.builder, a, b));
}

template <ComparisonDirection direction>
static LogicalResult comparison(NodeLowering &node) {
  Value a, b;
  if (failed(spread(node, a, b)))
    return llvm::failure();
  return node.set(node.builder.compare(a, b, direction));
}

static Value floorOf(ProgramBuilder &p, Value x) {
  return build<stablehlo::FloorOp>(p, x);
}

static Value truncatedRest(ProgramBuilder &p, Value a, Value b) {
  return build<stablehlo::RemainderOp>(p, {a, b});
}

/// A remainder with the sign of the divisor.
static Value floorModulo(ProgramBuilder &p, Value a, Value b) {
  Value rest = truncatedRest(p, a, b), zero = p.like(a, 0);
  Value isWrong = build<stablehlo::AndOp>(
      p, {p.compare(rest, zero, ComparisonDirection::NE),
          p.compare(p.compare(rest, zero, ComparisonDirection::LT),
                    p.compare(b, zero, ComparisonDirection::LT),
                    ComparisonDirection::NE)});
  return p.select(isWrong, p.add(rest, b), rest);
}

static Value floorQuotient(ProgramBuilder &p, Value a, Value b) {
  if (isReal(a))
    return floorOf(p, p.divide(a, b));
  return p.divide(p.subtract(a, floorModulo(p, a, b)), b);
}

static Value quotientOrZero(ProgramBuilder &p, Value a, Value b) {
  Value zero = p.like(b, 0);
  Value isZero = p.compare(b, zero, ComparisonDirection::EQ);
  return p.select(isZero, zero, p.divide(a, p.select(isZero, p.like(b, 1), b)));
}

static Value productOrZero(ProgramBuilder &p, Value a, Value b) {
  Value zero = p.like(b, 0);
  return p.select(p.compare(b, zero, ComparisonDirection::EQ), zero,
                  p.multiply(a, b));
}

static Value reciprocal(ProgramBuilder &p, Value x) {
  return p.divide(one(p, x), x);
}

static Value logarithm(ProgramBuilder &p, Value x) { return p.log(x); }

/// x * f(y), and 0 where x is.
template <auto function>
static Value timesFunction(ProgramBuilder &p, Value x, Value y) {
  Value zero = p.like(x, 0);
  return p.select(p.compare(x, zero, ComparisonDirection::EQ), zero,
                  p.multiply(x, function(p, y)));
}

static Value squaredDifference(ProgramBuilder &p, Value a, Value b) {
  Value difference = p.subtract(a, b);
  return p.multiply(difference, difference);
}

//===----------------------------------------------------------------------===//
// More operands
//===----------------------------------------------------------------------===//

static LogicalResult addAll(NodeLowering &node) {
  Value sum = node.input(0);
  for (unsigned i = 1; i < node.inputs.size(); ++i) {
    if (!node.inputs[i].isTensor())
      return node.failNotTensor(i);
    if (node.type(i) != node.type(0))
      return node.fail(mismatch::types(node.type(0), node.type(i)));
    sum = node.builder.add(sum, node.input(i));
  }
  return node.set(sum);
}

static LogicalResult select(NodeLowering &node) {
  if (node.element(1) != node.element(2))
    return node.fail(mismatch::elements(node.element(1), node.element(2)));
  if (!node.element(0).isInteger(1))
    return node.fail("the condition has element type " +
                     mismatch::typeText(node.element(0)) + "; i1 is required");
  llvm::ArrayRef<int64_t> condition = node.shape(0);
  Integers shape(node.shape(1));
  Value predicate = node.input(0);
  bool isPerRow = node.op() == "Select" && condition.size() == 1 &&
                  shape.size() > 1 && condition[0] == shape[0];
  if (isPerRow) {
    predicate = node.builder.broadcast(predicate, shape, {0});
  } else {
    std::optional<Integers> values = broadcastShape(shape, node.shape(2));
    std::optional<Integers> all =
        values ? broadcastShape(*values, condition) : std::nullopt;
    if (!all)
      return node.fail(
          mismatch::broadcast({condition, node.shape(1), node.shape(2)}));
    shape = *all;
    predicate = node.builder.broadcastTo(predicate, shape);
  }
  return node.set(node.builder.select(
      predicate, node.builder.broadcastTo(node.input(1), shape),
      node.builder.broadcastTo(node.input(2), shape)));
}

static LogicalResult clip(NodeLowering &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  for (unsigned i : {1u, 2u}) {
    if (broadcastShape(shape, node.shape(i)) != Integers(shape))
      return node.fail(mismatch::broadcastTo(node.shape(i), shape));
    if (node.element(i) != node.element(0))
      return node.fail(mismatch::elements(node.element(0), node.element(i)));
  }
  Value low = node.builder.broadcastTo(node.input(1), shape);
  Value high = node.builder.broadcastTo(node.input(2), shape);
  return node.set(
      node.builder.minimum(node.builder.maximum(node.input(0), low), high));
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

#define UNARY(...)                                                             \
  unary<[](ProgramBuilder &p, Value x) -> Value { return __VA_ARGS__; }>
#define BINARY(...)                                                            \
  binary<[](ProgramBuilder &p, Value a, Value b) -> Value {                    \
    return __VA_ARGS__;                                                        \
  }>

static void addUnaryRules(LoweringRules &rules) {
  addRule(rules, {"Abs"}, 1, unary<buildUnary<stablehlo::AbsOp>>);
  addRule(rules, {"Ceil"}, 1, unary<buildUnary<stablehlo::CeilOp>>);
  addRule(rules, {"Cos"}, 1, unary<buildUnary<stablehlo::CosineOp>>);
  addRule(rules, {"Sin"}, 1, unary<buildUnary<stablehlo::SineOp>>);
  addRule(rules, {"Tan"}, 1, unary<buildUnary<stablehlo::TanOp>>);
  addRule(rules, {"Elu"}, 1, UNARY(stablehlo::elu(p, x, 1)));
  addRule(rules, {"Selu"}, 1, unary<stablehlo::selu>);
  addRule(rules, {"Exp"}, 1, UNARY(p.exponential(x)));
  addRule(rules, {"Expm1"}, 1, unary<exponentialMinusOne>);
  addRule(rules, {"Floor"}, 1, unary<floorOf>);
  addRule(rules, {"Log"}, 1, unary<logarithm>);
  addRule(rules, {"Log1p"}, 1, unary<logPlusOne>);
  addRule(rules, {"LogicalNot", "Invert"}, 1,
          unary<buildUnary<stablehlo::NotOp>>);
  addRule(rules, {"Neg"}, 1, UNARY(p.negate(x)));
  addRule(rules, {"OnesLike"}, 1, unary<one>);
  addRule(rules, {"Reciprocal", "Inv"}, 1, unary<reciprocal>);
  addRule(rules, {"Relu"}, 1, unary<stablehlo::relu>);
  addRule(rules, {"Relu6"}, 1, UNARY(stablehlo::clip(p, x, 0, 6)));
  addRule(rules, {"Rint", "Round"}, 1,
          UNARY(isReal(x) ? build<stablehlo::RoundNearestEvenOp>(p, x) : x));
  addRule(rules, {"Rsqrt"}, 1, UNARY(p.rsqrt(x)));
  addRule(rules, {"Sigmoid"}, 1, UNARY(p.logistic(x)));
  addRule(rules, {"Sign"}, 1, unary<buildUnary<stablehlo::SignOp>>);
  addRule(rules, {"Softplus"}, 1, unary<stablehlo::softplus>);
  addRule(rules, {"Softsign"}, 1, unary<stablehlo::softsign>);
  addRule(rules, {"Sqrt"}, 1, UNARY(p.sqrt(x)));
  addRule(rules, {"Square"}, 1, UNARY(p.multiply(x, x)));
  addRule(rules, {"Tanh"}, 1, UNARY(p.tanh(x)));
  addRule(rules, {"LeakyRelu"}, 1, leakyRelu);
  addRule(rules, {"Cast"}, 1, cast);
  addRule(rules, {"IsFinite"}, 1, isFinite);
  addRule(rules,
          {"CheckNumerics", "CheckNumericsV2", "PreventGradient", "Print",
           "Snapshot", "StopGradient", "DeepCopy", "EnsureShape"},
          1, sameShape);
  addRule(rules, {"Identity", "IdentityN"}, 0, identities);
}

static void addBinaryRules(LoweringRules &rules) {
  using Direction = ComparisonDirection;
  addRule(rules, {"Add", "AddV2"}, 2, BINARY(p.add(a, b)));
  addRule(rules, {"Atan2"}, 2, binary<buildBinary<stablehlo::Atan2Op>>);
  addRule(rules, {"Div", "RealDiv", "TruncateDiv"}, 2, BINARY(p.divide(a, b)));
  addRule(rules, {"DivNoNan"}, 2, binary<quotientOrZero>);
  addRule(rules, {"FloorDiv"}, 2, binary<floorQuotient>);
  addRule(rules, {"FloorMod"}, 2, binary<floorModulo>);
  addRule(rules, {"Mod", "TruncateMod"}, 2, binary<truncatedRest>);
  addRule(rules, {"LogicalAnd", "BitwiseAnd"}, 2,
          binary<buildBinary<stablehlo::AndOp>>);
  addRule(rules, {"LogicalOr", "BitwiseOr"}, 2,
          binary<buildBinary<stablehlo::OrOp>>);
  addRule(rules, {"BitwiseXor"}, 2, binary<buildBinary<stablehlo::XorOp>>);
  addRule(rules, {"Maximum"}, 2, BINARY(p.maximum(a, b)));
  addRule(rules, {"Minimum"}, 2, BINARY(p.minimum(a, b)));
  addRule(rules, {"Mul"}, 2, BINARY(p.multiply(a, b)));
  addRule(rules, {"MulNoNan"}, 2, binary<productOrZero>);
  addRule(rules, {"Pow"}, 2, BINARY(p.power(a, b)));
  addRule(rules, {"SquaredDifference"}, 2, binary<squaredDifference>);
  addRule(rules, {"Sub"}, 2, BINARY(p.subtract(a, b)));
  addRule(rules, {"Xdivy"}, 2, binary<timesFunction<reciprocal>>);
  addRule(rules, {"Xlogy"}, 2, binary<timesFunction<logarithm>>);
  addRule(rules, {"Equal"}, 2, comparison<Direction::EQ>);
  addRule(rules, {"NotEqual"}, 2, comparison<Direction::NE>);
  addRule(rules, {"Less"}, 2, comparison<Direction::LT>);
  addRule(rules, {"LessEqual"}, 2, comparison<Direction::LE>);
  addRule(rules, {"Greater"}, 2, comparison<Direction::GT>);
  addRule(rules, {"GreaterEqual"}, 2, comparison<Direction::GE>);
}

void step::addElementwiseRules(LoweringRules &rules) {
  addUnaryRules(rules);
  addBinaryRules(rules);
  addRule(rules, {"AddN", "AccumulateNV2"}, 1, addAll);
  addRule(rules, {"Select", "SelectV2"}, 3, select);
  addRule(rules, {"ClipByValue"}, 3, clip);
}
