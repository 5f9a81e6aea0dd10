//===- Computation.cpp - What of a graph is compiled for TPUs -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/Computation.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::AttributeKind;
using tensorflow::HostWork;
using tensorflow::Support;
using tensorflow::TpuOpSupport;

bool graph::isOptimizerUpdate(StringRef op) {
  op.consume_front("Resource");
  op.consume_front("Sparse");
  return op.consume_front("Apply") && !op.empty();
}

mlir::Value graph::referenceOf(NodeOp node) {
  for (mlir::Value input : node.getInputs()) {
    if (llvm::isa<RefType>(input.getType()))
      return input;
  }
  return {};
}

void Computation::find(const OpUses &uses, const CheckContext &newContext) {
  if (context)
    return;
  context = &newContext;
  bool mayBeMarked =
      context->target.isTpu() || context->target.kind == DeviceKind::Unknown;
  if (mayBeMarked)
    findMarked(uses);
  if (!marked && context->target.isTpu())
    findReached(uses);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool Computation::callsFunctions(StringRef op) {
  const tensorflow::OpDefinition *definition = context->ops->definition(op);
  if (!definition)
    return modelFunctions.lookup(op);
  return llvm::any_of(definition->attributes, [](const auto &attribute) {
    return attribute.kind == AttributeKind::Func;
  });
}

/// Adds the functions that a node calls and that were not known to be inside.
void Computation::addCallees(NodeOp node,
                             llvm::SmallVectorImpl<FunctionOp> &found) {
  auto add = [&](StringRef name) {
    FunctionOp callee = modelFunctions.lookup(name);
    if (callee && functions.insert(callee).second)
      found.push_back(callee);
  };
  add(node.getOpName());
  for (mlir::NamedAttribute attribute : context->source->attributes(node)) {
    if (auto function = llvm::dyn_cast<FunctionAttr>(attribute.getValue()))
      add(function.getName());
    auto list = llvm::dyn_cast<mlir::ArrayAttr>(attribute.getValue());
    if (!list)
      continue;
    for (mlir::Attribute element : list) {
      if (auto function = llvm::dyn_cast<FunctionAttr>(element))
        add(function.getName());
    }
  }
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

void Computation::findMarked(const OpUses &uses) {
  llvm::SmallVector<FunctionOp> found;
  for (const OpUse &use : uses.all()) {
    bool calls = callsFunctions(use.op());
    for (NodeOp node : use.nodes) {
      if (!node.getCluster())
        continue;
      marked = true;
      if (calls && !node.getOutsideCompilation())
        addCallees(node, found);
    }
  }
  for (NodeOp metadata : uses.of("TPUReplicateMetadata")) {
    auto allowed = llvm::dyn_cast_or_null<mlir::BoolAttr>(
        context->source->attribute(metadata, "allow_soft_placement"));
    if (allowed && allowed.getValue() && metadata.getClusterAttr())
      softClusters.insert(metadata.getClusterAttr());
  }
  while (!found.empty()) {
    for (NodeOp node : found.pop_back_val().getNodes()) {
      if (!node.getOutsideCompilation() && callsFunctions(node.getOpName()))
        addCallees(node, found);
    }
  }
}

//===----------------------------------------------------------------------===//
// Graphs without marks
//===----------------------------------------------------------------------===//

/// True if a node gives data to the device, or runs elsewhere.
bool Computation::isHost(NodeOp node) {
  StringRef device = node.getDevice().value_or("");
  if (device.contains_insensitive("cpu:"))
    return true;
  const TpuOpSupport *support = context->ops->support(node.getOpName());
  if (!support)
    return false;
  switch (support->support) {
  case Support::HostRuntime:
  case Support::VariableHandle:
  case Support::Placeholder:
    return true;
  default:
    return support->host == HostWork::Dataset ||
           support->host == HostWork::Queue || support->host == HostWork::File;
  }
}

void Computation::findReached(const OpUses &uses) {
  llvm::SmallVector<NodeOp> pending;
  auto add = [&](NodeOp node) {
    // Whether it is one of the host is asked once, not for each edge.
    if (!node || reached.contains(node) || isHost(node))
      return;
    reached.insert(node);
    pending.push_back(node);
  };
  for (const OpUse &use : uses.all()) {
    if (!isOptimizerUpdate(use.op()))
      continue;
    for (NodeOp node : use.nodes)
      add(node);
  }
  llvm::SmallVector<FunctionOp> found;
  while (!pending.empty()) {
    NodeOp node = pending.pop_back_val();
    for (mlir::Value operand : node.getInputs())
      add(operand.getDefiningOp<NodeOp>());
    if (callsFunctions(node.getOpName()))
      addCallees(node, found);
    while (!found.empty()) {
      for (NodeOp called : found.pop_back_val().getNodes())
        add(called);
    }
  }
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool Computation::isInside(NodeOp node) const {
  if (!marked)
    return reached.contains(node);
  if (node.getOutsideCompilation())
    return false;
  return node.getCluster() || functions.contains(node->getParentOp());
}

llvm::SmallVector<NodeOp> Computation::inside(const OpUse &use) const {
  llvm::SmallVector<NodeOp> result;
  if (empty())
    return result;
  for (NodeOp node : use.nodes) {
    if (isInside(node))
      result.push_back(node);
  }
  return result;
}

void Computation::describe(Report &report, llvm::ArrayRef<NodeOp> nodes) const {
  graph::describe(report, nodes, *context->source,
                  marked ? "" : "needed by the updates of the optimizer");
}

bool Computation::allowsSoftPlacement(NodeOp node) const {
  if (context->values.softPlacement)
    return true;
  if (mlir::StringAttr cluster = node.getClusterAttr())
    return softClusters.contains(cluster);
  // A function may be called by several clusters.
  return !softClusters.empty();
}
