//===- JobDocument.cpp - Documents of what Python writes ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/JobDocument.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;
using namespace trainlint::yaml;

/// Reads as a placeholder.
static constexpr llvm::StringLiteral UnknownNode = "${}";

bool python::contains(Place outer, Place inner) {
  return outer.buffer == inner.buffer &&
         outer.range.begin <= inner.range.begin &&
         inner.range.end <= outer.range.end;
}

ScalarNode *JobDocument::scalar(Place place, StringRef text,
                                ScalarStyle style) const {
  llvm::BumpPtrAllocator &arena = context.stream.arena;
  auto *node =
      new (arena.Allocate<ScalarNode>()) ScalarNode(place.range, style);
  node->value = text.copy(arena);
  node->buffer = place.buffer;
  return node;
}

yaml::Node *JobDocument::text(Place place, StringRef text) const {
  return scalar(place, text, ScalarStyle::DoubleQuoted);
}

yaml::Node *JobDocument::number(Place place, int64_t value) const {
  return scalar(place, std::to_string(value), ScalarStyle::Plain);
}

yaml::Node *JobDocument::unknown(Place place) const {
  return scalar(place, UnknownNode, ScalarStyle::Plain);
}

yaml::Node *JobDocument::sequence(Place place,
                                  llvm::ArrayRef<yaml::Node *> items) const {
  llvm::BumpPtrAllocator &arena = context.stream.arena;
  auto *node = new (arena.Allocate<SequenceNode>()) SequenceNode(place.range);
  node->items = items.copy(arena);
  node->buffer = place.buffer;
  return node;
}

yaml::Node *JobDocument::mapping(Place place,
                                 llvm::ArrayRef<DocumentField> fields,
                                 bool isOpen) const {
  llvm::BumpPtrAllocator &arena = context.stream.arena;
  llvm::SmallVector<MappingEntry> entries;
  for (const DocumentField &field : fields)
    entries.push_back(
        {scalar(field.key, field.name, ScalarStyle::Plain), field.value});
  if (isOpen)
    entries.push_back({unknown(place), unknown(place)});
  auto *node = new (arena.Allocate<MappingNode>()) MappingNode(place.range);
  node->entries = llvm::ArrayRef(entries).copy(arena);
  node->buffer = place.buffer;
  return node;
}

yaml::Node *JobDocument::usedAt(yaml::Node *node, Place written,
                                Place use) const {
  if (!written || !use || contains(use, written) || contains(written, use))
    return node;
  auto *alias = new (context.stream.arena.Allocate<AliasNode>())
      AliasNode(use.range, use.buffer->text(use.range));
  alias->target = node;
  alias->buffer = use.buffer;
  context.stream.hasAliases = true;
  return alias;
}
