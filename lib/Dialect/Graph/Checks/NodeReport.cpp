//===- NodeReport.cpp - Findings that speak of nodes ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/NodeReport.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::graph;

/// How many of the other nodes are named.
static constexpr size_t MaxListedNodes = 2;

mlir::Location graph::namePlace(NodeOp node, const NodeReader &source) {
  return source.location(node, source.name(node).empty() ? NodePart::Op
                                                         : NodePart::Name);
}

std::string graph::scopeOf(NodeOp node, const NodeReader &source) {
  std::string name = source.name(node);
  StringRef scope = StringRef(name).rsplit('/').first;
  auto function = node->getParentOfType<FunctionOp>();
  std::string text;
  if (scope.size() < name.size())
    text = ("in the name scope `" + scope + "`").str();
  if (!function || function.isMain())
    return text;
  text += text.empty() ? "in" : " of";
  return (text + " the function `" + *function.getSymName() + "`").str();
}

static std::string joinNames(llvm::ArrayRef<NodeOp> nodes,
                             const NodeReader &source) {
  llvm::SmallVector<std::string> names;
  for (NodeOp node : nodes.take_front(MaxListedNodes))
    names.push_back("`" + nameOf(node, source) + "`");
  if (nodes.size() > MaxListedNodes)
    names.push_back(pluralize(nodes.size() - MaxListedNodes, "other node"));
  return formatList(names, "and");
}

void graph::describe(Report &report, llvm::ArrayRef<NodeOp> nodes,
                     const NodeReader &source, StringRef more) {
  std::string label = scopeOf(nodes.front(), source);
  if (!more.empty())
    label += (label.empty() ? "" : ", ") + more.str();
  if (!label.empty())
    report.label(label);
  llvm::ArrayRef<NodeOp> others = nodes.drop_front();
  if (!others.empty())
    report.note(source.location(others.front(), NodePart::Op),
                "the same for " + joinNames(others, source));
}

Report graph::describe(Report &&report, llvm::ArrayRef<NodeOp> nodes,
                       const NodeReader &source) {
  describe(report, nodes, source);
  return std::move(report);
}
