//===- Expectations.cpp - What is drawn in a training, where it is used ---===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dropout multiplies by a mask of zeros and ones and divides by the share of
// ones. With that share in place of the mask nothing is dropped. Three forms of
// TensorFlow are known: floor(share + drawn), a comparison that is cast, and a
// comparison that selects.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/EvaluationForm.h"
#include "Support/MLIR.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;

namespace {
/// A mask: true with the probability `share`, or with 1 - `share`.
struct Mask {
  Value share;
  bool isInverse;
};

class ExpectationLowering {
public:
  ExpectationLowering(OpCall &node, llvm::function_ref<Value(Value)> valueOf)
      : node(node), p(node.builder), valueOf(valueOf),
        drawn(node.outputs.front().tensor) {}

  bool run();

private:
  bool isUniform(Value value);
  bool isNumber(Value value, double number);
  std::optional<Mask> maskOf(Value value);
  /// The share of what a mask keeps, once for each element of the output.
  Value shareOf(const Mask &mask);
  bool lowerCast();
  bool lowerSelect();
  bool lowerFloor();

  OpCall &node;
  ProgramBuilder &p;
  llvm::function_ref<Value(Value)> valueOf;
  /// What a training makes of the node.
  Value drawn;
};
} // namespace

/// True if a value is a number that is known when the program is built.
bool ExpectationLowering::isNumber(Value value, double number) {
  Value known = valueOf(value);
  mlir::DenseElementsAttr constant;
  return known && mlir::matchPattern(known, mlir::m_Constant(&constant)) &&
         constant.isSplat() &&
         llvm::isa<mlir::FloatType>(constant.getElementType()) &&
         constant.getSplatValue<llvm::APFloat>().convertToDouble() == number;
}

/// True if a value is drawn evenly from 0 to 1. TensorFlow scales by 1 and
/// shifts by 0 what is drawn.
bool ExpectationLowering::isUniform(Value value) {
  for (unsigned steps = 0; steps != 8; ++steps) {
    auto producer = value.getDefiningOp<NodeOp>();
    if (!producer || producer.getInputs().empty())
      return false;
    bool isDrawn = llvm::StringSwitch<bool>(producer.getOpName())
                       .Cases({"RandomUniform", "StatelessRandomUniform",
                               "StatelessRandomUniformV2"},
                              true)
                       .Default(false);
    if (isDrawn)
      return true;
    bool isScaled = static_cast<bool>(binaryNode(value, {"Mul"}));
    bool isShifted = static_cast<bool>(binaryNode(value, {"Add", "AddV2"}));
    if ((isScaled && !isNumber(producer.getInputs()[1], 1)) ||
        (isShifted && !isNumber(producer.getInputs()[1], 0)) ||
        (!isScaled && !isShifted && !producer.is("Identity")))
      return false;
    value = producer.getInputs().front();
  }
  return false;
}

/// Reads a comparison of what was drawn with a number.
std::optional<Mask> ExpectationLowering::maskOf(Value value) {
  NodeOp comparison =
      binaryNode(value, {"GreaterEqual", "Greater", "Less", "LessEqual"});
  if (!comparison)
    return std::nullopt;
  Value first = comparison.getInputs()[0], second = comparison.getInputs()[1];
  bool isGreater = comparison.getOpName().starts_with("Greater");
  bool isFirst = isUniform(first);
  if (!isFirst && !isUniform(second))
    return std::nullopt;
  Value share = valueOf(isFirst ? second : first);
  return share ? std::optional(Mask{share, isFirst == isGreater})
               : std::nullopt;
}

Value ExpectationLowering::shareOf(const Mask &mask) {
  Value share = p.convert(mask.share, ProgramBuilder::elementOf(drawn));
  if (mask.isInverse)
    share = p.subtract(p.like(share, 1), share);
  return p.broadcastTo(share, ProgramBuilder::shapeOf(drawn));
}

bool ExpectationLowering::lowerCast() {
  std::optional<Mask> mask = maskOf(node.node.getInputs()[0]);
  return mask && succeeded(node.set(shareOf(*mask)));
}

bool ExpectationLowering::lowerSelect() {
  std::optional<Mask> mask = maskOf(node.node.getInputs()[0]);
  if (!mask)
    return false;
  auto part = [&](unsigned input, const Mask &chosen) {
    Value value =
        p.broadcastTo(node.input(input), ProgramBuilder::shapeOf(drawn));
    return p.multiply(value, shareOf(chosen));
  };
  Value first = part(1, *mask);
  Value second = part(2, {mask->share, !mask->isInverse});
  return succeeded(node.set(p.add(first, second)));
}

bool ExpectationLowering::lowerFloor() {
  NodeOp sum = binaryNode(node.node.getInputs()[0], {"Add", "AddV2"});
  if (!sum)
    return false;
  for (unsigned i : {0U, 1U}) {
    if (!isUniform(sum.getInputs()[i]))
      continue;
    Value share = valueOf(sum.getInputs()[1 - i]);
    return share && succeeded(node.set(shareOf({share, false})));
  }
  return false;
}

bool ExpectationLowering::run() {
  if (!drawn || !llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(drawn)))
    return false;
  bool isNoise =
      llvm::StringSwitch<bool>(node.op())
          .Cases({"RandomStandardNormal", "StatelessRandomNormal",
                  "StatelessRandomNormalV2", "TruncatedNormal",
                  "StatelessTruncatedNormal", "StatelessTruncatedNormalV2"},
                 true)
          .Default(false);
  if (isNoise)
    return succeeded(node.set(p.like(drawn, 0)));
  size_t inputs = node.node.getInputs().size();
  if (node.op() == "Cast" && inputs == 1)
    return lowerCast();
  if ((node.op() == "Select" || node.op() == "SelectV2") && inputs == 3)
    return lowerSelect();
  return node.op() == "Floor" && inputs == 1 && lowerFloor();
}

bool tensorflow::lowerExpectation(OpCall &node,
                                  llvm::function_ref<Value(Value)> valueOf) {
  return ExpectationLowering(node, valueOf).run();
}
