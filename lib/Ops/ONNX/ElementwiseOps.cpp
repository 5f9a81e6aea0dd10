//===- ElementwiseOps.cpp - ONNX operators on elements --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

static Value unary(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  StringRef op = call.op;
  if (op == "Identity")
    return x;
  if (op == "Relu")
    return relu(b, x);
  if (op == "Sigmoid")
    return b.logistic(x);
  if (op == "Tanh")
    return b.tanh(x);
  if (op == "Exp")
    return b.exponential(x);
  if (op == "Log")
    return b.log(x);
  if (op == "Sqrt")
    return b.sqrt(x);
  if (op == "Neg")
    return b.negate(x);
  if (op == "Abs")
    return absolute(b, x);
  if (op == "Erf")
    return errorFunction(b, x);
  if (op == "Reciprocal")
    return b.divide(b.like(x, 1), x);
  if (op == "Softplus")
    return softplus(b, x);
  if (op == "Softsign")
    return softsign(b, x);
  if (op == "Selu")
    return elu(b, x, call.number("alpha", 1.67326319217681884765625),
               call.number("gamma", 1.05070102214813232421875));
  if (op == "Elu")
    return elu(b, x, call.number("alpha", 1));
  if (op == "LeakyRelu")
    return leakyRelu(b, x, call.number("alpha", 0.01));
  if (op == "HardSigmoid")
    return hardSigmoid(b, x, call.number("alpha", 0.2),
                       call.number("beta", 0.5));
  if (op == "Celu") {
    double alpha = call.number("alpha", 1);
    return b.scale(elu(b, b.scale(x, 1 / alpha), 1), alpha);
  }
  if (op == "ThresholdedRelu") {
    Value border = b.like(x, call.number("alpha", 1));
    return b.select(b.compare(x, border, ComparisonDirection::GT), x,
                    b.like(x, 0));
  }
  if (op == "HardSwish")
    return b.multiply(x, hardSigmoid(b, x, 1.0 / 6, 0.5));
  if (op == "Mish")
    return b.multiply(x, b.tanh(softplus(b, x)));
  if (op == "Gelu")
    return gelu(b, x, call.word("approximate", "none") == "tanh");
  if (op == "Floor")
    return b.floor(x);
  if (op == "Ceil")
    return b.ceil(x);
  if (op == "Sign")
    return b.unary<SignOp>(x);
  if (op == "Sin")
    return b.function<SineOp>(x);
  if (op == "Cos")
    return b.function<CosineOp>(x);
  return b.unary<NotOp>(x);
}

static LogicalResult unaryOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  Value x = call.value(0);
  mlir::Type element = ProgramBuilder::elementOf(x);
  StringRef op = call.op;
  bool takesIntegers =
      op == "Abs" || op == "Neg" || op == "Relu" || op == "Sign";
  bool isTruth = element.isInteger(1);
  bool fits = op == "Identity" || (op == "Not" && isTruth) ||
              (takesIntegers && !isTruth) ||
              llvm::isa<mlir::FloatType>(element);
  if (!fits)
    return call.fail("element type " + mismatch::typeText(element) +
                     " is not supported");
  return call.setResult(unary(call, x));
}

static Value binary(ProgramBuilder &b, StringRef op, Value x, Value y) {
  if (op == "Add" || op == "Mean" || op == "Sum")
    return b.add(x, y);
  if (op == "Sub")
    return b.subtract(x, y);
  if (op == "Mul")
    return b.multiply(x, y);
  if (op == "Div")
    return b.divide(x, y);
  if (op == "Pow")
    return b.power(x, y);
  if (op == "Max")
    return b.maximum(x, y);
  if (op == "Min")
    return b.minimum(x, y);
  if (op == "PRelu")
    return b.add(relu(b, x), b.multiply(y, b.minimum(x, b.like(x, 0))));
  if (op == "Equal")
    return b.compare(x, y, ComparisonDirection::EQ);
  if (op == "Greater")
    return b.compare(x, y, ComparisonDirection::GT);
  if (op == "GreaterOrEqual")
    return b.compare(x, y, ComparisonDirection::GE);
  if (op == "Less")
    return b.compare(x, y, ComparisonDirection::LT);
  if (op == "LessOrEqual")
    return b.compare(x, y, ComparisonDirection::LE);
  if (op == "And")
    return b.minimum(x, y);
  return b.maximum(x, y);
}

/// x * x and the like, whose gradient is not that of a power.
static Value wholePower(ProgramBuilder &b, Value x, double exponent) {
  if (exponent == 0.5)
    return b.sqrt(x);
  if (exponent == 2)
    return b.multiply(x, x);
  if (exponent == 3)
    return b.multiply(b.multiply(x, x), x);
  return {};
}

/// Before set 7, `axis` says where the dimensions of the second input are in
/// the first one, and the slopes of channels are in the second dimension.
static void alignToAxis(OpCall &call) {
  if (call.version >= 7 || call.inputs.size() != 2)
    return;
  int64_t rank = call.shape(0).size();
  SmallVector<int64_t> shape(call.shape(1));
  bool isSlope = call.op == "PRelu" && shape.size() == 1 && rank > 1 &&
                 shape.front() == call.shape(0)[1];
  std::optional<int64_t> axis;
  if (isSlope)
    axis = 1;
  else if (call.attributes.contains("axis"))
    axis = OpCall::dimension(call.integer("axis", 0), rank);
  int64_t behind = axis ? rank - *axis - int64_t(shape.size()) : 0;
  if (behind <= 0)
    return;
  shape.append(behind, 1);
  call.inputs[1].value = call.builder.reshape(call.value(1), shape);
}

static LogicalResult binaryOp(OpCall &call) {
  ProgramBuilder &b = call.builder;
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  // An exponent is no weight.
  bool isPower = call.op == "Pow" && call.inputs.size() == 2;
  bool takesMany = call.op == "Max" || call.op == "Mean" || call.op == "Min" ||
                   call.op == "Sum";
  if (!takesMany && call.inputs.size() != 2)
    return call.fail("it has " +
                     pluralize(int64_t(call.inputs.size()), "input") +
                     "; 2 are required");
  alignToAxis(call);
  if (isPower) {
    bool isFloat =
        llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(call.value(0)));
    std::optional<double> exponent = call.knownNumber(1);
    if (!isFloat && (!exponent || *exponent != std::floor(*exponent)))
      return call.fail(
          mismatch::notFloat(ProgramBuilder::elementOf(call.value(0))));
    if (Value power =
            exponent ? wholePower(b, call.value(0), *exponent) : Value())
      return call.setResult(power);
    (void)call.constant(1);
  }
  SmallVector<Value> values;
  for (unsigned i = 0; i < call.inputs.size(); ++i)
    values.push_back(call.value(i));
  mlir::Type element = ProgramBuilder::elementOf(values.front());
  bool isLogical = call.op == "And" || call.op == "Or";
  bool takesTruth = isLogical || call.op == "Equal";
  if (isLogical ? !element.isInteger(1) : element.isInteger(1) && !takesTruth)
    return call.fail("element type " + mismatch::typeText(element) +
                     " is not supported");
  if (call.op == "Mean" && !llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  std::optional<IndexVector> shape = commonShape(values);
  if (!shape)
    return call.fail(mismatch::broadcast(values));
  Value result = b.broadcastTo(values.front(), *shape);
  for (Value value : llvm::ArrayRef(values).drop_front()) {
    if (isPower)
      value = b.convert(value, element);
    if (ProgramBuilder::elementOf(value) != element)
      return call.fail(
          mismatch::elements(element, ProgramBuilder::elementOf(value)));
    result = binary(b, call.op, result, b.broadcastTo(value, *shape));
  }
  if (call.op == "Mean")
    result = b.scale(result, 1.0 / static_cast<double>(values.size()));
  return call.setResult(result);
}

static LogicalResult where(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  Value values[] = {call.value(0), call.value(1), call.value(2)};
  std::optional<IndexVector> shape = commonShape(values);
  if (!shape)
    return call.fail(mismatch::broadcast(values));
  mlir::Type elements[] = {ProgramBuilder::elementOf(values[0]),
                           ProgramBuilder::elementOf(values[1]),
                           ProgramBuilder::elementOf(values[2])};
  if (!elements[0].isInteger(1))
    return call.fail("the condition has element type " +
                     mismatch::typeText(elements[0]) + "; i1 is required");
  if (elements[1] != elements[2])
    return call.fail(mismatch::elements(elements[1], elements[2]));
  ProgramBuilder &b = call.builder;
  return call.setResult(b.select(b.broadcastTo(values[0], *shape),
                                 b.broadcastTo(values[1], *shape),
                                 b.broadcastTo(values[2], *shape)));
}

static LogicalResult clipOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  auto border = [&](unsigned input, StringRef key) -> std::optional<double> {
    if (call.has(input))
      return call.knownNumber(input);
    if (auto number = call.attributes.getAs<mlir::FloatAttr>(key))
      return number.getValueAsDouble();
    return std::nullopt;
  };
  std::optional<double> low = border(1, "min");
  std::optional<double> high = border(2, "max");
  if ((call.has(1) && !low) || (call.has(2) && !high))
    return call.failNotConstant(call.has(1) && !low ? "min" : "max");
  // Borders that no integer reaches are none.
  if (!llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(x))) {
    auto isNone = [](double number) { return !(std::abs(number) < 0x1p62); };
    low = low && isNone(*low) ? std::nullopt : low;
    high = high && isNone(*high) ? std::nullopt : high;
  }
  if (low)
    x = b.maximum(x, b.like(x, *low));
  if (high)
    x = b.minimum(x, b.like(x, *high));
  return call.setResult(x);
}

static LogicalResult castOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  mlir::Type element =
      elementType(call.builder.builder(), call.integer("to", 0));
  if (!element)
    return call.fail("unsupported element type " +
                     llvm::Twine(call.integer("to", 0)) + " in `to`");
  return call.setResult(call.builder.convert(call.value(0), element));
}

static LogicalResult dropoutOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.outputs > 1)
    return call.failUnsupported("`mask` is not supported");
  std::optional<double> ratio = call.number("ratio", 0.5);
  if (call.has(1))
    ratio = call.knownNumber(1);
  if (!ratio)
    return call.failNotConstant("ratio");
  if (!(*ratio >= 0 && *ratio < 1))
    return call.fail(
        llvm::formatv("`ratio` is {0}, which is not in [0, 1)", *ratio).str());
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (*ratio == 0)
    return call.setResult(x);
  return call.setResult(dropout(b, call.drawKey(), x, *ratio, call.shape()));
}

void onnx::addElementwiseOps(OpTable &table) {
  table.add(unaryOp,
            {"Abs",       "Ceil",        "Celu",      "Cos",
             "Elu",       "Erf",         "Exp",       "Floor",
             "Gelu",      "HardSigmoid", "HardSwish", "Identity",
             "LeakyRelu", "Log",         "Mish",      "Neg",
             "Not",       "Reciprocal",  "Relu",      "Selu",
             "Sigmoid",   "Sign",        "Sin",       "Softplus",
             "Softsign",  "Sqrt",        "Tanh",      "ThresholdedRelu"});
  table.add(binaryOp, {"Add", "And", "Div", "Equal", "Greater",
                       "GreaterOrEqual", "Less", "LessOrEqual", "Max", "Mean",
                       "Min", "Mul", "Or", "PRelu", "Pow", "Sub", "Sum"});
  table.add(where, {"Where"});
  table.add(clipOp, {"Clip"});
  table.add(castOp, {"Cast"});
  table.add(dropoutOp, {"Dropout"});
}
