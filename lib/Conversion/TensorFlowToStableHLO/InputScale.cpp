//===- InputScale.cpp - What becomes of images ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/InputScale.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

/// Ops that give the bytes of images.
static bool decodesBytes(StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases({"DecodeRaw", "DecodePaddedRaw"}, true)
      .Cases({"DecodeJpeg", "DecodePng", "DecodeImage", "DecodeBmp",
              "DecodeAndCropJpeg"},
             true)
      .Default(false);
}

/// Ops that only arrange elements.
static bool arranges(StringRef op) {
  return llvm::StringSwitch<bool>(op)
      .Cases({"Identity", "Reshape", "EnsureShape", "ExpandDims", "Squeeze",
              "Transpose"},
             true)
      .Default(false);
}

/// The node that gives an input, behind those that only arrange it.
static NodeOp nodeBehind(mlir::Value value) {
  // Edges may form a circle.
  constexpr unsigned MostSteps = 16;
  auto node = value.getDefiningOp<NodeOp>();
  for (unsigned step = 0; step < MostSteps; ++step) {
    if (!node || !arranges(node.getOpName()) || node.getInputs().empty())
      return node;
    node = node.getInputs().front().getDefiningOp<NodeOp>();
  }
  return {};
}

/// The number that a `Const` gives.
static std::optional<double> numberOf(mlir::Value value,
                                      const graph::NodeReader &source) {
  NodeOp node = nodeBehind(value);
  if (!node || !node.is("Const"))
    return std::nullopt;
  auto elements = llvm::dyn_cast_or_null<mlir::DenseFPElementsAttr>(
      source.attribute(node, "value"));
  if (!elements || elements.getNumElements() != 1)
    return std::nullopt;
  double number = (*elements.begin()).convertToDouble();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// True if a node makes floating-point numbers of decoded bytes.
static bool castsBytes(NodeOp node) {
  if (!node.is("Cast") || node.getInputs().empty() || node.getOutputs().empty())
    return false;
  NodeOp from = nodeBehind(node.getInputs().front());
  mlir::Type to = graph::elementTypeOf(node.getOutputs().front().getType());
  return from && decodesBytes(from.getOpName()) &&
         llvm::isa_and_nonnull<mlir::FloatType>(to);
}

/// Applies what a node does with numbers that have a scale; false if it does
/// something else.
static bool apply(NodeOp node, mlir::Value numbers, InputScale &scale,
                  const graph::NodeReader &source) {
  StringRef op = node.getOpName();
  if (arranges(op))
    return true;
  auto inputs = node.getInputs();
  if (inputs.size() != 2)
    return false;
  bool isFirst = inputs[0] == numbers;
  std::optional<double> other = numberOf(inputs[isFirst ? 1 : 0], source);
  if (!other)
    return false;
  bool divides = op == "RealDiv" || op == "Div";
  if (op == "Mul")
    scale = {scale.factor * *other, scale.shift * *other};
  else if (divides && isFirst && *other != 0)
    scale = {scale.factor / *other, scale.shift / *other};
  else if (op == "Add" || op == "AddV2")
    scale.shift += *other;
  else if (op == "Sub")
    scale = isFirst ? InputScale{scale.factor, scale.shift - *other}
                    : InputScale{-scale.factor, *other - scale.shift};
  else
    return false;
  return true;
}

/// The scale of the numbers that a cast gives, as far as one node after the
/// other is all that uses them.
static InputScale scaleBehind(NodeOp cast, const graph::NodeReader &source) {
  constexpr unsigned MostSteps = 16;
  InputScale scale;
  NodeOp node = cast;
  for (unsigned step = 0; step < MostSteps; ++step) {
    mlir::Value numbers = node.getOutputs().front();
    if (!numbers.hasOneUse())
      break;
    auto user = llvm::dyn_cast<NodeOp>(*numbers.user_begin());
    if (!user || user.getOutputs().empty() ||
        !apply(user, numbers, scale, source))
      break;
    node = user;
  }
  return scale;
}

std::optional<InputScale>
tensorflow::findInputScale(graph::ModelOp model,
                           const graph::NodeReader &source) {
  std::optional<InputScale> found;
  for (graph::FunctionOp function : model.getFunctions()) {
    // What the main graph decodes is an input of the step, which scales it.
    if (function.isMain())
      continue;
    for (NodeOp node : function.getNodes()) {
      if (!castsBytes(node))
        continue;
      InputScale scale = scaleBehind(node, source);
      bool isUsable = std::isnormal(scale.factor) && std::isfinite(scale.shift);
      if (!isUsable || (found && !(*found == scale)))
        return std::nullopt;
      found = scale;
    }
  }
  return found == InputScale() ? std::nullopt : found;
}
