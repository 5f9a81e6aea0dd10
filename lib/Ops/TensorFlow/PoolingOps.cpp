//===- PoolingOps.cpp - Pooling and its gradients -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"
#include "Ops/TensorFlow/Windows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;
using stablehlo::WindowOptions;

static std::optional<ImageWindows> poolOf(OpCall &node,
                                          llvm::ArrayRef<int64_t> shape) {
  std::optional<Integers> sizes = pooledSizes(node, shape.size());
  if (!sizes) {
    (void)node.failUnsupported(
        "`ksize` " + mismatch::shapeText(node.integers("ksize")) +
        " is not a spatial window of the input shape " +
        mismatch::shapeText(shape) + " in data_format `" +
        node.word("data_format", "NHWC") + "`");
    return std::nullopt;
  }
  std::optional<ImageWindows> windows = imageWindows(node, shape, *sizes);
  if (!windows)
    node.expectSizes(0, unknownSizes(shape.size()));
  return windows;
}

static WindowOptions optionsOf(const ImageWindows &windows, size_t rank) {
  WindowOptions options;
  options.sizes.assign(rank, 1);
  options.strides.assign(rank, 1);
  options.padding.assign(rank, {0, 0});
  for (const SpatialWindow &window : windows.spatial) {
    options.sizes[window.axis] = window.size;
    options.strides[window.axis] = window.stride;
    options.padding[window.axis] = {window.low, window.high};
  }
  return options;
}

static Integers pooledShape(llvm::ArrayRef<int64_t> shape,
                            const ImageWindows &windows) {
  Integers pooled(shape);
  for (const SpatialWindow &window : windows.spatial)
    pooled[window.axis] = window.output;
  return pooled;
}

/// How many dimensions images have.
static int64_t pooledRank(OpCall &node) {
  return node.op().contains("3D") ? 5 : 4;
}

/// True if where windows go is an input that is not known, of types.
static bool isOpen(OpCall &node, unsigned first) {
  return !node.builder.buildsOps() && node.op().ends_with("V2") &&
         (!node.known(first) || !node.known(first + 1));
}

static LogicalResult maxPool(OpCall &node) {
  node.assumeRank(0, pooledRank(node));
  if (isOpen(node, 1))
    return node.setSizes(0, unknownSizes(pooledRank(node)));
  std::optional<ImageWindows> windows = poolOf(node, node.shape(0));
  if (!windows)
    return llvm::failure();
  return node.set(node.builder.reduceWindow(
      node.input(0), optionsOf(*windows, node.shape(0).size()),
      Combination::Maximum));
}

/// The places of the greatest elements are not computed.
static LogicalResult maxPoolWithPlaces(OpCall &node) {
  if (node.builder.buildsOps())
    return node.fail(ProblemKind::NoLowering);
  if (failed(maxPool(node)))
    return llvm::failure();
  return node.setSizes(
      1, stablehlo::ProgramBuilder::shapeOf(node.outputs[0].tensor));
}

/// Of images, their pooled form and its gradient.
static LogicalResult maxPoolGradient(OpCall &node) {
  if (isOpen(node, 3))
    return node.setSizes(0, node.shape(0));
  node.assumeRank(2, node.rank(0));
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<ImageWindows> windows = poolOf(node, shape);
  if (!windows)
    return llvm::failure();
  Integers pooled = pooledShape(shape, *windows);
  if (!stablehlo::mayEqual(node.shape(2), pooled))
    return node.failShape("the gradient", 2, pooled);
  if (node.elementsDiffer(0, 2))
    return node.fail(mismatch::elements(node.element(0), node.element(2)));
  return node.set(node.builder.scatterToGreatest(
      node.input(0), node.input(2), optionsOf(*windows, shape.size())));
}

/// How many elements of the images each window has: padding does not count.
static Value countsOf(OpCall &node, const ImageWindows &windows,
                      llvm::ArrayRef<int64_t> shape, mlir::Type element) {
  Value ones =
      node.builder.splat(mlir::RankedTensorType::get(shape, element), 1);
  return node.builder.reduceWindow(ones, optionsOf(windows, shape.size()),
                                   Combination::Add);
}

static LogicalResult averagePool(OpCall &node) {
  node.assumeRank(0, pooledRank(node));
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<ImageWindows> windows = poolOf(node, shape);
  if (!windows)
    return llvm::failure();
  mlir::Type element = node.element(0), wide = accumulationType(element);
  Value sums = node.builder.reduceWindow(
      node.builder.convert(node.input(0), wide),
      optionsOf(*windows, shape.size()), Combination::Add);
  Value means =
      node.builder.divide(sums, countsOf(node, *windows, shape, wide));
  return node.set(node.builder.convert(means, element));
}

/// Each element gets its share of the gradients of the windows that have it:
/// the sum over a window of what is spread out by the strides.
static LogicalResult averagePoolGradient(OpCall &node) {
  std::optional<Integers> shape = node.partial(0);
  if (!shape)
    return node.failUnknown(0);
  for (int64_t &size : *shape)
    size = size < 0 ? mlir::ShapedType::kDynamic : size;
  node.assumeRank(1, shape->size());
  if (!shape->empty())
    shape->front() = node.context.batchFor(shape->front());
  std::optional<ImageWindows> windows = poolOf(node, *shape);
  if (!windows)
    return llvm::failure();
  Integers pooled = pooledShape(*shape, *windows);
  if (!stablehlo::mayEqual(node.shape(1), pooled))
    return node.failShape("the gradient", 1, pooled);
  if (!node.builder.buildsOps())
    return node.setSizes(0, *shape);
  mlir::Type element = node.element(1), wide = accumulationType(element);
  Value shares = node.builder.divide(node.builder.convert(node.input(1), wide),
                                     countsOf(node, *windows, *shape, wide));
  size_t rank = shape->size();
  WindowOptions options;
  options.sizes.assign(rank, 1);
  options.padding.assign(rank, {0, 0});
  options.baseDilations.assign(rank, 1);
  for (const SpatialWindow &window : windows->spatial) {
    int64_t spread = (window.output - 1) * window.stride + 1;
    int64_t low = window.size - 1 - window.low;
    options.sizes[window.axis] = window.size;
    options.baseDilations[window.axis] = window.stride;
    options.padding[window.axis] = {low, window.input + window.size - 1 -
                                             spread - low};
  }
  Value result = node.builder.reduceWindow(shares, options, Combination::Add);
  return node.set(node.builder.convert(result, element));
}

void tensorflow::addPoolingOps(OpTable &table) {
  table.addPartial(1, 0, maxPool, {"MaxPool", "MaxPoolV2", "MaxPool3D"});
  table.addPartial(1, 0, maxPoolWithPlaces, {"MaxPoolWithArgmax"});
  table.addPartial(3, 1, maxPoolGradient,
                   {"MaxPoolGrad", "MaxPoolGradV2", "MaxPool3DGrad"});
  table.addPartial(1, 0, averagePool, {"AvgPool", "AvgPool3D"});
  table.addPartial(2, 0, averagePoolGradient, {"AvgPoolGrad", "AvgPool3DGrad"});
}
