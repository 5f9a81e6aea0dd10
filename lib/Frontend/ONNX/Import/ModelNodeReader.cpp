//===- ModelNodeReader.cpp - Places of an ONNX model's nodes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Import/ModelNodeReader.h"
#include "Diagnostics/SourceSet.h"
#include "Frontend/ONNX/Import/Values.h"

using namespace trainlint;
using namespace trainlint::onnx;

mlir::Location ModelNodeReader::locate(SourceRange range) const {
  return makeLocation(context, buffer, range);
}

/// Those of the main graph: nothing else is computed.
mlir::DenseElementsAttr
ModelNodeReader::elements(graph::InitializerOp initializer) const {
  if (mlir::DenseElementsAttr small = NodeReader::elements(initializer))
    return small;
  if (!llvm::isa<graph::FunctionOp>(initializer->getParentOp()))
    return {};
  if (initializers.empty()) {
    for (const NamedEntry &entry : file.graph.initializers)
      initializers.try_emplace(entry.name.text, &entry);
  }
  const NamedEntry *entry = initializers.lookup(initializer.getName());
  if (!entry)
    return {};
  llvm::BumpPtrAllocator decoded;
  proto::ReadContext reading = file.context(decoded);
  TensorValue tensor;
  if (!readTensor(reading, file.graph.message(entry->range), tensor))
    return {};
  return importElements(context, reading, tensor);
}

const NodeDetails *ModelNodeReader::read(graph::NodeOp node) const {
  int32_t index = node.getIndex();
  if (index < 0)
    return nullptr;
  if (index == last)
    return &details;
  strings.Reset();
  proto::ReadContext reading = file.context(strings);
  // A node that cannot be read has been reported by the importer, and what
  // comes before the problem is there.
  (void)readNode(reading, nodes[index], details);
  last = index;
  return &details;
}

static std::string nameAt(llvm::ArrayRef<Name> names, unsigned number) {
  return number < names.size() ? names[number].text.str() : std::string();
}

std::string ModelNodeReader::inputName(graph::NodeOp node,
                                       unsigned number) const {
  const NodeDetails *read = this->read(node);
  return read ? nameAt(read->inputs, number)
              : NodeReader::inputName(node, number);
}

std::string ModelNodeReader::outputName(graph::NodeOp node,
                                        unsigned number) const {
  const NodeDetails *read = this->read(node);
  return read ? nameAt(read->outputs, number)
              : NodeReader::outputName(node, number);
}

mlir::Location ModelNodeReader::location(graph::NodeOp node,
                                         graph::NodePart part) const {
  const NodeDetails *read = this->read(node);
  if (!read)
    return NodeReader::location(node, part);
  SourceRange range =
      part == graph::NodePart::Op ? read->op.range : read->name.range;
  return range.empty() ? node.getLoc() : locate(range);
}

mlir::Location ModelNodeReader::inputLocation(graph::NodeOp node,
                                              unsigned operand) const {
  const NodeDetails *read = this->read(node);
  if (!read || operand >= read->inputs.size())
    return NodeReader::inputLocation(node, operand);
  SourceRange range = read->inputs[operand].range;
  return range.empty() ? node.getLoc() : locate(range);
}

mlir::Location
ModelNodeReader::attributeLocation(graph::NodeOp node, llvm::StringRef name,
                                   graph::AttributePart part) const {
  const NodeDetails *read = this->read(node);
  const Attribute *attribute = read ? read->attribute(name) : nullptr;
  if (!attribute)
    return NodeReader::attributeLocation(node, name, part);
  bool isName = part == graph::AttributePart::Name || attribute->range.empty();
  return locate(isName ? attribute->name.range : attribute->range);
}
