//===- VariableOps.cpp - Variables that nodes read and write --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ProgramBuilder;

LogicalResult tensorflow::failWrite(OpCall &node, unsigned input) {
  return node.fail("variable `" + node.inputs[input].variable->name +
                   "` is assigned where initial values are computed");
}

static LogicalResult failValue(OpCall &node, mlir::Type value) {
  return node.fail("the value has type " + mismatch::typeText(value) +
                   "; the variable has " + mismatch::typeText(node.type(0)));
}

/// Stores a value, and gives the variable itself, as reference variables do.
static LogicalResult store(OpCall &node, Value value) {
  Variable &variable = *node.inputs[0].variable;
  if (value.getType() != variable.type)
    return failValue(node, value.getType());
  value = node.context.sharedState(node.builder, value);
  if (failed(node.context.write(variable, value, node.guards)))
    return failWrite(node, 0);
  if (!node.outputs.empty())
    node.outputs[0] = node.inputs[0];
  return llvm::success();
}

static LogicalResult assign(OpCall &node) {
  if (!node.inputs[0].variable)
    return node.failNotVariable(0);
  return store(node, node.input(1));
}

template <bool isAddition>
static LogicalResult change(OpCall &node) {
  if (!node.inputs[0].variable)
    return node.failNotVariable(0);
  if (node.type(0) != node.type(1))
    return failValue(node, node.type(1));
  Value old = node.input(0), value = node.input(1);
  return store(node, isAddition ? node.builder.add(old, value)
                                : node.builder.subtract(old, value));
}

/// Adds rows where the second input says.
template <bool isAddition>
static LogicalResult changeRows(OpCall &node) {
  if (!node.inputs[0].variable)
    return node.failNotVariable(0);
  llvm::ArrayRef<int64_t> variable = node.shape(0), places = node.shape(1);
  Integers wanted(places);
  if (!variable.empty())
    llvm::append_range(wanted, variable.drop_front());
  if (variable.empty())
    return node.fail(mismatch::rankBelow(variable, 1, "variable"));
  if (node.element(2) != node.element(0))
    return node.fail(mismatch::elements(node.element(0), node.element(2)));
  std::optional<Integers> shape = broadcastShape(wanted, node.shape(2));
  if (!shape || *shape != wanted)
    return node.fail(mismatch::broadcastTo(node.shape(2), wanted));
  Value updates = node.builder.broadcastTo(node.input(2), wanted);
  if (!isAddition)
    updates = node.builder.negate(updates);
  return store(
      node, scatterAdd(node, node.input(0), node.input(1), updates, 1, false));
}

void tensorflow::addVariableOps(OpTable &table) {
  table.addForState(2, assign, {"Assign", "AssignVariableOp"});
  table.addForState(2, change<true>, {"AssignAdd", "AssignAddVariableOp"});
  table.addForState(2, change<false>, {"AssignSub", "AssignSubVariableOp"});
  table.addForState(3, changeRows<true>, {"ScatterAdd", "ResourceScatterAdd"});
  table.addForState(3, changeRows<false>, {"ScatterSub", "ResourceScatterSub"});
}
