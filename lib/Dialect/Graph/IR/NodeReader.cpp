//===- NodeReader.cpp - What nodes have in their file ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/NodeReader.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

NodeReader::~NodeReader() = default;

std::string NodeReader::name(NodeOp node) const {
  return node.getNodeName().value_or("").str();
}

mlir::Attribute NodeReader::attribute(NodeOp node, StringRef name) const {
  mlir::DictionaryAttr attributes = node.getNodeAttributesAttr();
  return attributes ? attributes.get(name) : mlir::Attribute();
}

mlir::DenseElementsAttr NodeReader::elementsOf(NodeOp node,
                                               llvm::StringRef name) const {
  auto elements =
      llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(attribute(node, name));
  return elements && elements.getElementType().isIntOrFloat()
             ? elements
             : mlir::DenseElementsAttr();
}

mlir::DictionaryAttr NodeReader::attributes(NodeOp node) const {
  mlir::DictionaryAttr attributes = node.getNodeAttributesAttr();
  return attributes ? attributes : mlir::DictionaryAttr::get(node.getContext());
}

mlir::DenseElementsAttr NodeReader::elements(InitializerOp initializer) const {
  auto elements =
      llvm::dyn_cast<mlir::DenseElementsAttr>(initializer.getContent());
  return elements && elements.getElementType().isIntOrFloat()
             ? elements
             : mlir::DenseElementsAttr();
}

std::string NodeReader::elementsProblem(InitializerOp) const { return {}; }

std::optional<unsigned> NodeReader::attributeSet(NodeOp) const {
  return std::nullopt;
}

unsigned NodeReader::numberedNodes() const { return 0; }

mlir::Location NodeReader::location(NodeOp node, NodePart) const {
  return node.getLoc();
}

std::string NodeReader::inputName(NodeOp, unsigned) const { return ""; }

std::string NodeReader::outputName(NodeOp, unsigned) const { return ""; }

mlir::Location NodeReader::inputLocation(NodeOp node, unsigned) const {
  return node.getLoc();
}

mlir::Location NodeReader::attributeLocation(NodeOp node, StringRef,
                                             AttributePart) const {
  return node.getLoc();
}

std::string graph::nameOf(NodeOp node, const NodeReader &source) {
  std::string name = source.name(node);
  if (name.empty())
    name = source.outputName(node, 0);
  return name.empty() ? node.getOpName().str() : name;
}
