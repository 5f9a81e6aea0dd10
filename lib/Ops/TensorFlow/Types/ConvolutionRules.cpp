//===- ConvolutionRules.cpp - Convolutions, pooling and their gradients ---===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Ops/TensorFlow/Types/Window.h"
#include "Support/ElementCount.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// None if an attribute is missing or malformed.
static std::optional<WindowMoves> movesOf(const NodeShapes &node, size_t rank) {
  WindowMoves moves;
  moves.format = node.word("data_format");
  if (moves.format.empty())
    moves.format = rank == 5 ? "NDHWC" : "NHWC";
  moves.padding = node.word("padding");
  moves.strides = node.integers("strides").value_or(PartialElements());
  moves.dilations = node.integers("dilations").value_or(PartialElements());
  moves.explicitPaddings =
      node.integers("explicit_paddings").value_or(PartialElements());
  // Pooling may take its strides as an input.
  if (moves.strides.empty())
    moves.strides = node.elements(2).value_or(PartialElements());
  if (moves.format.size() != rank || !moves.isValid())
    return std::nullopt;
  return moves;
}

/// The input and the filter, whose last two sizes are input and output
/// features. `features` tells the number of output features of a filter.
static void inferConvolved(NodeShapes &node, size_t rank,
                           int64_t (*features)(const PartialShape &filter)) {
  std::optional<WindowMoves> moves = movesOf(node, rank);
  PartialShape unknown(rank, UnknownSize);
  std::optional<PartialShape> input = node.shape(0), filter = node.shape(1);
  if ((input && input->size() != rank) || (filter && filter->size() != rank))
    return;
  node.set(0, unknown);
  if (!moves)
    return;
  PartialShape sizes = unknown;
  sizes[*moves->batchAxis()] =
      input ? (*input)[*moves->batchAxis()] : UnknownSize;
  sizes[*moves->featureAxis()] = filter ? features(*filter) : UnknownSize;
  for (auto [number, axis] : llvm::enumerate(moves->spatialAxes()))
    sizes[axis] = moves->moved(axis, input ? (*input)[axis] : UnknownSize,
                               filter ? (*filter)[number] : UnknownSize);
  node.set(0, sizes);
}

static int64_t lastSize(const PartialShape &filter) { return filter.back(); }

/// A filter of each channel makes several.
static int64_t productOfLast(const PartialShape &filter) {
  return elementCount(llvm::ArrayRef<int64_t>(filter).take_back(2))
      .value_or(UnknownSize);
}

static void inferConv2D(NodeShapes &node) { inferConvolved(node, 4, lastSize); }
static void inferConv3D(NodeShapes &node) { inferConvolved(node, 5, lastSize); }
static void inferDepthwise(NodeShapes &node) {
  inferConvolved(node, 4, productOfLast);
}

/// The gradient of the input, whose sizes are the first input.
static void inferInputGradient(NodeShapes &node) {
  size_t rank = node.node().getOpName().starts_with("Conv3D") ? 5 : 4;
  std::optional<PartialShape> sizes = node.elementsAsSizes(0);
  node.set(0, sizes && sizes->size() == rank ? *sizes
                                             : PartialShape(rank, UnknownSize));
}

/// The gradient of the filter, whose sizes are the second input.
static void inferFilterGradient(NodeShapes &node) {
  size_t rank = node.node().getOpName().starts_with("Conv3D") ? 5 : 4;
  std::optional<PartialShape> sizes = node.elementsAsSizes(1);
  node.set(0, sizes && sizes->size() == rank ? *sizes
                                             : PartialShape(rank, UnknownSize));
}

/// The window has a size for every axis.
static void inferPooled(NodeShapes &node) {
  size_t rank = node.node().getOpName().ends_with("3D") ? 5 : 4;
  std::optional<PartialShape> input = node.shape(0);
  if (input && input->size() != rank)
    return;
  node.set(0, PartialShape(rank, UnknownSize));
  std::optional<WindowMoves> moves = movesOf(node, rank);
  llvm::SmallVector<int64_t> window = node.integers("ksize").value_or(
      node.elements(1).value_or(PartialElements()));
  if (!moves || window.size() != rank || !input)
    return;
  PartialShape sizes;
  for (unsigned axis = 0; axis != rank; ++axis)
    sizes.push_back(moves->moved(axis, (*input)[axis], window[axis]));
  node.set(0, sizes);
  node.set(1, sizes);
}

static void inferPoolGradient(NodeShapes &node) { node.set(0, node.shape(0)); }

/// The sizes of the input are the first input.
static void inferAveragePoolGradient(NodeShapes &node) {
  node.set(0, node.elementsAsSizes(0));
}

void tensorflow::addConvolutionRules(ShapeRules &rules) {
  addRule(rules, {"Conv2D"}, inferConv2D);
  addRule(rules, {"Conv3D"}, inferConv3D);
  addRule(rules, {"DepthwiseConv2dNative"}, inferDepthwise);
  addRule(rules,
          {"Conv2DBackpropInput", "Conv3DBackpropInputV2",
           "DepthwiseConv2dNativeBackpropInput"},
          inferInputGradient);
  addRule(rules,
          {"Conv2DBackpropFilter", "Conv3DBackpropFilterV2",
           "DepthwiseConv2dNativeBackpropFilter"},
          inferFilterGradient);
  addRule(rules,
          {"MaxPool", "MaxPoolV2", "AvgPool", "MaxPool3D", "AvgPool3D",
           "MaxPoolWithArgmax"},
          inferPooled);
  addRule(rules,
          {"MaxPoolGrad", "MaxPoolGradV2", "MaxPool3DGrad",
           "MaxPoolGradWithArgmax"},
          inferPoolGradient);
  addRule(rules, {"AvgPoolGrad", "AvgPool3DGrad"}, inferAveragePoolGradient);
}
