//===- GraphNodeReader.cpp - Nodes read from their file again -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/Import/GraphNodeReader.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

GraphNodeReader::GraphNodeReader(const SourceBuffer &buffer,
                                 const GraphFile &file,
                                 mlir::MLIRContext *context)
    : buffer(buffer), file(file), types(context) {}

mlir::Location GraphNodeReader::locate(SourceRange range) const {
  return makeLocation(types.getContext(), buffer, range);
}

const NodeEntry *GraphNodeReader::entryOf(graph::NodeOp node) const {
  return node.getIndex() < 0 ? nullptr : nodes[node.getIndex()];
}

void GraphNodeReader::readAll(const NodeEntry &entry, ReadNode &out) const {
  proto::ReadContext context = file.context(out.strings);
  // A node that cannot be read has been reported by the importer, and what
  // comes before the problem is there.
  (void)readNode(context, entry.range, out.details);
  for (bool isControl : {false, true}) {
    for (const NodeInput &input : out.details.inputs) {
      if (input.isControl == isControl)
        out.operands.push_back(&input);
    }
  }
}

const GraphNodeReader::ReadNode &
GraphNodeReader::readAll(const NodeEntry &entry) const {
  constexpr size_t LargeNode = 4096;
  if (entry.range.size() > LargeNode) {
    std::unique_ptr<ReadNode> &known = large[&entry];
    if (!known) {
      known = std::make_unique<ReadNode>();
      readAll(entry, *known);
    }
    return *known;
  }
  if (&entry == last)
    return recent;
  strings.Reset();
  recent.strings.Reset();
  recent.details = NodeDetails();
  recent.operands.clear();
  readAll(entry, recent);
  last = &entry;
  return recent;
}

std::string GraphNodeReader::name(graph::NodeOp node) const {
  const NodeEntry *entry = entryOf(node);
  return entry ? entry->name.str() : NodeReader::name(node);
}

/// One that is malformed is not known, which is no reason to know nothing of
/// the others.
mlir::Attribute GraphNodeReader::readValue(const AttrValue &value) const {
  proto::ReadContext context = file.context(strings);
  mlir::Attribute attribute = importValue(context, value, types);
  return attribute ? attribute : mlir::UnitAttr::get(types.getContext());
}

mlir::Attribute GraphNodeReader::readAttribute(const NodeEntry &entry,
                                               StringRef name) const {
  const AttrValue *value = read(entry).attr(name);
  return value ? readValue(*value) : mlir::Attribute();
}

std::optional<unsigned>
GraphNodeReader::attributeSet(graph::NodeOp node) const {
  if (node.getIndex() < 0 || !sets.isShared(setOfNode[node.getIndex()]))
    return std::nullopt;
  return setOfNode[node.getIndex()];
}

GraphNodeReader::KnownAttributes *
GraphNodeReader::knownAttributesOf(graph::NodeOp node) const {
  uint32_t set = setOfNode[node.getIndex()];
  if (set == AttributeSets::None)
    return &knownOfNode[node.getIndex()];
  return sets.isShared(set) ? &known[set] : nullptr;
}

mlir::Attribute GraphNodeReader::attribute(graph::NodeOp node,
                                           StringRef name) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::attribute(node, name);
  KnownAttributes *attributes = knownAttributesOf(node);
  if (!attributes)
    return readAttribute(*entry, name);
  auto *found =
      llvm::find_if(*attributes, [&](const KnownAttribute &attribute) {
        return attribute.name == name;
      });
  if (found != attributes->end())
    return found->value;
  attributes->push_back({name.str(), readAttribute(*entry, name)});
  return attributes->back().value;
}

mlir::DenseElementsAttr GraphNodeReader::elementsOf(graph::NodeOp node,
                                                    StringRef name) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::elementsOf(node, name);
  const AttrValue *value = read(*entry).attr(name);
  if (!value || value->kind != AttrKind::Tensor)
    return {};
  proto::ReadContext context = file.context(strings);
  return importNumbers(context, *value, types);
}

mlir::DictionaryAttr GraphNodeReader::attributes(graph::NodeOp node) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::attributes(node);
  mlir::NamedAttrList list;
  for (const Attr &attr : read(*entry).attrs) {
    // MLIR has no attributes without a name.
    if (!attr.name.text.empty())
      list.append(attr.name.text, readValue(attr.value));
  }
  return list.getDictionary(types.getContext());
}

mlir::Location GraphNodeReader::location(graph::NodeOp node,
                                         graph::NodePart part) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::location(node, part);
  const NodeDetails &details = read(*entry);
  SourceRange range;
  switch (part) {
  case graph::NodePart::Name:
    range = details.name.range;
    break;
  case graph::NodePart::Op:
    range = details.op.range;
    break;
  case graph::NodePart::Device:
    range = details.device.range;
    break;
  }
  return locate(range.empty() ? entry->range : range);
}

mlir::Location GraphNodeReader::inputLocation(graph::NodeOp node,
                                              unsigned operand) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::inputLocation(node, operand);
  const ReadNode &known = readAll(*entry);
  return locate(operand < known.operands.size() ? known.operands[operand]->range
                                                : entry->range);
}

mlir::Location
GraphNodeReader::attributeLocation(graph::NodeOp node, StringRef name,
                                   graph::AttributePart part) const {
  const NodeEntry *entry = entryOf(node);
  if (!entry)
    return NodeReader::attributeLocation(node, name, part);
  for (const Attr &attr : read(*entry).attrs) {
    if (attr.name.text != name)
      continue;
    SourceRange range =
        part == graph::AttributePart::Name ? attr.name.range : attr.value.range;
    return locate(range.empty() ? attr.name.range : range);
  }
  return location(node, graph::NodePart::Name);
}
