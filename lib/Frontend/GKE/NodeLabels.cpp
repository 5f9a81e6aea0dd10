//===- NodeLabels.cpp - Labels that pods want of their nodes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GKE/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gke;
using namespace trainlint::job;
using namespace trainlint::yaml;

NodeLabels::NodeLabels(const Section &podSpec, ValueReader &reader,
                       TreeView &tree)
    : reader(reader), tree(tree),
      selector(podSpec.section("nodeSelector", tree)),
      required(podSpec.section("affinity", tree)
                   .section("nodeAffinity", tree)
                   .section("requiredDuringSchedulingIgnoredDuringExecution",
                            tree)) {}

/// True if a key is most likely a misspelled label. All labels of a provider
/// begin alike, so only what follows the domain tells.
static bool isMisspelling(StringRef key, StringRef label) {
  auto [domain, name] = key.split('/');
  auto [labelDomain, labelName] = label.split('/');
  return findNearMatch(name, labelName).has_value();
}

NodeLabel NodeLabels::find(StringRef label) {
  if (View key = selector.find(label).key)
    if (ValueAttr value = reader.text(selector, label))
      return {key, value};
  for (const Section::Field &field : selector.getFields()) {
    if (field.misspelled && field.name == label &&
        isMisspelling(keyText(field.entry), label))
      return {field.entry.key, reader.unknown(field.entry.value)};
  }
  // No label has an empty name: what stands in for it stands in for all.
  if (View instead = selector.standIn(""))
    return {instead, reader.unknown(instead)};
  return findInTerms(label);
}

/// The value of `key In [value]`; other conditions leave a choice.
NodeLabel NodeLabels::readExpression(const Section &expression, View place) {
  View key = expression.find("key").value;
  const auto *comparison = expression.find("operator").value.as<ScalarNode>();
  View values = expression.find("values").value;
  llvm::SmallVector<View> items = tree.items(values);
  if (!comparison || comparison->value != "In" || items.size() != 1 ||
      isPlaceholder(values))
    return {key, reader.unknown(place)};
  ValueAttr known =
      isPlaceholder(items.front()) ? ValueAttr() : reader.textOf(items.front());
  return {key, known ? known : reader.unknown(items.front())};
}

NodeLabel NodeLabels::findInTerms(StringRef label) {
  constexpr StringRef Terms = "nodeSelectorTerms";
  if (View instead = required.standIn(Terms))
    return {instead, reader.unknown(instead)};
  View terms = required.find(Terms).value;
  if (!terms)
    return {};
  if (isPlaceholder(terms))
    return {terms, reader.unknown(terms)};

  const schema::Schema &termSchema = *required.schemaOf(Terms).items;
  llvm::SmallVector<View> alternatives = tree.items(terms);
  llvm::SmallPtrSet<const Node *, 8> seen;
  for (View term : alternatives) {
    if (!term || !seen.insert(term.node).second)
      continue;
    Section conditions(term, termSchema, tree);
    View list = conditions.find("matchExpressions").value;
    if (isPlaceholder(term) || (list && isPlaceholder(list)))
      return {term, reader.unknown(term)};
    for (View item : tree.items(list)) {
      if (!item || !seen.insert(item.node).second)
        continue;
      Section expression(item, *conditions.schemaOf("matchExpressions").items,
                         tree);
      View key = expression.find("key").value;
      // A condition that is not known may be one on the label.
      if (isPlaceholder(item) || expression.standIn("key") ||
          (key && isPlaceholder(key)))
        return {item, reader.unknown(item)};
      const auto *name = key.as<ScalarNode>();
      if (!name || name->value != label)
        continue;
      NodeLabel found = readExpression(expression, item);
      // Of several terms one is enough.
      if (alternatives.size() > 1)
        found.value = reader.unknown(item);
      return found;
    }
  }
  return {};
}
