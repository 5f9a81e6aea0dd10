//===- RandomOps.cpp - Random numbers -------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// Of types only the sizes follow.
static LogicalResult setDrawnSizes(OpCall &node) {
  return node.failUnknown(0, node.partial(0));
}

/// The type of what is drawn; null, and the problem of the node is set, if it
/// is not known.
static mlir::RankedTensorType drawnType(OpCall &node) {
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

static mlir::RankedTensorType drawnFloatType(OpCall &node) {
  mlir::RankedTensorType type = drawnType(node);
  if (!type || llvm::isa<mlir::FloatType>(type.getElementType()))
    return type;
  (void)node.fail(mismatch::notFloat(type.getElementType()));
  return {};
}

static LogicalResult uniform(OpCall &node) {
  if (!node.builder.buildsOps())
    return setDrawnSizes(node);
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawUniform(
      node.builder, node.context.randomKey(node.builder), type));
}

static LogicalResult normal(OpCall &node) {
  if (!node.builder.buildsOps())
    return setDrawnSizes(node);
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawNormal(
      node.builder, node.context.randomKey(node.builder), type, 0, 1));
}

static LogicalResult truncatedNormal(OpCall &node) {
  if (!node.builder.buildsOps())
    return setDrawnSizes(node);
  mlir::RankedTensorType type = drawnFloatType(node);
  if (!type)
    return llvm::failure();
  return node.set(stablehlo::drawTruncatedNormal(
      node.builder, node.context.randomKey(node.builder), type, 0, 1));
}

/// Integers from one number up to another.
static LogicalResult uniformIntegers(OpCall &node) {
  if (!node.builder.buildsOps())
    return setDrawnSizes(node);
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

void tensorflow::addRandomOps(OpTable &table) {
  table.addRandom(
      1, uniform,
      {"RandomUniform", "StatelessRandomUniform", "StatelessRandomUniformV2"});
  table.addRandom(1, normal,
                  {"RandomStandardNormal", "StatelessRandomNormal",
                   "StatelessRandomNormalV2"});
  table.addRandom(1, truncatedNormal,
                  {"TruncatedNormal", "StatelessTruncatedNormal",
                   "StatelessTruncatedNormalV2"});
  table.addRandom(3, uniformIntegers,
                  {"RandomUniformInt", "StatelessRandomUniformInt",
                   "StatelessRandomUniformIntV2"});
}
