//===- BlurredImages.cpp - Images that are blurred at random --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The weights of distances in a Gaussian, which ends at a reach.
static Value gaussianOf(ProgramBuilder &b, Value distances,
                        const GaussianBlur &blur) {
  Shape shape = ProgramBuilder::shapeOf(distances);
  Value size = b.maximum(distances, b.negate(distances));
  Value isReached = b.compare(size, b.broadcastTo(blur.reach, shape),
                              ComparisonDirection::LE);
  Value share = b.divide(distances, b.broadcastTo(blur.deviation, shape));
  Value weight = b.exponential(b.scale(b.multiply(share, share), -0.5));
  return b.select(isReached, weight, b.like(weight, 0));
}

Value keras::blurAlong(ProgramBuilder &b, Value images, int64_t dimension,
                       const GaussianBlur &blur) {
  mlir::Type element = ProgramBuilder::elementOf(blur.deviation);
  int64_t size = ProgramBuilder::shapeOf(images)[dimension];
  // A line is multiplied by what each of its pixels gives to each other one.
  auto square = RankedTensorType::get({size, size}, element);
  Value matrix =
      gaussianOf(b, b.subtract(b.iota(square, 0), b.iota(square, 1)), blur);
  auto line = RankedTensorType::get({2 * blur.mostReach + 1}, element);
  Value distances = b.iota(line, 0);
  distances = b.subtract(
      distances, b.like(distances, static_cast<double>(blur.mostReach)));
  Value total = b.sumOfAll(gaussianOf(b, distances, blur));
  matrix = b.divide(matrix, b.broadcastTo(total, square.getShape()));
  Value blurred =
      b.dotGeneral(images, b.convert(matrix, ProgramBuilder::elementOf(images)),
                   {dimension}, {1});
  // The product has the dimension at its end.
  int64_t rank = ProgramBuilder::typeOf(images).getRank();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1));
  order.insert(order.begin() + dimension, rank - 1);
  return b.transpose(blurred, order);
}

/// Odd sizes, and the same in both directions.
static FailureOr<int64_t> kernelSize(LayerCall &call) {
  std::optional<SmallVector<int64_t>> sizes =
      call.settings.integers("kernel_size", 2);
  if (!call.settings.get("kernel_size"))
    sizes = {3, 3};
  if (!sizes)
    return call.failSetting("kernel_size");
  for (int64_t size : *sizes) {
    if (size < 1 || size % 2 == 0)
      return call.fail("`kernel_size` is " + llvm::Twine(size) +
                       "; an odd number is required");
  }
  constexpr int64_t MostSize = 1 << 20;
  if (sizes->front() != sizes->back() || sizes->front() > MostSize)
    return call.failUnsupported("`kernel_size` is " +
                                mismatch::shapeText(*sizes) +
                                "; equal sizes are supported");
  return sizes->front();
}

namespace {
struct BlurOptions {
  int64_t size = 3;
  NumberRange factor, sigma, values;
};
} // namespace

static FailureOr<BlurOptions> readBlur(LayerCall &call) {
  FailureOr<int64_t> size = kernelSize(call);
  FailureOr<NumberRange> factor = positiveRange(call, "factor", {0, 1}, {0, 1});
  FailureOr<NumberRange> sigma = positiveRange(call, "sigma", {0, 1}, {0, 1});
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(size) || failed(factor) || failed(sigma) || failed(values))
    return llvm::failure();
  return BlurOptions{*size, *factor, *sigma, *values};
}

static FailureOr<Value> randomGaussianBlur(LayerCall &call,
                                           const BlurOptions &options) {
  ProgramBuilder &b = call.builder;
  Value isChosen = drawChosen(call, options.factor);
  SpatialLayout layout = imageLayout(call);
  Value x = call.input();
  GaussianBlur blur;
  blur.mostReach = options.size / 2;
  // One deviation across and one down, for all images of a batch.
  for (unsigned axis : {1, 0}) {
    blur.deviation = drawForBatch(call, options.sigma);
    blur.deviation = b.add(blur.deviation, b.like(blur.deviation, 1e-6));
    blur.reach = b.like(blur.deviation, static_cast<double>(blur.mostReach));
    x = blurAlong(b, x, layout.dimension(axis), blur);
  }
  return clipTo(b, b.select(isChosen, x, call.input()), options.values);
}

void keras::addBlurredImages(LayerTable &table) {
  table.add(whileTraining<readBlur, randomGaussianBlur>, {"RandomGaussianBlur"},
            LayerTraits::TakesIntegers);
}
