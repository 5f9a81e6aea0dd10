//===- ReductionOps.cpp - Ops that combine elements along axes ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;
using stablehlo::ComparisonDirection;

static bool keepsDimensions(OpCall &node) {
  return node.getBool("keep_dims", node.getBool("keepdims"));
}

/// Says that the axes are not known.
static void failAxes(OpCall &node) {
  int64_t rank = node.rank(0);
  std::optional<Integers> sizes;
  if (keepsDimensions(node))
    sizes = unknownSizes(rank);
  else if (rank == 0)
    sizes = Integers();
  else if (node.isRanked(1) && node.rank(1) == 0)
    sizes = unknownSizes(rank - 1);
  (void)node.failUnknown(1, sizes);
}

/// The axes that the second input names, sorted; none, and the outputs or the
/// problem of the node are set, if they are not known.
static std::optional<Integers> axesOf(OpCall &node) {
  std::optional<Integers> given = node.known(1);
  if (!given) {
    failAxes(node);
    return std::nullopt;
  }
  int64_t rank = node.shape(0).size();
  Integers axes;
  for (int64_t number : *given) {
    std::optional<int64_t> axis = node.axis(number, rank);
    if (!axis) {
      (void)node.fail(mismatch::axis(number, rank));
      return std::nullopt;
    }
    axes.push_back(*axis);
  }
  llvm::sort(axes);
  axes.erase(llvm::unique(axes), axes.end());
  return axes;
}

static LogicalResult finish(OpCall &node, Value reduced,
                            llvm::ArrayRef<int64_t> axes) {
  if (!keepsDimensions(node))
    return node.set(reduced);
  Integers shape(node.shape(0));
  for (int64_t axis : axes)
    shape[axis] = 1;
  return node.set(node.builder.reshape(reduced, shape));
}

template <Combination combination>
static LogicalResult reduce(OpCall &node) {
  std::optional<Integers> axes = axesOf(node);
  if (!axes)
    return llvm::failure(node.problem.has_value());
  mlir::Type element = node.element(0);
  Value wide = node.input(0);
  if (combination == Combination::Add)
    wide = node.builder.convert(wide, accumulationType(element));
  Value reduced = node.builder.reduce(wide, *axes, combination);
  return finish(node, node.builder.convert(reduced, element), *axes);
}

static LogicalResult mean(OpCall &node) {
  std::optional<Integers> axes = axesOf(node);
  if (!axes)
    return llvm::failure(node.problem.has_value());
  mlir::Type element = node.element(0);
  if (node.builder.buildsOps() && !llvm::isa<mlir::FloatType>(element))
    return node.fail(mismatch::notFloat(element));
  Value wide = node.builder.convert(node.input(0), accumulationType(element));
  Value result = node.builder.mean(wide, *axes);
  return finish(node, node.builder.convert(result, element), *axes);
}

/// The root of the sum of squares.
static LogicalResult norm(OpCall &node) {
  std::optional<Integers> axes = axesOf(node);
  if (!axes)
    return llvm::failure(node.problem.has_value());
  mlir::Type element = node.element(0);
  Value wide = node.builder.convert(node.input(0), accumulationType(element));
  Value sum = node.builder.sum(node.builder.multiply(wide, wide), *axes);
  return finish(node, node.builder.convert(node.builder.sqrt(sum), element),
                *axes);
}

/// Strings are joined by the host.
static LogicalResult joinStrings(OpCall &node) {
  return node.builder.buildsOps() ? node.fail(ProblemKind::NoLowering)
                                  : reduce<Combination::Add>(node);
}

/// Half the sum of squares.
static LogicalResult halfSquares(OpCall &node) {
  if (!node.isRanked(0))
    return node.failUnknown(0, Integers());
  mlir::Type element = node.element(0);
  Value wide = node.builder.convert(node.input(0), accumulationType(element));
  Value sum = node.builder.sumOfAll(node.builder.multiply(wide, wide));
  return node.set(node.builder.convert(node.builder.scale(sum, 0.5), element));
}

/// The axis of the first input that the second one names; none, and the
/// problem of the node is set unless the axis is not known, if there is none.
static std::optional<int64_t> knownAxis(OpCall &node, const Integers &open) {
  std::optional<int64_t> given = node.knownScalar(1);
  if (!given) {
    (void)node.failUnknown(1, open);
    return std::nullopt;
  }
  std::optional<int64_t> axis = node.axis(*given, node.rank(0));
  if (!axis)
    (void)node.fail(mismatch::axis(*given, node.rank(0)));
  return axis;
}

/// The first place of the greatest or least element along an axis: the least of
/// the places that have it.
template <Combination combination>
static LogicalResult place(OpCall &node) {
  std::optional<int64_t> axis =
      knownAxis(node, unknownSizes(std::max<int64_t>(node.rank(0) - 1, 0)));
  if (!axis)
    return llvm::failure(node.problem.has_value());
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  mlir::Type element = node.outputElement();
  if (!element)
    element = node.builder.builder().getI64Type();
  Value x = node.input(0);
  Value best = node.builder.reduce(x, {*axis}, combination);
  Integers others;
  for (int64_t i = 0; i != int64_t(shape.size()); ++i) {
    if (i != *axis)
      others.push_back(i);
  }
  Value spread = node.builder.broadcast(best, shape, others);
  auto type = mlir::RankedTensorType::get(shape, element);
  Value places = node.builder.iota(type, *axis);
  Value none = node.builder.splat(type, shape[*axis]);
  Value candidates = node.builder.select(
      node.builder.compare(x, spread, ComparisonDirection::EQ), places, none);
  return node.set(
      node.builder.reduce(candidates, {*axis}, Combination::Minimum));
}

/// Sums along an axis so far: a window that ends at each element.
static LogicalResult cumulativeSum(OpCall &node) {
  std::optional<int64_t> axis = knownAxis(node, Integers(node.shape(0)));
  if (!axis)
    return llvm::failure(node.problem.has_value());
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  int64_t size = shape[*axis];
  if (size == 0 || !stablehlo::isKnown(size))
    return node.set(node.input(0));
  stablehlo::WindowOptions window;
  window.sizes.assign(shape.size(), 1);
  window.padding.assign(shape.size(), {0, 0});
  window.sizes[*axis] = size;
  bool isReversed = node.getBool("reverse"),
       isExclusive = node.getBool("exclusive");
  int64_t before = isExclusive ? size : size - 1;
  int64_t after = isExclusive ? -1 : 0;
  window.padding[*axis] =
      isReversed ? std::pair(after, before) : std::pair(before, after);
  return node.set(
      node.builder.reduceWindow(node.input(0), window, Combination::Add));
}

void tensorflow::addReductionOps(OpTable &table) {
  table.addPartial(2, 1, reduce<Combination::Add>, {"Sum"});
  table.addPartial(2, 1, reduce<Combination::Multiply>, {"Prod"});
  table.addPartial(2, 1, reduce<Combination::Maximum>, {"Max"});
  table.addPartial(2, 1, reduce<Combination::Minimum>, {"Min"});
  table.addPartial(2, 1, reduce<Combination::And>, {"All"});
  table.addPartial(2, 1, reduce<Combination::Or>, {"Any"});
  table.addPartial(2, 1, mean, {"Mean"});
  table.addPartial(2, 1, norm, {"EuclideanNorm"});
  table.addPartial(2, 1, joinStrings, {"ReduceJoin"});
  table.addPartial(1, 0, halfSquares, {"L2Loss"});
  table.addPartial(2, 1, place<Combination::Maximum>, {"ArgMax"});
  table.addPartial(2, 1, place<Combination::Minimum>, {"ArgMin"});
  table.addPartial(2, 1, cumulativeSum, {"Cumsum"});
}
