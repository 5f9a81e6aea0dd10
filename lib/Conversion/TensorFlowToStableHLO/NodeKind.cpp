//===- NodeKind.cpp - Nodes that are no ops on tensors --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/NodeKind.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

NodeKind tensorflow::kindOf(StringRef op) {
  return llvm::StringSwitch<NodeKind>(op)
      .Cases({"Const", "HostConst"}, NodeKind::Constant)
      .Cases({"Switch", "RefSwitch"}, NodeKind::Switch)
      .Cases({"Merge", "RefMerge"}, NodeKind::Merge)
      .Cases({"PartitionedCall", "StatefulPartitionedCall"}, NodeKind::Call)
      .Cases({"If", "StatelessIf"}, NodeKind::If)
      .Cases({"While", "StatelessWhile"}, NodeKind::While)
      .Cases({"IsVariableInitialized", "VarIsInitializedOp"},
             NodeKind::IsInitialized)
      .Cases({"Enter", "RefEnter", "Exit", "RefExit", "NextIteration",
              "RefNextIteration", "LoopCond", "RefIdentity",
              "TPUReplicatedInput", "TPUReplicatedOutput",
              "PlaceholderWithDefault", "ReadVariableOp"},
             NodeKind::Identity)
      .Default(NodeKind::Other);
}

mlir::Value tensorflow::behindIdentities(mlir::Value value) {
  // Edges may form a cycle.
  for (unsigned steps = 0; steps != 64; ++steps) {
    auto node = value.getDefiningOp<graph::NodeOp>();
    if (!node || !node.is("Identity") || node.getInputs().empty())
      break;
    value = node.getInputs().front();
  }
  return value;
}

bool tensorflow::isLearningPhase(graph::NodeOp node,
                                 const graph::NodeReader &source) {
  return node.is("PlaceholderWithDefault") &&
         StringRef(source.name(node)).ends_with("keras_learning_phase");
}
