//===- Random.cpp - Random numbers ----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Conversion/TensorFlowToStableHLO/NodeLowering.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::step;

/// The type of what is drawn; null, and the problem of the node is set, if it
/// is not known.
static mlir::RankedTensorType drawnType(NodeLowering &node) {
  std::optional<Integers> shape = node.known(0);
  mlir::Type element = node.outputElement();
  if (!shape) {
    (void)node.failUnknown(0);
    return {};
  }
  if (!element) {
    (void)node.failOutputElement(0);
    return {};
  }
  if (llvm::any_of(*shape, [](int64_t size) { return size < 0; })) {
    (void)node.fail(mismatch::invalidShape(*shape));
    return {};
  }
  return mlir::RankedTensorType::get(*shape, element);
}

static mlir::RankedTensorType drawnFloatType(NodeLowering &node) {
  mlir::RankedTensorType type = drawnType(node);
  if (!type || llvm::isa<mlir::FloatType>(type.getElementType()))
    return type;
  (void)node.fail(mismatch::notFloat(type.getElementType()));
  return {};
}

static LogicalResult uniform(NodeLowering &node) {
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawUniform(
      node.builder, node.context.randomKey(node.builder), type));
}

static LogicalResult normal(NodeLowering &node) {
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawNormal(
      node.builder, node.context.randomKey(node.builder), type, 0, 1));
}

static LogicalResult truncatedNormal(NodeLowering &node) {
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawTruncatedNormal(
      node.builder, node.context.randomKey(node.builder), type, 0, 1));
}

/// Integers from one number up to another.
static LogicalResult uniformIntegers(NodeLowering &node) {
  mlir::RankedTensorType type = drawnType(node);
  unsigned first = node.inputs.size() - 2;
  if (!type)
    return llvm::failure();
  for (unsigned i : {first, first + 1}) {
    if (!node.inputs[i].isTensor())
      return node.failNotTensor(i);
    if (node.type(i).getRank() != 0 || node.element(i) != type.getElementType())
      return node.fail("limit " + mismatch::typeText(node.type(i)) +
                       " is not a scalar of " +
                       mismatch::typeText(type.getElementType()));
  }
  auto &p = node.builder;
  mlir::Type real = p.builder().getF64Type();
  auto reals = mlir::RankedTensorType::get(type.getShape(), real);
  auto limit = [&](unsigned i) {
    return p.broadcastTo(p.convert(node.input(i), real), type.getShape());
  };
  Value drawn = stablehlo::drawUniform(p, node.context.randomKey(p), reals);
  Value low = limit(first), width = p.subtract(limit(first + 1), low);
  Value shift = p.convert(p.multiply(drawn, width), type.getElementType());
  return node.set(
      p.add(shift, p.broadcastTo(node.input(first), type.getShape())));
}

void step::addRandomRules(LoweringRules &rules) {
  addRule(
      rules,
      {"RandomUniform", "StatelessRandomUniform", "StatelessRandomUniformV2"},
      1, uniform);
  addRule(rules,
          {"RandomStandardNormal", "StatelessRandomNormal",
           "StatelessRandomNormalV2"},
          1, normal);
  addRule(rules,
          {"TruncatedNormal", "StatelessTruncatedNormal",
           "StatelessTruncatedNormalV2"},
          1, truncatedNormal);
  addRule(rules,
          {"RandomUniformInt", "StatelessRandomUniformInt",
           "StatelessRandomUniformIntV2"},
          3, uniformIntegers);
}
