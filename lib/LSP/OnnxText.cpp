//===- OnnxText.cpp - An ONNX model in text -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/OnnxText.h"
#include "LSP/GraphShapes.h"
#include "LSP/Markup.h"
#include "LSP/Position.h"
#include "Ops/Inference/NamedSizes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::onnx;

std::unique_ptr<OnnxText>
OnnxText::create(StringRef text, const graph::DetectedFormat &format) {
  if (format.format != graph::GraphFormat::Onnx ||
      format.encoding != proto::Encoding::Text)
    return nullptr;
  auto result = std::make_unique<OnnxText>();
  result->model = readModelFile(text, format.encoding);
  return result;
}

std::optional<int64_t> OnnxText::opsetOf(StringRef domain) const {
  auto nameOf = [](StringRef name) {
    return name.empty() ? StringRef("ai.onnx") : name;
  };
  for (const Opset &set : model->opsets) {
    if (nameOf(set.domain.text) == nameOf(domain))
      return set.version.value;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isAt(const Name &name, uint32_t offset) {
  return !name.range.empty() && holds(name.range, offset);
}

std::optional<OnnxPlace> OnnxText::placeInNode(const NodeEntry &entry,
                                               uint32_t offset) const {
  proto::ReadContext context = model->context(strings);
  NodeDetails node;
  // What is malformed in a node has been reported by the checks, and what comes
  // before it is there.
  (void)readNode(context, model->graph.message(entry.range), node);
  using Part = OnnxPlace::Part;
  if (isAt(node.name, offset))
    return OnnxPlace{Part::NodeName, node.name.range, "", node};
  if (isAt(node.op, offset))
    return OnnxPlace{Part::Operator, node.op.range, "", node};
  for (ArrayRef<Name> names :
       {ArrayRef<Name>(node.inputs), ArrayRef<Name>(node.outputs)}) {
    for (const Name &name : names) {
      if (isAt(name, offset))
        return OnnxPlace{Part::Value, name.range, name.text.str(), node};
    }
  }
  return std::nullopt;
}

std::optional<OnnxPlace> OnnxText::placeAt(uint32_t offset) const {
  const Graph &graph = model->graph;
  // Nodes stand in the order of the file.
  auto next = llvm::partition_point(graph.nodes, [&](const NodeEntry &node) {
    return node.range.begin <= offset;
  });
  if (next != graph.nodes.begin() && holds(std::prev(next)->range, offset))
    return placeInNode(*std::prev(next), offset);
  for (const auto *entries : {&graph.inputs, &graph.outputs,
                              &graph.initializers, &graph.valueInfos}) {
    for (const NamedEntry &entry : *entries) {
      if (!isAt(entry.name, offset))
        continue;
      OnnxPlace place;
      place.part = OnnxPlace::Part::Value;
      place.range = entry.name.range;
      place.value = entry.name.text.str();
      return place;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

OnnxValues::OnnxValues(mlir::ModuleOp module, const graph::NodeReader &source) {
  auto models = module.getOps<graph::ModelOp>();
  if (models.empty() || (*models.begin()).getFunctions().empty())
    return;
  graph::FunctionOp main = *(*models.begin()).getFunctions().begin();
  NamedSizes sizes(*models.begin(), source);
  auto add = [&](StringRef name, mlir::Value value, std::string origin) {
    auto nameOf = [&](unsigned dimension) {
      return sizes.nameOf(value, dimension);
    };
    values[name] = {describeType(value.getType(), nameOf), std::move(origin)};
  };
  if (mlir::ArrayAttr names = main.getArgNamesAttr()) {
    for (auto [name, input] : llvm::zip(names, main.getBody().getArguments()))
      add(llvm::cast<mlir::StringAttr>(name), input, "input of the model");
  }
  for (auto op : main.getBody().getOps<graph::InitializerOp>())
    add(op.getName(), op.getValue(), "initializer");
  for (graph::NodeOp node : main.getNodes()) {
    std::string origin = "output of " + nameInText(node.getOpName());
    if (std::string name = source.name(node); !name.empty())
      origin += " " + inlineCode(name);
    for (auto [number, output] : llvm::enumerate(node.getOutputs()))
      add(source.outputName(node, number), output, origin);
  }
}

const OnnxValues::Value *OnnxValues::find(StringRef name) const {
  auto found = values.find(name);
  return found == values.end() ? nullptr : &found->second;
}
