//===- MergedJob.cpp - The document of a job from flags -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/MergedJob.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using namespace trainlint::yaml;

void MergedJob::set(StringRef path, SourceRange key, Node *value) {
  Section *section = &root;
  while (!path.empty()) {
    auto [name, rest] = path.split('.');
    section = &section->fields[name.str()];
    if (section->key.empty())
      section->key = key;
    path = rest;
  }
  section->key = key;
  section->value = value;
}

ScalarNode *MergedJob::makeScalar(SourceRange range, StringRef text,
                                  ScalarStyle style) {
  return nodes.scalar(&script, range, text, style);
}

Node *MergedJob::makeText(const shell::Value &value, StringRef text) {
  // In quotes, since a shell knows nothing but text.
  ScalarNode *scalar = makeScalar(value.range, text, ScalarStyle::DoubleQuoted);
  scalar->isComputed = value.isComputed;
  return value.use.empty() ? static_cast<Node *>(scalar)
                           : nodes.alias(&script, value.use, scalar);
}

Node *MergedJob::makeFlag(SourceRange range, bool value) {
  return makeScalar(range, value ? "true" : "false", ScalarStyle::Plain);
}

Node *MergedJob::makeNumber(SourceRange range, int64_t value) {
  return makeScalar(range, std::to_string(value), ScalarStyle::Plain);
}

Node *MergedJob::makeList(SourceRange range, llvm::ArrayRef<Node *> items) {
  return nodes.sequence(&script, range, items);
}

Node *MergedJob::merge(const Section &section, const Node *below,
                       SourceRange range) {
  if (section.value)
    return section.value;
  if (const auto *alias = llvm::dyn_cast_or_null<AliasNode>(below))
    below = alias->target;
  llvm::SmallVector<MappingEntry> entries;
  llvm::SmallVector<StringRef> merged;
  if (const auto *mapping = llvm::dyn_cast_or_null<MappingNode>(below)) {
    for (const MappingEntry &entry : mapping->entries) {
      const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
      auto field =
          key ? section.fields.find(key->value.str()) : section.fields.end();
      if (field == section.fields.end()) {
        entries.push_back(entry);
        continue;
      }
      merged.push_back(key->value);
      // A value of its own stands at the flag; a section keeps its key.
      Node *name =
          field->second.value
              ? makeScalar(field->second.key, key->value, ScalarStyle::Plain)
              : entry.key;
      entries.push_back({name, merge(field->second, entry.value, range)});
    }
  }
  for (const auto &[name, field] : section.fields) {
    if (!llvm::is_contained(merged, StringRef(name)))
      entries.push_back({makeScalar(field.key, name, ScalarStyle::Plain),
                         merge(field, nullptr, field.key)});
  }
  if (unknownRest) {
    Node *rest = nodes.unknown(&script, *unknownRest);
    entries.push_back({rest, rest});
  }
  // The order of the text, first that of the file.
  auto place = [&](const MappingEntry &entry) {
    return std::pair(entry.key->buffer == &script, entry.key->range.begin);
  };
  llvm::stable_sort(entries, [&](const MappingEntry &a, const MappingEntry &b) {
    return place(a) < place(b);
  });
  return nodes.mapping(&script, range, entries);
}

void MergedJob::require(StringRef section, SourceRange key) {
  root.fields[section.str()].key = key;
}

Node *MergedJob::build(const Node *config, SourceRange range) {
  return merge(root, config, range);
}
