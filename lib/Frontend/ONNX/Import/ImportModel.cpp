//===- ImportModel.cpp - An ONNX model in the graph dialect ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Import/ImportModel.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/IR/Dictionary.h"
#include "Frontend/ONNX/Import/Values.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::onnx;

namespace {
/// The values that the nodes of a graph may name: its own, and those of the
/// graphs around it.
struct Scope {
  const Scope *outer = nullptr;
  llvm::StringMap<mlir::Value> values;
  /// Where each value is named first.
  llvm::StringMap<SourceRange> places;

  mlir::Value find(StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->outer) {
      if (mlir::Value value = scope->values.lookup(name))
        return value;
    }
    return {};
  }
};

using Types = llvm::StringMap<mlir::Type>;
using Members = llvm::SmallVector<mlir::NamedAttribute>;

class ModelImporter {
public:
  ModelImporter(const ModelFile &file, ModelNodeReader &source,
                bool materialize, mlir::OpBuilder &builder)
      : file(file), source(source), materialize(materialize), builder(builder),
        mlir(builder.getContext()), context(file.context(strings)) {}

  LogicalResult run();

private:
  graph::ModelOp createModel();
  graph::FunctionOp createFunction(SourceRange range);
  LogicalResult importFunction(const FunctionEntry &entry, StringRef name);
  LogicalResult nameInputs(graph::FunctionOp main, const Scope &scope);
  LogicalResult importGraph(const Graph &graph, mlir::Block &block,
                            Scope &scope);
  LogicalResult readTypes(const Graph &graph, Types &types);
  LogicalResult readType(const proto::Message &message, Types &types);
  LogicalResult importInitializers(const Graph &graph, mlir::Block &block,
                                   Scope &scope);
  LogicalResult importNodes(ArrayRef<NodeEntry> nodes, unsigned depth,
                            mlir::Block &block, const Types &types,
                            Scope &scope);
  LogicalResult importNode(const NodeDetails &details, graph::NodeOp node,
                           Scope &scope);
  bool graphsOf(const Attribute &attribute,
                llvm::SmallVectorImpl<proto::Message> &graphs);
  LogicalResult importSubgraphs(const Attribute &attribute, graph::NodeOp node,
                                unsigned next, Scope &scope,
                                Members &attributes);
  LogicalResult define(Scope &scope, const Name &name, mlir::Value value);
  mlir::Value valueOf(StringRef name, SourceRange range, const Scope &scope,
                      mlir::Block &block);
  void addReturn(ArrayRef<Name> names, mlir::Block &block, const Scope &scope);
  LogicalResult reportProblem(const proto::Problem &problem);
  mlir::Type unknown() { return graph::UnknownType::get(mlir); }

  const ModelFile &file;
  ModelNodeReader &source;
  bool materialize;
  mlir::OpBuilder &builder;
  mlir::MLIRContext *mlir;
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context;
};
} // namespace

LogicalResult ModelImporter::reportProblem(const proto::Problem &problem) {
  uint32_t end = std::min<uint32_t>(problem.offset + 1, file.file.size());
  return diag::GraphSyntax::problem(
      source.locate({std::min(problem.offset, end), end}), problem.message);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Makes a value known by its name, which no other value of the graph has.
LogicalResult ModelImporter::define(Scope &scope, const Name &name,
                                    mlir::Value value) {
  if (name.text.empty())
    return llvm::success();
  auto [place, isNew] = scope.places.try_emplace(name.text, name.range);
  if (isNew) {
    scope.values[name.text] = value;
    return llvm::success();
  }
  return diag::GraphSyntax::duplicateValue(source.locate(name.range), name.text)
      .note(source.locate(place->second), "first defined here");
}

/// The value of a name; of one that nothing defines a `graph.undefined`.
mlir::Value ModelImporter::valueOf(StringRef name, SourceRange range,
                                   const Scope &scope, mlir::Block &block) {
  if (mlir::Value value = name.empty() ? mlir::Value() : scope.find(name))
    return value;
  mlir::OpBuilder atBegin = mlir::OpBuilder::atBlockBegin(&block);
  return graph::UndefinedOp::create(atBegin, source.locate(range), unknown(),
                                    name);
}

void ModelImporter::addReturn(ArrayRef<Name> names, mlir::Block &block,
                              const Scope &scope) {
  llvm::SmallVector<mlir::Value> values;
  for (const Name &name : names)
    values.push_back(valueOf(name.text, name.range, scope, block));
  mlir::OpBuilder atEnd = mlir::OpBuilder::atBlockEnd(&block);
  mlir::Location place =
      names.empty() ? builder.getUnknownLoc() : source.locate(names[0].range);
  graph::ReturnOp::create(atEnd, place, values);
}

LogicalResult ModelImporter::readType(const proto::Message &message,
                                      Types &types) {
  ValueInfo value;
  if (!readValueInfo(context, message, value))
    return reportProblem(*context.problem);
  types[value.name.text] = importType(mlir, value.type);
  return llvm::success();
}

LogicalResult ModelImporter::readTypes(const Graph &graph, Types &types) {
  for (const auto *entries :
       {&graph.valueInfos, &graph.outputs, &graph.inputs}) {
    for (const NamedEntry &entry : *entries) {
      if (failed(readType(graph.message(entry.range), types)))
        return llvm::failure();
    }
  }
  return llvm::success();
}

LogicalResult ModelImporter::importInitializers(const Graph &graph,
                                                mlir::Block &block,
                                                Scope &scope) {
  mlir::OpBuilder atEnd = mlir::OpBuilder::atBlockEnd(&block);
  LogicalResult result = llvm::success();
  auto add = [&](const NamedEntry &entry, mlir::Attribute content,
                 mlir::Type type, StringRef location) {
    auto op = graph::InitializerOp::create(
        atEnd, source.locate(entry.range), type,
        builder.getStringAttr(entry.name.text), content,
        location.empty() ? mlir::StringAttr()
                         : builder.getStringAttr(location));
    if (failed(define(scope, entry.name, op.getValue())))
      result = llvm::failure();
  };
  for (const NamedEntry &entry : graph.initializers) {
    TensorValue tensor;
    mlir::Attribute content;
    if (readTensor(context, graph.message(entry.range), tensor))
      content = importTensor(mlir, context, tensor);
    if (!content)
      return reportProblem(*context.problem);
    if (llvm::isa<graph::ContentAttr>(content) && scope.outer)
      source.addInitializer(source.locate(entry.range),
                            graph.message(entry.range));
    add(entry, content, importTensorType(mlir, tensor),
        tensor.isExternal ? tensor.external.location.text : StringRef());
  }
  for (const NamedEntry &entry : graph.sparseInitializers) {
    SparseTensor tensor;
    if (!readSparseTensor(context, graph.message(entry.range), tensor))
      return reportProblem(*context.problem);
    TensorValue dense;
    dense.type = tensor.values.type;
    dense.dims = tensor.dims;
    mlir::Type type = importTensorType(mlir, dense);
    add(entry,
        graph::ContentAttr::get(mlir, type, entry.range.begin, entry.range.end),
        type, StringRef());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// True for an attribute whose value is graphs.
static bool holdsGraphs(const Attribute &attribute) {
  bool isGraph = attribute.type == AttributeType::Graph ||
                 attribute.type == AttributeType::Graphs;
  // MLIR has no attributes without a name.
  return isGraph && attribute.reference.text.empty() &&
         !attribute.name.text.empty();
}

/// The graphs of an attribute, each of which becomes a region.
bool ModelImporter::graphsOf(const Attribute &attribute,
                             llvm::SmallVectorImpl<proto::Message> &graphs) {
  if (attribute.type != AttributeType::Graph)
    return readMessages(context, attribute, graphs);
  graphs.assign(1, attribute.content);
  return true;
}

/// Fills the regions of an attribute's graphs from `next` on, and gives it
/// their numbers.
LogicalResult ModelImporter::importSubgraphs(const Attribute &attribute,
                                             graph::NodeOp node, unsigned next,
                                             Scope &scope,
                                             Members &attributes) {
  llvm::SmallVector<proto::Message> messages;
  if (!graphsOf(attribute, messages))
    return reportProblem(*context.problem);
  llvm::SmallVector<mlir::Attribute> numbers;
  LogicalResult result = llvm::success();
  for (const proto::Message &message : messages) {
    numbers.push_back(builder.getI64IntegerAttr(next));
    mlir::Block &block = node.getSubgraphs()[next++].emplaceBlock();
    Graph graph;
    if (!readGraph(context, message, graph))
      return reportProblem(*context.problem);
    Scope inner;
    inner.outer = &scope;
    if (failed(importGraph(graph, block, inner)))
      result = llvm::failure();
    if (context.problem)
      return llvm::failure();
  }
  bool isOne = attribute.type == AttributeType::Graph;
  attributes.push_back(builder.getNamedAttr(
      attribute.name.text,
      isOne ? numbers.front() : builder.getArrayAttr(numbers)));
  return result;
}

/// Gives a node its operands, attributes and the content of its regions.
LogicalResult ModelImporter::importNode(const NodeDetails &details,
                                        graph::NodeOp node, Scope &scope) {
  llvm::SmallVector<mlir::Value> operands;
  for (const Name &input : details.inputs)
    operands.push_back(
        valueOf(input.text, input.range, scope, *node->getBlock()));
  node->setOperands(operands);

  Members attributes;
  LogicalResult result = llvm::success();
  unsigned next = 0;
  for (const Attribute &attribute : details.attributes) {
    if (holdsGraphs(attribute)) {
      if (failed(importSubgraphs(attribute, node, next, scope, attributes)))
        result = llvm::failure();
      if (context.problem)
        return llvm::failure();
      llvm::SmallVector<proto::Message> graphs;
      graphsOf(attribute, graphs);
      next += graphs.size();
    } else if (!attribute.name.text.empty()) {
      mlir::Attribute value = importAttribute(mlir, context, attribute);
      if (!value)
        return reportProblem(*context.problem);
      attributes.push_back(builder.getNamedAttr(attribute.name.text, value));
    }
  }
  if (!details.overload.text.empty())
    node->setDiscardableAttr(graph::OverloadAttribute,
                             builder.getStringAttr(details.overload.text));
  node.setNodeAttributesAttr(graph::dictionaryOf(mlir, std::move(attributes)));
  return result;
}

LogicalResult ModelImporter::importNodes(ArrayRef<NodeEntry> nodes,
                                         unsigned depth, mlir::Block &block,
                                         const Types &types, Scope &scope) {
  mlir::OpBuilder atEnd = mlir::OpBuilder::atBlockEnd(&block);
  auto control = graph::ControlType::get(mlir);
  llvm::SmallVector<graph::NodeOp> made;
  LogicalResult result = llvm::success();
  // All values are made before any is used, so that the order is free.
  for (const NodeEntry &entry : nodes) {
    proto::Message message = {{entry.range}, depth};
    NodeDetails details;
    if (!readNode(context, message, details))
      return reportProblem(*context.problem);
    llvm::SmallVector<mlir::Type, 4> results;
    for (const Name &output : details.outputs) {
      mlir::Type type = types.lookup(output.text);
      results.push_back(type ? type : unknown());
    }
    mlir::OperationState state(source.locate(entry.range),
                               graph::NodeOp::getOperationName());
    state.addTypes(results);
    state.addTypes(control);
    auto &properties = state.getOrAddProperties<graph::NodeOp::Properties>();
    properties.setOpName(builder.getStringAttr(entry.op));
    if (!entry.name.empty())
      properties.setNodeName(builder.getStringAttr(entry.name));
    if (!entry.domain.empty())
      properties.setDomain(builder.getStringAttr(entry.domain));
    properties.setIndex(materialize ? graph::NodeOp::NoIndex
                                    : source.add(message));
    llvm::SmallVector<proto::Message> graphs;
    for (const Attribute &attribute : details.attributes) {
      if (holdsGraphs(attribute) && !graphsOf(attribute, graphs))
        return reportProblem(*context.problem);
      for (size_t i = 0; i < graphs.size(); ++i)
        state.addRegion();
      graphs.clear();
    }
    auto node = llvm::cast<graph::NodeOp>(atEnd.create(state));
    made.push_back(node);
    for (auto [output, value] : llvm::zip(details.outputs, node.getOutputs())) {
      if (failed(define(scope, output, value)))
        result = llvm::failure();
    }
  }
  for (auto [entry, node] : llvm::zip(nodes, made)) {
    NodeDetails details;
    if (!readNode(context, {{entry.range}, depth}, details))
      return reportProblem(*context.problem);
    if (failed(importNode(details, node, scope)))
      result = llvm::failure();
    if (context.problem)
      return llvm::failure();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Graphs, functions and models
//===----------------------------------------------------------------------===//

LogicalResult ModelImporter::importGraph(const Graph &graph, mlir::Block &block,
                                         Scope &scope) {
  Types types;
  if (failed(readTypes(graph, types)))
    return llvm::failure();
  llvm::StringSet<> initialized;
  for (const auto *entries : {&graph.initializers, &graph.sparseInitializers}) {
    for (const NamedEntry &entry : *entries)
      initialized.insert(entry.name.text);
  }
  LogicalResult result = llvm::success();
  for (const NamedEntry &input : graph.inputs) {
    // An input that is an initializer as well has that as its default.
    if (initialized.contains(input.name.text))
      continue;
    mlir::Value value = block.addArgument(types.lookup(input.name.text),
                                          source.locate(input.name.range));
    if (failed(define(scope, input.name, value)))
      result = llvm::failure();
  }
  if (failed(importInitializers(graph, block, scope)))
    result = llvm::failure();
  if (context.problem)
    return llvm::failure();
  if (failed(importNodes(graph.nodes, graph.depth, block, types, scope)))
    result = llvm::failure();
  llvm::SmallVector<Name> outputs;
  for (const NamedEntry &output : graph.outputs)
    outputs.push_back(output.name);
  addReturn(outputs, block, scope);
  return result;
}

graph::FunctionOp ModelImporter::createFunction(SourceRange range) {
  auto function = graph::FunctionOp::create(
      builder, source.locate(range), mlir::StringAttr(), mlir::ArrayAttr(),
      mlir::ArrayAttr(), mlir::ArrayAttr(), mlir::DictionaryAttr());
  function.getBody().emplaceBlock();
  return function;
}

static mlir::ArrayAttr namesOf(mlir::Builder &builder, ArrayRef<Name> names) {
  llvm::SmallVector<StringRef> texts;
  for (const Name &name : names)
    texts.push_back(name.text);
  return builder.getStrArrayAttr(texts);
}

/// `ai.onnx` is also written as nothing.
static StringRef domainName(StringRef domain) {
  return domain.empty() ? StringRef("ai.onnx") : domain;
}

static mlir::DictionaryAttr importSets(mlir::Builder &builder,
                                       ArrayRef<Opset> sets) {
  Members list;
  for (const Opset &set : sets)
    list.push_back(
        builder.getNamedAttr(domainName(set.domain.text),
                             builder.getI64IntegerAttr(set.version.value)));
  return graph::dictionaryOf(builder.getContext(), std::move(list));
}

LogicalResult ModelImporter::importFunction(const FunctionEntry &entry,
                                            StringRef name) {
  FunctionDetails details;
  if (!readFunction(context, entry, details))
    return reportProblem(*context.problem);
  graph::FunctionOp function = createFunction(entry.range);
  function.setSymName(name);
  function.setArgNamesAttr(namesOf(builder, details.inputs));
  function.setResultNamesAttr(namesOf(builder, details.outputs));
  mlir::NamedAttrList attributes;
  attributes.set("opsets", importSets(builder, details.opsets));
  attributes.set("attributes", namesOf(builder, details.attributes));
  Members defaults;
  for (const Attribute &attribute : details.defaults) {
    if (holdsGraphs(attribute) || attribute.name.text.empty())
      continue;
    mlir::Attribute value = importAttribute(mlir, context, attribute);
    if (!value)
      return reportProblem(*context.problem);
    defaults.push_back(builder.getNamedAttr(attribute.name.text, value));
  }
  if (!defaults.empty())
    attributes.set("defaults", graph::dictionaryOf(mlir, std::move(defaults)));
  function.setFunctionAttributesAttr(attributes.getDictionary(mlir));
  Types types;
  for (const proto::Message &message : details.valueInfos) {
    if (failed(readType(message, types)))
      return llvm::failure();
  }
  mlir::Block &block = function.getBody().front();
  Scope scope;
  LogicalResult result = llvm::success();
  for (const Name &input : details.inputs) {
    mlir::Type type = types.lookup(input.text);
    mlir::Value value =
        block.addArgument(type ? type : unknown(), source.locate(input.range));
    if (failed(define(scope, input, value)))
      result = llvm::failure();
  }
  if (failed(importNodes(entry.nodes, entry.depth, block, types, scope)))
    result = llvm::failure();
  addReturn(details.outputs, block, scope);
  return result;
}

LogicalResult ModelImporter::nameInputs(graph::FunctionOp main,
                                        const Scope &scope) {
  llvm::SmallVector<StringRef> names;
  llvm::SmallVector<mlir::Attribute> dimensions;
  bool areNamed = false;
  // After a problem nothing more is read.
  bool canRead = !context.problem;
  for (const NamedEntry &input : file.graph.inputs) {
    if (!llvm::isa_and_nonnull<mlir::BlockArgument>(
            scope.find(input.name.text)))
      continue;
    names.push_back(input.name.text);
    ValueInfo value;
    if (canRead &&
        !readValueInfo(context, file.graph.message(input.range), value))
      return reportProblem(*context.problem);
    llvm::SmallVector<StringRef> parameters;
    for (const Dimension &dimension : value.type.dimensions) {
      parameters.push_back(dimension.size ? StringRef() : dimension.parameter);
      areNamed |= !parameters.back().empty();
    }
    dimensions.push_back(builder.getStrArrayAttr(parameters));
  }
  main.setArgNamesAttr(builder.getStrArrayAttr(names));
  if (areNamed)
    main.setArgDimensionsAttr(builder.getArrayAttr(dimensions));
  return llvm::success();
}

graph::ModelOp ModelImporter::createModel() {
  std::string program =
      (file.producer.text + " " + file.producerVersion.text).str();
  StringRef version = StringRef(program).trim();
  SourceRange whole = {0, static_cast<uint32_t>(file.file.size())};
  return graph::ModelOp::create(
      builder, source.locate(whole), graph::Framework::ONNX,
      file.irVersion.range.empty()
          ? mlir::IntegerAttr()
          : builder.getI64IntegerAttr(file.irVersion.value),
      mlir::IntegerAttr(),
      version.empty() ? mlir::StringAttr() : builder.getStringAttr(version),
      mlir::ArrayAttr(), importSets(builder, file.opsets));
}

LogicalResult ModelImporter::run() {
  graph::ModelOp model = createModel();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&model.getBody());
  graph::FunctionOp main =
      createFunction({0, static_cast<uint32_t>(file.file.size())});
  llvm::SmallVector<Name> outputs;
  for (const NamedEntry &output : file.graph.outputs)
    outputs.push_back(output.name);
  Scope scope;
  LogicalResult result = importGraph(file.graph, main.getBody().front(), scope);
  if (failed(nameInputs(main, scope)))
    result = llvm::failure();
  main.setResultNamesAttr(namesOf(builder, outputs));
  llvm::StringMap<SourceRange> names;
  for (const FunctionEntry &entry : file.functions) {
    if (context.problem)
      break;
    std::string name =
        (domainName(entry.domain.text) + "." + entry.name.text).str();
    if (!entry.overload.text.empty())
      name += (":" + entry.overload.text).str();
    auto [first, isNew] = names.try_emplace(name, entry.range);
    if (!isNew)
      result =
          diag::GraphSyntax::duplicateFunction(source.locate(entry.range), name)
              .note(source.locate(first->second), "first defined here");
    else if (failed(importFunction(entry, name)))
      result = llvm::failure();
  }
  return result;
}

LogicalResult onnx::importModel(const ModelFile &file, ModelNodeReader &source,
                                bool materialize, mlir::OpBuilder &builder) {
  LogicalResult result =
      ModelImporter(file, source, materialize, builder).run();
  if (!file.problem)
    return result;
  uint32_t size = file.file.size();
  uint32_t at = std::min(file.problem->offset, size);
  return diag::GraphSyntax::problem(source.locate({at, std::min(at + 1, size)}),
                                    file.problem->message);
}
