//===- BatchNormOps.cpp - Batch and local response normalization ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Broadcasting.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;

namespace {
/// The features of images and the other dimensions.
struct Features {
  int64_t axis = 0;
  Integers others;
  /// How many elements each feature has.
  int64_t count = 1;
};
} // namespace

static std::optional<Features> featuresOf(OpCall &node, unsigned images) {
  llvm::ArrayRef<int64_t> shape = node.shape(images);
  std::string format = node.word("data_format", "NHWC");
  bool isFirst = format == "NCHW" || format == "NCDHW";
  if (shape.size() < 2)
    return std::nullopt;
  Features features;
  features.axis = isFirst ? 1 : shape.size() - 1;
  for (int64_t i = 0; i != int64_t(shape.size()); ++i) {
    if (i == features.axis)
      continue;
    features.others.push_back(i);
    features.count = productOf(features.count, shape[i]);
  }
  return features;
}

/// Where types are computed, vectors are vectors, and say how many features
/// images have whose shape is not known. True if they have none that is.
static bool isOpen(OpCall &node, unsigned images,
                   llvm::ArrayRef<unsigned> vectors,
                   llvm::ArrayRef<unsigned> statistics,
                   llvm::ArrayRef<unsigned> outputs) {
  int64_t size = mlir::ShapedType::kDynamic;
  for (unsigned vector : vectors) {
    node.assumeRank(vector, 1);
    if (node.rank(vector) == 1 && !stablehlo::isKnown(size))
      size = node.shape(vector)[0];
  }
  // Those of a training are empty.
  for (unsigned vector : statistics)
    node.assumeRank(vector, 1);
  if (node.isRanked(images))
    return false;
  for (unsigned output : outputs)
    (void)node.setSizes(output, {size});
  return true;
}

/// The number of features, which the scale may say as well.
static int64_t featureCount(OpCall &node, unsigned images,
                            const Features &features, unsigned scale) {
  int64_t size = node.shape(images)[features.axis];
  bool isSaid = !stablehlo::isKnown(size) && node.rank(scale) == 1;
  return isSaid ? node.shape(scale)[0] : size;
}

static bool isVector(OpCall &node, unsigned input, int64_t size) {
  llvm::ArrayRef<int64_t> shape = node.shape(input);
  return shape.size() == 1 && !disagree(shape[0], size);
}

static LogicalResult failVectors(OpCall &node, const char *first,
                                 unsigned firstInput, const char *second,
                                 int64_t size) {
  return node.fail(llvm::Twine(first) + " and " + second + " have shapes " +
                   mismatch::shapeText(node.shape(firstInput)) + " and " +
                   mismatch::shapeText(node.shape(firstInput + 1)) + "; " +
                   mismatch::shapeText(size) +
                   " is required, one element per feature");
}

/// Where a model is used that was trained: what the training keeps of the means
/// and variances of batches. Variables that the op moves itself are its inputs.
static LogicalResult takeAverages(OpCall &node, int64_t size, Value &mean,
                                  Value &variance) {
  mean = node.context.averageOf(node.node.getOutputs()[1]);
  variance = node.context.averageOf(node.node.getOutputs()[2]);
  if (mean && variance)
    return llvm::success();
  bool movesItself = node.inputs.size() > 4 && isVector(node, 3, size) &&
                     isVector(node, 4, size);
  if (!movesItself)
    return node.fail("no variable keeps the mean and the variance of its "
                     "batches, which an evaluation takes");
  mean = node.input(3);
  variance = node.input(4);
  return llvm::success();
}

/// In training: normalizes by what the batch shows. Outputs: the images, mean
/// and variance for the moving averages, and mean and variance once more for
/// the gradient.
static LogicalResult normalize(OpCall &node) {
  if (isOpen(node, 0, {1, 2}, {3, 4}, {1, 2, 3, 4}))
    return llvm::success();
  std::optional<Features> features = featuresOf(node, 0);
  if (!features)
    return node.fail(mismatch::rankBelow(node.shape(0), 2));
  Integers shape(node.shape(0));
  int64_t size = featureCount(node, 0, *features, 1);
  shape[features->axis] = size;
  if (!isVector(node, 1, size) || !isVector(node, 2, size))
    return failVectors(node, "scale", 1, "offset", size);
  mlir::Type element = node.element(0), wide = node.element(1);
  auto &p = node.builder;
  auto spread = [&](Value vector) {
    return p.broadcast(vector, shape, {features->axis});
  };
  double epsilon = node.number("epsilon", 1e-4F);
  Value x = p.reshape(p.convert(node.input(0), wide), shape);
  Value mean, variance;
  bool isTraining = node.getBool("is_training", true);
  if (isTraining && node.context.isEvaluation()) {
    if (failed(takeAverages(node, size, mean, variance)))
      return llvm::failure();
    isTraining = false;
  } else if (isTraining) {
    mean = p.mean(x, features->others);
    Value centered = p.subtract(x, spread(mean));
    variance = p.mean(p.multiply(centered, centered), features->others);
  } else {
    if (!isVector(node, 3, size) || !isVector(node, 4, size))
      return failVectors(node, "mean", 3, "variance", size);
    mean = node.input(3);
    variance = node.input(4);
  }
  Value inverse = p.rsqrt(p.add(variance, p.like(variance, epsilon)));
  Value scale = p.multiply(inverse, node.input(1));
  Value y = p.add(p.multiply(p.subtract(x, spread(mean)), spread(scale)),
                  spread(node.input(2)));
  (void)node.set(0, p.convert(y, element));
  Value running = variance;
  // The variance for moving averages is that of a sample.
  if (isTraining && features->count > 1)
    running = p.scale(variance,
                      double(features->count) / double(features->count - 1));
  double factor = node.number("exponential_avg_factor", 1);
  Value runningMean = mean;
  if (isTraining && factor != 1 && isVector(node, 3, size) &&
      isVector(node, 4, size)) {
    runningMean =
        p.add(p.scale(node.input(3), 1 - factor), p.scale(mean, factor));
    running =
        p.add(p.scale(node.input(4), 1 - factor), p.scale(running, factor));
  }
  (void)node.set(1, runningMean);
  (void)node.set(2, running);
  (void)node.set(3, mean);
  (void)node.set(4, variance);
  // What cuDNN keeps for itself has a shape that only it knows.
  if (node.outputs.size() > 5 && p.buildsOps())
    (void)node.set(5, p.scalar(wide, 0));
  return llvm::success();
}

/// Of the gradient, the images, the scale, and the mean and variance that the
/// forward op kept. Outputs: gradients for the images, the scale, the offset.
static LogicalResult normalizeGradient(OpCall &node) {
  if (node.isRanked(0) || node.isRanked(1)) {
    if (failed(node.unify(0, 1)))
      return llvm::failure();
  }
  if (isOpen(node, 1, {2}, {3, 4}, {1, 2}))
    return llvm::success();
  std::optional<Features> features = featuresOf(node, 1);
  if (!features)
    return node.fail(mismatch::rankBelow(node.shape(1), 2));
  Integers shape(node.shape(1));
  int64_t size = featureCount(node, 1, *features, 2);
  shape[features->axis] = size;
  for (auto [i, name] : {std::pair(2U, "scale"), std::pair(3U, "mean"),
                         std::pair(4U, "variance")}) {
    if (!isVector(node, i, size))
      return node.failShape(name, i, size);
  }
  mlir::Type element = node.element(0), wide = node.element(2);
  auto &p = node.builder;
  auto spread = [&](Value vector) {
    return p.broadcast(vector, shape, {features->axis});
  };
  Value dy = p.reshape(p.convert(node.input(0), wide), shape);
  Value x = p.reshape(p.convert(node.input(1), wide), shape);
  Value mean = node.input(3), variance = node.input(4);
  double epsilon = node.number("epsilon", 1e-4F);
  Value inverse = p.rsqrt(p.add(variance, p.like(variance, epsilon)));
  Value normalized = p.multiply(p.subtract(x, spread(mean)), spread(inverse));
  Value offsetGradient = p.sum(dy, features->others);
  Value scaleGradient = p.sum(p.multiply(dy, normalized), features->others);
  Value inner = dy;
  if (node.getBool("is_training", true)) {
    double share = 1.0 / double(features->count);
    inner = p.subtract(dy, spread(p.scale(offsetGradient, share)));
    inner = p.subtract(
        inner, p.multiply(normalized, spread(p.scale(scaleGradient, share))));
  }
  Value dx = p.multiply(inner, spread(p.multiply(inverse, node.input(2))));
  (void)node.set(0, p.convert(dx, element));
  (void)node.set(1, scaleGradient);
  (void)node.set(2, offsetGradient);
  for (unsigned i = 3; i < node.outputs.size() && p.buildsOps(); ++i)
    (void)node.set(i, p.splat(mlir::RankedTensorType::get({0}, wide), 0));
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Local response
//===----------------------------------------------------------------------===//

/// Sums over the neighbors among the features.
static Value neighbors(OpCall &node, Value x) {
  int64_t radius = node.integer("depth_radius", 5);
  size_t rank = stablehlo::ProgramBuilder::shapeOf(x).size();
  stablehlo::WindowOptions window;
  window.sizes.assign(rank, 1);
  window.padding.assign(rank, {0, 0});
  window.sizes.back() = 2 * radius + 1;
  window.padding.back() = {radius, radius};
  return node.builder.reduceWindow(x, window, Combination::Add);
}

static Value localScale(OpCall &node, Value x) {
  auto &p = node.builder;
  Value squares =
      p.scale(neighbors(node, p.multiply(x, x)), node.number("alpha", 1));
  return p.add(squares, p.like(x, node.number("bias", 1)));
}

static LogicalResult checkLocalResponse(OpCall &node, unsigned images) {
  if (node.shape(images).size() != 4)
    return node.fail(mismatch::rank(node.shape(images), 4));
  int64_t radius = node.integer("depth_radius", 5);
  return radius < 0 || radius > INT32_MAX
             ? node.fail("`depth_radius` is " + llvm::Twine(radius))
             : llvm::success();
}

static LogicalResult localResponse(OpCall &node) {
  if (failed(checkLocalResponse(node, 0)))
    return llvm::failure();
  auto &p = node.builder;
  Value x = node.input(0);
  Value power =
      p.power(localScale(node, x), p.like(x, -node.number("beta", 0.5F)));
  return node.set(p.multiply(x, power));
}

/// Of the gradient, the images and their normalized form.
static LogicalResult localResponseGradient(OpCall &node) {
  for (unsigned i : {1U, 2U, 1U}) {
    if (failed(node.unify(0, i)))
      return llvm::failure();
  }
  if (!node.isRanked(0))
    return node.failUnranked(0);
  if (failed(checkLocalResponse(node, 1)))
    return llvm::failure();
  auto &p = node.builder;
  Value dy = node.input(0), x = node.input(1), y = node.input(2);
  double alpha = node.number("alpha", 1), beta = node.number("beta", 0.5F);
  Value scale = localScale(node, x);
  Value direct = p.multiply(dy, p.power(scale, p.like(x, -beta)));
  Value shared = neighbors(node, p.divide(p.multiply(dy, y), scale));
  return node.set(
      p.subtract(direct, p.scale(p.multiply(x, shared), 2 * alpha * beta)));
}

void tensorflow::addBatchNormOps(OpTable &table) {
  table.addPartial(5, 0, normalize,
                   {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"});
  table.addPartial(
      5, 0, normalizeGradient,
      {"FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"});
  table.add(1, localResponse, {"LRN"});
  table.addPartial(3, 0, localResponseGradient, {"LRNGrad"});
}
