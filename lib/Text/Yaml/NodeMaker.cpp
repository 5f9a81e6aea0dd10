//===- NodeMaker.cpp - Makes nodes that no YAML spells --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/NodeMaker.h"
#include "Support/LLVM.h"
#include "Text/Yaml/Template.h"

using namespace trainlint;
using namespace trainlint::yaml;

ScalarNode *NodeMaker::scalar(const SourceBuffer *buffer, SourceRange range,
                              StringRef text, ScalarStyle style) const {
  auto *node =
      new (stream.arena.Allocate<ScalarNode>()) ScalarNode(range, style);
  node->value = text.copy(stream.arena);
  node->buffer = buffer;
  return node;
}

ScalarNode *NodeMaker::unknown(const SourceBuffer *buffer,
                               SourceRange range) const {
  return scalar(buffer, range, UnknownText, ScalarStyle::Plain);
}

SequenceNode *NodeMaker::sequence(const SourceBuffer *buffer, SourceRange range,
                                  ArrayRef<Node *> items) const {
  auto *node = new (stream.arena.Allocate<SequenceNode>()) SequenceNode(range);
  node->items = items.copy(stream.arena);
  node->buffer = buffer;
  return node;
}

MappingNode *NodeMaker::mapping(const SourceBuffer *buffer, SourceRange range,
                                ArrayRef<MappingEntry> entries) const {
  auto *node = new (stream.arena.Allocate<MappingNode>()) MappingNode(range);
  node->entries = entries.copy(stream.arena);
  node->buffer = buffer;
  return node;
}

AliasNode *NodeMaker::alias(const SourceBuffer *buffer, SourceRange range,
                            Node *target) const {
  auto *node = new (stream.arena.Allocate<AliasNode>())
      AliasNode(range, buffer->text(range));
  node->target = target;
  node->buffer = buffer;
  stream.hasAliases = true;
  return node;
}
