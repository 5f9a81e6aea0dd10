//===- ModelNodeReader.cpp - Places of an ONNX model's nodes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/Import/ModelNodeReader.h"
#include "Diagnostics/SourceSet.h"
#include "Frontend/ONNX/ExternalFile.h"
#include "Frontend/ONNX/Import/Values.h"
#include "Support/LLVM.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::onnx;

mlir::Location ModelNodeReader::locate(SourceRange range) const {
  return makeLocation(context, buffer, range);
}

StringRef ModelNodeReader::folder() const {
  StringRef parent = llvm::sys::path::parent_path(buffer.name());
  return parent.empty() ? StringRef(".") : parent;
}

mlir::DenseElementsAttr
ModelNodeReader::decode(proto::ReadContext &reading,
                        const TensorValue &tensor) const {
  if (!tensor.isExternal)
    return importElements(context, reading, tensor);
  auto bytes = mapExternalData(folder(), tensor);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return {};
  }
  // As if they stood here. Without a length they go on to the end of the file.
  TensorValue whole = tensor;
  whole.isExternal = false;
  whole.contentBytes =
      (*bytes)->getBuffer().take_front(tensor.sizeInBytes().value_or(0));
  return importElements(context, reading, whole);
}

std::optional<proto::Message>
ModelNodeReader::messageOf(graph::InitializerOp initializer) const {
  if (!llvm::isa<graph::FunctionOp>(initializer->getParentOp())) {
    auto found = innerInitializers.find(initializer.getLoc());
    if (found == innerInitializers.end())
      return std::nullopt;
    return found->second;
  }
  if (initializers.empty()) {
    for (const NamedEntry &entry : file.graph.initializers)
      initializers.try_emplace(entry.name.text, &entry);
  }
  const NamedEntry *entry = initializers.lookup(initializer.getName());
  if (!entry)
    return std::nullopt;
  return file.graph.message(entry->range);
}

mlir::DenseElementsAttr
ModelNodeReader::elements(graph::InitializerOp initializer) const {
  if (mlir::DenseElementsAttr small = NodeReader::elements(initializer))
    return small;
  std::optional<proto::Message> message = messageOf(initializer);
  llvm::BumpPtrAllocator decoded;
  proto::ReadContext reading = file.context(decoded);
  TensorValue tensor;
  if (!message || !readTensor(reading, *message, tensor))
    return {};
  return decode(reading, tensor);
}

std::string
ModelNodeReader::elementsProblem(graph::InitializerOp initializer) const {
  std::optional<proto::Message> message = messageOf(initializer);
  llvm::BumpPtrAllocator decoded;
  proto::ReadContext reading = file.context(decoded);
  TensorValue tensor;
  if (!message || !readTensor(reading, *message, tensor) || !tensor.isExternal)
    return {};
  auto bytes = mapExternalData(folder(), tensor);
  return bytes ? std::string() : llvm::toString(bytes.takeError());
}

mlir::DenseElementsAttr
ModelNodeReader::elementsOf(graph::NodeOp node, llvm::StringRef name) const {
  if (mlir::DenseElementsAttr small = NodeReader::elementsOf(node, name))
    return small;
  const NodeDetails *read = this->read(node);
  const Attribute *attribute = read ? read->attribute(name) : nullptr;
  if (!attribute || attribute->type != AttributeType::Tensor)
    return {};
  llvm::BumpPtrAllocator decoded;
  proto::ReadContext reading = file.context(decoded);
  TensorValue tensor;
  if (!readTensor(reading, attribute->content, tensor))
    return {};
  return decode(reading, tensor);
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
