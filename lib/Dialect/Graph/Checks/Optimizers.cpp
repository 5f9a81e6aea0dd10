//===- Optimizers.cpp - Nodes that train variables ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/Optimizers.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

std::optional<VariableUpdate> graph::updateOf(NodeOp node,
                                              tensorflow::OpRegistry &ops) {
  StringRef op = node.getOpName();
  if (!op.contains("Apply"))
    return std::nullopt;
  const tensorflow::OpDefinition *definition = ops.definition(op);
  if (!definition || definition->inputs.empty() ||
      definition->inputs.front().name != "var" ||
      node.getInputs().size() != definition->inputs.size())
    return std::nullopt;
  VariableUpdate update;
  update.node = node;
  bool isSparse = op.contains("Sparse");
  for (auto [input, value] : llvm::zip(definition->inputs, node.getInputs())) {
    bool isKept =
        input.isReference || input.type == tensorflow::DataType::Resource;
    if (input.name == "var")
      update.variable = value;
    else if (isKept)
      update.slots.push_back(value);
    else if (!isSparse && (input.name == "grad" || input.name == "delta"))
      update.gradient = value;
  }
  return update;
}

bool graph::isVariable(NodeOp node) {
  return node.is("VarHandleOp") || node.is("VariableV2") || node.is("Variable");
}

mlir::Value graph::variableBehind(mlir::Value value) {
  // More steps than any graph needs, as edges may form a cycle.
  for (unsigned steps = 0; steps != 64; ++steps) {
    auto node = value.getDefiningOp<NodeOp>();
    if (!node || isVariable(node) || node.getInputs().size() != 1)
      return value;
    bool passesOn = node.is("Identity") || node.is("Enter") ||
                    node.is("RefEnter") || node.is("RefIdentity") ||
                    node.is("TPUReplicatedInput");
    if (!passesOn)
      return value;
    value = node.getInputs().front();
  }
  return value;
}
