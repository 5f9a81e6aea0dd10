//===- FindOutput.cpp - What losses compare with labels -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindModel.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using mlir::Value;
using stablehlo::LossKind;
using stablehlo::LossOptions;

static NodeOp producer(Value value, llvm::StringRef op, size_t inputs = 1) {
  auto node = value.getDefiningOp<NodeOp>();
  return node && node.is(op) && node.getInputs().size() >= inputs ? node
                                                                  : NodeOp();
}

static LossOptions lossOf(LossKind kind, bool isFromLogits = false) {
  LossOptions loss;
  loss.kind = kind;
  loss.isFromLogits = isFromLogits;
  return loss;
}

namespace {
class OutputFinder {
public:
  explicit OutputFinder(const DependentValues &fromVariables)
      : fromVariables(fromVariables) {}

  std::optional<FoundOutput> fromNode(NodeOp node);

private:
  std::optional<FoundOutput> fromDifference(NodeOp node, LossKind kind);
  std::optional<FoundOutput> fromLogarithm(NodeOp node);
  std::optional<FoundOutput> fromLog1p(NodeOp sum);
  Value withoutClipping(Value output);

  /// Labels do not follow from variables.
  const DependentValues &fromVariables;
};
} // namespace

/// Of a difference, the operand that is computed is the output.
std::optional<FoundOutput> OutputFinder::fromDifference(NodeOp node,
                                                        LossKind kind) {
  if (!node)
    return std::nullopt;
  Value first = node.getInputs()[0], second = node.getInputs()[1];
  bool isFirst = fromVariables.contains(first);
  if (isFirst == fromVariables.contains(second))
    return std::nullopt;
  return isFirst ? FoundOutput{first, second, lossOf(kind)}
                 : FoundOutput{second, first, lossOf(kind)};
}

/// Probabilities that a graph keeps away from 0, for their logarithms.
Value OutputFinder::withoutClipping(Value output) {
  for (unsigned steps = 0; steps != 4; ++steps) {
    auto node = output.getDefiningOp<NodeOp>();
    if (!node || node.getInputs().empty())
      break;
    bool isKept = llvm::StringSwitch<bool>(node.getOpName())
                      .Cases({"Add", "AddV2", "Maximum", "Minimum",
                              "ClipByValue", "Identity"},
                             true)
                      .Default(false);
    if (!isKept)
      break;
    Value first = node.getInputs().front();
    bool isSecond =
        node.getInputs().size() == 2 && !fromVariables.contains(first);
    output = isSecond ? node.getInputs()[1] : first;
  }
  return output;
}

/// A cross entropy that is written out: labels times logarithms of
/// probabilities.
std::optional<FoundOutput> OutputFinder::fromLogarithm(NodeOp node) {
  for (unsigned i : {0U, 1U}) {
    NodeOp log = producer(node.getInputs()[i], "Log");
    Value labels = node.getInputs()[1 - i];
    if (!log || fromVariables.contains(labels))
      continue;
    if (NodeOp negated = producer(labels, "Neg"))
      labels = negated.getInputs().front();
    Value output = withoutClipping(log.getInputs().front());
    return FoundOutput{output, labels,
                       lossOf(LossKind::CategoricalCrossentropy)};
  }
  return std::nullopt;
}

/// The binary cross entropy of logits as TensorFlow writes it:
/// max(x, 0) - x * labels + log1p(exp(-|x|)).
std::optional<FoundOutput> OutputFinder::fromLog1p(NodeOp sum) {
  for (unsigned i : {0U, 1U}) {
    NodeOp log = producer(sum.getInputs()[i], "Log1p");
    NodeOp difference = producer(sum.getInputs()[1 - i], "Sub", 2);
    if (!log || !difference || !producer(log.getInputs().front(), "Exp"))
      continue;
    NodeOp product = producer(difference.getInputs()[1], "Mul", 2);
    if (auto output = fromDifference(product, LossKind::BinaryCrossentropy)) {
      output->loss.isFromLogits = true;
      return output;
    }
  }
  return std::nullopt;
}

std::optional<FoundOutput> OutputFinder::fromNode(NodeOp node) {
  llvm::StringRef op = node.getOpName();
  if (node.getInputs().size() < 2) {
    bool isAbsolute = op == "Abs";
    if (node.getInputs().empty() || (op != "Square" && !isAbsolute))
      return std::nullopt;
    return fromDifference(producer(node.getInputs().front(), "Sub", 2),
                          isAbsolute ? LossKind::MeanAbsoluteError
                                     : LossKind::MeanSquaredError);
  }
  Value first = node.getInputs()[0], second = node.getInputs()[1];
  if (op == "SparseSoftmaxCrossEntropyWithLogits")
    return FoundOutput{first, second,
                       lossOf(LossKind::SparseCategoricalCrossentropy, true)};
  if (op == "SoftmaxCrossEntropyWithLogits")
    return FoundOutput{first, second,
                       lossOf(LossKind::CategoricalCrossentropy, true)};
  if (op == "SquaredDifference")
    return fromDifference(node, LossKind::MeanSquaredError);
  if (op == "Mul")
    return fromLogarithm(node);
  if (op == "Add" || op == "AddV2")
    return fromLog1p(node);
  return std::nullopt;
}

/// True if an op hands on losses of examples, weighed or in another shape.
static bool handsOn(NodeOp node) {
  return llvm::StringSwitch<bool>(node.getOpName())
      .Cases({"Identity", "Cast", "Reshape", "Squeeze", "ExpandDims",
              "StopGradient", "CheckNumerics", "Neg"},
             true)
      .Cases({"Mul", "Div", "RealDiv", "DivNoNan", "Sum", "Mean"}, true)
      .Default(false);
}

std::optional<FoundOutput>
tensorflow::findOutput(Value losses, const DependentValues &fromBatch,
                       const DependentValues &fromVariables) {
  // Losses are near to their reduction.
  constexpr unsigned MostNodes = 64;
  OutputFinder finder(fromVariables);
  llvm::SmallVector<Value> pending = {losses};
  for (size_t next = 0; next < std::min<size_t>(pending.size(), MostNodes);
       ++next) {
    auto node = pending[next].getDefiningOp<NodeOp>();
    if (!node)
      continue;
    if (auto found = finder.fromNode(node))
      return found;
    if (!handsOn(node))
      continue;
    for (Value input : node.getInputs()) {
      if (fromBatch.contains(input))
        pending.push_back(input);
    }
  }
  return std::nullopt;
}
