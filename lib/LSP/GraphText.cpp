//===- GraphText.cpp - A graph in text ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphText.h"
#include "LSP/Position.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

std::unique_ptr<GraphText>
GraphText::create(std::shared_ptr<const GraphFile> file) {
  if (!file || !graph::isTensorFlowGraph(file->format.format) ||
      file->format.encoding != proto::Encoding::Text)
    return nullptr;
  auto graph = std::make_unique<GraphText>();
  graph->graphFile = std::move(file);
  for (const auto &[number, meta] :
       llvm::enumerate(graph->graphFile->metaGraphs)) {
    graph->allBodies.push_back({number, &meta.graph, nullptr});
    for (const FunctionEntry &function : meta.graph.functions)
      graph->allBodies.push_back({number, &meta.graph, &function});
  }
  return graph;
}

size_t GraphText::nodeCount() const {
  size_t count = 0;
  for (const GraphBody &body : allBodies)
    count += body.nodes().size();
  return count;
}

//===----------------------------------------------------------------------===//
// Reading more
//===----------------------------------------------------------------------===//

// What is malformed in a node has been reported by the checks, and what comes
// before it is there.

NodeDetails GraphText::read(const NodeEntry &node) const {
  proto::ReadContext context = graphFile->context(strings);
  NodeDetails details;
  (void)readNode(context, node.range, details);
  return details;
}

FunctionDetails GraphText::read(const FunctionEntry &function) const {
  proto::ReadContext context = graphFile->context(strings);
  FunctionDetails details;
  (void)readFunction(context, function.range, details);
  return details;
}

Name GraphText::functionIn(const AttrValue &value, uint32_t offset) const {
  proto::ReadContext context = graphFile->context(strings);
  if (value.kind == AttrKind::List) {
    llvm::SmallVector<AttrValue> elements;
    (void)readList(context, value, elements);
    for (const AttrValue &element : elements) {
      if (element.kind == AttrKind::Func && holds(element.range, offset))
        return functionIn(element, offset);
    }
    return {};
  }
  if (value.kind != AttrKind::Func)
    return {};
  FuncValue function;
  (void)readFunc(context, value.message, function);
  return function.name;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

SourceRange GraphText::nameRange(const NodeEntry &node) const {
  SourceRange range = read(node).name.range;
  return range.empty() ? wholeOf(node.range) : range;
}

SourceRange GraphText::wholeOf(SourceRange content) const {
  StringRef text = graphFile->file;
  // The range of a message is what stands between its brackets; a message that
  // is the whole file has none.
  if (content.begin == 0 || content.end >= text.size())
    return content;
  StringRef before = text.take_front(content.begin - 1).rtrim();
  if (before.consume_back(":"))
    before = before.rtrim();
  while (!before.empty() &&
         (llvm::isAlnum(before.back()) || before.back() == '_'))
    before = before.drop_back();
  return {static_cast<uint32_t>(before.size()), content.end + 1};
}

/// The part of a node that holds an offset. A part holds its end, too, where a
/// cursor stands behind it.
static void findPart(NodePlace &place, uint32_t offset) {
  const NodeDetails &details = place.details;
  auto take = [&](GraphPart part, SourceRange range, size_t number = 0) {
    if (range.empty() || !holds(range, offset))
      return false;
    place.part = part;
    place.range = range;
    place.number = number;
    return true;
  };
  if (take(GraphPart::Name, details.name.range) ||
      take(GraphPart::Op, details.op.range) ||
      take(GraphPart::Device, details.device.range))
    return;
  for (const auto &[number, input] : llvm::enumerate(details.inputs)) {
    if (take(GraphPart::Input, input.range, number))
      return;
  }
  for (const auto &[number, attr] : llvm::enumerate(details.attrs)) {
    if (take(GraphPart::AttributeName, attr.name.range, number) ||
        take(GraphPart::AttributeValue, attr.value.range, number))
      return;
  }
}

std::optional<NodePlace> GraphText::placeAt(uint32_t offset) const {
  for (const GraphBody &body : allBodies) {
    llvm::ArrayRef<NodeEntry> nodes = body.nodes();
    // Nodes stand in the order of the file.
    auto next = llvm::partition_point(nodes, [&](const NodeEntry &node) {
      return node.range.begin <= offset;
    });
    if (next == nodes.begin())
      continue;
    const NodeEntry &node = *std::prev(next);
    if (!holds(node.range, offset))
      continue;
    NodePlace place{body,         &node,
                    read(node),   GraphPart::Node,
                    /*number=*/0, wholeOf(node.range)};
    findPart(place, offset);
    return place;
  }
  return std::nullopt;
}

const GraphBody *GraphText::functionAt(uint32_t offset) const {
  for (const GraphBody &body : allBodies) {
    if (body.function && holds(body.function->range, offset))
      return &body;
  }
  return nullptr;
}

const NodeEntry *GraphText::findNode(const GraphBody &body,
                                     StringRef name) const {
  const NodeEntry *found = llvm::find_if(
      body.nodes(), [&](const NodeEntry &node) { return node.name == name; });
  return found == body.nodes().end() ? nullptr : found;
}

const GraphBody *GraphText::findFunction(const GraphBody &body,
                                         StringRef name) const {
  if (name.empty())
    return nullptr;
  for (const GraphBody &other : allBodies) {
    if (other.number == body.number && other.function &&
        other.function->name.text == name)
      return &other;
  }
  return nullptr;
}
