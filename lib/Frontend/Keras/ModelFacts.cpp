//===- ModelFacts.cpp - Shapes and weights of a Keras model ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/ModelFacts.h"
#include "Frontend/Keras/Settings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::keras;

namespace {
/// Walks over the calls of a model, each when its inputs are known.
class Inference {
public:
  Inference(const Model &model, ArrayRef<Shape> inputs, const Tables &tables,
            uint64_t &visits)
      : model(model), given(inputs), tables(tables), visits(visits) {
    facts.layers.resize(model.layers.size());
    facts.models.resize(model.layers.size());
  }

  ModelFacts run();

private:
  /// A call of a layer by their numbers.
  struct Place {
    unsigned layer;
    unsigned call;
  };

  void runSequential();
  void runFunctional();
  void visit(Place place, ArrayRef<Shape> inputs,
             ArrayRef<StringRef> arguments);
  void visitCall(Place place);
  std::optional<Place> placeOf(const TensorRef &tensor) const;
  Shape shapeOf(const TensorRef &tensor) const;
  Shape inputOf(unsigned layer) const;
  void sum();

  const Model &model;
  ArrayRef<Shape> given;
  const Tables &tables;
  /// How many calls are still looked at. Models that call the model in them
  /// twice have more than anyone waits for.
  uint64_t &visits;
  ModelFacts facts;
  llvm::StringMap<unsigned> numbers;
};
} // namespace

/// Infers one call of a layer, and with the first one its weights.
void Inference::visit(Place place, ArrayRef<Shape> inputs,
                      ArrayRef<StringRef> arguments) {
  const Layer &layer = model.layers[place.layer];
  LayerFacts &out = facts.layers[place.layer];
  if (out.outputs.size() <= place.call)
    out.outputs.resize(place.call + 1);
  if (visits == 0)
    return;
  --visits;
  if (!layer.model) {
    out.outputs[place.call] = inferOutputs(layer, inputs, tables);
    if (!out.window)
      out.window = findOversizedWindow(layer, inputs, tables);
    if (place.call == 0)
      out.weights = countWeights(layer, inputs, arguments, tables);
    return;
  }
  ModelFacts inner = Inference(*layer.model, inputs, tables, visits).run();
  out.outputs[place.call] = inner.outputs;
  if (place.call != 0)
    return;
  out.weights = inner.weights;
  if (out.weights && !flagSetting(layer, "trainable", true))
    out.weights = WeightCount{0, out.weights->total()};
  facts.models[place.layer] = std::make_unique<ModelFacts>(std::move(inner));
}

//===----------------------------------------------------------------------===//
// Sequential models
//===----------------------------------------------------------------------===//

void Inference::runSequential() {
  Shape current = given.empty() ? Shape() : given.front();
  for (auto [number, layer] : llvm::enumerate(model.layers)) {
    Shape declared = declaredShape(layer);
    // What the model is called with is known better than what it declares.
    if (number == 0 && !current)
      current = declared;
    const KerasLayers::Row *known = findLayerClass(layer, tables);
    bool isInput = known && known->family == KerasLayers::Family::Input;
    unsigned index = number;
    visit({index, 0}, {current}, {StringRef()});
    ArrayRef<Shape> outputs = facts.layers[number].outputs.front();
    if (isInput && current)
      facts.layers[number].outputs.front() = {current};
    else
      current = outputs.size() == 1 ? outputs.front() : Shape();
  }
  facts.outputs = {current};
}

//===----------------------------------------------------------------------===//
// Graphs of layers
//===----------------------------------------------------------------------===//

std::optional<Inference::Place>
Inference::placeOf(const TensorRef &tensor) const {
  auto found = numbers.find(tensor.layer.text);
  if (found == numbers.end())
    return std::nullopt;
  unsigned calls =
      std::max<size_t>(1, model.layers[found->second].calls.size());
  if (tensor.call >= int64_t(calls))
    return std::nullopt;
  return Place{found->second, static_cast<unsigned>(tensor.call)};
}

Shape Inference::shapeOf(const TensorRef &tensor) const {
  std::optional<Place> place = placeOf(tensor);
  if (!place)
    return std::nullopt;
  const auto &calls = facts.layers[place->layer].outputs;
  if (place->call >= calls.size() ||
      tensor.output >= int64_t(calls[place->call].size()))
    return std::nullopt;
  return calls[place->call][tensor.output];
}

/// What the model was called with for an input layer, or what that declares.
Shape Inference::inputOf(unsigned layer) const {
  StringRef name = model.layers[layer].name.text;
  for (auto [shape, input] : llvm::zip(given, model.inputs)) {
    if (input.layer.text == name && shape)
      return shape;
  }
  return declaredShape(model.layers[layer]);
}

void Inference::visitCall(Place place) {
  const Layer &layer = model.layers[place.layer];
  if (layer.calls.size() <= place.call) {
    // An input, which nothing calls.
    facts.layers[place.layer].outputs = {{inputOf(place.layer)}};
    facts.layers[place.layer].weights = countWeights(layer, {}, {}, tables);
    return;
  }
  llvm::SmallVector<Shape, 2> inputs;
  llvm::SmallVector<StringRef, 2> arguments;
  for (const TensorRef &tensor : layer.calls[place.call].inputs) {
    inputs.push_back(shapeOf(tensor));
    arguments.push_back(tensor.argument);
  }
  visit(place, inputs, arguments);
}

void Inference::runFunctional() {
  // Each call waits for its inputs, so that the order of the file is free.
  for (auto [number, layer] : llvm::enumerate(model.layers))
    numbers.try_emplace(layer.name.text, number);
  std::vector<std::vector<unsigned>> waiting(model.layers.size());
  std::vector<std::vector<llvm::SmallVector<Place, 1>>> users(
      model.layers.size());
  std::vector<Place> ready;
  for (unsigned number = 0; number < model.layers.size(); ++number) {
    const Layer &layer = model.layers[number];
    size_t calls = std::max<size_t>(1, layer.calls.size());
    waiting[number].resize(calls);
    users[number].resize(calls);
  }
  for (unsigned number = 0; number < model.layers.size(); ++number) {
    const Layer &layer = model.layers[number];
    for (unsigned call = 0; call < waiting[number].size(); ++call) {
      if (call < layer.calls.size()) {
        for (const TensorRef &tensor : layer.calls[call].inputs) {
          std::optional<Place> producer = placeOf(tensor);
          if (!producer)
            continue;
          ++waiting[number][call];
          users[producer->layer][producer->call].push_back({number, call});
        }
      }
      if (waiting[number][call] == 0)
        ready.push_back({number, call});
    }
  }
  while (!ready.empty()) {
    Place place = ready.back();
    ready.pop_back();
    visitCall(place);
    for (Place user : users[place.layer][place.call]) {
      if (--waiting[user.layer][user.call] == 0)
        ready.push_back(user);
    }
  }
  for (const TensorRef &output : model.outputs)
    facts.outputs.push_back(shapeOf(output));
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

void Inference::sum() {
  WeightCount total;
  for (const LayerFacts &layer : facts.layers) {
    if (!layer.weights)
      return;
    std::optional<int64_t> trainable =
        llvm::checkedAdd(total.trainable, layer.weights->trainable);
    std::optional<int64_t> fixed =
        llvm::checkedAdd(total.fixed, layer.weights->fixed);
    if (!trainable || !fixed)
      return;
    total = {*trainable, *fixed};
  }
  facts.weights = total;
}

ModelFacts Inference::run() {
  if (model.kind == ModelKind::Other)
    return std::move(facts);
  if (model.kind == ModelKind::Sequential)
    runSequential();
  else
    runFunctional();
  sum();
  return std::move(facts);
}

ModelFacts keras::inferModel(const Model &model, ArrayRef<Shape> inputs,
                             const Tables &tables) {
  uint64_t visits = 1'000'000;
  return Inference(model, inputs, tables, visits).run();
}
