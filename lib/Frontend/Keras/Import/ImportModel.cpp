//===- ImportModel.cpp - A Keras model in the graph dialect ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/Import/ImportModel.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/IR/Dictionary.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::keras;

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

/// The type that the layers of a policy calculate with.
static mlir::Type elementTypeOf(mlir::Builder &builder, StringRef dtype) {
  mlir::MLIRContext *context = builder.getContext();
  auto integer = [&](unsigned width, bool isUnsigned) -> mlir::Type {
    return mlir::IntegerType::get(context, width,
                                  isUnsigned ? mlir::IntegerType::Unsigned
                                             : mlir::IntegerType::Signless);
  };
  return llvm::StringSwitch<mlir::Type>(dtype)
      .Case("float32", builder.getF32Type())
      .Case("float64", builder.getF64Type())
      .Cases({"float16", "mixed_float16"}, builder.getF16Type())
      .Cases({"bfloat16", "mixed_bfloat16"}, builder.getBF16Type())
      .Case("bool", integer(1, false))
      .Case("int8", integer(8, false))
      .Case("int16", integer(16, false))
      .Case("int32", integer(32, false))
      .Case("int64", integer(64, false))
      .Case("uint8", integer(8, true))
      .Case("uint16", integer(16, true))
      .Case("uint32", integer(32, true))
      .Case("uint64", integer(64, true))
      .Case("string", graph::ElementType::get(context, "string"))
      .Default(graph::UnknownType::get(context));
}

/// The type or policy of what a layer returns; of a model that of the layer
/// whose output it returns first.
static StringRef dtypeOf(const Layer &layer) {
  if (!layer.model || layer.model->layers.empty())
    return layer.dtype.text;
  const Model &model = *layer.model;
  if (model.outputs.empty())
    return dtypeOf(model.layers.back());
  for (const Layer &inner : model.layers) {
    if (inner.name.text == model.outputs.front().layer.text)
      return dtypeOf(inner);
  }
  return "";
}

/// The sizes of a tensor, that of the batch first; none if not even their
/// number is known.
using Shape = std::optional<llvm::SmallVector<int64_t, 4>>;

static mlir::Type typeOf(const Shape &shape, mlir::Type element) {
  if (!shape)
    return llvm::isa<graph::UnknownType>(element)
               ? element
               : mlir::UnrankedTensorType::get(element);
  return mlir::RankedTensorType::get(*shape, element);
}

/// The elements of a list, of a tuple in the form of Keras 2.12, or nothing.
static ArrayRef<json::Value> listOf(const json::Value *value) {
  if (!value)
    return {};
  const json::Value *className = value->find("class_name");
  if (!className)
    return value->elements;
  const json::Value *items = value->find("items");
  return className->text == "__tuple__" && items ? items->elements
                                                 : ArrayRef<json::Value>();
}

/// The sizes of a list in which `null` is an unknown one.
static Shape shapeOf(const json::Value *value) {
  llvm::SmallVector<int64_t, 4> sizes;
  if (!value || listOf(value).empty())
    return std::nullopt;
  for (const json::Value &size : listOf(value)) {
    std::optional<int64_t> number = size.integer();
    if (!number && !size.isNull())
      return std::nullopt;
    sizes.push_back(number && *number >= 0 ? *number
                                           : mlir::ShapedType::kDynamic);
  }
  return sizes;
}

/// The shape that a layer says its inputs have, as the first of a model does.
static Shape declaredShape(const Layer &layer) {
  for (StringRef key : {"batch_shape", "batch_input_shape"}) {
    if (Shape shape = shapeOf(layer.setting(key)))
      return shape;
  }
  // Without the batch.
  for (StringRef key : {"shape", "input_shape"}) {
    Shape shape = shapeOf(layer.setting(key));
    if (!shape)
      continue;
    shape->insert(shape->begin(), mlir::ShapedType::kDynamic);
    return shape;
  }
  return std::nullopt;
}

static bool isInput(const Layer &layer) {
  return layer.className.text == "InputLayer";
}

/// MLIR has no attributes without a name.
static void addMember(mlir::Builder &builder, const json::Member &member,
                      llvm::SmallVectorImpl<mlir::NamedAttribute> &members) {
  if (!member.key.empty())
    members.push_back(
        builder.getNamedAttr(member.key, importValue(builder, member.value)));
}

mlir::Attribute keras::importValue(mlir::Builder &builder,
                                   const json::Value &value) {
  switch (value.kind) {
  case json::Kind::Null:
    return builder.getUnitAttr();
  case json::Kind::Bool:
    return builder.getBoolAttr(*value.boolean());
  case json::Kind::String:
    return builder.getStringAttr(value.text);
  case json::Kind::Number: {
    if (std::optional<int64_t> integer = value.integer())
      return builder.getI64IntegerAttr(*integer);
    double number = 0;
    // `NaN`, `Infinity` and what no number of 64 bits holds.
    if (readDecimal(value.text, number) || !std::isfinite(number))
      return builder.getStringAttr(value.text);
    return builder.getF64FloatAttr(number);
  }
  case json::Kind::Array: {
    llvm::SmallVector<mlir::Attribute> elements;
    for (const json::Value &element : value.elements)
      elements.push_back(importValue(builder, element));
    return builder.getArrayAttr(elements);
  }
  case json::Kind::Object: {
    llvm::SmallVector<mlir::NamedAttribute> members;
    for (const json::Member &member : value.members)
      addMember(builder, member, members);
    return graph::dictionaryOf(builder.getContext(), std::move(members));
  }
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// Every call of a layer has as many values as the most that are used of one,
/// which is not believed of more values than this.
static constexpr size_t MostFurtherOutputs = size_t(1) << 18;

namespace {
class ModelImporter {
public:
  ModelImporter(const ModelFile &file, LayerNodeReader &source,
                bool materialize, mlir::OpBuilder &builder)
      : file(file), source(source), materialize(materialize), builder(builder) {
  }

  void run();

private:
  /// A model that became a function, whose nodes are made later.
  struct Pending {
    const Model *model;
    graph::FunctionOp function;
  };

  void importFunction(const Pending &pending);
  graph::FunctionOp createFunction(const Model &model);
  void createInnerModel(const Layer &layer);
  graph::NodeOp createNode(const Layer &layer, unsigned call, unsigned outputs,
                           mlir::OpBuilder &atEnd);
  mlir::DictionaryAttr attributesOf(const Layer &layer);
  void setArguments(graph::NodeOp node, const Call &call);
  mlir::Value undefined(const TensorRef &tensor, mlir::Block &block);
  StringRef functionName(const Model &model);

  const ModelFile &file;
  LayerNodeReader &source;
  bool materialize;
  mlir::OpBuilder &builder;
  llvm::StringSet<> functionNames;
  std::vector<Pending> pending;
  /// The attributes of the layers that have nodes.
  llvm::DenseMap<const Layer *, mlir::DictionaryAttr> attributes;
  /// Values that nodes may still have beside the first of each.
  size_t outputsLeft = MostFurtherOutputs;
  /// The number behind the last name that functions share.
  llvm::StringMap<unsigned> lastNumbers;
  /// The functions of layers that are models, or wrap one.
  llvm::DenseMap<const Layer *, StringRef> functions;
};
} // namespace

/// The name of a model, with a number if another one has it.
StringRef ModelImporter::functionName(const Model &model) {
  std::string name = model.name.text.empty() ? "model" : model.name.text.str();
  std::string whole = name;
  unsigned &number = lastNumbers[name];
  while (!functionNames.insert(whole).second)
    whole = name + "_" + std::to_string(++number);
  return functionNames.find(whole)->getKey();
}

graph::FunctionOp ModelImporter::createFunction(const Model &model) {
  auto function = graph::FunctionOp::create(
      builder, source.locate(model.range), mlir::StringAttr(),
      mlir::ArrayAttr(), mlir::ArrayAttr(), mlir::ArrayAttr(),
      mlir::DictionaryAttr());
  function.getBody().emplaceBlock();
  pending.push_back({&model, function});
  return function;
}

/// The model that a layer is, or that a wrapper calls.
static const Model *modelIn(const Layer &layer) {
  if (layer.model)
    return layer.model.get();
  return layer.inner ? layer.inner->model.get() : nullptr;
}

/// Lets a model in the model become a function.
void ModelImporter::createInnerModel(const Layer &layer) {
  const Model *inner = modelIn(layer);
  if (!inner)
    return;
  graph::FunctionOp function = createFunction(*inner);
  functions[&layer] = functionName(*inner);
  function.setSymName(functions[&layer]);
}

mlir::DictionaryAttr ModelImporter::attributesOf(const Layer &layer) {
  // The calls of a layer have the same.
  mlir::DictionaryAttr &known = attributes[&layer];
  if (known)
    return known;
  llvm::SmallVector<mlir::NamedAttribute> members;
  StringRef function = functions.lookup(&layer);
  if (!function.empty())
    members.push_back(builder.getNamedAttr(
        layer.model ? graph::FunctionSetting : graph::InnerFunctionSetting,
        graph::FunctionAttr::get(builder.getContext(), function, {})));
  for (const json::Member &member :
       layer.config ? layer.config->members : ArrayRef<json::Member>()) {
    // What a model holds is in its function.
    bool isContent = layer.model ? member.key == "layers" ||
                                       member.key == "input_layers" ||
                                       member.key == "output_layers"
                                 : !function.empty() && member.key == "layer";
    if (member.key != "name" && !isContent)
      addMember(builder, member, members);
  }
  return known = graph::dictionaryOf(builder.getContext(), std::move(members));
}

/// Keeps what a call says beside the order of its tensors.
void ModelImporter::setArguments(graph::NodeOp node, const Call &call) {
  llvm::SmallVector<mlir::NamedAttribute> constants;
  for (const json::Member *member : call.constants)
    addMember(builder, *member, constants);
  if (!constants.empty())
    node->setDiscardableAttr(
        graph::ArgumentsAttribute,
        graph::dictionaryOf(builder.getContext(), std::move(constants)));
  llvm::SmallVector<StringRef> names;
  for (const TensorRef &tensor : call.inputs)
    names.push_back(tensor.argument);
  if (llvm::any_of(names, [](StringRef name) { return !name.empty(); }))
    node->setDiscardableAttr(graph::OperandNamesAttribute,
                             builder.getStrArrayAttr(names));
}

graph::NodeOp ModelImporter::createNode(const Layer &layer, unsigned call,
                                        unsigned outputs,
                                        mlir::OpBuilder &atEnd) {
  mlir::Type element = elementTypeOf(builder, dtypeOf(layer));
  Shape shape = isInput(layer) ? declaredShape(layer) : Shape();
  mlir::OperationState state(source.locate(layer.range),
                             graph::NodeOp::getOperationName());
  size_t count = std::min<size_t>(outputs, 1 + outputsLeft);
  outputsLeft -= count - 1;
  for (unsigned i = 0; i < count; ++i)
    state.addTypes(typeOf(shape, element));
  state.addTypes(graph::ControlType::get(builder.getContext()));
  auto &properties = state.getOrAddProperties<graph::NodeOp::Properties>();
  properties.setOpName(builder.getStringAttr(layer.className.text));
  properties.setNodeName(builder.getStringAttr(layer.name.text));
  properties.setNodeAttributes(attributesOf(layer));
  bool isCalled = call < layer.calls.size();
  properties.setIndex(
      materialize ? graph::NodeOp::NoIndex
                  : source.add(layer, isCalled ? &layer.calls[call] : nullptr));
  auto node = llvm::cast<graph::NodeOp>(atEnd.create(state));
  if (layer.calls.size() > 1)
    node->setDiscardableAttr(graph::CallAttribute,
                             builder.getI64IntegerAttr(call));
  if (layer.isCustom)
    node->setDiscardableAttr(graph::CustomAttribute, builder.getUnitAttr());
  if (isCalled)
    setArguments(node, layer.calls[call]);
  return node;
}

/// Stands for a tensor of a layer or call that the model does not have.
mlir::Value ModelImporter::undefined(const TensorRef &tensor,
                                     mlir::Block &block) {
  mlir::OpBuilder atBegin = mlir::OpBuilder::atBlockBegin(&block);
  std::string name = (tensor.layer.text + ":" + llvm::Twine(tensor.call) + ":" +
                      llvm::Twine(tensor.output))
                         .str();
  return graph::UndefinedOp::create(
      atBegin, source.locate(tensor.range),
      graph::UnknownType::get(builder.getContext()), name);
}

namespace {
/// The nodes of one function by their layers.
struct Nodes {
  /// For each layer its calls.
  std::vector<llvm::SmallVector<graph::NodeOp, 1>> calls;
  llvm::StringMap<unsigned> numbers;

  mlir::Value find(const TensorRef &tensor) const {
    auto number = numbers.find(tensor.layer.text);
    if (number == numbers.end())
      return {};
    ArrayRef<graph::NodeOp> nodes = calls[number->second];
    if (tensor.call >= int64_t(nodes.size()))
      return {};
    auto outputs = const_cast<graph::NodeOp &>(nodes[tensor.call]).getOutputs();
    return tensor.output < int64_t(outputs.size()) ? outputs[tensor.output]
                                                   : mlir::Value();
  }
};
} // namespace

/// How many outputs of each layer are used, as far as that is believable.
static llvm::StringMap<unsigned> countOutputs(const Model &model) {
  // What no layer returns, so that a damaged file costs nothing.
  constexpr int64_t MostOutputs = 256;
  llvm::StringMap<unsigned> counts;
  auto add = [&](ArrayRef<TensorRef> tensors) {
    for (const TensorRef &tensor : tensors) {
      unsigned &count = counts[tensor.layer.text];
      if (tensor.output < MostOutputs)
        count = std::max<unsigned>(count, tensor.output + 1);
    }
  };
  add(model.inputs);
  add(model.outputs);
  for (const Layer &layer : model.layers) {
    for (const Call &call : layer.calls)
      add(call.inputs);
  }
  return counts;
}

void ModelImporter::importFunction(const Pending &pending) {
  const auto &[model, given] = pending;
  graph::FunctionOp function = given;
  mlir::Block &block = function.getBody().front();
  mlir::OpBuilder atEnd = mlir::OpBuilder::atBlockEnd(&block);
  llvm::StringMap<unsigned> outputs = countOutputs(*model);
  bool isSequential = model->kind == ModelKind::Sequential;
  llvm::SmallVector<StringRef> arguments;
  Nodes nodes;
  nodes.calls.resize(model->layers.size());

  for (auto [number, layer] : llvm::enumerate(model->layers)) {
    nodes.numbers.try_emplace(layer.name.text, number);
    createInnerModel(layer);
    size_t calls = std::max<size_t>(1, layer.calls.size());
    for (unsigned call = 0; call < calls; ++call)
      nodes.calls[number].push_back(createNode(
          layer, call, std::max(1u, outputs.lookup(layer.name.text)), atEnd));
    // An input of a function is what the function is called with.
    if (!isInput(layer) || function.isMain())
      continue;
    graph::NodeOp node = nodes.calls[number].front();
    arguments.push_back(layer.name.text);
    node->setOperands(
        block.addArgument(node.getOutputs().front().getType(), node.getLoc()));
  }

  mlir::Value previous;
  for (auto [layer, calls] : llvm::zip(model->layers, nodes.calls)) {
    if (isSequential) {
      graph::NodeOp node = calls.front();
      if (!previous && !isInput(layer)) {
        // A Sequential need not have a layer for its input.
        arguments.push_back("input");
        previous =
            block.addArgument(typeOf(declaredShape(layer),
                                     elementTypeOf(builder, layer.dtype.text)),
                              node.getLoc());
      }
      if (previous)
        node->setOperands(previous);
      previous = node.getOutputs().front();
      continue;
    }
    for (auto [call, node] : llvm::zip(layer.calls, calls)) {
      llvm::SmallVector<mlir::Value> operands;
      for (const TensorRef &tensor : call.inputs) {
        mlir::Value value = nodes.find(tensor);
        operands.push_back(value ? value : undefined(tensor, block));
      }
      if (!operands.empty())
        node->setOperands(operands);
    }
  }

  llvm::SmallVector<mlir::Value> results;
  if (isSequential && previous)
    results.push_back(previous);
  for (const TensorRef &tensor : model->outputs) {
    mlir::Value value = nodes.find(tensor);
    results.push_back(value ? value : undefined(tensor, block));
  }
  graph::ReturnOp::create(atEnd, function.getLoc(), results);
  if (!arguments.empty())
    function.setArgNamesAttr(builder.getStrArrayAttr(arguments));
}

void ModelImporter::run() {
  StringRef version = file.kerasVersion.text;
  auto model = graph::ModelOp::create(
      builder, source.locate(file.model.range), graph::Framework::Keras,
      mlir::IntegerAttr(), mlir::IntegerAttr(),
      version.empty() ? mlir::StringAttr() : builder.getStringAttr(version),
      mlir::ArrayAttr(), mlir::DictionaryAttr());
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&model.getBody());
  createFunction(file.model);
  // Models in models are added while the list is walked.
  for (size_t i = 0; i < pending.size(); ++i) {
    Pending next = pending[i];
    importFunction(next);
  }
}

llvm::LogicalResult keras::importModel(const ModelFile &file,
                                       LayerNodeReader &source,
                                       bool materialize,
                                       mlir::OpBuilder &builder) {
  if (file.problem) {
    uint32_t size = file.text.size();
    uint32_t at = std::min(file.problem->offset, size);
    return diag::GraphSyntax::problem(
        source.locate({at, std::min(at + 1, size)}), file.problem->message);
  }
  if (!file.hasModel)
    return diag::GraphSyntax::noGraph(source.locate({}));
  ModelImporter(file, source, materialize, builder).run();
  return llvm::success();
}
