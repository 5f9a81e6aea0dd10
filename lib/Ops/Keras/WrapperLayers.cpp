//===- WrapperLayers.cpp - Layers that call another one -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/Graph/IR/KerasNodes.h"
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

/// A layer whose kernel is divided by its greatest singular value. Training
/// assigns it while a step is computed, which no program of a step does.
static FailureOr<Values> spectralNormalization(LayerCall &call) {
  std::optional<LayerCall> inner =
      callWithin(call, call.settings.get("layer"), call.path + "/layer",
                 call.inputs);
  if (!inner || !layerTable().find(inner->className))
    return call.failSetting("layer", inner ? inner->className : "");
  FailureOr<Values> results = callLayer(*inner);
  (void)call.failAs(*inner);
  if (failed(results))
    return llvm::failure();
  // A vector that only training needs.
  bool isTable = inner->className == "Embedding";
  auto kernel = call.context.weights.find(
      inner->path + (isTable ? "/embeddings" : "/kernel"));
  if (kernel != call.context.weights.end()) {
    int64_t last = kernel->second.getShape().back();
    if (failed(call.state("vector_u", {1, last}, 0)))
      return llvm::failure();
  }
  if (!call.isTraining)
    return results;
  if (failed(call.failDetail("it assigns its kernel while it is trained")))
    return llvm::failure();
  return results;
}

void keras::addWrapperLayers(LayerTable &table) {
  table.add(spectralNormalization, {"SpectralNormalization"},
            LayerTraits::TakesIntegers);
  table.add(bidirectional, {"Bidirectional"});
  table.add(timeDistributed, {"TimeDistributed"},
            LayerTraits::TakesIntegers | LayerTraits::PassesMask);
}
