//===- HostBoundary.cpp - Where a step ends and the host begins -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/GraphToStableHLO/HostBoundary.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::step;
using llvm::StringRef;
using tensorflow::HostWork;

/// True for elements that only the host has.
static bool isHostElement(mlir::Type type) {
  mlir::Type element = graph::elementTypeOf(type);
  auto named = llvm::dyn_cast_or_null<graph::ElementType>(element);
  return named && named.getName() == "string";
}

bool step::makesVariable(graph::NodeOp node, const graph::NodeReader &source) {
  if (graph::isVariable(node))
    return true;
  bool isArgument = node.is("_Arg");
  if (!isArgument && !node.is("Placeholder"))
    return false;
  auto type = llvm::dyn_cast_or_null<mlir::TypeAttr>(
      source.attribute(node, isArgument ? "T" : "dtype"));
  auto element = type ? llvm::dyn_cast<graph::ElementType>(type.getValue())
                      : graph::ElementType();
  return element && element.getName() == "resource";
}

NodeRole HostBoundary::roleOfOp(StringRef op) const {
  if (op.ends_with("Summary") || op.ends_with("SummaryV2") ||
      op.starts_with("Save") || op.starts_with("Write") || op == "Assert" ||
      op == "PrintV2" || op == "QueueEnqueueV2" || op == "QueueEnqueueManyV2")
    return NodeRole::Dropped;
  NodeRole listed =
      llvm::StringSwitch<NodeRole>(op)
          .Cases({"Placeholder", "PlaceholderV2", "_Arg", "InfeedDequeue",
                  "InfeedDequeueTuple", "IteratorGetNext",
                  "IteratorGetNextSync", "IteratorGetNextAsOptional"},
                 NodeRole::Input)
          .Cases({"Print", "IsVariableInitialized", "VarIsInitializedOp",
                  "PlaceholderWithDefault", "Const", "NoOp"},
                 NodeRole::Computed)
          .Default(NodeRole::Dropped);
  if (listed != NodeRole::Dropped)
    return listed;
  const tensorflow::TpuOpSupport *support = ops->support(op);
  bool usesQueue = op.starts_with("Queue") || op.starts_with("Reader");
  if (!usesQueue && (!support || !support->host))
    return NodeRole::Computed;
  bool isForPeople = support && (support->host == HostWork::Summary ||
                                 support->host == HostWork::Print);
  return isForPeople ? NodeRole::Dropped : NodeRole::Input;
}

NodeRole HostBoundary::roleOf(graph::NodeOp node) const {
  if (makesVariable(node, *source))
    return NodeRole::Computed;
  auto [known, isNew] =
      roles.try_emplace(node.getOpNameAttr(), NodeRole::Computed);
  if (isNew)
    known->second = roleOfOp(node.getOpName());
  if (known->second != NodeRole::Computed)
    return known->second;
  // What is made of text is made by the host.
  auto isText = [](mlir::Value value) {
    return isHostElement(value.getType());
  };
  if (llvm::any_of(node.getInputs(), isText))
    return node.getOutputs().empty() ? NodeRole::Dropped : NodeRole::Input;
  return NodeRole::Computed;
}
