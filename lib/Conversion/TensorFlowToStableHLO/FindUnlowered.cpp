//===- FindUnlowered.cpp - Nodes of a step without a lowering -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindUnlowered.h"
#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Conversion/TensorFlowToStableHLO/NodeKind.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::FunctionOp;
using graph::NodeOp;

namespace {
class UnloweredFinder {
public:
  UnloweredFinder(graph::ModelOp model, const graph::NodeReader &source,
                  OpRegistry &ops)
      : model(model), source(source), partition(ops, source),
        functions(model, source, partition) {}

  llvm::SmallVector<NodeOp> find();

private:
  std::optional<bool> predicateOf(NodeOp node) const;
  void findDead(FunctionOp function);
  void addWhatIsReturned(FunctionOp function);
  bool hasLowering(NodeOp node);

  graph::ModelOp model;
  const graph::NodeReader &source;
  HostDevicePartition partition;
  CalledFunctions functions;
  /// Values that no run computes.
  llvm::DenseSet<mlir::Value> dead;
  llvm::DenseSet<mlir::Operation *> visitedFunctions, visited;
  llvm::SmallVector<NodeOp> pending;
};
} // namespace

/// What a switch goes by, if every step knows it.
std::optional<bool> UnloweredFinder::predicateOf(NodeOp node) const {
  auto from = behindIdentities(node.getInputs()[1]).getDefiningOp<NodeOp>();
  if (!from || isLearningPhase(from, source))
    return from ? std::optional(true) : std::nullopt;
  mlir::DenseElementsAttr value = kindOf(from.getOpName()) == NodeKind::Constant
                                      ? source.elementsOf(from, "value")
                                      : mlir::DenseElementsAttr();
  if (!value || value.getNumElements() != 1 ||
      !value.getElementType().isInteger(1))
    return std::nullopt;
  return value.getSplatValue<bool>();
}

/// Finds what follows from the side of a switch that is never taken.
void UnloweredFinder::findDead(FunctionOp function) {
  llvm::SmallVector<mlir::Value> found;
  for (NodeOp node : function.getNodes()) {
    bool isSwitch = kindOf(node.getOpName()) == NodeKind::Switch &&
                    node.getInputs().size() > 1 && node.getOutputs().size() > 1;
    if (!isSwitch)
      continue;
    if (std::optional<bool> predicate = predicateOf(node))
      found.push_back(node.getOutputs()[*predicate ? 0 : 1]);
  }
  while (!found.empty()) {
    mlir::Value value = found.pop_back_val();
    if (!dead.insert(value).second)
      continue;
    for (mlir::Operation *user : value.getUsers()) {
      auto node = llvm::dyn_cast<NodeOp>(user);
      // One of its inputs is enough for a merge.
      if (node && kindOf(node.getOpName()) != NodeKind::Merge)
        llvm::append_range(found, node->getResults());
    }
  }
}

/// Only what a function returns is computed.
void UnloweredFinder::addWhatIsReturned(FunctionOp function) {
  if (!visitedFunctions.insert(function).second)
    return;
  findDead(function);
  if (graph::ReturnOp end = function.getReturn()) {
    for (mlir::Value value : end.getValues()) {
      if (auto node = value.getDefiningOp<NodeOp>())
        pending.push_back(node);
    }
  }
}

bool UnloweredFinder::hasLowering(NodeOp node) {
  StringRef op = node.getOpName();
  return kindOf(op) != NodeKind::Other || operators().find(op) ||
         makesVariable(node, source) || !functions.allCalled(node).empty();
}

llvm::SmallVector<NodeOp> UnloweredFinder::find() {
  for (FunctionOp function : model.getFunctions()) {
    if (!function.isMain())
      continue;
    for (NodeOp node : function.getNodes()) {
      if (functions.trains(node))
        pending.push_back(node);
    }
    if (!pending.empty())
      findDead(function);
  }
  llvm::DenseSet<mlir::Operation *> unlowered;
  while (!pending.empty()) {
    NodeOp node = pending.pop_back_val();
    bool isDead = llvm::all_of(node->getResults(), [&](mlir::Value value) {
      return dead.contains(value);
    });
    if (isDead || partition.placementOf(node) != Placement::Computed ||
        !visited.insert(node).second)
      continue;
    if (!hasLowering(node)) {
      unlowered.insert(node);
      continue;
    }
    for (FunctionOp called : functions.allCalled(node))
      addWhatIsReturned(called);
    for (mlir::Value operand : node.getOperands()) {
      if (auto producer = operand.getDefiningOp<NodeOp>())
        pending.push_back(producer);
    }
  }
  llvm::SmallVector<NodeOp> found;
  if (unlowered.empty())
    return found;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (unlowered.contains(node))
        found.push_back(node);
    }
  }
  return found;
}

llvm::SmallVector<NodeOp>
tensorflow::findUnlowered(graph::ModelOp model, const graph::OpUses &uses,
                          const graph::NodeReader &source, OpRegistry &ops) {
  // Most graphs train nothing, and need no look at each of their nodes.
  auto mayUpdate = [](const graph::OpUse &use) {
    return graph::isOptimizerUpdate(use.op()) || isAssignment(use.op());
  };
  if (llvm::none_of(uses.all(), mayUpdate))
    return {};
  return UnloweredFinder(model, source, ops).find();
}
