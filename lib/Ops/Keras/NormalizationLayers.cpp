//===- NormalizationLayers.cpp - Means and variances taken out ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// Applies the weights gamma and beta, as far as the layer has them.
static FailureOr<Value> scaleAndCenter(LayerCall &call, Value x, Shape sizes,
                                       Shape dimensions) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(x);
  if (call.settings.getBool("scale", true)) {
    FailureOr<Value> gamma = call.weight("gamma", sizes, "gamma", "ones");
    if (failed(gamma))
      return llvm::failure();
    x = b.multiply(x, b.broadcast(*gamma, shape, dimensions));
  }
  if (call.settings.getBool("center", true)) {
    FailureOr<Value> beta = call.weight("beta", sizes, "beta", "zeros");
    if (failed(beta))
      return llvm::failure();
    x = b.add(x, b.broadcast(*beta, shape, dimensions));
  }
  return x;
}

static FailureOr<Values> batchNormalization(LayerCall &call) {
  const Settings &settings = call.settings;
  std::optional<SmallVector<int64_t>> axes = settings.list("axis");
  if (settings.get("axis") && (!axes || axes->size() != 1))
    return call.failUnsupported("`axis` is not one integer");
  int64_t axis = axes ? axes->front() : -1;
  std::optional<int64_t> channel = call.dimension(axis);
  if (!channel)
    return call.fail(mismatch::axis(axis, call.rank()));
  if (*channel == 0)
    return call.failUnsupported("`axis` is that of the batch");
  if (settings.getBool("renorm", false) && failed(call.failWeights("renorm")))
    return llvm::failure();
  if (failed(call.failIfSet("virtual_batch_size")))
    return llvm::failure();
  SmallVector<int64_t> over = otherDimensions(call.rank(), *channel);
  ProgramBuilder &b = call.builder;
  int64_t size = call.shape()[*channel];
  // Statistics have more digits than what is normalized.
  Value x = b.convert(call.input(), call.variableType);
  FailureOr<Value> oldMean = call.state("moving_mean", size, 0);
  FailureOr<Value> oldVariance = call.state("moving_variance", size, 1);
  if (failed(oldMean) || failed(oldVariance))
    return llvm::failure();
  Statistics statistics = {*oldMean, *oldVariance};
  if (call.isTrainable && call.isTraining && b.buildsOps()) {
    statistics = statisticsOf(b, x, over);
    double momentum = settings.number("momentum", 0.99);
    double examples =
        static_cast<double>(ProgramBuilder::typeOf(x).getNumElements() /
                            std::max<int64_t>(size, 1));
    // Keras 2 keeps the variance of the population where it calls the fused
    // operation.
    bool isFused = call.kerasVersion < 3 && call.rank() >= 4 &&
                   call.rank() <= 5 && examples > 1;
    double correction = isFused ? examples / (examples - 1) : 1;
    auto move = [&](StringRef name, Value old, Value current) {
      call.setState(
          name, b.add(b.scale(old, momentum), b.scale(current, 1 - momentum)));
    };
    move("moving_mean", *oldMean, statistics.mean);
    move("moving_variance", *oldVariance,
         b.scale(statistics.variance, correction));
  }
  Value normal =
      normalize(b, x, statistics, *channel, settings.number("epsilon", 1e-3));
  FailureOr<Value> result =
      scaleAndCenter(call, b.convert(normal, call.computeType), size, *channel);
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

/// Divides by deviations and leaves means where they are.
static FailureOr<Values> scaledByDeviation(LayerCall &call, Value x,
                                           Value variance, Shape over,
                                           double epsilon) {
  ProgramBuilder &b = call.builder;
  FailureOr<Value> gamma =
      call.weight("gamma", call.sizesOf(over), "gamma", "ones");
  if (failed(gamma))
    return llvm::failure();
  Value factor = b.rsqrt(b.add(variance, b.like(variance, epsilon)));
  Value normal = b.multiply(
      x, b.broadcast(factor, call.shape(), otherDimensions(call.rank(), over)));
  return Values{b.multiply(b.convert(normal, call.computeType),
                           b.broadcast(*gamma, call.shape(), over))};
}

static FailureOr<Values> layerNormalization(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> over = call.dimensions("axis");
  if (failed(over))
    return llvm::failure();
  SmallVector<int64_t> kept = otherDimensions(call.rank(), *over);
  ProgramBuilder &b = call.builder;
  Value x = b.convert(call.input(), call.variableType);
  Statistics statistics = statisticsOf(b, x, *over);
  double epsilon = call.settings.number("epsilon", 1e-3);
  if (call.settings.getBool("rms_scaling", false))
    return scaledByDeviation(call, x, statistics.variance, *over, epsilon);
  Value normal = normalize(b, x, statistics, kept, epsilon);
  FailureOr<Value> result = scaleAndCenter(
      call, b.convert(normal, call.computeType), call.sizesOf(*over), *over);
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

/// Lets the sum of the squares along some axes be 1.
static FailureOr<Values> unitNormalization(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> over = call.dimensions("axis");
  if (failed(over))
    return llvm::failure();
  return Values{scaleToUnit(call.builder, call.input(), *over)};
}

static FailureOr<Values> rmsNormalization(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> over = call.dimensions("axis");
  if (failed(over))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = b.convert(call.input(), call.variableType);
  Value square = b.mean(b.multiply(x, x), *over);
  Value factor = b.rsqrt(
      b.add(square, b.like(square, call.settings.number("epsilon", 1e-6))));
  Value normal =
      b.multiply(x, b.broadcast(factor, call.shape(),
                                otherDimensions(call.rank(), *over)));
  FailureOr<Value> scale =
      call.weight("scale", call.sizesOf(*over), "scale", "ones");
  if (failed(scale))
    return llvm::failure();
  return Values{b.multiply(b.convert(normal, call.computeType),
                           b.broadcast(*scale, call.shape(), *over))};
}

static FailureOr<Values> groupNormalization(LayerCall &call) {
  std::optional<int64_t> channel =
      call.dimension(call.settings.integer("axis", -1));
  if (!channel)
    return call.fail(
        mismatch::axis(call.settings.integer("axis", -1), call.rank()));
  if (*channel == 0)
    return call.failUnsupported("`axis` is that of the batch");
  int64_t size = call.shape()[*channel];
  int64_t groups = call.settings.integer("groups", 32);
  // Each channel is a group.
  if (groups == -1)
    groups = isKnown(size) ? size : 1;
  if (groups < 1 || (isKnown(size) && size % groups != 0))
    return call.fail(mismatch::groups(size, groups));
  ProgramBuilder &b = call.builder;
  Value x = b.convert(call.input(), call.variableType);
  Value normal = normalizeGroups(b, x, *channel, groups,
                                 call.settings.number("epsilon", 1e-3));
  FailureOr<Value> result =
      scaleAndCenter(call, b.convert(normal, call.computeType), size, *channel);
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

void keras::addNormalizationLayers(LayerTable &table) {
  table.add(batchNormalization, {"BatchNormalization"},
            LayerTraits::PassesMask);
  table.add(batchNormalization, {"BatchNormalizationV1", "BatchNormalizationV2",
                                 "SyncBatchNormalization"});
  table.add(groupNormalization, {"GroupNormalization"},
            LayerTraits::PassesMask);
  table.add(layerNormalization, {"LayerNormalization"},
            LayerTraits::PassesMask);
  table.add(rmsNormalization, {"RMSNormalization"}, LayerTraits::PassesMask);
  table.add(unitNormalization, {"UnitNormalization"}, LayerTraits::PassesMask);
}
