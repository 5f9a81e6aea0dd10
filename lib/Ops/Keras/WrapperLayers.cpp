//===- WrapperLayers.cpp - Layers that call another one -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Ops/Keras/RecurrentLayers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The results of both directions: outputs as the wrapper merges them, then the
/// states of the one and those of the other.
static FailureOr<Values> mergeDirections(LayerCall &call, const Values &there,
                                         const Values &back) {
  ProgramBuilder &b = call.builder;
  Value first = there.front(), second = back.front();
  StringRef mode = call.settings.word("merge_mode", "concat");
  Values results;
  if (!call.settings.get("merge_mode") && call.settings.all().get("merge_mode"))
    results = {first, second};
  else if (mode == "concat")
    results = {b.concatenate({first, second},
                             ProgramBuilder::typeOf(first).getRank() - 1)};
  else if (mode == "sum")
    results = {b.add(first, second)};
  else if (mode == "mul")
    results = {b.multiply(first, second)};
  else if (mode == "ave")
    results = {b.scale(b.add(first, second), 0.5)};
  else
    return call.failSetting("merge_mode", mode);
  results.append(there.begin() + 1, there.end());
  results.append(back.begin() + 1, back.end());
  return results;
}

static FailureOr<Values> bidirectional(LayerCall &call) {
  // Behind the sequences, half of the states are for each direction.
  llvm::ArrayRef<Value> states = llvm::ArrayRef(call.inputs).drop_front();
  Values forwardInputs = {call.input()}, backwardInputs = {call.input()};
  forwardInputs.append(states.begin(), states.begin() + states.size() / 2);
  backwardInputs.append(states.begin() + states.size() / 2, states.end());
  bool hasOwn = call.settings.get("backward_layer") != nullptr;
  std::optional<LayerCall> forward = callWithin(
      call, call.settings.get("layer"), call.path + "/forward", forwardInputs);
  std::optional<LayerCall> backward =
      callWithin(call, call.settings.get(hasOwn ? "backward_layer" : "layer"),
                 call.path + "/backward", backwardInputs);
  for (const std::optional<LayerCall> &inner : {forward, backward}) {
    if (!inner || !isRecurrent(inner->className))
      return call.failSetting("layer", inner ? inner->className : "");
  }
  FailureOr<Values> there = runRecurrent(*forward, /*isReversed=*/false);
  if (failed(there))
    return call.failAs(*forward);
  // A layer of its own says itself that it goes backwards.
  FailureOr<Values> back = runRecurrent(*backward, /*isReversed=*/!hasOwn);
  if (failed(back))
    return call.failAs(*backward);
  if (backward->settings.getBool("return_sequences", false))
    back->front() = call.builder.reverse(back->front(), {1});
  (void)call.failAs(*forward);
  FailureOr<Values> results = mergeDirections(call, *there, *back);
  if (failed(results) || !forward->settings.getBool("return_sequences", false))
    return results;
  size_t stateCount = there->size() + back->size() - 2;
  for (Value sequence : llvm::ArrayRef(*results).drop_back(stateCount))
    setMask(call, sequence, maskOf(call));
  return results;
}

/// Takes the steps of a sequence for examples.
static FailureOr<Values> timeDistributed(LayerCall &call) {
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  SmallVector<int64_t> shape(call.shape());
  SmallVector<int64_t> flat = {productOf({shape[0], shape[1]})};
  flat.append(shape.begin() + 2, shape.end());
  Values steps = {call.builder.reshape(call.input(), flat)};
  FailureOr<Values> results = llvm::failure();
  if (auto model = call.settings.all().getAs<graph::FunctionAttr>(
          graph::InnerFunctionSetting)) {
    results = call.context.runModel(model.getName(), steps);
  } else {
    std::optional<LayerCall> inner =
        callWithin(call, call.settings.get("layer"), call.path, steps);
    if (!inner || !layerTable().find(inner->className))
      return call.failSetting("layer", inner ? inner->className : "");
    results = callLayer(*inner);
    (void)call.failAs(*inner);
  }
  if (failed(results))
    return llvm::failure();
  for (Value &result : *results) {
    Shape made = ProgramBuilder::shapeOf(result);
    SmallVector<int64_t> split = {shape[0], shape[1]};
    split.append(made.begin() + 1, made.end());
    result = call.builder.reshape(result, split);
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Spectral normalization
//===----------------------------------------------------------------------===//

/// True for the weight of a layer that spectral normalization is of.
static bool isNormalized(const LayerCall &call, StringRef name) {
  return name == "kernel" || name == "embeddings" ||
         (call.kerasVersion >= 3 && name == "depthwise_kernel");
}

/// The vector that comes nearer to the first singular one with each step.
static FailureOr<Value> singularVector(LayerCall &call, int64_t size) {
  return call.state("vector_u", {1, size},
                    [](ProgramBuilder &b, Value key, RankedTensorType type) {
                      return drawTruncatedNormal(b, key, type, 0, 0.02);
                    });
}

/// Divides a kernel by about its greatest singular value, which some steps of
/// the power iteration find; one of zeros stays as it is.
static FailureOr<Value> dividedBySpectralNorm(LayerCall &call, Value kernel) {
  FailureOr<SmallVector<int64_t>> rounds =
      call.sizes("power_iterations", 1, 1, 1);
  Shape shape = ProgramBuilder::shapeOf(kernel);
  FailureOr<Value> old = singularVector(call, shape.back());
  if (failed(rounds) || failed(old))
    return llvm::failure();
  constexpr int64_t MostRounds = 100;
  if (rounds->front() > MostRounds)
    return call.failUnsupported("`power_iterations` is " +
                                llvm::Twine(rounds->front()) + "; at most " +
                                llvm::Twine(MostRounds) + " are supported");
  ProgramBuilder &b = call.builder;
  Value matrix =
      b.reshape(kernel, {productOf(shape.drop_back()), shape.back()});
  Value right = b.convert(*old, ProgramBuilder::elementOf(kernel)), left;
  for (int64_t i = 0; i < rounds->front(); ++i) {
    left = scaleToUnit(b, b.dotGeneral(right, matrix, {1}, {1}), {0, 1});
    right = scaleToUnit(b, b.dotGeneral(left, matrix, {1}, {0}), {0, 1});
  }
  Value norm =
      b.dotGeneral(b.dotGeneral(left, matrix, {1}, {0}), right, {1}, {1});
  Value size = b.reduce(b.maximum(kernel, b.negate(kernel)),
                        llvm::to_vector(llvm::seq<int64_t>(0, shape.size())),
                        Combination::Maximum);
  Value isZero = b.compare(size, b.like(size, 0), ComparisonDirection::EQ);
  right = b.convert(right, ProgramBuilder::elementOf(*old));
  call.setState("vector_u",
                b.select(b.broadcastTo(isZero, ProgramBuilder::shapeOf(right)),
                         *old, right));
  Value divided = b.divide(kernel, b.broadcastTo(b.reshape(norm, {}), shape));
  return b.select(b.broadcastTo(isZero, shape), kernel, divided);
}

/// A layer whose kernel is divided by its greatest singular value. Training
/// assigns it before it is used, and what is learned is the divided one;
/// elsewhere it is what it has become.
static FailureOr<Values> spectralNormalization(LayerCall &call) {
  std::optional<LayerCall> inner = callWithin(
      call, call.settings.get("layer"), call.path + "/layer", call.inputs);
  if (!inner || !layerTable().find(inner->className))
    return call.failSetting("layer", inner ? inner->className : "");
  bool isTrained = call.isTraining && call.builder.buildsOps();
  bool hasKernel = !isTrained;
  if (isTrained)
    inner->changeWeight = [&](StringRef name,
                              Value weight) -> FailureOr<Value> {
      if (!isNormalized(call, name))
        return weight;
      hasKernel = true;
      return dividedBySpectralNorm(call, weight);
    };
  FailureOr<Values> results = callLayer(*inner);
  (void)call.failAs(*inner);
  if (failed(results))
    return llvm::failure();
  if (!hasKernel)
    return call.fail(inner->className + " has no kernel to normalize");
  // Only training needs the vector.
  for (StringRef name : {"kernel", "embeddings", "depthwise_kernel"}) {
    auto kernel = call.context.weights.find(inner->path + "/" + name.str());
    if (kernel != call.context.weights.end() && isNormalized(call, name) &&
        failed(singularVector(call, kernel->second.getShape().back())))
      return llvm::failure();
  }
  return results;
}

void keras::addWrapperLayers(LayerTable &table) {
  table.add(spectralNormalization, {"SpectralNormalization"},
            LayerTraits::TakesIntegers);
  table.add(bidirectional, {"Bidirectional"});
  table.add(timeDistributed, {"TimeDistributed"},
            LayerTraits::TakesIntegers | LayerTraits::PassesMask);
}
