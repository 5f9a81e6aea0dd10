//===- VariableRules.cpp - Variables and optimizers -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

static void inferVariable(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.shapeAttribute("shape");
  // In the oldest of them an empty shape is one that nobody gave.
  if (sizes && (!sizes->empty() || !node.node().is("Variable")))
    node.set(0, sizes);
}

static void inferHandle(NodeShapes &node) {
  node.set(0, PartialShape());
  node.setHeld(0, node.shapeAttribute("shape"));
}

static void inferRead(NodeShapes &node) {
  node.set(0, sizesOf(node.input(0).held));
}

/// The variable comes out as it is.
static void inferUpdated(NodeShapes &node) { node.set(0, node.shape(0)); }

/// What is assigned has the shape of the variable.
static void inferAssign(NodeShapes &node) {
  node.set(0, meet(node.shape(0), node.shape(1)));
}

void tensorflow::addVariableRules(ShapeRules &rules) {
  addRule(rules, {"Variable", "VariableV2", "TemporaryVariable"},
          inferVariable);
  addRule(rules, {"VarHandleOp"}, inferHandle);
  addRule(rules, {"ReadVariableOp"}, inferRead);
  addRule(rules, {"Assign"}, inferAssign);
  addRule(rules,
          {"ApplyAdadelta",
           "ApplyAdagrad",
           "ApplyAdagradDA",
           "ApplyAdagradV2",
           "ApplyAdam",
           "ApplyAdaMax",
           "ApplyAddSign",
           "ApplyCenteredRMSProp",
           "ApplyFtrl",
           "ApplyFtrlV2",
           "ApplyGradientDescent",
           "ApplyMomentum",
           "ApplyPowerSign",
           "ApplyProximalAdagrad",
           "ApplyProximalGradientDescent",
           "ApplyRMSProp",
           "AssignAdd",
           "AssignSub",
           "ScatterAdd",
           "ScatterDiv",
           "ScatterMax",
           "ScatterMin",
           "ScatterMul",
           "ScatterNdAdd",
           "ScatterNdUpdate",
           "ScatterSub",
           "ScatterUpdate",
           "SparseApplyAdadelta",
           "SparseApplyAdagrad",
           "SparseApplyAdagradV2",
           "SparseApplyCenteredRMSProp",
           "SparseApplyFtrl",
           "SparseApplyFtrlV2",
           "SparseApplyMomentum",
           "SparseApplyProximalAdagrad",
           "SparseApplyRMSProp"},
          inferUpdated);
}
