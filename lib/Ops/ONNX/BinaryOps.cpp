//===- BinaryOps.cpp - ONNX operators on elements of several inputs -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs whose shapes differ are broadcast as in NumPy.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

using Combine = Value (*)(ProgramBuilder &, Value, Value);

/// Before set 7, `axis` says where the dimensions of the second input are in
/// the first one, and the slopes of channels are in the second dimension.
static LogicalResult alignToAxis(OpCall &call) {
  if (call.version >= 7)
    return llvm::success();
  int64_t rank = call.rank(0);
  SmallVector<int64_t> shape(call.shape(1));
  bool isSlope = call.op == "PRelu" && shape.size() == 1 && rank > 1 &&
                 shape.front() != 1 &&
                 !disagree(shape.front(), call.shape(0)[1]);
  std::optional<int64_t> axis;
  if (isSlope) {
    axis = 1;
  } else if (call.attributes.contains("axis")) {
    int64_t number = call.integer("axis", 0);
    axis = OpCall::dimension(number, rank);
    if (!axis)
      return call.fail(mismatch::axis(number, rank));
  }
  int64_t behind = axis ? rank - *axis - int64_t(shape.size()) : 0;
  if (behind <= 0)
    return llvm::success();
  shape.append(behind, 1);
  call.inputs[1].value = call.builder.reshape(call.value(1), shape);
  return llvm::success();
}

static LogicalResult expectTwo(OpCall &call) {
  auto count = static_cast<int64_t>(call.inputs.size());
  if (count <= 2)
    return call.expectInputs(2);
  std::string problem =
      "it has " + pluralize(count, "input") + "; 2 are required";
  // How many inputs there are is checked before types are.
  return call.builder.buildsOps() ? call.fail(problem)
                                  : call.failUnsupported(problem);
}

/// Combines all inputs, from the first one on.
static FailureOr<Value> combined(OpCall &call, unsigned kinds,
                                 Combine combine) {
  SmallVector<Value> values;
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    if (failed(expectElements(call, i, kinds)))
      return llvm::failure();
    values.push_back(call.value(i));
  }
  mlir::Type element = ProgramBuilder::elementOf(values.front());
  for (Value value : values) {
    if (ProgramBuilder::elementOf(value) != element)
      return call.fail(
          mismatch::elements(element, ProgramBuilder::elementOf(value)));
  }
  std::optional<IndexVector> shape = commonShape(values);
  if (!shape)
    return call.fail(mismatch::broadcast(values));
  ProgramBuilder &b = call.builder;
  Value result = b.broadcastTo(values.front(), *shape);
  for (Value value : llvm::drop_begin(values))
    result = combine(b, result, b.broadcastTo(value, *shape));
  return result;
}

template <Combine Apply, unsigned Kinds = Numeric>
static LogicalResult binary(OpCall &call) {
  if (failed(expectTwo(call)) || failed(alignToAxis(call)))
    return llvm::failure();
  FailureOr<Value> result = combined(call, Kinds, Apply);
  return failed(result) ? llvm::failure() : call.setResult(*result);
}

/// Of as many inputs as there are.
template <Combine Apply>
static LogicalResult variadic(OpCall &call) {
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  FailureOr<Value> result = combined(call, Numeric, Apply);
  return failed(result) ? llvm::failure() : call.setResult(*result);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static Value add(ProgramBuilder &b, Value x, Value y) { return b.add(x, y); }
static Value subtract(ProgramBuilder &b, Value x, Value y) {
  return b.subtract(x, y);
}
static Value multiply(ProgramBuilder &b, Value x, Value y) {
  return b.multiply(x, y);
}
static Value divide(ProgramBuilder &b, Value x, Value y) {
  return b.divide(x, y);
}
static Value maximum(ProgramBuilder &b, Value x, Value y) {
  return b.maximum(x, y);
}
static Value minimum(ProgramBuilder &b, Value x, Value y) {
  return b.minimum(x, y);
}

static Value slopedRelu(ProgramBuilder &b, Value x, Value slope) {
  return b.add(relu(b, x), b.multiply(slope, b.minimum(x, b.like(x, 0))));
}

static LogicalResult mean(OpCall &call) {
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  FailureOr<Value> sum = combined(call, kFloat, add);
  if (failed(sum))
    return llvm::failure();
  return call.setResult(
      call.builder.scale(*sum, 1.0 / static_cast<double>(call.inputs.size())));
}

/// With the sign of x.
static Value remainderOf(ProgramBuilder &b, Value x, Value y) {
  Value folded = b.fold(
      {x, y}, ProgramBuilder::elementOf(x),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        if (of[1] == 0 || of[1] == -1)
          return of[1] == 0 ? std::nullopt : std::optional<int64_t>(0);
        return of[0] % of[1];
      },
      [](ArrayRef<double> of) { return std::fmod(of[0], of[1]); });
  return folded ? folded : b.binary<RemainderOp>(x, y);
}

/// With the sign of y.
static Value moduloOf(ProgramBuilder &b, Value x, Value y) {
  Value rest = remainderOf(b, x, y);
  if (ProgramBuilder::elementOf(x).isUnsignedInteger())
    return rest;
  Value zero = b.like(x, 0);
  Value isBelow = b.compare(rest, zero, ComparisonDirection::LT);
  Value wantsBelow = b.compare(y, zero, ComparisonDirection::LT);
  Value signsDiffer = b.compare(isBelow, wantsBelow, ComparisonDirection::NE);
  // Nothing is moved by what has no rest.
  Value moved = b.select(signsDiffer, b.add(rest, y), rest);
  return b.select(b.compare(rest, zero, ComparisonDirection::EQ), rest, moved);
}

static LogicalResult mod(OpCall &call) {
  if (failed(expectTwo(call)))
    return llvm::failure();
  bool keepsSign = call.integer("fmod", 0) != 0;
  FailureOr<Value> result = combined(call, keepsSign ? Numeric : kInteger,
                                     keepsSign ? remainderOf : moduloOf);
  return failed(result) ? llvm::failure() : call.setResult(*result);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// x * x and the like, whose gradient is not that of a power.
static Value wholePower(ProgramBuilder &b, Value x, double exponent) {
  bool isFloat = llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(x));
  if (exponent == 0.5 && isFloat)
    return b.sqrt(x);
  if (exponent == 2)
    return b.multiply(x, x);
  if (exponent == 3)
    return b.multiply(b.multiply(x, x), x);
  return {};
}

/// The type to compute the power in: that of a float base, otherwise one that
/// both fit in.
static mlir::Type powerType(ProgramBuilder &b, mlir::Type base,
                            mlir::Type exponent) {
  if (llvm::isa<mlir::FloatType>(base))
    return base;
  if (llvm::isa<mlir::FloatType>(exponent))
    return b.builder().getF64Type();
  bool isWider =
      exponent.getIntOrFloatBitWidth() > base.getIntOrFloatBitWidth();
  return isWider ? b.builder().getI64Type() : base;
}

static LogicalResult pow(OpCall &call) {
  if (failed(expectTwo(call)) || failed(alignToAxis(call)) ||
      failed(expectElements(call, 0, Numeric)) ||
      failed(expectElements(call, 1, Numeric)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value base = call.value(0);
  mlir::Type element = ProgramBuilder::elementOf(base);
  std::optional<double> known = call.knownNumber(1);
  // An exponent is no weight.
  Value exponent = call.constant(1);
  bool isScalar = ProgramBuilder::typeOf(exponent).getRank() <= call.rank(0);
  if (known && isScalar) {
    if (Value power = wholePower(b, base, *known))
      return call.setResult(power);
  }
  Value values[] = {base, exponent};
  std::optional<IndexVector> shape = commonShape(values);
  if (!shape)
    return call.fail(mismatch::broadcast(values));
  mlir::Type type = powerType(b, element, ProgramBuilder::elementOf(exponent));
  Value left = b.broadcastTo(b.convert(base, type), *shape);
  Value right = b.broadcastTo(b.convert(exponent, type), *shape);
  return call.setResult(b.convert(b.power(left, right), element));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

template <typename Op>
static Value bitwise(ProgramBuilder &b, Value x, Value y) {
  return b.binary<Op>(x, y);
}

static LogicalResult bitShift(OpCall &call) {
  if (failed(expectTwo(call)))
    return llvm::failure();
  StringRef direction = call.word("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return call.fail("`direction` is \"" + direction +
                     "\"; \"LEFT\" or \"RIGHT\" is required");
  FailureOr<Value> result =
      combined(call, kUnsigned,
               direction == "LEFT" ? bitwise<ShiftLeftOp>
                                   : bitwise<ShiftRightLogicalOp>);
  return failed(result) ? llvm::failure() : call.setResult(*result);
}

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

template <ComparisonDirection Direction>
static Value compare(ProgramBuilder &b, Value x, Value y) {
  return b.compare(x, y, Direction);
}

static LogicalResult where(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  mlir::Type condition = call.type(0).getElementType();
  if (!condition.isInteger(1))
    return call.fail("the condition has element type " +
                     mismatch::typeText(condition) + "; i1 is required");
  if (failed(expectElements(call, 1, AnyElement)) ||
      failed(expectElements(call, 2, AnyElement)))
    return llvm::failure();
  Value values[] = {call.value(0), call.value(1), call.value(2)};
  std::optional<IndexVector> shape = commonShape(values);
  if (!shape)
    return call.fail(mismatch::broadcast(values));
  if (call.element(1) != call.element(2))
    return call.fail(mismatch::elements(call.element(1), call.element(2)));
  ProgramBuilder &b = call.builder;
  return call.setResult(b.select(b.broadcastTo(values[0], *shape),
                                 b.broadcastTo(values[1], *shape),
                                 b.broadcastTo(values[2], *shape)));
}

/// A border of `Clip`, of the type of x; null if there is none. Up to set 10 it
/// is an attribute.
static FailureOr<Value> border(OpCall &call, unsigned input, StringRef key) {
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  auto attribute = call.attributes.getAs<mlir::FloatAttr>(key);
  if (!call.has(input))
    return attribute ? b.like(x, attribute.getValueAsDouble()) : Value();
  mlir::RankedTensorType type = call.type(input);
  if (type.getElementType() != ProgramBuilder::elementOf(x))
    return call.fail(mismatch::elements(ProgramBuilder::elementOf(x),
                                        type.getElementType()));
  bool isOne =
      type.getRank() <= 1 && !disagree(elementCount(type.getShape()), 1);
  if (!isOne)
    return call.fail(
        mismatch::shape("`" + key.str() + "`", type.getShape(), {}));
  std::optional<double> known = call.knownNumber(input);
  if (known && llvm::isa<mlir::FloatType>(type.getElementType()))
    return b.like(x, *known);
  Value number = b.reshape(call.constant(input), {});
  return b.broadcastTo(number, ProgramBuilder::shapeOf(x));
}

static LogicalResult clipOp(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectElements(call, 0, Numeric)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  FailureOr<Value> low = border(call, 1, "min");
  FailureOr<Value> high = failed(low) ? low : border(call, 2, "max");
  if (failed(high))
    return llvm::failure();
  if (*low)
    x = b.maximum(x, *low);
  if (*high)
    x = b.minimum(x, *high);
  return call.setResult(x);
}

void onnx::addBinaryOps(OpTable &table) {
  table.add(binary<add>, {"Add"});
  table.add(binary<minimum, kBoolean>, {"And"});
  table.add(bitShift, {"BitShift"});
  table.add(binary<bitwise<AndOp>, kInteger>, {"BitwiseAnd"});
  table.add(binary<bitwise<OrOp>, kInteger>, {"BitwiseOr"});
  table.add(binary<bitwise<XorOp>, kInteger>, {"BitwiseXor"});
  table.add(clipOp, {"Clip"});
  table.add(binary<divide>, {"Div"});
  table.add(binary<compare<ComparisonDirection::EQ>, AnyElement>, {"Equal"});
  table.add(binary<compare<ComparisonDirection::GT>>, {"Greater"});
  table.add(binary<compare<ComparisonDirection::GE>>, {"GreaterOrEqual"});
  table.add(binary<compare<ComparisonDirection::LT>>, {"Less"});
  table.add(binary<compare<ComparisonDirection::LE>>, {"LessOrEqual"});
  table.add(variadic<maximum>, {"Max"});
  table.add(mean, {"Mean"});
  table.add(variadic<minimum>, {"Min"});
  table.add(mod, {"Mod"});
  table.add(binary<multiply>, {"Mul"});
  table.add(binary<maximum, kBoolean>, {"Or"});
  table.add(binary<slopedRelu>, {"PRelu"});
  table.add(pow, {"Pow"});
  table.add(binary<subtract>, {"Sub"});
  table.add(variadic<add>, {"Sum"});
  table.add(where, {"Where"});
  table.add(binary<compare<ComparisonDirection::NE>, kBoolean>, {"Xor"});
}
