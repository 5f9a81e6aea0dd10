//===- CoreLayers.cpp - Dense layers, embeddings, noise -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasLowering.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

FailureOr<Values> keras::passOn(KerasLowering &call) { return call.inputs; }

FailureOr<Values> keras::lowerDense(KerasLowering &call) {
  FailureOr<SmallVector<int64_t>> units = call.sizes("units", 1);
  if (failed(units) || failed(call.failIfSet("activity_regularizer")))
    return llvm::failure();
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  // Keras does this for no other layer.
  call.inputs.front() = call.builder.convert(call.input(), call.computeType);
  int64_t last = call.rank() - 1;
  FailureOr<Value> kernel =
      call.weight("kernel", {call.shape()[last], units->front()}, "kernel",
                  "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  Value result = call.builder.dotGeneral(call.input(), *kernel, {last}, {0});
  if (call.settings.getBool("use_bias", true)) {
    FailureOr<Value> bias = call.weight("bias", *units, "bias", "zeros");
    if (failed(bias))
      return llvm::failure();
    result = call.builder.add(
        result,
        call.builder.broadcastTo(*bias, ProgramBuilder::shapeOf(result)));
  }
  FailureOr<Value> activated = call.activate(result);
  if (failed(activated))
    return llvm::failure();
  return Values{*activated};
}

FailureOr<Values> keras::lowerEmbedding(KerasLowering &call) {
  FailureOr<SmallVector<int64_t>> rows = call.sizes("input_dim", 1);
  FailureOr<SmallVector<int64_t>> columns = call.sizes("output_dim", 1);
  if (failed(rows) || failed(columns) ||
      failed(call.failIfSet("activity_regularizer")))
    return llvm::failure();
  if (call.settings.getBool("mask_zero", false))
    return call.failUnsupported("mask_zero");
  FailureOr<Value> table = call.weight(
      "embeddings", {rows->front(), columns->front()}, "embeddings", "uniform");
  if (failed(table))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value numbers = b.convert(call.input(), b.builder().getI32Type());
  SmallVector<int64_t> shape(call.shape());
  int64_t rank = shape.size();
  shape.push_back(columns->front());
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{rank},
      /*collapsedSliceDims=*/{0}, /*operandBatchingDims=*/{},
      /*startIndicesBatchingDims=*/{}, /*startIndexMap=*/{0},
      /*indexVectorDim=*/rank);
  Value result = GatherOp::create(
      b.builder(), b.location(),
      RankedTensorType::get(shape, ProgramBuilder::elementOf(*table)), *table,
      numbers, dimensions, llvm::ArrayRef<int64_t>{1, columns->front()});
  return Values{result};
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static llvm::LogicalResult failRate(const KerasLowering &call, double rate) {
  return call.fail(
      llvm::formatv("`rate` is {0}, which is not between 0 and 1", rate).str());
}

/// The shape of a mask that is copied along the dimensions of 1.
static SmallVector<int64_t> maskShape(const KerasLowering &call) {
  SmallVector<int64_t> shape(call.shape());
  StringRef name = call.className;
  if (!name.consume_front("Spatial"))
    return shape;
  bool isFirst = call.isChannelsFirst();
  for (int64_t i = 1; i < int64_t(shape.size()); ++i) {
    bool isChannel = isFirst ? i == 1 : i + 1 == int64_t(shape.size());
    if (!isChannel)
      shape[i] = 1;
  }
  return shape;
}

FailureOr<Values> keras::lowerDropout(KerasLowering &call) {
  double rate = call.settings.number("rate", 0);
  if (rate < 0 || rate > 1)
    return failRate(call, rate);
  if (failed(call.failIfSet("noise_shape")))
    return llvm::failure();
  if (rate == 0 || !call.isTraining)
    return call.inputs;
  ProgramBuilder &b = call.builder;
  if (rate == 1)
    return Values{b.like(call.input(), 0)};
  return Values{dropout(b, call.module.drawKey(b.location()), call.input(),
                        rate, maskShape(call))};
}

FailureOr<Values> keras::lowerNoise(KerasLowering &call) {
  ProgramBuilder &b = call.builder;
  auto type = RankedTensorType::get(call.shape(), call.computeType);
  bool isFactor = call.className == "GaussianDropout";
  double rate = call.settings.number("rate", 0);
  if (isFactor && (rate < 0 || rate >= 1))
    return failRate(call, rate);
  double deviation = isFactor ? std::sqrt(rate / (1 - rate))
                              : call.settings.number("stddev", 0);
  if (deviation == 0 || !call.isTraining)
    return call.inputs;
  Value noise = drawNormal(b, call.module.drawKey(b.location()), type,
                           isFactor ? 1 : 0, deviation);
  return Values{isFactor ? b.multiply(call.input(), noise)
                         : b.add(call.input(), noise)};
}

FailureOr<Values> keras::lowerRescaling(KerasLowering &call) {
  std::optional<double> scale = numberOf(call.settings.get("scale"));
  if (!scale)
    return call.fail("`scale` is not a number");
  ProgramBuilder &b = call.builder;
  Value scaled = b.scale(b.convert(call.input(), call.computeType), *scale);
  double offset = call.settings.number("offset", 0);
  return Values{offset == 0 ? scaled : b.add(scaled, b.like(scaled, offset))};
}
