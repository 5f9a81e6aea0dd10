//===- GraphNavigation.cpp - Where names in graphs lead -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphFeatures.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

/// The place of the node, or of the argument of a function, that a text such as
/// `node:1` names.
static std::optional<SourceRange>
producerOf(const GraphText &graph, const GraphBody &body, StringRef reference) {
  NodeInput input = parseInput(reference, {});
  if (body.function) {
    FunctionDetails function = graph.read(*body.function);
    for (const Argument &argument : function.inputs) {
      if (argument.name.text == input.node)
        return argument.name.range;
    }
  }
  if (const NodeEntry *node = graph.findNode(body, input.node))
    return graph.nameRange(*node);
  return std::nullopt;
}

static std::optional<SourceRange>
functionNamed(const GraphText &graph, const GraphBody &body, StringRef name) {
  if (const GraphBody *found = graph.findFunction(body, name))
    return found->function->name.range;
  return std::nullopt;
}

static std::optional<SourceRange>
targetInNode(const GraphText &graph, const NodePlace &place, uint32_t offset) {
  const NodeDetails &details = place.details;
  switch (place.part) {
  case GraphPart::Input:
    return producerOf(graph, place.body, details.inputs[place.number].text);
  case GraphPart::Op:
    return functionNamed(graph, place.body, details.op.text);
  case GraphPart::AttributeValue: {
    Name name = graph.functionIn(details.attrs[place.number].value, offset);
    return functionNamed(graph, place.body, name.text);
  }
  case GraphPart::Node:
  case GraphPart::Name:
  case GraphPart::Device:
  case GraphPart::AttributeName:
    return std::nullopt;
  }
  llvm_unreachable("unknown part");
}

/// What a function returns, outside of its nodes.
static std::optional<SourceRange> targetInFunction(const GraphText &graph,
                                                   const GraphBody &body,
                                                   uint32_t offset) {
  FunctionDetails function = graph.read(*body.function);
  for (const auto &results :
       {llvm::ArrayRef<Result>(function.results),
        llvm::ArrayRef<Result>(function.controlResults)}) {
    for (const Result &result : results) {
      if (holds(result.value.range, offset))
        return producerOf(graph, body, result.value.text);
    }
  }
  return std::nullopt;
}

/// What stands around a graph: signatures, the saver, gradients.
static std::optional<SourceRange>
targetAround(const GraphText &graph, const GraphBody &body, uint32_t offset) {
  const MetaGraph &meta = graph.file().metaGraphs[body.number];
  auto isAt = [&](const Name &name) {
    return !name.range.empty() && holds(name.range, offset);
  };
  for (const Signature &signature : meta.signatures) {
    for (const auto *tensors : {&signature.inputs, &signature.outputs}) {
      for (const SignatureTensor &tensor : *tensors) {
        if (isAt(tensor.tensor))
          return producerOf(graph, body, tensor.tensor.text);
      }
    }
  }
  for (const Name *name : {&meta.saver.filenameTensor, &meta.saver.saveTensor,
                           &meta.saver.restoreOp}) {
    if (isAt(*name))
      return producerOf(graph, body, name->text);
  }
  for (const Gradient &gradient : meta.graph.gradients) {
    for (const Name *name : {&gradient.function, &gradient.gradient}) {
      if (isAt(*name))
        return functionNamed(graph, body, name->text);
    }
  }
  return std::nullopt;
}

std::optional<SourceRange> lsp::graphTargetAt(const GraphText &graph,
                                              uint32_t offset) {
  if (std::optional<NodePlace> place = graph.placeAt(offset))
    return targetInNode(graph, *place, offset);
  if (const GraphBody *function = graph.functionAt(offset))
    return targetInFunction(graph, *function, offset);
  for (const GraphBody &body : graph.bodies()) {
    if (body.function)
      continue;
    if (auto target = targetAround(graph, body, offset))
      return target;
  }
  return std::nullopt;
}
