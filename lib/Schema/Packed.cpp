//===- Packed.cpp - Schemas as they lie in the program --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Packed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include <deque>
#include <mutex>

using namespace trainlint;
using namespace trainlint::schema;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Expands the nodes of one schema.
class Expansion {
public:
  Expansion(ArrayRef<PackedNode> packed, const PackedPool &pool)
      : packed(packed), pool(pool),
        nodes(arena.Allocate<Schema>(packed.size())) {}

  const Schema &run() {
    for (const auto &[index, node] : llvm::enumerate(packed))
      expandNode(node, *new (nodes + index) Schema);
    return *nodes;
  }

private:
  void expandNode(const PackedNode &node, Schema &out);

  StringRef text(PackedText place) const {
    return {pool.text + place.offset, place.size};
  }
  const Schema *schema(PackedIndex index) const {
    return index ? nodes + index : nullptr;
  }
  ArrayRef<StringRef> words(PackedList place) {
    return list<StringRef>(pool.words, place,
                           [&](PackedText word) { return text(word); });
  }
  ArrayRef<Property> properties(PackedList place) {
    return list<Property>(pool.properties, place, [&](PackedProperty property) {
      return Property{text(property.name), schema(property.schema)};
    });
  }
  ArrayRef<const Schema *> parts(PackedList place) {
    return list<const Schema *>(pool.parts, place,
                                [&](PackedIndex part) { return schema(part); });
  }

  template <typename T, typename Packed, typename Expand>
  ArrayRef<T> list(const Packed *all, PackedList place, Expand expand) {
    T *out = arena.Allocate<T>(place.size);
    for (unsigned i = 0; i < place.size; ++i)
      new (out + i) T(expand(all[place.first + i]));
    return {out, place.size};
  }

  llvm::BumpPtrAllocator arena;
  ArrayRef<PackedNode> packed;
  const PackedPool &pool;
  Schema *nodes;
};

} // namespace

void Expansion::expandNode(const PackedNode &node, Schema &out) {
  out.types = node.types;
  out.title = text(node.title);
  out.description = text(node.description);
  out.properties = properties(node.properties);
  out.additional = schema(node.additional);
  out.closed = node.closed;
  out.required = words(node.required);
  out.propertyNames = schema(node.propertyNames);
  out.maxProperties = node.maxProperties;
  out.items = schema(node.items);
  out.minItems = node.minItems;
  out.maxItems = node.maxItems;
  out.words = words(node.words);
  out.pattern = text(node.pattern);
  out.maxLength = node.maxLength;
  out.minimum = node.minimum;
  out.maximum = node.maximum;
  out.anyOf = parts(node.anyOf);
  out.allOf = parts(node.allOf);
  out.negated = schema(node.negated);
  out.readOnly = node.readOnly;
  out.form = text(node.form);
  out.checkedBy = text(node.checkedBy);
  out.mayBeEmpty = node.mayBeEmpty;
  out.usual = words(node.usual);
  out.onlyWarns = node.onlyWarns;
}

const Schema &schema::expand(ArrayRef<PackedNode> nodes,
                             const PackedPool &pool) {
  // The nodes lie in the arenas, which therefore are never given back. They
  // stay in reach, so that nobody takes them for lost.
  static std::mutex guard;
  static auto *const expansions = new std::deque<Expansion>();
  std::lock_guard lock(guard);
  return expansions->emplace_back(nodes, pool).run();
}
