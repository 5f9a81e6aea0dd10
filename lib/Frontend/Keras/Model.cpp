//===- Model.cpp - Keras models -------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/Model.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::keras;

Name keras::nameOf(const json::Value *value) {
  if (!value || !value->isString())
    return {};
  return {value->text, value->range};
}

bool keras::isModelClass(StringRef className) {
  return llvm::is_contained({"Sequential", "Functional", "Model"}, className);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// `["layer", call, output]`, in Keras 2 with more arguments behind. What
/// stands for a constant has the call -1.
static bool readTensorRef(const json::Value &value, TensorRef &tensor) {
  if (!value.isArray() || value.elements.size() < 3 ||
      !value.elements[0].isString())
    return false;
  std::optional<int64_t> call = value.elements[1].integer();
  std::optional<int64_t> output = value.elements[2].integer();
  if (!call || !output || *call < 0 || *output < 0)
    return false;
  tensor.layer = nameOf(&value.elements[0]);
  tensor.call = *call;
  tensor.output = *output;
  tensor.range = value.range;
  return true;
}

/// The place of a tensor in the form of Keras 3, or null.
static const json::Value *historyOf(const json::Value &value) {
  const json::Value *className = value.find("class_name");
  if (!className || className->text != "__keras_tensor__")
    return nullptr;
  const json::Value *config = value.find("config");
  return config ? config->find("keras_history") : nullptr;
}

/// Adds the tensors in the arguments of a call, at whatever depth they are.
static void collectTensors(const json::Value &value, StringRef argument,
                           llvm::SmallVectorImpl<TensorRef> &tensors) {
  TensorRef tensor;
  if (const json::Value *history = historyOf(value)) {
    if (readTensorRef(*history, tensor)) {
      tensor.argument = argument;
      tensors.push_back(tensor);
    }
    return;
  }
  llvm::ArrayRef<json::Value> elements = value.elements;
  if (readTensorRef(value, tensor)) {
    tensor.argument = argument;
    tensors.push_back(tensor);
    elements = elements.drop_front(3);
  }
  for (const json::Value &element : elements)
    collectTensors(element, argument, tensors);
  for (const json::Member &member : value.members)
    collectTensors(member.value,
                   member.key == "args" || member.key == "kwargs" ? argument
                                                                  : member.key,
                   tensors);
}

static bool holdsTensor(const json::Value &value) {
  llvm::SmallVector<TensorRef, 2> tensors;
  collectTensors(value, StringRef(), tensors);
  return !tensors.empty();
}

/// Adds the arguments with names that are no tensors. They are behind the first
/// tensor in Keras 2, and in an object of their own in Keras 3.
static void
collectConstants(const json::Value &value,
                 llvm::SmallVectorImpl<const json::Member *> &constants) {
  TensorRef tensor;
  bool isTensor = readTensorRef(value, tensor);
  const json::Value *named = value.find("kwargs");
  if (isTensor && value.elements.size() > 3)
    named = &value.elements[3];
  if (named) {
    for (const json::Member &member : named->members) {
      if (member.value.kind != json::Kind::Null && !holdsTensor(member.value))
        constants.push_back(&member);
    }
  }
  if (isTensor)
    return;
  for (const json::Value &element : value.elements)
    collectConstants(element, constants);
}

/// False for more calls than are left, which it counts down.
static bool readCalls(const json::Value *nodes, std::vector<Call> &calls,
                      unsigned &left) {
  size_t count = nodes && nodes->isArray() ? nodes->elements.size() : 0;
  // A layer that nothing calls is a node, too.
  size_t taken = std::max<size_t>(1, count);
  if (taken > left)
    return false;
  left -= taken;
  if (count == 0)
    return true;
  calls.reserve(count);
  for (const json::Value &node : nodes->elements) {
    Call &call = calls.emplace_back();
    call.range = node.range;
    collectTensors(node, StringRef(), call.inputs);
    collectConstants(node, call.constants);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// A type by its name, or the name of a policy in either form.
static Name readDtype(const json::Value *value) {
  if (!value || !value->isObject())
    return nameOf(value);
  const json::Value *config = value->find("config");
  return config ? nameOf(config->find("name")) : Name();
}

static bool isKerasModule(StringRef module) {
  return module == "keras" || module.starts_with("keras.");
}

static bool readModel(const json::Value &value, Model &model, unsigned &left);

static bool readLayer(const json::Value &value, Layer &layer, unsigned &left) {
  layer.range = value.range;
  layer.className = nameOf(value.find("class_name"));
  if (const json::Value *module = value.find("module"))
    layer.isCustom = !isKerasModule(module->text);
  layer.isKeras3 = value.find("module") != nullptr;
  layer.name = nameOf(value.find("name"));
  layer.buildConfig = value.find("build_config");
  const json::Value *config = value.find("config");
  bool isModel = isModelClass(layer.className.text);
  if (config && config->isObject()) {
    layer.config = config;
    layer.dtype = readDtype(config->find("dtype"));
    if (layer.name.range.empty())
      layer.name = nameOf(config->find("name"));
    const json::Value *inner = config->find("layer");
    if (inner && inner->isObject()) {
      layer.inner = std::make_unique<Layer>();
      if (!readLayer(*inner, *layer.inner, left))
        return false;
    }
  }
  if (isModel) {
    layer.model = std::make_unique<Model>();
    if (!readModel(value, *layer.model, left))
      return false;
  }
  return readCalls(value.find("inbound_nodes"), layer.calls, left);
}

static bool readLayers(const json::Value *layers, Model &model,
                       unsigned &left) {
  if (!layers || !layers->isArray())
    return true;
  if (layers->elements.size() > left)
    return false;
  model.layers.reserve(layers->elements.size());
  for (const json::Value &layer : layers->elements) {
    if (!readLayer(layer, model.layers.emplace_back(), left))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// Calls `take` for each tensor that a model names.
static void forEachTensor(Model &model,
                          llvm::function_ref<void(TensorRef &)> take) {
  for (Layer &layer : model.layers) {
    for (Call &call : layer.calls)
      llvm::for_each(call.inputs, take);
  }
  llvm::for_each(model.outputs, take);
}

/// A model has been called once when it was made, and files count that call of
/// a model in a model, too. Keras 3 does so for functional models only.
static void renumberCalls(Model &model) {
  struct Use {
    int64_t least = INT64_MAX;
    int64_t most = 0;
  };
  llvm::StringMap<Use> uses;
  for (const Layer &layer : model.layers) {
    if (layer.model)
      uses[layer.name.text];
  }
  if (uses.empty())
    return;
  forEachTensor(model, [&](TensorRef &tensor) {
    auto found = uses.find(tensor.layer.text);
    if (found == uses.end())
      return;
    Use &use = found->second;
    use.least = std::min(use.least, tensor.call);
    use.most = std::max(use.most, tensor.call);
  });
  llvm::StringSet<> shifted;
  for (const Layer &layer : model.layers) {
    if (!layer.model)
      continue;
    const Use &use = uses[layer.name.text];
    bool countsFromOne =
        !layer.isKeras3 || layer.className.text != "Sequential";
    bool isBeyond = use.most >= int64_t(layer.calls.size());
    if (use.least != 0 && use.least != INT64_MAX && (countsFromOne || isBeyond))
      shifted.insert(layer.name.text);
  }
  forEachTensor(model, [&](TensorRef &tensor) {
    if (shifted.contains(tensor.layer.text))
      --tensor.call;
  });
}

static bool readModel(const json::Value &value, Model &model, unsigned &left) {
  model.range = value.range;
  model.className = nameOf(value.find("class_name"));
  model.name = nameOf(value.find("name"));
  const json::Value *config = value.find("config");
  if (!config)
    return true;
  if (const json::Value *name = config->find("name"))
    model.name = nameOf(name);
  // The first versions of a Sequential have its layers alone.
  const json::Value *layers =
      config->isArray() ? config : config->find("layers");
  bool hasLayers = layers && layers->isArray();
  if (model.className.text == "Sequential") {
    model.kind = ModelKind::Sequential;
  } else if (hasLayers && config->find("input_layers")) {
    // A class of the user that is built as a graph is stored as one.
    model.kind = ModelKind::Functional;
    collectTensors(*config->find("input_layers"), StringRef(), model.inputs);
    if (const json::Value *outputs = config->find("output_layers"))
      collectTensors(*outputs, StringRef(), model.outputs);
  } else {
    return true;
  }
  if (!readLayers(layers, model, left))
    return false;
  renumberCalls(model);
  return true;
}

bool keras::readModel(const json::Value &value, Model &model) {
  unsigned left = MostCalls;
  return ::readModel(value, model, left);
}

/// The class of an object, or a name alone.
static Name readClass(const json::Value *value) {
  if (!value || !value->isObject())
    return nameOf(value);
  return nameOf(value->find("class_name"));
}

void keras::readTraining(const json::Value &value, Training &training) {
  training.range = value.range;
  const json::Value *optimizer = value.find("optimizer_config");
  if (!optimizer)
    optimizer = value.find("optimizer");
  training.optimizer = readClass(optimizer);
  // Keras of TensorFlow 2.11 to 2.15 registers its own ones as those of users.
  training.optimizer.text.consume_front("Custom>");
  if (optimizer)
    training.optimizerConfig = optimizer->find("config");
  training.metrics = value.find("metrics");
  training.weightedMetrics = value.find("weighted_metrics");
  const json::Value *loss = value.find("loss");
  training.loss = readClass(loss);
  // In Keras 3 a function is an object whose configuration is its name.
  if (loss && training.loss.text == "function")
    training.loss = nameOf(loss->find("config"));
  else if (loss)
    training.lossConfig = loss->find("config");
}
