//===- EvaluationForm.cpp - A training graph as it is used ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/EvaluationForm.h"
#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

NodeOp tensorflow::binaryNode(Value value,
                              llvm::ArrayRef<llvm::StringLiteral> ops) {
  auto node = value.getDefiningOp<NodeOp>();
  return node && node.getInputs().size() == 2 &&
                 llvm::is_contained(ops, node.getOpName())
             ? node
             : NodeOp();
}

/// Where a value comes from that is only read or handed on.
static Value originOf(Value value) {
  // More steps than any graph needs, as edges may form a cycle.
  for (unsigned steps = 0; steps != 64; ++steps) {
    auto node = value.getDefiningOp<NodeOp>();
    bool isHandedOn =
        node &&
        llvm::StringSwitch<bool>(node.getOpName())
            .Cases({"Identity", "ReadVariableOp", "StopGradient", "Cast"}, true)
            .Default(false);
    if (!isHandedOn || node.getInputs().empty())
      break;
    value = node.getInputs().front();
  }
  return graph::variableBehind(value);
}

//===----------------------------------------------------------------------===//
// Moving averages
//===----------------------------------------------------------------------===//

namespace {
/// Two values that a moving average is between.
struct Blend {
  Value kept;
  Value added;
};
} // namespace

/// `(kept - added) * decay` and `(added - kept) * decay`.
static std::optional<Blend> blendOfStep(Value value, bool isSubtracted) {
  NodeOp product = binaryNode(value, {"Mul"});
  if (!product)
    return std::nullopt;
  for (Value input : product.getInputs()) {
    NodeOp difference = binaryNode(input, {"Sub"});
    if (!difference)
      continue;
    Value first = difference.getInputs()[0], second = difference.getInputs()[1];
    return isSubtracted ? Blend{first, second} : Blend{second, first};
  }
  return std::nullopt;
}

/// `kept * momentum + added * (1 - momentum)`.
static std::optional<Blend> blendOfSum(Value value, Value variable) {
  NodeOp sum = binaryNode(value, {"Add", "AddV2"});
  if (!sum)
    return std::nullopt;
  for (unsigned i : {0U, 1U}) {
    NodeOp kept = binaryNode(sum.getInputs()[i], {"Mul"});
    NodeOp added = binaryNode(sum.getInputs()[1 - i], {"Mul"});
    if (!kept || !added)
      continue;
    for (Value factor : kept.getInputs()) {
      if (originOf(factor) != variable)
        continue;
      // The other factor is a number.
      for (Value part : added.getInputs()) {
        auto type = llvm::dyn_cast<mlir::RankedTensorType>(part.getType());
        if (!type || type.getRank() > 0)
          return Blend{factor, part};
      }
    }
  }
  return std::nullopt;
}

/// A condition merges the statistic of a training with what is kept. Averages
/// of weights are no statistics of a batch, nor is one of the loss.
void EvaluationForm::addAverageOf(Value statistic, NodeOp variable,
                                  const graph::NodeReader &source) {
  Value origin = originOf(statistic);
  auto producer = origin.getDefiningOp<NodeOp>();
  if (!producer || makesVariable(producer, source))
    return;
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(origin.getType());
  if (type && type.getRank() == 0)
    return;
  if (!averages.try_emplace(origin, variable).second || !producer.is("Merge"))
    return;
  for (Value input : producer.getInputs())
    addAverageOf(input, variable, source);
}

void EvaluationForm::addAverage(NodeOp write, const graph::NodeReader &source) {
  if (write.getInputs().size() < 2)
    return;
  llvm::StringRef op = write.getOpName();
  Value variable = originOf(write.getInputs()[0]), value = write.getInputs()[1];
  auto node = variable.getDefiningOp<NodeOp>();
  if (!node || !makesVariable(node, source))
    return;
  bool isSubtracted = op == "AssignSub" || op == "AssignSubVariableOp";
  bool isAdded = op == "AssignAdd" || op == "AssignAddVariableOp";
  std::optional<Blend> blend = isSubtracted || isAdded
                                   ? blendOfStep(value, isSubtracted)
                                   : blendOfSum(value, variable);
  if (blend && originOf(blend->kept) == variable)
    addAverageOf(blend->added, node, source);
}

EvaluationForm::EvaluationForm(graph::FunctionOp main,
                               const graph::NodeReader &source) {
  for (NodeOp node : main.getNodes()) {
    bool isWrite =
        llvm::StringSwitch<bool>(node.getOpName())
            .Cases({"Assign", "AssignSub", "AssignAdd", "AssignVariableOp",
                    "AssignSubVariableOp", "AssignAddVariableOp"},
                   true)
            .Default(false);
    if (isWrite)
      addAverage(node, source);
  }
}
