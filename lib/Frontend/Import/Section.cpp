//===- Section.cpp - The fields of a mapping ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Import/Section.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Text/Yaml/ScalarType.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::yaml;

bool frontend::isNull(View value) {
  const auto *scalar = value.as<ScalarNode>();
  return scalar && typeOf(*scalar) == ScalarType::Null;
}

bool frontend::isUnset(View value) {
  const auto *scalar = value.as<ScalarNode>();
  return isNull(value) || (scalar && scalar->value.empty());
}

Section::Section(View view, const schema::Schema &schema, TreeView &tree)
    : schema(&schema) {
  if (!view || isNull(view))
    return;
  if (!view.as<MappingNode>() || isPlaceholder(view)) {
    unknownPart = view;
    return;
  }
  llvm::SmallVector<StringRef> names;
  for (const EntryView &entry : tree.entries(view)) {
    if (isPlaceholder(entry.key)) {
      unknownPart = entry.value;
      continue;
    }
    StringRef key = keyText(entry);
    if (key.empty())
      continue;
    if (const schema::Property *property = schema.findProperty(key)) {
      fields.push_back({property->name, entry, false});
      continue;
    }
    if (names.empty()) {
      for (const schema::Property &property : schema.properties)
        names.push_back(property.name);
    }
    if (std::optional<NearMatch> near = findNearMatch(key, names))
      fields.push_back({near->word, entry, true});
  }
}

EntryView Section::find(StringRef field) const {
  for (const Field &candidate : fields) {
    if (candidate.name == field && !candidate.misspelled)
      return candidate.entry;
  }
  return {};
}

View Section::standIn(StringRef field) const {
  if (find(field).key)
    return {};
  for (const Field &candidate : fields) {
    if (candidate.name == field)
      return candidate.entry.value;
  }
  return unknownPart;
}

Section Section::section(StringRef field, TreeView &tree) const {
  View instead = standIn(field);
  const schema::Schema &inner = schemaOf(field);
  return instead ? unknown(instead, inner)
                 : Section(find(field).value, inner, tree);
}
