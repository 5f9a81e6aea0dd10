//===- HostDevicePartition.cpp - What the host does of a step -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using tensorflow::HostWork;

bool tensorflow::isHostElement(mlir::Type type) {
  mlir::Type element = graph::elementTypeOf(type);
  auto named = llvm::dyn_cast_or_null<graph::ElementType>(element);
  return named && named.getName() == "string";
}

bool tensorflow::makesVariable(graph::NodeOp node,
                               const graph::NodeReader &source) {
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

Placement HostDevicePartition::roleOfOp(StringRef op) const {
  if (op.ends_with("Summary") || op.ends_with("SummaryV2") ||
      op.starts_with("Save") || op.starts_with("Write") || op == "Assert" ||
      op == "PrintV2" || op == "QueueEnqueueV2" || op == "QueueEnqueueManyV2")
    return Placement::Dropped;
  Placement listed =
      llvm::StringSwitch<Placement>(op)
          .Cases({"Placeholder", "PlaceholderV2", "_Arg", "InfeedDequeue",
                  "InfeedDequeueTuple", "IteratorGetNext",
                  "IteratorGetNextSync", "IteratorGetNextAsOptional"},
                 Placement::Input)
          .Cases({"Print", "IsVariableInitialized", "VarIsInitializedOp",
                  "PlaceholderWithDefault", "Const", "NoOp"},
                 Placement::Computed)
          .Default(Placement::Dropped);
  if (listed != Placement::Dropped)
    return listed;
  const tensorflow::TpuOpSupport *support = ops->support(op);
  bool usesQueue = op.starts_with("Queue") || op.starts_with("Reader");
  if (!usesQueue && (!support || !support->host))
    return Placement::Computed;
  bool isForPeople = support && (support->host == HostWork::Summary ||
                                 support->host == HostWork::Print);
  return isForPeople ? Placement::Dropped : Placement::Input;
}

Placement HostDevicePartition::placementOf(graph::NodeOp node) const {
  if (makesVariable(node, *source))
    return Placement::Computed;
  auto [known, isNew] =
      roles.try_emplace(node.getOpNameAttr(), Placement::Computed);
  if (isNew)
    known->second = roleOfOp(node.getOpName());
  if (known->second != Placement::Computed)
    return known->second;
  // What is made of text is made by the host.
  auto isText = [](mlir::Value value) {
    return isHostElement(value.getType());
  };
  if (llvm::any_of(node.getInputs(), isText))
    return node.getOutputs().empty() ? Placement::Dropped : Placement::Input;
  return Placement::Computed;
}
