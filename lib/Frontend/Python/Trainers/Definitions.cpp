//===- Definitions.cpp - How functions are written ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/Definitions.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

bool Parameters::has(StringRef name) const {
  auto isIt = [&](const One &one) { return one.name == name; };
  return llvm::any_of(positional, isIt) || llvm::any_of(keywordOnly, isIt);
}

bool python::isDecorated(Node definition) {
  return definition.parent().is(NodeKind::DecoratedDefinition);
}

bool python::isWithin(Node node, Node outer) {
  if (!node || !outer || node.owner() != outer.owner())
    return false;
  SourceRange inner = node.range(), around = outer.range();
  return around.begin <= inner.begin && inner.end <= around.end;
}

Node python::enclosingDefinition(Node node) {
  for (Node around = node.parent(); around; around = around.parent())
    if (around.is(NodeKind::FunctionDefinition) ||
        around.is(NodeKind::ClassDefinition) || around.is(NodeKind::Lambda))
      return around;
  return Node();
}

/// The name of a parameter, and whether it has a default; empty for one that
/// cannot be read.
static Parameters::One readParameter(Node parameter) {
  switch (parameter.kind()) {
  case NodeKind::Identifier:
    return {parameter.text(), false};
  case NodeKind::DefaultParameter:
  case NodeKind::TypedDefaultParameter:
    if (Node name = parameter.child(Field::Name))
      return {name.text(), true};
    return {};
  case NodeKind::TypedParameter:
    if (Node name = parameter.firstChild(); name.is(NodeKind::Identifier))
      return {name.text(), false};
    return {};
  default:
    return {};
  }
}

static constexpr size_t MostParameters = 256;

std::optional<Parameters> python::parametersOf(const Value &function) {
  if (function.kind != ValueKind::Function || !function.definition ||
      isDecorated(function.definition))
    return std::nullopt;
  Parameters result;
  Node list = function.definition.child(Field::Parameters);
  if (!list)
    return result;
  bool isKeywordOnly = false;
  for (Node parameter : list.children()) {
    Node splat = parameter.is(NodeKind::TypedParameter) ? parameter.firstChild()
                                                        : parameter;
    if (splat.is(NodeKind::ListSplatPattern)) {
      result.takesMore = isKeywordOnly = true;
      continue;
    }
    if (splat.is(NodeKind::DictionarySplatPattern)) {
      result.takesMoreKeywords = true;
      continue;
    }
    if (parameter.is(NodeKind::KeywordSeparator)) {
      isKeywordOnly = true;
      continue;
    }
    if (parameter.is(NodeKind::PositionalSeparator))
      continue;
    Parameters::One one = readParameter(parameter);
    // Python 2 takes tuples apart: what such a function takes is not known.
    // Nobody writes very many.
    if (one.name.empty() ||
        result.positional.size() + result.keywordOnly.size() == MostParameters)
      return std::nullopt;
    if (isKeywordOnly)
      result.keywordOnly.push_back(one);
    else
      result.positional.push_back(one);
  }
  if (enclosingDefinition(function.definition).is(NodeKind::ClassDefinition) &&
      !result.positional.empty())
    result.positional.erase(result.positional.begin());
  return result;
}

NamedNodes::NamedNodes(const Module &module, ArrayRef<StringRef> names) {
  for (const auto &cell : module.cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree())
      if (node.is(NodeKind::Identifier) &&
          llvm::is_contained(names, node.text()))
        nodes[cell->tree.get()].push_back(node);
  }
}

bool NamedNodes::hasBehind(Node node, Node within) const {
  auto found = within ? nodes.find(within.owner()) : nodes.end();
  if (found == nodes.end())
    return false;
  auto next = llvm::partition_point(
      found->second, [&](Node named) { return named.order() <= node.order(); });
  return next != found->second.end() && isWithin(*next, within);
}
