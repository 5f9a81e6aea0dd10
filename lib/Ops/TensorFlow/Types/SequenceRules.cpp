//===- SequenceRules.cpp - Lists of tensors and recurrent cells -----------===//
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

//===----------------------------------------------------------------------===//
// TensorArray
//===----------------------------------------------------------------------===//

/// The handle has two parts; the flow orders reads and writes.
static void inferTensorArray(NodeShapes &node) {
  node.set(0, PartialShape{2});
  node.set(1, PartialShape());
  bool isGradient = node.node().is("TensorArrayGradV3");
  node.setHeld(0, isGradient ? sizesOf(node.input(0).held)
                             : node.shapeAttribute("element_shape"));
}

static void inferFlow(NodeShapes &node) { node.set(0, PartialShape()); }

static void inferArrayRead(NodeShapes &node) {
  node.set(0, sizesOf(node.input(0).held));
}

/// The elements of an array, one upon the other.
static void inferArrayGather(NodeShapes &node) {
  std::optional<PartialShape> element =
      meet(sizesOf(node.input(0).held), node.shapeAttribute("element_shape"));
  std::optional<PartialShape> indices = node.shape(1);
  if (!element)
    return;
  bool isVector = indices && indices->size() == 1;
  element->insert(element->begin(), isVector ? indices->front() : UnknownSize);
  node.set(0, element);
}

static void inferArrayConcat(NodeShapes &node) {
  node.set(1, PartialShape{UnknownSize});
  std::optional<PartialShape> element = sizesOf(node.input(0).held);
  if (!element || element->empty())
    return;
  element->front() = UnknownSize;
  node.set(0, element);
}

//===----------------------------------------------------------------------===//
// TensorList
//===----------------------------------------------------------------------===//

/// A scalar -1 stands for any shape.
static std::optional<PartialShape> elementShape(const NodeShapes &node,
                                                unsigned input) {
  std::optional<PartialShape> shape = node.shape(input);
  if (!shape || shape->size() != 1)
    return std::nullopt;
  return node.elementsAsSizes(input);
}

static void inferNewList(NodeShapes &node) {
  node.set(0, PartialShape());
  bool isReserved =
      node.node().is("TensorListReserve") || node.node().is("EmptyTensorList");
  std::optional<PartialShape> element = elementShape(node, isReserved ? 0 : 1);
  std::optional<PartialShape> rows = node.shape(0);
  if (!isReserved && rows && !rows->empty())
    element = meet(PartialShape(llvm::drop_begin(*rows)), element);
  node.setHeld(0, element);
}

static void inferSameList(NodeShapes &node) { node.set(0, node.input(0)); }

static void inferListItem(NodeShapes &node) {
  node.set(0, meet(sizesOf(node.input(0).held), elementShape(node, 2)));
}

static void inferListStack(NodeShapes &node) {
  std::optional<PartialShape> sizes =
      meet(sizesOf(node.input(0).held), elementShape(node, 1));
  if (!sizes)
    return;
  int64_t count = node.integer("num_elements").value_or(UnknownSize);
  sizes->insert(sizes->begin(), count < 0 ? UnknownSize : count);
  node.set(0, sizes);
}

static void inferListLength(NodeShapes &node) { node.set(0, PartialShape()); }

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// What is pushed is passed on.
static void inferPush(NodeShapes &node) { node.set(0, node.input(1)); }

/// All outputs are like the state of the cell.
static void inferCell(NodeShapes &node) {
  std::optional<PartialShape> state = meet(node.shape(1), node.shape(2));
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, state);
}

/// All outputs are states of the cell, one for each step.
static void inferCells(NodeShapes &node) {
  std::optional<PartialShape> sequence = node.shape(1);
  std::optional<PartialShape> state = meet(node.shape(2), node.shape(3));
  if (!sequence || sequence->size() != 3 || !state || state->size() != 2)
    return;
  PartialShape sizes = {(*sequence)[0], (*sequence)[1], (*state)[1]};
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, sizes);
}

void tensorflow::addSequenceRules(ShapeRules &rules) {
  addRule(rules, {"TensorArrayV3", "TensorArrayGradV3"}, inferTensorArray);
  addRule(rules,
          {"TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySizeV3",
           "TensorArraySplitV3"},
          inferFlow);
  addRule(rules, {"TensorArrayReadV3"}, inferArrayRead);
  addRule(rules, {"TensorArrayGatherV3"}, inferArrayGather);
  addRule(rules, {"TensorArrayConcatV3"}, inferArrayConcat);
  addRule(rules,
          {"TensorListReserve", "EmptyTensorList", "TensorListFromTensor"},
          inferNewList);
  addRule(rules, {"TensorListSetItem", "TensorListPushBack"}, inferSameList);
  addRule(rules, {"TensorListGetItem"}, inferListItem);
  addRule(rules, {"TensorListStack"}, inferListStack);
  addRule(rules, {"TensorListLength"}, inferListLength);
  addRule(rules, {"StackPushV2"}, inferPush);
  addRule(rules, {"LSTMBlockCell"}, inferCell);
  addRule(rules, {"BlockLSTM", "BlockLSTMV2"}, inferCells);
}
