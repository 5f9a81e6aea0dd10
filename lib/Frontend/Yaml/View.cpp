//===- View.cpp - Nodes seen through aliases and merges -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Yaml/View.h"
#include "Frontend/Yaml/ScalarType.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::ArrayRef;
using llvm::StringRef;

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

static bool isMergeKey(const Node *key) {
  const auto *scalar = llvm::dyn_cast<ScalarNode>(key);
  return scalar && typeOf(*scalar) == ScalarType::Merge;
}

void TreeView::addMerged(View merged, llvm::SmallVectorImpl<EntryView> &out) {
  if (const auto *sequence = merged.as<SequenceNode>()) {
    for (const Node *item : sequence->items)
      addMerged(resolve(item, merged.via), out);
    return;
  }
  for (const EntryView &entry : entries(merged)) {
    bool known = llvm::any_of(out, [&](const EntryView &other) {
      return entry.key.as<ScalarNode>() && keyText(other) == keyText(entry);
    });
    if (!known)
      out.push_back(entry);
  }
}

ArrayRef<EntryView> TreeView::entries(View view) {
  const auto *mapping = view.as<MappingNode>();
  if (!mapping || llvm::is_contained(active, mapping))
    return {};
  auto known = cache.find({mapping, view.via});
  if (known != cache.end())
    return known->second;

  active.push_back(mapping);
  llvm::SmallVector<EntryView> out;
  llvm::StringMap<size_t> places;
  llvm::SmallVector<View> merges;
  for (const MappingEntry &entry : mapping->entries) {
    View value = resolve(entry.value, view.via);
    if (isMergeKey(entry.key)) {
      merges.push_back(value);
      continue;
    }
    EntryView found{resolve(entry.key, view.via), value};
    if (found.key.as<ScalarNode>()) {
      auto [place, isNew] = places.try_emplace(keyText(found), out.size());
      if (!isNew) {
        out[place->second] = found;
        continue;
      }
    }
    out.push_back(found);
  }
  for (View merged : merges)
    addMerged(merged, out);
  active.pop_back();

  ArrayRef<EntryView> kept = ArrayRef(out).copy(arena);
  cache[{mapping, view.via}] = kept;
  return kept;
}

EntryView TreeView::find(View mapping, StringRef key) {
  for (const EntryView &entry : entries(mapping)) {
    if (entry.key.as<ScalarNode>() && keyText(entry) == key)
      return entry;
  }
  return {};
}

llvm::SmallVector<View> TreeView::items(View view) {
  llvm::SmallVector<View> out;
  if (const auto *sequence = view.as<SequenceNode>()) {
    for (const Node *item : sequence->items)
      out.push_back(resolve(item, view.via));
  }
  return out;
}

mlir::Location TreeView::location(SourceRange range, const AliasUse *via) {
  mlir::LocationAttr found = makeLocation(context, source, range);
  for (; via; via = via->outer)
    found = makeAliasLocation(found,
                              makeLocation(context, source, via->alias->range));
  return found;
}

mlir::Location TreeView::location(View view) {
  return location(view.node->range, view.via);
}
