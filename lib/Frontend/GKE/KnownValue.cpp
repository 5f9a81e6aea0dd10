//===- KnownValue.cpp - Values of manifests, field by field ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/KnownValue.h"
#include "Support/LLVM.h"
#include "Text/Yaml/Template.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

static std::optional<StringRef> knownText(View view) {
  const auto *scalar = view.as<ScalarNode>();
  if (!scalar || scalar->value.empty() || hasPlaceholder(scalar->value))
    return std::nullopt;
  return StringRef(scalar->value);
}

bool KnownValue::isOpen() const {
  if (!tree->mayWalk(value))
    return true;
  if (!value.as<MappingNode>() && !value.as<SequenceNode>())
    return value && !knownText(value);
  if (yaml::isPlaceholder(value))
    return true;
  if (llvm::any_of(tree->items(value),
                   [](View item) { return yaml::isPlaceholder(item); }))
    return true;
  return llvm::any_of(tree->entries(value), [](const EntryView &entry) {
    return yaml::isPlaceholder(entry.key);
  });
}

std::optional<StringRef> KnownValue::text() const { return knownText(value); }

std::optional<int64_t> KnownValue::integer() const {
  std::optional<StringRef> word = text();
  int64_t number;
  if (!word || word->getAsInteger(10, number))
    return std::nullopt;
  return number;
}

KnownValues KnownValue::items() const {
  KnownValues known;
  if (!tree->mayWalk(value))
    return known;
  for (View item : tree->items(value)) {
    if (item)
      known.push_back({item, *tree});
  }
  return known;
}

KnownValues KnownValue::fields() const {
  KnownValues known;
  if (!tree->mayWalk(value))
    return known;
  for (const EntryView &entry : tree->entries(value)) {
    if (knownText(entry.key))
      known.push_back({entry.value, *tree, entry.key});
  }
  return known;
}

StringRef KnownValue::name() const {
  return knownText(key).value_or(StringRef());
}

KnownValue gke::amountOf(const KnownValue &container, StringRef resource) {
  KnownValue limit = container["resources"]["limits"][resource];
  return limit.isGiven() ? limit : container["resources"]["requests"][resource];
}

std::optional<KnownValue> gke::containerNamed(const KnownValue &podSpec,
                                              StringRef name) {
  for (const KnownValue &container : podSpec["containers"].items()) {
    if (container["name"].text() == name)
      return container;
  }
  return std::nullopt;
}
