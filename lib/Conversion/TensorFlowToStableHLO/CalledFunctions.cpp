//===- CalledFunctions.cpp - What functions of a graph do -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Conversion/TensorFlowToStableHLO/GradientNames.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::FunctionOp;
using graph::NodeOp;

FunctionOp CalledFunctions::functionOf(mlir::Attribute called) {
  auto name = llvm::dyn_cast_or_null<graph::FunctionAttr>(called);
  return name ? functions.lookup(name.getName()) : FunctionOp();
}

FunctionOp CalledFunctions::called(NodeOp node) {
  StringRef op = node.getOpName();
  llvm::ArrayRef<llvm::StringLiteral> attributes =
      graph::functionAttributes(op);
  if (attributes.empty())
    return operators().find(op) ? FunctionOp() : functions.lookup(op);
  return attributes.front() == "f" ? functionOf(source.attribute(node, "f"))
                                   : FunctionOp();
}

FunctionOp CalledFunctions::loopBody(NodeOp node) {
  bool isLoop = node.is("While") || node.is("StatelessWhile");
  return isLoop ? functionOf(source.attribute(node, "body")) : FunctionOp();
}

llvm::SmallVector<FunctionOp> CalledFunctions::allCalled(NodeOp node) {
  llvm::SmallVector<FunctionOp> result;
  auto add = [&](FunctionOp function) {
    if (function)
      result.push_back(function);
  };
  StringRef op = node.getOpName();
  llvm::ArrayRef<llvm::StringLiteral> attributes =
      graph::functionAttributes(op);
  if (attributes.empty() && !operators().find(op))
    add(functions.lookup(op));
  for (StringRef attribute : attributes) {
    mlir::Attribute value = source.attribute(node, attribute);
    add(functionOf(value));
    if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(value)) {
      for (mlir::Attribute each : list)
        add(functionOf(each));
    }
  }
  return result;
}

bool tensorflow::isAssignment(StringRef op) {
  return op == "AssignVariableOp" || op == "AssignAddVariableOp" ||
         op == "AssignSubVariableOp" || op == "Assign" || op == "AssignAdd" ||
         op == "AssignSub";
}

void CalledFunctions::findAssignedUpdates(FunctionOp function) {
  auto isAssigning = [](NodeOp node) { return isAssignment(node.getOpName()); };
  if (llvm::none_of(function.getNodes(), isAssigning))
    return;
  llvm::SmallVector<NodeOp> pending;
  llvm::DenseSet<mlir::Operation *> seen;
  auto add = [&](NodeOp node) {
    if (seen.insert(node).second)
      pending.push_back(node);
  };
  for (NodeOp node : function.getNodes())
    if (isGradientName(source.name(node)))
      add(node);
  while (!pending.empty()) {
    for (mlir::Value output : pending.pop_back_val().getOutputs())
      for (mlir::Operation *user : output.getUsers())
        if (auto node = llvm::dyn_cast<NodeOp>(user)) {
          if (isAssigning(node))
            assigned.insert(node);
          add(node);
        }
  }
}

/// Functions that are called by many, or in long chains, are looked at once.
void CalledFunctions::lookAtAll() {
  if (std::exchange(isKnown, true))
    return;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<FunctionOp, 2>> callers;
  llvm::SmallVector<mlir::Operation *> training, fed;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (graph::isOptimizerUpdate(node.getOpName()))
        training.push_back(function);
      if (partition.placementOf(node) == Placement::Input)
        fed.push_back(function);
      for (FunctionOp callee : allCalled(node))
        callers[callee].push_back(function);
    }
  }
  if (training.empty()) {
    for (FunctionOp function : model.getFunctions()) {
      size_t before = assigned.size();
      findAssignedUpdates(function);
      if (assigned.size() != before)
        training.push_back(function);
    }
  }
  auto close = [&](llvm::SmallVector<mlir::Operation *> &pending,
                   Functions &found) {
    while (!pending.empty()) {
      mlir::Operation *function = pending.pop_back_val();
      if (!found.insert(function).second)
        continue;
      llvm::append_range(pending, callers.lookup(function));
    }
  };
  close(training, trainingFunctions);
  close(fed, fedFunctions);
}

bool CalledFunctions::trains(NodeOp node) {
  lookAtAll();
  if (graph::isOptimizerUpdate(node.getOpName()) || assigned.contains(node))
    return true;
  return llvm::any_of(allCalled(node),
                      [&](FunctionOp function) { return trains(function); });
}

bool CalledFunctions::trains(FunctionOp function) {
  lookAtAll();
  return trainingFunctions.contains(function);
}

bool CalledFunctions::takesBatches(FunctionOp function) {
  lookAtAll();
  return fedFunctions.contains(function);
}
