//===- ImportGraph.cpp - A graph file in the graph dialect ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/ImportGraph.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Frontend/TensorFlow/Import/ImportBody.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// What a function is called that has no name: a symbol has one.
static constexpr llvm::StringLiteral Nameless = "(no name)";

namespace {
/// Imports one meta graph of a file.
class ModelImporter {
public:
  ModelImporter(const GraphFile &file, const MetaGraph &meta,
                GraphNodeReader &source, OpRegistry &registry,
                const GraphImportOptions &options, mlir::OpBuilder &builder)
      : file(file), meta(meta), source(source), options(options),
        builder(builder), types(builder.getContext()),
        definitions(file, meta.graph, registry) {}

  llvm::LogicalResult run();

private:
  graph::ModelOp createModel();
  graph::FunctionOp createFunction(mlir::Location location);
  llvm::LogicalResult importFunction(const FunctionEntry &entry);
  mlir::Type argumentType(const Argument &argument);
  mlir::StringAttr stringOrNull(const Name &name);

  const GraphFile &file;
  const MetaGraph &meta;
  GraphNodeReader &source;
  const GraphImportOptions &options;
  mlir::OpBuilder &builder;
  TypeImporter types;
  Definitions definitions;
};
} // namespace

mlir::StringAttr ModelImporter::stringOrNull(const Name &name) {
  return name.text.empty() ? mlir::StringAttr()
                           : builder.getStringAttr(name.text);
}

graph::ModelOp ModelImporter::createModel() {
  auto numberOrNull = [&](const Number &number) {
    return number.range.empty() ? mlir::IntegerAttr()
                                : builder.getI64IntegerAttr(number.value);
  };
  llvm::SmallVector<StringRef> tags;
  for (const Name &tag : meta.tags)
    tags.push_back(tag.text);
  const Versions &versions = meta.graph.versions;
  // A model is what its versions say: findings on all of it are about them.
  SourceRange place = meta.tensorFlowVersion.range;
  if (place.empty())
    place = versions.producer.range;
  if (place.empty())
    place = meta.range;
  return graph::ModelOp::create(
      builder, source.locate(place), graph::Framework::TensorFlow,
      numberOrNull(versions.producer), numberOrNull(versions.minConsumer),
      stringOrNull(meta.tensorFlowVersion),
      tags.empty() ? mlir::ArrayAttr() : builder.getStrArrayAttr(tags),
      mlir::DictionaryAttr());
}

graph::FunctionOp ModelImporter::createFunction(mlir::Location location) {
  auto function = graph::FunctionOp::create(
      builder, location, mlir::StringAttr(), mlir::ArrayAttr(),
      mlir::ArrayAttr(), mlir::ArrayAttr(), mlir::DictionaryAttr());
  function.getBody().emplaceBlock();
  return function;
}

mlir::Type ModelImporter::argumentType(const Argument &argument) {
  bool isOne =
      argument.numberAttr.text.empty() && argument.typeListAttr.text.empty();
  if (!isOne || argument.type == DataType::Invalid)
    return graph::UnknownType::get(builder.getContext());
  return types.tensor(argument.type);
}

llvm::LogicalResult ModelImporter::importFunction(const FunctionEntry &entry) {
  llvm::BumpPtrAllocator strings;
  proto::ReadContext context = file.context(strings);
  FunctionDetails details;
  if (!readFunction(context, entry.range, details)) {
    uint32_t at = context.problem->offset;
    return diag::GraphSyntax::problem(source.locate({at, at + 1}),
                                      context.problem->message);
  }
  graph::FunctionOp function = createFunction(source.locate(entry.name.range));
  function.setSymName(entry.name.text.empty() ? Nameless : entry.name.text);
  mlir::Block &block = function.getBody().front();
  BodyImporter body(file, definitions, types, source, options, block);
  llvm::SmallVector<StringRef> names;
  for (const Argument &input : details.inputs) {
    names.push_back(input.name.text);
    body.addArgument(input.name.text,
                     block.addArgument(argumentType(input),
                                       source.locate(input.name.range)));
  }
  function.setArgNamesAttr(builder.getStrArrayAttr(names));
  if (options.materialize && !details.attrs.empty())
    function.setFunctionAttributesAttr(
        importAttributes(context, details.attrs, types));
  llvm::LogicalResult result = body.importNodes(entry.nodes);

  llvm::SmallVector<mlir::Value> values;
  names.clear();
  for (const Argument &output : details.outputs) {
    auto named = [&](const Result &result) {
      return result.name.text == output.name.text;
    };
    const auto *returned = llvm::find_if(details.results, named);
    names.push_back(output.name.text);
    values.push_back(body.valueOf(returned == details.results.end()
                                      ? StringRef()
                                      : returned->value.text));
  }
  for (const Result &effect : details.controlResults)
    values.push_back(body.controlOf(effect.value.text));
  function.setResultNamesAttr(builder.getStrArrayAttr(names));
  mlir::OpBuilder atEnd = mlir::OpBuilder::atBlockEnd(&block);
  graph::ReturnOp::create(atEnd, function.getLoc(), values);
  return result;
}

llvm::LogicalResult ModelImporter::run() {
  graph::ModelOp model = createModel();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&model.getBody());
  graph::FunctionOp main = createFunction(model.getLoc());
  BodyImporter body(file, definitions, types, source, options,
                    main.getBody().front());
  llvm::LogicalResult result = body.importNodes(meta.graph.nodes);
  llvm::StringMap<const FunctionEntry *> names;
  for (const FunctionEntry &function : meta.graph.functions) {
    auto [first, isNew] = names.try_emplace(function.name.text, &function);
    if (isNew) {
      if (failed(importFunction(function)))
        result = llvm::failure();
      continue;
    }
    result = diag::GraphSyntax::duplicateFunction(
                 source.locate(function.name.range), function.name.text)
                 .note(source.locate(first->second->name.range),
                       "first defined here");
  }
  return result;
}

llvm::LogicalResult tensorflow::importGraph(const GraphFile &file,
                                            GraphNodeReader &source,
                                            OpRegistry &registry,
                                            const GraphImportOptions &options,
                                            mlir::OpBuilder &builder) {
  llvm::LogicalResult result = llvm::success();
  for (const MetaGraph &meta : file.metaGraphs) {
    if (failed(ModelImporter(file, meta, source, registry, options, builder)
                   .run()))
      result = llvm::failure();
  }
  if (!file.problem)
    return result;
  uint32_t at = file.problem->offset;
  return diag::GraphSyntax::problem(
      source.locate({at, std::min<uint32_t>(at + 1, file.file.size())}),
      file.problem->message);
}
