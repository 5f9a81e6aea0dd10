//===- ElementwiseOps.cpp - Ops that work element by element --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

template <typename Op>
static Value build(ProgramBuilder &p, mlir::ValueRange operands) {
  if (!p.buildsOps())
    return p.unknown(ProgramBuilder::typeOf(operands[0]));
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
static LogicalResult unary(OpCall &node) {
  return node.set(function(node.builder, node.input(0)));
}

static bool isReal(Value value) {
  return llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(value));
}

static Value one(ProgramBuilder &p, Value x) { return p.like(x, 1); }

static Value absolute(ProgramBuilder &p, Value x) {
  Value folded = p.fold(
      {x}, ProgramBuilder::elementOf(x),
      [](llvm::ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return of[0] < 0 ? -of[0] : of[0];
      },
      [](llvm::ArrayRef<double> of) { return std::abs(of[0]); });
  return folded ? folded : build<stablehlo::AbsOp>(p, x);
}

static Value squareRoot(ProgramBuilder &p, Value x) {
  Value folded =
      p.fold({x}, ProgramBuilder::elementOf(x), nullptr,
             [](llvm::ArrayRef<double> of) { return std::sqrt(of[0]); });
  return folded ? folded : p.sqrt(x);
}

/// Of booleans the opposite, of integers each bit's.
static Value invert(ProgramBuilder &p, Value x) {
  bool isLogical = ProgramBuilder::elementOf(x).isInteger(1);
  Value folded = p.fold(
      {x}, ProgramBuilder::elementOf(x),
      [isLogical](llvm::ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return isLogical ? int64_t(of[0] == 0) : ~of[0];
      },
      nullptr);
  return folded ? folded : build<stablehlo::NotOp>(p, x);
}

/// Half of what the exponentials of x and -x add up to, or of what they differ
/// by.
static Value hyperbolicCosine(ProgramBuilder &p, Value x) {
  return p.scale(p.add(p.exponential(x), p.exponential(p.negate(x))), 0.5);
}

static Value hyperbolicSine(ProgramBuilder &p, Value x) {
  Value first = build<stablehlo::ExponentialMinusOneOp>(p, x);
  // Near 0 the two exponentials would be the same.
  return p.scale(p.add(first, p.divide(first, p.add(first, p.like(first, 1)))),
                 0.5);
}

static Value restOfErrorFunction(ProgramBuilder &p, Value x) {
  return p.subtract(p.like(x, 1), stablehlo::errorFunction(p, x));
}

static Value isNoNumber(ProgramBuilder &p, Value x) {
  return p.compare(x, x, ComparisonDirection::NE);
}

static Value isInfinite(ProgramBuilder &p, Value x) {
  Value infinity = p.like(x, std::numeric_limits<double>::infinity());
  return p.compare(stablehlo::absolute(p, x), infinity,
                   ComparisonDirection::EQ);
}

static Value logPlusOne(ProgramBuilder &p, Value x) {
  return build<stablehlo::LogPlusOneOp>(p, x);
}

static Value exponentialMinusOne(ProgramBuilder &p, Value x) {
  return build<stablehlo::ExponentialMinusOneOp>(p, x);
}

static LogicalResult leakyRelu(OpCall &node) {
  return node.set(stablehlo::leakyRelu(node.builder, node.input(0),
                                       node.number("alpha", 0.2F)));
}

static LogicalResult cast(OpCall &node) {
  mlir::Type element = node.outputElement();
  if (!element && node.builder.buildsOps())
    return node.failOutputElement(0);
  if (!element)
    return node.setSizes(0, node.shape(0));
  Value x = node.input(0);
  if (isReal(x) && element.isInteger(1))
    return node.set(node.builder.compare(x, node.builder.like(x, 0),
                                         ComparisonDirection::NE));
  return node.set(node.builder.convert(x, element));
}

static LogicalResult sameShape(OpCall &node) { return node.set(node.input(0)); }

/// The attribute says sizes that the input has.
static LogicalResult ensureShape(OpCall &node) {
  auto shape = llvm::dyn_cast_or_null<graph::ShapeAttr>(
      node.source.attribute(node.node, "shape"));
  if (!shape || !shape.getRanked())
    return node.isRanked(0) ? sameShape(node) : node.failUnranked(0);
  Integers sizes(shape.getSizes());
  for (int64_t &size : sizes)
    size = size < 0 ? mlir::ShapedType::kDynamic : size;
  node.assumeSizes(0, sizes);
  if (!node.isRanked(0))
    return node.failUnranked(0);
  if (!stablehlo::mayEqual(node.shape(0), sizes))
    return node.failShape("the input", 0, sizes);
  for (auto [size, known] : llvm::zip(sizes, node.shape(0)))
    size = stablehlo::isKnown(known) ? known : size;
  return node.set(node.builder.reshape(node.input(0), sizes));
}

static LogicalResult identities(OpCall &node) {
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

static LogicalResult isFinite(OpCall &node) {
  return node.set(node.builder.make<stablehlo::IsFiniteOp>(
      node.type(0).clone(node.builder.builder().getI1Type()), node.input(0)));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// Brings two operands to one shape.
static LogicalResult spread(OpCall &node, Value &a, Value &b) {
  if (node.elementsDiffer(0, 1))
    return node.fail(mismatch::elements(node.element(0), node.element(1)));
  std::optional<Integers> shape = broadcastShape(node.shape(0), node.shape(1));
  // Tests of equality may be asked to give false for shapes that differ.
  if (!shape && !node.getBool("incompatible_shape_error", true))
    return node.failUnsupported(
        mismatch::broadcast({node.shape(0), node.shape(1)}));
  if (!shape)
    return node.fail(mismatch::broadcast({node.shape(0), node.shape(1)}));
  a = node.builder.broadcastTo(node.input(0), *shape);
  b = node.builder.broadcastTo(node.input(1), *shape);
  return llvm::success();
}

template <auto function>
static LogicalResult binary(OpCall &node) {
  Value a, b;
  if (failed(spread(node, a, b)))
    return llvm::failure();
  return node.set(function(node.builder, a, b));
}

template <ComparisonDirection direction>
static LogicalResult comparison(OpCall &node) {
  Value a, b;
  if (failed(spread(node, a, b)))
    return llvm::failure();
  return node.set(node.builder.compare(a, b, direction));
}

static Value floorOf(ProgramBuilder &p, Value x) { return p.floor(x); }

static Value truncatedRest(ProgramBuilder &p, Value a, Value b) {
  Value folded = p.fold(
      {a, b}, ProgramBuilder::elementOf(a),
      [](llvm::ArrayRef<int64_t> of) -> std::optional<int64_t> {
        if (of[1] == 0)
          return std::nullopt;
        return of[1] == -1 ? 0 : of[0] % of[1];
      },
      [](llvm::ArrayRef<double> of) { return std::fmod(of[0], of[1]); });
  return folded ? folded : build<stablehlo::RemainderOp>(p, {a, b});
}

static Value both(ProgramBuilder &p, Value a, Value b) {
  Value folded = p.fold(
      {a, b}, ProgramBuilder::elementOf(a),
      [](llvm::ArrayRef<int64_t> of) { return std::optional(of[0] & of[1]); },
      nullptr);
  return folded ? folded : build<stablehlo::AndOp>(p, {a, b});
}

static Value either(ProgramBuilder &p, Value a, Value b) {
  Value folded = p.fold(
      {a, b}, ProgramBuilder::elementOf(a),
      [](llvm::ArrayRef<int64_t> of) { return std::optional(of[0] | of[1]); },
      nullptr);
  return folded ? folded : build<stablehlo::OrOp>(p, {a, b});
}

/// A remainder with the sign of the divisor.
static Value floorModulo(ProgramBuilder &p, Value a, Value b) {
  Value rest = truncatedRest(p, a, b), zero = p.like(a, 0);
  Value isInexact = p.compare(rest, zero, ComparisonDirection::NE);
  Value isOther = p.compare(p.compare(rest, zero, ComparisonDirection::LT),
                            p.compare(b, zero, ComparisonDirection::LT),
                            ComparisonDirection::NE);
  Value isWrong = both(p, isInexact, isOther);
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

static LogicalResult addAll(OpCall &node) {
  unsigned count = node.inputs.size();
  for (unsigned i = 0; i != count; ++i) {
    if (node.builder.buildsOps() && !node.isRanked(i))
      return node.failNotTensor(i);
    if (failed(node.unify(0, i)))
      return llvm::failure();
  }
  if (!node.isRanked(0))
    return node.failUnranked(0);
  Value sum = node.input(0);
  for (unsigned i = 1; i < count; ++i) {
    if (node.isRanked(i))
      sum = node.builder.add(sum, node.input(i));
  }
  return node.set(sum);
}

/// True if the condition of the older op chooses rows of the values.
static bool choosesRows(OpCall &node) {
  return node.op() == "Select" && node.rank(0) == 1 && node.rank(1) > 1 &&
         !disagree(node.shape(0)[0], node.shape(1)[0]);
}

static LogicalResult select(OpCall &node) {
  // The values of the older op have one shape.
  bool isOlder = !node.builder.buildsOps() && node.op() == "Select";
  if (isOlder && failed(node.unify(1, 2)))
    return llvm::failure();
  if (isOlder && node.isRanked(1) && !node.isRanked(0))
    return node.setSizes(0, node.shape(1));
  for (unsigned i = 0; i != 3; ++i) {
    if (!node.isRanked(i))
      return node.failUnranked(i);
  }
  if (node.elementsDiffer(1, 2))
    return node.fail(mismatch::elements(node.element(1), node.element(2)));
  if (node.builder.buildsOps() && !node.element(0).isInteger(1))
    return node.fail("the condition has element type " +
                     mismatch::typeText(node.element(0)) + "; i1 is required");
  llvm::ArrayRef<int64_t> condition = node.shape(0);
  Integers shape(node.shape(1));
  Value predicate = node.input(0);
  if (choosesRows(node)) {
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

static LogicalResult clip(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  for (unsigned i : {1u, 2u}) {
    if (!node.isRanked(i))
      return node.setSizes(0, shape);
    std::optional<Integers> common = broadcastShape(shape, node.shape(i));
    if (!common || !stablehlo::mayEqual(*common, shape))
      return node.fail(mismatch::broadcastTo(node.shape(i), shape));
    if (node.elementsDiffer(0, i))
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

static void addUnaryOps(OpTable &table) {
  table.add(1, unary<absolute>, {"Abs"});
  table.add(1, UNARY(p.ceil(x)), {"Ceil"});
  table.add(1, unary<buildUnary<stablehlo::CosineOp>>, {"Cos"});
  table.add(1, unary<buildUnary<stablehlo::SineOp>>, {"Sin"});
  table.add(1, unary<buildUnary<stablehlo::TanOp>>, {"Tan"});
  table.add(1, UNARY(stablehlo::elu(p, x, 1)), {"Elu"});
  table.add(1, unary<stablehlo::selu>, {"Selu"});
  table.add(1, UNARY(p.exponential(x)), {"Exp"});
  table.add(1, unary<exponentialMinusOne>, {"Expm1"});
  table.add(1, unary<floorOf>, {"Floor"});
  table.add(1, unary<logarithm>, {"Log"});
  table.add(1, unary<logPlusOne>, {"Log1p"});
  table.add(1, unary<invert>, {"LogicalNot", "Invert"});
  table.add(1, UNARY(p.negate(x)), {"Neg"});
  table.add(1, unary<one>, {"OnesLike"});
  table.add(1, unary<hyperbolicCosine>, {"Cosh"});
  table.add(1, unary<hyperbolicSine>, {"Sinh"});
  table.add(1, unary<stablehlo::errorFunction>, {"Erf"});
  table.add(1, unary<restOfErrorFunction>, {"Erfc"});
  table.add(1, unary<isNoNumber>, {"IsNan"});
  table.add(1, unary<isInfinite>, {"IsInf"});
  table.add(1, unary<reciprocal>, {"Reciprocal", "Inv"});
  table.add(1, unary<stablehlo::relu>, {"Relu"});
  table.add(1, UNARY(stablehlo::clip(p, x, 0, 6)), {"Relu6"});
  table.add(1,
            UNARY(isReal(x) ? build<stablehlo::RoundNearestEvenOp>(p, x) : x),
            {"Rint", "Round"});
  table.add(1, UNARY(p.rsqrt(x)), {"Rsqrt"});
  table.add(1, UNARY(p.logistic(x)), {"Sigmoid"});
  table.add(1, unary<buildUnary<stablehlo::SignOp>>, {"Sign"});
  table.add(1, unary<stablehlo::softplus>, {"Softplus"});
  table.add(1, unary<stablehlo::softsign>, {"Softsign"});
  table.add(1, unary<squareRoot>, {"Sqrt"});
  table.add(1, UNARY(p.multiply(x, x)), {"Square"});
  table.add(1, UNARY(p.tanh(x)), {"Tanh"});
  table.add(1, leakyRelu, {"LeakyRelu"});
  table.add(1, cast, {"Cast"});
  table.add(1, isFinite, {"IsFinite"});
  table.add(1, sameShape,
            {"CheckNumerics", "CheckNumericsV2", "PreventGradient", "Print",
             "Snapshot", "StopGradient", "DeepCopy"});
  table.addPartial(1, 0, ensureShape, {"EnsureShape"});
  table.add(0, identities, {"Identity", "IdentityN"});
}

static void addBinaryOps(OpTable &table) {
  using Direction = ComparisonDirection;
  table.add(2, BINARY(p.add(a, b)), {"Add", "AddV2"});
  table.add(2, binary<buildBinary<stablehlo::Atan2Op>>, {"Atan2"});
  table.add(2, BINARY(p.divide(a, b)), {"Div", "RealDiv", "TruncateDiv"});
  table.add(2, binary<quotientOrZero>, {"DivNoNan"});
  table.add(2, binary<floorQuotient>, {"FloorDiv"});
  table.add(2, binary<floorModulo>, {"FloorMod"});
  table.add(2, binary<truncatedRest>, {"Mod", "TruncateMod"});
  table.add(2, binary<both>, {"LogicalAnd", "BitwiseAnd"});
  table.add(2, binary<either>, {"LogicalOr", "BitwiseOr"});
  table.add(2, binary<buildBinary<stablehlo::XorOp>>, {"BitwiseXor"});
  table.add(2, BINARY(p.maximum(a, b)), {"Maximum"});
  table.add(2, BINARY(p.minimum(a, b)), {"Minimum"});
  table.add(2, BINARY(p.multiply(a, b)), {"Mul"});
  table.add(2, binary<productOrZero>, {"MulNoNan"});
  table.add(2, BINARY(p.power(a, b)), {"Pow"});
  table.add(2, binary<squaredDifference>, {"SquaredDifference"});
  table.add(2, BINARY(p.subtract(a, b)), {"Sub"});
  table.add(2, binary<timesFunction<reciprocal>>, {"Xdivy"});
  table.add(2, binary<timesFunction<logarithm>>, {"Xlogy"});
  table.add(2, binary<timesFunction<logPlusOne>>, {"Xlog1py"});
  table.add(2, comparison<Direction::EQ>, {"Equal"});
  table.add(2, comparison<Direction::NE>, {"NotEqual"});
  table.add(2, comparison<Direction::LT>, {"Less"});
  table.add(2, comparison<Direction::LE>, {"LessEqual"});
  table.add(2, comparison<Direction::GT>, {"Greater"});
  table.add(2, comparison<Direction::GE>, {"GreaterEqual"});
}

void tensorflow::addElementwiseOps(OpTable &table) {
  addUnaryOps(table);
  addBinaryOps(table);
  table.addPartial(1, 0, addAll, {"AddN", "AccumulateNV2"});
  table.addPartial(3, 0, select, {"Select", "SelectV2"});
  table.addPartial(3, 1, clip, {"ClipByValue"});
}
