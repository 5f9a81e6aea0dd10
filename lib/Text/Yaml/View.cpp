//===- View.cpp - Nodes seen through aliases and merges -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/View.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::yaml;

View TreeView::resolve(const Node *node, const AliasUse *via) {
  while (const auto *alias = llvm::dyn_cast_or_null<AliasNode>(node)) {
    via = new (arena.Allocate<AliasUse>()) AliasUse{alias, via};
    node = alias->target;
  }
  return {node, node ? via : nullptr};
}

StringRef yaml::keyText(const EntryView &entry) {
  const auto *scalar = entry.key.as<ScalarNode>();
  return scalar ? scalar->value : StringRef();
}

bool yaml::isPlaceholder(View view) {
  if (!view)
    return false;
  const auto *scalar = view.as<ScalarNode>();
  return scalar ? hasPlaceholder(scalar->value) : isPlaceholder(*view.node);
}

static bool isMergeKey(const Node *key) {
  const auto *scalar = llvm::dyn_cast<ScalarNode>(key);
  return scalar && isMerge(*scalar);
}

/// Within what an alias merges, that alias is what the reader sees; the ways to
/// reach a mapping would multiply without end otherwise.
View TreeView::resolveMerged(const Node *node, const AliasUse *via) {
  View merged = resolve(node, via);
  if (active.size() > 1)
    merged.via = via;
  return merged;
}

/// The entries of a mapping while merge keys add to them.
struct TreeView::Merging {
  llvm::SmallVector<EntryView> entries;
  /// Where the entry of a text is.
  llvm::SmallDenseMap<StringRef, size_t, 16> places;
  /// What was merged before has nothing to add.
  llvm::SmallPtrSet<const Node *, 4> merged;
};

void TreeView::addMerged(View merged, Merging &into) {
  if (!merged || !into.merged.insert(merged.node).second)
    return;
  if (isPlaceholder(merged)) {
    into.entries.push_back({merged, merged});
    return;
  }
  if (const auto *sequence = merged.as<SequenceNode>()) {
    for (const Node *item : sequence->items)
      addMerged(resolveMerged(item, merged.via), into);
    return;
  }
  for (const EntryView &entry : entries(merged)) {
    bool isNew =
        !entry.key.as<ScalarNode>() ||
        into.places.try_emplace(keyText(entry), into.entries.size()).second;
    if (isNew)
      into.entries.push_back(entry);
  }
}

ArrayRef<EntryView> TreeView::entries(View view) {
  // Nobody merges so deep, and a text that does is made to take long.
  constexpr size_t MaximalMergeDepth = 50;
  const auto *mapping = view.as<MappingNode>();
  if (!mapping || active.size() >= MaximalMergeDepth ||
      llvm::is_contained(active, mapping))
    return {};
  auto known = cache.find({mapping, view.via});
  if (known != cache.end())
    return known->second;

  active.push_back(mapping);
  Merging out;
  llvm::SmallVector<View> merges;
  for (const MappingEntry &entry : mapping->entries) {
    if (isMergeKey(entry.key)) {
      merges.push_back(resolveMerged(entry.value, view.via));
      continue;
    }
    EntryView found{resolve(entry.key, view.via),
                    resolve(entry.value, view.via)};
    if (found.key.as<ScalarNode>()) {
      auto [place, isNew] =
          out.places.try_emplace(keyText(found), out.entries.size());
      if (!isNew) {
        out.entries[place->second] = found;
        continue;
      }
    }
    out.entries.push_back(found);
  }
  for (View merged : merges)
    addMerged(merged, out);
  active.pop_back();

  ArrayRef<EntryView> kept = ArrayRef(out.entries).copy(arena);
  cache[{mapping, view.via}] = kept;
  return kept;
}

EntryView TreeView::find(View mapping, StringRef key) {
  ArrayRef<EntryView> all = entries(mapping);
  auto isKey = [](const EntryView &entry) {
    return entry.key.as<ScalarNode>() != nullptr;
  };
  constexpr size_t WorthAnIndex = 64;
  if (all.size() < WorthAnIndex) {
    for (const EntryView &entry : all) {
      if (isKey(entry) && keyText(entry) == key)
        return entry;
    }
    return {};
  }
  llvm::StringMap<EntryView> &index = indices[all.data()];
  if (index.empty()) {
    for (const EntryView &entry : all) {
      if (isKey(entry))
        index.try_emplace(keyText(entry), entry);
    }
  }
  return index.lookup(key);
}

llvm::SmallVector<View> TreeView::items(View view) {
  llvm::SmallVector<View> out;
  if (const auto *sequence = view.as<SequenceNode>()) {
    for (const Node *item : sequence->items)
      out.push_back(resolve(item, view.via));
  }
  return out;
}

bool TreeView::mayWalk(View view) {
  if (!view.via)
    return true;
  size_t parts = 0;
  if (const auto *sequence = view.as<SequenceNode>())
    parts = sequence->items.size();
  else if (const auto *mapping = view.as<MappingNode>())
    parts = mapping->entries.size();
  bool may = parts <= repeatable;
  repeatable = may ? repeatable - parts : 0;
  return may;
}

mlir::LocationAttr TreeView::locationOf(const SourceBuffer &buffer,
                                        SourceRange range) {
  if (&buffer != lastBuffer)
    lastName = mlir::StringAttr::get(context, buffer.name());
  lastBuffer = &buffer;
  return makeLocation(lastName, buffer, range);
}

mlir::LocationAttr TreeView::locationOf(const Node &node) {
  mlir::LocationAttr location =
      locationOf(node.buffer ? *node.buffer : source, node.range);
  return node.isComputed ? makeComputedLocation(location) : location;
}

mlir::Location TreeView::throughAliases(mlir::LocationAttr found,
                                        const AliasUse *via) {
  for (; via; via = via->outer)
    found = makeAliasLocation(found, locationOf(*via->alias));
  return found;
}

mlir::Location TreeView::location(SourceRange range, const AliasUse *via) {
  return throughAliases(locationOf(source, range), via);
}

mlir::Location TreeView::location(View view) {
  return throughAliases(locationOf(*view.node), view.via);
}

StringRef TreeView::text(View view) const {
  const Node &node = *view.node;
  return (node.buffer ? *node.buffer : source).text(node.range);
}
