//===- SnakeCaseFields.cpp - Fields in the spelling of Python -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::vertexai;
using namespace trainlint::yaml;

const Property *vertexai::propertyMeant(const Schema &schema, StringRef name) {
  if (const Property *property = schema.findProperty(name))
    return property;
  if (!name.contains('_'))
    return nullptr;
  std::string camel;
  bool upper = false;
  for (char c : name) {
    if (c != '_')
      camel += upper ? llvm::toUpper(c) : c;
    upper = c == '_';
  }
  return schema.findProperty(camel);
}

namespace {

using NodeOf = std::pair<const Node *, const Schema *>;

/// How many known fields are spelled in which way.
struct Survey {
  unsigned python = 0, gcloud = 0;
  llvm::DenseSet<NodeOf> seen;
};

/// Copies the nodes whose fields have another spelling.
class Renamer {
public:
  Renamer(llvm::BumpPtrAllocator &arena,
          llvm::SmallVectorImpl<RenamedKey> &renamed)
      : arena(arena), renamed(renamed) {}

  Node *copy(const Node &node, const Schema &schema);

private:
  template <typename T>
  T *clone(const T &node, const Schema &schema) {
    T *made = new (arena.Allocate<T>()) T(node);
    copies[{&node, &schema}] = made;
    return made;
  }
  Node *copyKey(Node &key, StringRef field);

  llvm::BumpPtrAllocator &arena;
  llvm::SmallVectorImpl<RenamedKey> &renamed;
  llvm::DenseMap<NodeOf, Node *> copies;
};

} // namespace

static const ScalarNode *asKey(const Node *node) {
  return llvm::dyn_cast<ScalarNode>(node);
}

/// The schema of the items of a list, or of the mappings of a merge key.
static const Schema &itemsOf(const Schema &schema) {
  return schema.items ? *schema.items : schema;
}

static void survey(const Node *node, const Schema &schema, Survey &found) {
  if (!node || !found.seen.insert({node, &schema}).second)
    return;
  if (const auto *alias = llvm::dyn_cast<AliasNode>(node))
    return survey(alias->target, schema, found);
  if (const auto *sequence = llvm::dyn_cast<SequenceNode>(node)) {
    for (const Node *item : sequence->items)
      survey(item, itemsOf(schema), found);
    return;
  }
  const auto *mapping = llvm::dyn_cast<MappingNode>(node);
  if (!mapping)
    return;
  for (const MappingEntry &entry : mapping->entries) {
    const ScalarNode *key = asKey(entry.key);
    if (!key)
      continue;
    if (key->value == "<<") {
      survey(entry.value, schema, found);
      continue;
    }
    const Property *property = propertyMeant(schema, key->value);
    if (!property)
      continue;
    found.python += property->name != key->value;
    found.gcloud +=
        property->name == key->value && llvm::any_of(key->value, llvm::isUpper);
    survey(entry.value, *property->schema, found);
  }
}

Node *Renamer::copyKey(Node &key, StringRef field) {
  auto *made = new (arena.Allocate<ScalarNode>()) ScalarNode(*asKey(&key));
  made->value = field;
  renamed.push_back({View{&key}, field});
  return made;
}

Node *Renamer::copy(const Node &node, const Schema &schema) {
  auto known = copies.find({&node, &schema});
  if (known != copies.end())
    return known->second;
  if (const auto *alias = llvm::dyn_cast<AliasNode>(&node)) {
    AliasNode *made = clone(*alias, schema);
    if (made->target)
      made->target = copy(*made->target, schema);
    return made;
  }
  if (const auto *sequence = llvm::dyn_cast<SequenceNode>(&node)) {
    SequenceNode *made = clone(*sequence, schema);
    llvm::SmallVector<Node *> items;
    for (const Node *item : sequence->items)
      items.push_back(copy(*item, itemsOf(schema)));
    made->items = llvm::ArrayRef(items).copy(arena);
    return made;
  }
  if (const auto *scalar = llvm::dyn_cast<ScalarNode>(&node))
    return clone(*scalar, schema);
  const auto &mapping = llvm::cast<MappingNode>(node);
  MappingNode *made = clone(mapping, schema);
  llvm::SmallVector<MappingEntry> entries;
  for (MappingEntry entry : mapping.entries) {
    const ScalarNode *key = asKey(entry.key);
    const Property *property =
        key ? propertyMeant(schema, key->value) : nullptr;
    if (key && key->value == "<<")
      entry.value = copy(*entry.value, schema);
    if (property) {
      if (property->name != key->value)
        entry.key = copyKey(*entry.key, property->name);
      entry.value = copy(*entry.value, *property->schema);
    }
    entries.push_back(entry);
  }
  made->entries = llvm::ArrayRef(entries).copy(arena);
  return made;
}

View vertexai::inCamelCase(View root, const Schema &schema, TreeView &tree,
                           llvm::SmallVectorImpl<RenamedKey> &renamed) {
  Survey found;
  survey(root.node, schema, found);
  if (!found.python || found.gcloud)
    return root;
  Renamer renamer(tree.allocator(), renamed);
  return View{renamer.copy(*root.node, schema), root.via};
}

View vertexai::withApiNames(View root, const Schema &schema, TreeView &tree) {
  Survey found;
  survey(root.node, schema, found);
  if (!found.python)
    return root;
  llvm::SmallVector<RenamedKey> renamed;
  Renamer renamer(tree.allocator(), renamed);
  return View{renamer.copy(*root.node, schema), root.via};
}
