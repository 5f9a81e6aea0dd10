//===- CoreLayers.cpp - Dense layers, embeddings, noise -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Support/MLIR.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static FailureOr<Values> passOn(LayerCall &call) { return call.inputs; }

static Value sizeOfAll(ProgramBuilder &b, Value values) {
  int64_t rank = ProgramBuilder::typeOf(values).getRank();
  return b.mean(absolute(b, values),
                llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

/// The signs of what is above a threshold, half of the mean size unless it is
/// given. Its derivative is that of the kernel itself.
static Value ternaryKernel(LayerCall &call, Value kernel) {
  ProgramBuilder &b = call.builder;
  std::optional<double> given = numberOf(call.settings.get("threshold"));
  Value threshold = given ? b.like(kernel, *given)
                          : b.broadcastTo(b.scale(sizeOfAll(b, kernel), 0.5),
                                          ProgramBuilder::shapeOf(kernel));
  Value isLarge =
      b.compare(absolute(b, kernel), threshold, ComparisonDirection::GT);
  Value signs = b.select(isLarge, b.unary<SignOp>(kernel), b.like(kernel, 0));
  return b.add(kernel,
               derivative::mark(b.subtract(signs, kernel), derivative::Zero));
}

static FailureOr<Values> dense(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> units = call.sizes("units", 1);
  if (failed(units))
    return llvm::failure();
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  if (call.settings.get("lora_rank") && failed(call.failWeights("lora_rank")))
    return llvm::failure();
  // Keras does this for no other layer.
  call.inputs.front() = call.builder.convert(call.input(), call.computeType);
  int64_t last = call.rank() - 1;
  FailureOr<Value> kernel =
      call.weight("kernel", {call.shape()[last], units->front()}, "kernel",
                  "glorot_uniform");
  if (failed(kernel))
    return llvm::failure();
  bool isTernary = call.className == "TernaryDense";
  Value result = call.builder.dotGeneral(
      call.input(), isTernary ? ternaryKernel(call, *kernel) : *kernel, {last},
      {0});
  if (isTernary && !call.settings.get("threshold"))
    result = call.builder.multiply(
        result, call.builder.broadcastTo(sizeOfAll(call.builder, *kernel),
                                         ProgramBuilder::shapeOf(result)));
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

/// The likeness of vectors to each row of a table, where a call asks for it;
/// nothing for other calls.
static FailureOr<Values> reversedEmbedding(LayerCall &call, Value table) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(table);
  bool isTied = call.settings.getBool("tie_weights", true);
  FailureOr<Value> rows = table;
  if (!isTied)
    rows = call.weight("reverse_embeddings", {shape[1], shape[0]}, "embeddings",
                       "uniform");
  if (failed(rows))
    return llvm::failure();
  if (!call.arguments.getBool("reverse", false))
    return Values{};
  if (call.settings.get("reverse_dtype"))
    return call.failSetting("reverse_dtype");
  int64_t last = call.rank() - 1;
  if (disagree(call.shape()[last], shape[1]))
    return call.fail("inputs have " + llvm::Twine(call.shape()[last]) +
                     " features, and the table has rows of " +
                     llvm::Twine(shape[1]));
  Value scores = b.dotGeneral(call.input(), *rows, {last}, {isTied ? 1 : 0});
  if (std::optional<double> cap = numberOf(call.settings.get("logit_soft_cap")))
    scores = b.scale(b.tanh(b.scale(scores, 1 / *cap)), *cap);
  return Values{scores};
}

static FailureOr<Values> embedding(LayerCall &call) {
  FailureOr<SmallVector<int64_t>> rows = call.sizes("input_dim", 1);
  FailureOr<SmallVector<int64_t>> columns = call.sizes("output_dim", 1);
  if (failed(rows) || failed(columns))
    return llvm::failure();
  FailureOr<Value> table = call.weight(
      "embeddings", {rows->front(), columns->front()}, "embeddings", "uniform");
  if (failed(table))
    return llvm::failure();
  if (call.className == "ReversibleEmbedding") {
    FailureOr<Values> scores = reversedEmbedding(call, *table);
    if (failed(scores) || !scores->empty())
      return scores;
  }
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
  Value result =
      b.gather(*table, numbers, shape, dimensions, {1, columns->front()});
  if (b.buildsOps() && call.settings.getBool("mask_zero", false))
    setMask(call, result, maskOfNumbers(b, numbers));
  return Values{result};
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static llvm::LogicalResult failRate(LayerCall &call, double rate) {
  return call.fail(
      llvm::formatv("`rate` is {0}, which is not between 0 and 1", rate).str());
}

/// The shape of a mask that is copied along the dimensions of 1.
static SmallVector<int64_t> maskShape(LayerCall &call) {
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

static FailureOr<Values> dropout(LayerCall &call) {
  double rate = call.settings.number("rate", 0);
  if (rate < 0 || rate > 1)
    return failRate(call, rate);
  if (failed(call.failIfSet("noise_shape")))
    return llvm::failure();
  if (rate == 0 || !call.drawsNumbers())
    return call.inputs;
  ProgramBuilder &b = call.builder;
  if (rate == 1)
    return Values{b.like(call.input(), 0)};
  return Values{stablehlo::dropout(b, call.drawKey(), call.input(), rate,
                                   maskShape(call))};
}

/// Dropout that keeps mean and variance of what SELU returns.
static FailureOr<Values> alphaDropout(LayerCall &call) {
  double rate = call.settings.number("rate", 0);
  if (rate < 0 || rate > 1)
    return failRate(call, rate);
  if (failed(call.failIfSet("noise_shape")))
    return llvm::failure();
  if (rate == 0 || rate == 1 || !call.drawsNumbers())
    return call.inputs;
  // The value of SELU far to the left.
  constexpr double Least = -1.7580993408473766;
  double factor = 1 / std::sqrt((1 - rate) * (1 + rate * Least * Least));
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  Value kept = b.select(drawKept(b, call.drawKey(), rate, call.shape()), x,
                        b.like(x, Least));
  Value scaled = b.scale(kept, factor);
  return Values{b.add(scaled, b.like(scaled, -factor * Least * rate))};
}

/// Passes on what it punishes.
static FailureOr<Values> activityRegularization(LayerCall &call) {
  // Written as a regularizer among the settings of other layers.
  double l1 = call.settings.number("l1", 0), l2 = call.settings.number("l2", 0);
  if (call.settings.get("activity_regularizer") || (l1 == 0 && l2 == 0))
    return call.inputs;
  mlir::Builder &b = call.builder.builder();
  auto numbers =
      b.getDictionaryAttr({b.getNamedAttr("l1", b.getF64FloatAttr(l1)),
                           b.getNamedAttr("l2", b.getF64FloatAttr(l2))});
  mlir::NamedAttrList settings(call.settings.all());
  settings.set("activity_regularizer",
               b.getDictionaryAttr(
                   {b.getNamedAttr("class_name", b.getStringAttr("L1L2")),
                    b.getNamedAttr("config", numbers)}));
  call.settings = Settings(settings.getDictionary(b.getContext()));
  return call.inputs;
}

static FailureOr<Values> noise(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  auto type = RankedTensorType::get(call.shape(), call.computeType);
  bool isFactor = call.className == "GaussianDropout";
  double rate = call.settings.number("rate", 0);
  if (isFactor && (rate < 0 || rate >= 1))
    return failRate(call, rate);
  double deviation = isFactor ? std::sqrt(rate / (1 - rate))
                              : call.settings.number("stddev", 0);
  if (deviation == 0 || !call.drawsNumbers())
    return call.inputs;
  Value noise =
      drawNormal(b, call.drawKey(), type, isFactor ? 1 : 0, deviation);
  return Values{isFactor ? b.multiply(call.input(), noise)
                         : b.add(call.input(), noise)};
}

static FailureOr<Values> rescaling(LayerCall &call) {
  std::optional<double> scale = numberOf(call.settings.get("scale"));
  if (!scale)
    return call.failUnsupported("`scale` is not a number");
  ProgramBuilder &b = call.builder;
  Value scaled = b.scale(b.convert(call.input(), call.computeType), *scale);
  double offset = call.settings.number("offset", 0);
  return Values{offset == 0 ? scaled : b.add(scaled, b.like(scaled, offset))};
}

void keras::addCoreLayers(LayerTable &table) {
  table.add(activityRegularization, {"ActivityRegularization"},
            LayerTraits::PassesMask);
  table.add(alphaDropout, {"AlphaDropout"}, LayerTraits::PassesMask);
  table.add(dense, {"Dense", "TernaryDense"},
            LayerTraits::TakesIntegers | LayerTraits::PassesMask);
  table.add(
      dropout,
      {"Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D"},
      LayerTraits::PassesMask);
  table.add(embedding, {"Embedding", "ReversibleEmbedding"},
            LayerTraits::TakesIntegers);
  table.add(noise, {"GaussianDropout", "GaussianNoise"},
            LayerTraits::PassesMask);
  table.add(passOn, {"Identity"},
            LayerTraits::TakesIntegers | LayerTraits::PassesMask);
  table.add(rescaling, {"Rescaling"},
            LayerTraits::TakesIntegers | LayerTraits::PassesMask);
}
