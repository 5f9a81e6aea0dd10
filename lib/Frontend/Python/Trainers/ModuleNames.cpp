//===- ModuleNames.cpp - The names that a module speaks of ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

ModuleNames::ModuleNames(const Module &module) {
  forEachNode(module, [&](Node node) {
    if (node.is(NodeKind::Identifier))
      names.insert(node.text());
  });
}

bool ModuleNames::hasAnyOf(ArrayRef<llvm::StringLiteral> wanted) const {
  return llvm::any_of(wanted, [&](StringRef name) { return has(name); });
}

bool ModuleNames::hasPart(StringRef lowerCase) const {
  return llvm::any_of(names.keys(), [&](StringRef name) {
    return name.contains_insensitive(lowerCase);
  });
}

Node python::functionAround(Node node) {
  while (node && !node.is(NodeKind::FunctionDefinition) &&
         !node.is(NodeKind::Lambda))
    node = node.parent();
  return node;
}

StringRef python::lastNameOf(Node expression) {
  if (expression.is(NodeKind::Identifier))
    return expression.text();
  if (expression.is(NodeKind::Attribute))
    if (Node name = expression.child(Field::Attribute))
      return name.text();
  return "";
}

ReachedFunctions::ReachedFunctions(const Module &module, Node start) {
  // Functions by name; none for a name that several have.
  llvm::StringMap<Node> byName;
  forEachNode(module, [&](Node node) {
    if (!node.is(NodeKind::FunctionDefinition))
      return;
    Node name = node.child(Field::Name);
    if (!name)
      return;
    auto [entry, isNew] = byName.try_emplace(name.text(), node);
    if (!isNew)
      entry->second = Node();
  });

  SmallVector<Node> waiting = {start};
  while (!waiting.empty()) {
    Node function = waiting.pop_back_val();
    if (!function ||
        !functions.insert({function.owner(), function.order()}).second)
      continue;
    for (Node node : function.subtree()) {
      if (!node.is(NodeKind::Call))
        continue;
      StringRef name = lastNameOf(node.child(Field::Function));
      if (!name.empty())
        waiting.push_back(byName.lookup(name));
    }
  }
}

bool ReachedFunctions::contains(Node node) const {
  for (; node; node = node.parent())
    if (functions.contains({node.owner(), node.order()}))
      return true;
  return false;
}
