//===- KernelizedLayers.cpp - Kernel methods as layers --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static constexpr double Pi = 3.14159265358979323846;

/// Which random directions a kernel has: those of a Gaussian kernel are normal,
/// those of a Laplacian one are Cauchy's. None for a name that Keras refuses.
static std::optional<Initializer> directionsOf(LayerCall &call,
                                               StringRef name) {
  if (name.equals_insensitive("gaussian"))
    return [](ProgramBuilder &b, Value key, RankedTensorType type) {
      return drawNormal(b, key, type, 0, 1);
    };
  if (name.equals_insensitive("laplacian"))
    return [](ProgramBuilder &b, Value key, RankedTensorType type) -> Value {
      Value angle = drawUniform(b, key, type, -Pi / 2, Pi / 2);
      return b.divide(b.function<SineOp>(angle), b.function<CosineOp>(angle));
    };
  return std::nullopt;
}

/// The features of a kernel that is approximated: cosines of random
/// projections, of which nothing but a scale is learned.
static FailureOr<Values> randomFourierFeatures(LayerCall &call) {
  if (failed(call.expectRank(2)))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> units = call.sizes("output_dim", 1);
  if (failed(units))
    return llvm::failure();
  int64_t features = call.shape().back();
  mlir::Attribute given = call.settings.get("kernel_initializer");
  StringRef name = call.settings.word("kernel_initializer", "gaussian");
  std::optional<Initializer> directions;
  if (!given || llvm::isa<mlir::StringAttr>(given)) {
    directions = directionsOf(call, name);
    if (!directions)
      return call.fail("`kernel_initializer` is `" + name +
                       "`; `gaussian` or `laplacian` is required");
  }
  bool isGaussian = directions && name.equals_insensitive("gaussian");
  double scale = call.settings.number(
      "scale", isGaussian ? std::sqrt(static_cast<double>(features) / 2) : 1);
  if (call.settings.get("scale") && scale <= 0)
    return call.fail("`scale` is not a number greater than 0");
  // Keras holds the scale to what it may be.
  mlir::OpBuilder &builder = call.builder.builder();
  mlir::NamedAttrList settings(call.settings.all());
  settings.set("kernel_scale_constraint", builder.getStringAttr("NonNeg"));
  call.settings = Settings(settings.getDictionary(builder.getContext()));

  FailureOr<Value> factor = call.weight(
      "kernel_scale", {1}, "kernel_scale", "ones",
      [scale](ProgramBuilder &b, Value, RankedTensorType type) -> Value {
        return b.splat(type, scale);
      });
  if (failed(factor))
    return llvm::failure();
  bool isTrainable = std::exchange(call.isTrainable, false);
  FailureOr<Value> kernel =
      call.weight("unscaled_kernel", {features, units->front()}, "kernel",
                  "zeros", directions.value_or(Initializer()));
  FailureOr<Value> bias =
      call.weight("bias", {units->front()}, "bias", "zeros",
                  [](ProgramBuilder &b, Value key, RankedTensorType type) {
                    return drawUniform(b, key, type, 0, 2 * Pi);
                  });
  call.isTrainable = isTrainable;
  if (failed(kernel) || failed(bias))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value scaled = b.divide(
      *kernel, b.broadcastTo(*factor, ProgramBuilder::shapeOf(*kernel)));
  Value places = b.dotGeneral(call.input(), scaled, {1}, {0});
  places = b.add(places, b.broadcastTo(*bias, ProgramBuilder::shapeOf(places)));
  return Values{b.function<CosineOp>(places)};
}

void keras::addKernelizedLayers(LayerTable &table) {
  table.add(randomFourierFeatures, {"RandomFourierFeatures"});
}
