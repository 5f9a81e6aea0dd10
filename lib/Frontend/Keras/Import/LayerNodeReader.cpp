//===- LayerNodeReader.cpp - Places of a Keras model's layers -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/Import/LayerNodeReader.h"
#include "Diagnostics/SourceSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::keras;

mlir::Location LayerNodeReader::locate(SourceRange range) const {
  return makeLocation(context, buffer, file.unpacked ? SourceRange() : range);
}

mlir::Location LayerNodeReader::location(graph::NodeOp node,
                                         graph::NodePart part) const {
  const Entry *entry = entryOf(node);
  if (!entry)
    return NodeReader::location(node, part);
  SourceRange range = part == graph::NodePart::Op
                          ? entry->layer->className.range
                          : entry->layer->name.range;
  return locate(range.empty() ? entry->layer->range : range);
}

mlir::Location LayerNodeReader::inputLocation(graph::NodeOp node,
                                              unsigned operand) const {
  const Entry *entry = entryOf(node);
  if (!entry)
    return NodeReader::inputLocation(node, operand);
  if (entry->call && operand < entry->call->inputs.size())
    return locate(entry->call->inputs[operand].range);
  return locate(entry->layer->range);
}

mlir::Location
LayerNodeReader::attributeLocation(graph::NodeOp node, llvm::StringRef name,
                                   graph::AttributePart part) const {
  const Entry *entry = entryOf(node);
  if (!entry || !entry->layer->config)
    return NodeReader::attributeLocation(node, name, part);
  // Of keys that are equal the last one holds.
  for (const json::Member &member :
       llvm::reverse(entry->layer->config->members)) {
    if (member.key == name)
      return locate(part == graph::AttributePart::Name ? member.keyRange
                                                       : member.value.range);
  }
  return location(node, graph::NodePart::Name);
}
