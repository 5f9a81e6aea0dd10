//===- ReductionRules.cpp - Sums and other reductions ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// The axes of a list; none if one is not known or there is none of its number.
static std::optional<llvm::SmallVector<bool>>
axesIn(size_t rank, const std::optional<PartialElements> &list) {
  if (!list)
    return std::nullopt;
  llvm::SmallVector<bool> isNamed(rank, false);
  for (int64_t number : *list) {
    std::optional<unsigned> axis = axisIn(rank, number);
    if (number == UnknownElement || !axis)
      return std::nullopt;
    isNamed[*axis] = true;
  }
  return isNamed;
}

/// The value of a product of sizes, which reshapes are computed with.
static void reduceElements(NodeShapes &node) {
  std::optional<PartialElements> elements = node.elements(0);
  std::optional<PartialShape> shape = node.shape(0);
  llvm::StringRef op = node.node().getOpName();
  if (!elements || !shape || shape->size() != 1 ||
      (op != "Prod" && op != "Sum"))
    return;
  int64_t result = op == "Prod" ? 1 : 0;
  for (int64_t element : *elements) {
    bool overflows = op == "Prod" ? llvm::MulOverflow(result, element, result)
                                  : llvm::AddOverflow(result, element, result);
    if (element == UnknownElement || overflows)
      return;
  }
  node.setElements(0, {result});
}

static void inferReduction(NodeShapes &node) {
  bool keeps = node.flag("keep_dims");
  std::optional<PartialShape> input = node.shape(0);
  if (!input)
    return;
  auto reduced = axesIn(input->size(), node.elements(1));
  if (!reduced) {
    if (keeps)
      node.set(0, PartialShape(input->size(), UnknownSize));
    // Without axes nothing is left of a scalar or, by one axis, of a vector.
    else if (input->empty())
      node.set(0, PartialShape());
    else if (std::optional<PartialShape> axes = node.shape(1);
             axes && axes->empty())
      node.set(0, PartialShape(input->size() - 1, UnknownSize));
    return;
  }
  PartialShape sizes;
  for (auto [size, isReduced] : llvm::zip(*input, *reduced)) {
    if (!isReduced)
      sizes.push_back(size);
    else if (keeps)
      sizes.push_back(1);
  }
  node.set(0, sizes);
  if (reduced->size() == 1 && reduced->front() && !keeps)
    reduceElements(node);
}

/// The place of the greatest along one axis.
static void inferArgument(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  if (!input || input->empty())
    return;
  std::optional<unsigned> axis = axisIn(input->size(), node.element(1));
  if (!axis) {
    node.set(0, PartialShape(input->size() - 1, UnknownSize));
    return;
  }
  input->erase(input->begin() + *axis);
  node.set(0, input);
}

/// The sum over all but the features.
static void inferBiasGradient(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  node.set(0, PartialShape{UnknownSize});
  if (!input || input->size() < 2)
    return;
  if (node.word("data_format") != "NCHW")
    node.set(0, PartialShape{input->back()});
  else if (input->size() == 4)
    node.set(0, PartialShape{(*input)[1]});
}

void tensorflow::addReductionRules(ShapeRules &rules) {
  addRule(rules,
          {"Sum", "Mean", "Prod", "Max", "Min", "All", "Any", "EuclideanNorm",
           "ReduceJoin"},
          inferReduction);
  addRule(rules, {"ArgMax", "ArgMin"}, inferArgument);
  addRule(rules, {"BiasAddGrad"}, inferBiasGradient);
}
