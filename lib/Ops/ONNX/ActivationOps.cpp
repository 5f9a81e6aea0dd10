//===- ActivationOps.cpp - ONNX activations -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static Value sigmoidOp(OpCall &call, Value x) {
  return call.builder.logistic(x);
}

static Value celuOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  double alpha = call.number("alpha", 1);
  return b.scale(elu(b, b.scale(x, 1 / alpha), 1), alpha);
}

static Value eluOp(OpCall &call, Value x) {
  return elu(call.builder, x, call.number("alpha", 1));
}

static Value geluOp(OpCall &call, Value x) {
  return gelu(call.builder, x, call.word("approximate", "none") == "tanh");
}

static Value hardSigmoidOp(OpCall &call, Value x) {
  return hardSigmoid(call.builder, x, call.number("alpha", 0.2),
                     call.number("beta", 0.5));
}

static Value hardSwishOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  return b.multiply(x, hardSigmoid(b, x, 1.0 / 6, 0.5));
}

static Value leakyReluOp(OpCall &call, Value x) {
  return leakyRelu(call.builder, x, call.number("alpha", 0.01));
}

static Value mishOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  return b.multiply(x, b.tanh(softplus(b, x)));
}

static Value seluOp(OpCall &call, Value x) {
  bool isFirst = call.version < 6;
  return elu(
      call.builder, x,
      call.number("alpha", isFirst ? 1.6732 : 1.67326319217681884765625),
      call.number("gamma", isFirst ? 1.0507 : 1.05070102214813232421875));
}

/// What lies between the borders is 0, and the rest comes closer to it.
static Value shrinkOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  double border = call.number("lambd", 0.5);
  double bias = call.number("bias", 0);
  mlir::Type element = ProgramBuilder::elementOf(x);
  // Borders may lie between whole numbers.
  bool isFloat = llvm::isa<mlir::FloatType>(element);
  Value number = isFloat ? x : b.convert(x, b.builder().getF64Type());
  Value isAbove =
      b.compare(number, b.like(number, border), ComparisonDirection::GT);
  Value isBelow =
      b.compare(number, b.like(number, -border), ComparisonDirection::LT);
  Value below = b.add(number, b.like(number, bias));
  Value above = b.subtract(number, b.like(number, bias));
  Value rest = b.select(isAbove, above, b.like(number, 0));
  return b.convert(b.select(isBelow, below, rest), element);
}

static Value swishOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  return b.multiply(x, b.logistic(b.scale(x, call.number("alpha", 1))));
}

/// A gate that lets the other input through; shapes are not broadcast.
static LogicalResult swiGLU(OpCall &call) {
  if (failed(call.expectInputs(2)) || failed(expectElements(call, 0, kFloat)) ||
      failed(expectElements(call, 1, kFloat)))
    return llvm::failure();
  Value gate = call.value(0);
  Value x = call.value(1);
  if (!areCompatible(gate.getType(), x.getType()))
    return call.fail(mismatch::types(gate.getType(), x.getType()));
  return call.setResult(call.builder.multiply(swishOp(call, gate), x));
}

static Value thresholdedReluOp(OpCall &call, Value x) {
  ProgramBuilder &b = call.builder;
  Value border = b.like(x, call.number("alpha", 1));
  return b.select(b.compare(x, border, ComparisonDirection::GT), x,
                  b.like(x, 0));
}

void onnx::addActivationOps(OpTable &table) {
  table.add(elementwise<celuOp>, {"Celu"});
  table.add(elementwise<eluOp>, {"Elu"});
  table.add(elementwise<geluOp>, {"Gelu"});
  table.add(elementwise<hardSigmoidOp>, {"HardSigmoid"});
  table.add(elementwise<hardSwishOp>, {"HardSwish"});
  table.add(elementwise<leakyReluOp>, {"LeakyRelu"});
  table.add(elementwise<mishOp>, {"Mish"});
  table.add(elementwise<plain<relu>, Numeric>, {"Relu"});
  table.add(elementwise<seluOp>, {"Selu"});
  table.add(elementwise<shrinkOp, Numeric>, {"Shrink"});
  table.add(elementwise<sigmoidOp>, {"Sigmoid"});
  table.add(elementwise<plain<softplus>>, {"Softplus"});
  table.add(elementwise<plain<softsign>>, {"Softsign"});
  table.add(swiGLU, {"SwiGLU"});
  table.add(elementwise<swishOp>, {"Swish"});
  table.add(elementwise<thresholdedReluOp>, {"ThresholdedRelu"});
}
