//===- ConstantRules.cpp - Constants and computations on shapes -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Support/ElementCount.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

static constexpr int64_t MaxConstantElements = 64;

static void inferConst(NodeShapes &node) {
  auto value = llvm::dyn_cast_or_null<mlir::TypedAttr>(node.attribute("value"));
  std::optional<PartialShape> sizes =
      value ? sizesOf(value.getType()) : std::nullopt;
  // A constant has a size; a file that leaves it open is damaged.
  if (sizes && !elementCount(*sizes))
    return;
  node.set(0, sizes);
  auto dense = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(value);
  if (!sizes || sizes->size() > 1 || !dense ||
      dense.getNumElements() > MaxConstantElements)
    return;
  auto type = llvm::dyn_cast<mlir::IntegerType>(dense.getElementType());
  if (!type)
    return;
  bool isSigned = !type.isUnsigned() && type.getWidth() > 1;
  PartialElements elements;
  for (const llvm::APInt &element : dense.getValues<llvm::APInt>())
    elements.push_back(isSigned ? element.getSExtValue()
                                : static_cast<int64_t>(element.getZExtValue()));
  node.setElements(0, elements);
}

/// A shape as the elements of a vector.
static void setShapeVector(NodeShapes &node, unsigned output,
                           const std::optional<PartialShape> &shape) {
  node.set(output, PartialShape{shape ? static_cast<int64_t>(shape->size())
                                      : UnknownSize});
  if (!shape)
    return;
  PartialElements elements = *shape;
  for (int64_t &element : elements)
    element = element < 0 ? UnknownElement : element;
  node.setElements(output, elements);
}

static void inferShape(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    setShapeVector(node, i, node.shape(i));
}

static void setScalar(NodeShapes &node, std::optional<int64_t> value) {
  node.set(0, PartialShape());
  if (value)
    node.setElements(0, {*value});
}

static void inferRank(NodeShapes &node) {
  std::optional<PartialShape> shape = node.shape(0);
  setScalar(node, shape ? std::optional<int64_t>(shape->size()) : std::nullopt);
}

static void inferSize(NodeShapes &node) {
  std::optional<PartialShape> shape = node.shape(0);
  setScalar(node, shape ? elementCount(*shape) : std::nullopt);
}

/// The first input says what shape the output has: `Fill`, random numbers.
static void inferFilled(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.elementsAsSizes(0);
  node.set(0, sizes);
  if (node.node().is("Fill") && sizes && sizes->size() == 1 &&
      sizes->front() >= 0 && sizes->front() <= MaxConstantElements &&
      node.element(1))
    node.setElements(0, PartialElements(sizes->front(), *node.element(1)));
}

static void inferRange(NodeShapes &node) {
  node.set(0, PartialShape{UnknownSize});
  std::optional<int64_t> begin = node.element(0), end = node.element(1),
                         step = node.element(2);
  int64_t length;
  if (!begin || !end || !step || *step == 0 ||
      llvm::SubOverflow(*end, *begin, length) || length == INT64_MIN ||
      *step == INT64_MIN)
    return;
  if (*step < 0)
    length = -length;
  int64_t stride = std::abs(*step);
  int64_t count = length <= 0 ? 0 : (length - 1) / stride + 1;
  node.set(0, PartialShape{count});
  if (count > MaxConstantElements)
    return;
  PartialElements elements;
  for (int64_t i = 0; i != count; ++i)
    elements.push_back(*begin + i * *step);
  node.setElements(0, elements);
}

/// The axes over which the gradient of a broadcast is summed up.
static void inferBroadcastGradient(NodeShapes &node) {
  node.set(0, PartialShape{UnknownSize});
  node.set(1, PartialShape{UnknownSize});
  std::optional<PartialElements> first = node.elements(0),
                                 second = node.elements(1);
  if (!first || !second || llvm::is_contained(*first, UnknownElement) ||
      llvm::is_contained(*second, UnknownElement))
    return;
  size_t rank = std::max(first->size(), second->size());
  bool isSame = *first == *second;
  first->insert(first->begin(), rank - first->size(), 1);
  second->insert(second->begin(), rank - second->size(), 1);
  PartialElements axes[2];
  // Equal shapes need no sum, not even over sizes of 1.
  for (size_t i = 0; i != rank && !isSame; ++i) {
    int64_t one = (*first)[i], other = (*second)[i];
    if (one == 1)
      axes[0].push_back(i);
    if (other == 1)
      axes[1].push_back(i);
  }
  for (unsigned output : {0, 1}) {
    node.set(output, PartialShape{static_cast<int64_t>(axes[output].size())});
    node.setElements(output, axes[output]);
  }
}

static void inferInvertPermutation(NodeShapes &node) {
  node.set(0, node.shape(0));
  std::optional<PartialElements> permutation = node.elements(0);
  if (!permutation)
    return;
  PartialElements inverse(permutation->size(), UnknownElement);
  for (auto [i, to] : llvm::enumerate(*permutation)) {
    if (to >= 0 && to < static_cast<int64_t>(inverse.size()))
      inverse[to] = i;
  }
  node.setElements(0, inverse);
}

/// Each output is where an input begins in the concatenation.
static void inferConcatOffset(NodeShapes &node) {
  for (unsigned i = 0; i != node.outputCount(); ++i)
    node.set(i, node.shape(i + 1));
  std::optional<int64_t> axis = node.element(0);
  int64_t begin = 0;
  for (unsigned i = 0; i != node.outputCount(); ++i) {
    std::optional<PartialElements> shape = node.elements(i + 1);
    std::optional<unsigned> at =
        shape ? axisIn(shape->size(), axis) : std::nullopt;
    if (!at)
      return;
    PartialElements offset(shape->size(), 0);
    offset[*at] = begin;
    node.setElements(i, offset);
    int64_t size = (*shape)[*at];
    if (size == UnknownElement || llvm::AddOverflow(begin, size, begin))
      return;
  }
}

void tensorflow::addConstantRules(ShapeRules &rules) {
  addRule(rules, {"Const", "HostConst"}, inferConst);
  addRule(rules, {"Shape", "ShapeN"}, inferShape);
  addRule(rules, {"Rank"}, inferRank);
  addRule(rules, {"Size"}, inferSize);
  addRule(rules,
          {"Fill", "RandomUniform", "RandomUniformInt", "RandomStandardNormal",
           "TruncatedNormal", "ParameterizedTruncatedNormal", "RandomGammaV3",
           "StatelessRandomUniform", "StatelessRandomUniformV2",
           "StatelessRandomUniformInt", "StatelessRandomUniformIntV2",
           "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2",
           "StatelessRandomNormal", "StatelessRandomNormalV2",
           "StatelessTruncatedNormal", "StatelessTruncatedNormalV2", "Empty"},
          inferFilled);
  addRule(rules, {"Range"}, inferRange);
  addRule(rules, {"BroadcastGradientArgs"}, inferBroadcastGradient);
  addRule(rules, {"InvertPermutation"}, inferInvertPermutation);
  addRule(rules, {"ConcatOffset"}, inferConcatOffset);
}
