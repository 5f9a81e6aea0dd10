//===- ValidateItems.cpp - Items of a list that are the same --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::yaml;

void Validator::checkKeys(View value, const Schema &schema,
                          const Context &context) {
  llvm::StringMap<View> given;
  for (View item : tree.items(value)) {
    // What aliases repeat without end is not compared to its end.
    if (!tree.mayWalk(item))
      return;
    std::string identity;
    View last;
    for (StringRef key : schema.keys) {
      last = tree.find(item, key).value;
      const auto *scalar = last.as<ScalarNode>();
      // What is left out or not known may be anything.
      if (!scalar || scalar->value.empty() || hasPlaceholder(scalar->value)) {
        identity.clear();
        break;
      }
      identity += scalar->value;
      identity += '\0';
    }
    if (identity.empty())
      continue;
    auto [first, isNew] = given.try_emplace(identity, last);
    if (isNew)
      continue;
    diag::DuplicateItem::twice(tree.location(last), context.field,
                               schema.keys[schema.keys.size() - 1],
                               last.as<ScalarNode>()->value)
        .note(tree.location(first->second), "the first is here");
  }
}
