//===- GradientOps.cpp - Gradients of activations -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

using Builder = Value (*)(ProgramBuilder &, Value, Value);

/// A gradient of two inputs of one shape.
template <Builder function>
static LogicalResult alike(OpCall &node) {
  if (failed(node.unify(0, 1)))
    return llvm::failure();
  if (!node.isRanked(0))
    return node.failUnranked(0);
  return node.set(function(node.builder, node.input(0), node.input(1)));
}

static Value where(ProgramBuilder &p, Value x, ComparisonDirection direction,
                   double number, Value yes, Value no) {
  return p.select(p.compare(x, p.like(x, number), direction), yes, no);
}

static Value reluGradient(ProgramBuilder &p, Value dy, Value x) {
  return where(p, x, ComparisonDirection::GT, 0, dy, p.like(dy, 0));
}

static Value relu6Gradient(ProgramBuilder &p, Value dy, Value x) {
  Value below = where(p, x, ComparisonDirection::LT, 6, dy, p.like(dy, 0));
  return where(p, x, ComparisonDirection::GT, 0, below, p.like(dy, 0));
}

/// Of the output: exp(x) is y + 1.
static Value eluGradient(ProgramBuilder &p, Value dy, Value y) {
  Value negative = p.multiply(dy, p.add(y, p.like(y, 1)));
  return where(p, y, ComparisonDirection::LT, 0, negative, dy);
}

static Value seluGradient(ProgramBuilder &p, Value dy, Value y) {
  constexpr double Scale = 1.0507009873554804934193349852946;
  constexpr double ScaledAlpha = 1.7580993408473768599402175208123;
  Value negative = p.multiply(dy, p.add(y, p.like(y, ScaledAlpha)));
  return where(p, y, ComparisonDirection::LT, 0, negative, p.scale(dy, Scale));
}

static Value softplusGradient(ProgramBuilder &p, Value dy, Value x) {
  return p.multiply(dy, p.logistic(x));
}

static Value softsignGradient(ProgramBuilder &p, Value dy, Value x) {
  Value magnitude = p.maximum(x, p.negate(x));
  Value below = p.add(magnitude, p.like(x, 1));
  return p.divide(dy, p.multiply(below, below));
}

// The others take the output first.

static Value sigmoidGradient(ProgramBuilder &p, Value y, Value dy) {
  return p.multiply(dy, p.multiply(y, p.subtract(p.like(y, 1), y)));
}

static Value tanhGradient(ProgramBuilder &p, Value y, Value dy) {
  return p.multiply(dy, p.subtract(p.like(y, 1), p.multiply(y, y)));
}

static Value sqrtGradient(ProgramBuilder &p, Value y, Value dy) {
  return p.divide(p.scale(dy, 0.5), y);
}

static Value rsqrtGradient(ProgramBuilder &p, Value y, Value dy) {
  Value cube = p.multiply(y, p.multiply(y, y));
  return p.scale(p.multiply(dy, cube), -0.5);
}

static Value reciprocalGradient(ProgramBuilder &p, Value y, Value dy) {
  return p.negate(p.multiply(dy, p.multiply(y, y)));
}

static LogicalResult leakyReluGradient(OpCall &node) {
  if (failed(node.unify(0, 1)))
    return llvm::failure();
  if (!node.isRanked(0))
    return node.failUnranked(0);
  Value dy = node.input(0), x = node.input(1);
  return node.set(where(node.builder, x, ComparisonDirection::GT, 0, dy,
                        node.builder.scale(dy, node.number("alpha", 0.2F))));
}

void tensorflow::addGradientOps(OpTable &table) {
  table.addPartial(2, 0, alike<reluGradient>, {"ReluGrad"});
  table.addPartial(2, 0, alike<relu6Gradient>, {"Relu6Grad"});
  table.addPartial(2, 0, alike<eluGradient>, {"EluGrad"});
  table.addPartial(2, 0, alike<seluGradient>, {"SeluGrad"});
  table.addPartial(2, 0, alike<softplusGradient>, {"SoftplusGrad"});
  table.addPartial(2, 0, alike<softsignGradient>, {"SoftsignGrad"});
  table.addPartial(2, 0, leakyReluGradient, {"LeakyReluGrad"});
  table.addPartial(2, 0, alike<sigmoidGradient>, {"SigmoidGrad"});
  table.addPartial(2, 0, alike<tanhGradient>, {"TanhGrad"});
  table.addPartial(2, 0, alike<sqrtGradient>, {"SqrtGrad"});
  table.addPartial(2, 0, alike<rsqrtGradient>, {"RsqrtGrad"});
  table.addPartial(2, 0, alike<reciprocalGradient>,
                   {"ReciprocalGrad", "InvGrad"});
}
