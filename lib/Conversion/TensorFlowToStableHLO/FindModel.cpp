//===- FindModel.cpp - What of a training graph is the model --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindModel.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using mlir::Value;

//===----------------------------------------------------------------------===//
// What follows from others
//===----------------------------------------------------------------------===//

/// True if an op reads the shape of its inputs, but none of their elements.
static bool readsShapesOnly(NodeOp node) {
  return llvm::StringSwitch<bool>(node.getOpName())
      .Cases({"Shape", "ShapeN", "Size", "Rank", "ZerosLike", "OnesLike"}, true)
      .Default(false);
}

DependentValues::DependentValues(graph::FunctionOp main,
                                 llvm::function_ref<bool(Value)> isSource) {
  llvm::SmallVector<Value> pending;
  auto add = [&](Value value) {
    if (values.insert(value).second)
      pending.push_back(value);
  };
  for (NodeOp node : main.getNodes()) {
    for (Value output : node.getOutputs()) {
      if (isSource(output))
        add(output);
    }
  }
  while (!pending.empty()) {
    for (mlir::Operation *user : pending.pop_back_val().getUsers()) {
      auto node = llvm::dyn_cast<NodeOp>(user);
      if (!node || readsShapesOnly(node))
        continue;
      for (Value output : node.getOutputs())
        add(output);
    }
  }
}

/// A number that the host gives, such as a rate, is no batch.
static bool isScalar(Value value) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

//===----------------------------------------------------------------------===//
// The terms of a loss
//===----------------------------------------------------------------------===//

namespace {
/// What is done to a scalar.
enum class ScalarOp : uint8_t {
  Other,
  Same,
  Add,
  Subtract,
  Negate,
  Multiply,
  Divide,
  Choose,
  Mean,
  Sum,
};

class TermFinder {
public:
  TermFinder(graph::FunctionOp main, const graph::NodeReader &source,
             const HostDevicePartition &partition);

  LogicalResult split(LossTerm term);

  FoundModel found;

private:
  LogicalResult splitFactors(NodeOp node, LossTerm term, bool isQuotient);
  LogicalResult splitChoice(NodeOp node, LossTerm term);
  LogicalResult fail(NodeOp node) {
    return diag::LossWithoutExamples::node(
        source.location(node, graph::NodePart::Op), source.name(node),
        node.getOpName());
  }

  const graph::NodeReader &source;
  DependentValues fromBatch;
  DependentValues fromVariables;
  unsigned count = 0;
};
} // namespace

TermFinder::TermFinder(graph::FunctionOp main, const graph::NodeReader &source,
                       const HostDevicePartition &partition)
    : source(source),
      fromBatch(main,
                [&](Value value) {
                  auto node = value.getDefiningOp<NodeOp>();
                  return partition.placementOf(node) == Placement::Input &&
                         !isScalar(value);
                }),
      fromVariables(main, [&](Value value) {
        return makesVariable(value.getDefiningOp<NodeOp>(), source);
      }) {}

static ScalarOp scalarOpOf(NodeOp node) {
  return llvm::StringSwitch<ScalarOp>(node.getOpName())
      .Cases({"Identity", "Cast", "Reshape", "Squeeze", "ExpandDims",
              "StopGradient", "Snapshot", "CheckNumerics", "EnsureShape"},
             ScalarOp::Same)
      .Cases({"Add", "AddV2", "AddN"}, ScalarOp::Add)
      .Case("Sub", ScalarOp::Subtract)
      .Case("Neg", ScalarOp::Negate)
      .Case("Mul", ScalarOp::Multiply)
      .Cases({"Div", "RealDiv", "DivNoNan"}, ScalarOp::Divide)
      .Cases({"Select", "SelectV2"}, ScalarOp::Choose)
      .Case("Mean", ScalarOp::Mean)
      .Case("Sum", ScalarOp::Sum)
      .Default(ScalarOp::Other);
}

/// A product or quotient of one term that examples have a part in, and of what
/// they have none in.
LogicalResult TermFinder::splitFactors(NodeOp node, LossTerm term,
                                       bool isQuotient) {
  Value first = node.getInputs()[0], second = node.getInputs()[1];
  bool isSecond = fromBatch.contains(second);
  if (isSecond && (isQuotient || fromBatch.contains(first)))
    return fail(node);
  term.value = isSecond ? second : first;
  term.factors.push_back({isSecond ? first : second, isQuotient});
  return split(std::move(term));
}

/// Means of nothing are replaced by 0 where a graph is careful. Of the two
/// values one has examples.
LogicalResult TermFinder::splitChoice(NodeOp node, LossTerm term) {
  Value first = node.getInputs()[1], second = node.getInputs()[2];
  bool isFirst = fromBatch.contains(first);
  if (fromBatch.contains(node.getInputs()[0]) ||
      isFirst == fromBatch.contains(second))
    return fail(node);
  term.value = isFirst ? first : second;
  return split(std::move(term));
}

LogicalResult TermFinder::split(LossTerm term) {
  // A graph that adds a value to itself over and over has many terms.
  constexpr unsigned MostNodes = 4000;
  auto node = term.value.getDefiningOp<NodeOp>();
  if (!node || !fromBatch.contains(term.value)) {
    found.terms.push_back(std::move(term));
    return llvm::success();
  }
  if (++count > MostNodes)
    return fail(node);
  ScalarOp op = scalarOpOf(node);
  unsigned needed = op == ScalarOp::Choose     ? 3
                    : op == ScalarOp::Subtract ? 2
                    : op == ScalarOp::Multiply ? 2
                    : op == ScalarOp::Divide   ? 2
                                               : 1;
  if (node.getInputs().size() < needed)
    return fail(node);
  switch (op) {
  case ScalarOp::Other:
    return fail(node);
  case ScalarOp::Negate:
    term.isNegative = !term.isNegative;
    [[fallthrough]];
  case ScalarOp::Same:
    term.value = node.getInputs().front();
    return split(std::move(term));
  case ScalarOp::Add:
  case ScalarOp::Subtract:
    for (auto [number, input] : llvm::enumerate(node.getInputs())) {
      LossTerm part = term;
      part.value = input;
      part.isNegative ^= op == ScalarOp::Subtract && number == 1;
      if (failed(split(std::move(part))))
        return llvm::failure();
    }
    return llvm::success();
  case ScalarOp::Multiply:
  case ScalarOp::Divide:
    return splitFactors(node, std::move(term), op == ScalarOp::Divide);
  case ScalarOp::Choose:
    return splitChoice(node, std::move(term));
  case ScalarOp::Mean:
  case ScalarOp::Sum:
    // A scalar may have been reduced twice, for its mean over replicas say.
    term.value = node.getInputs().front();
    if (isScalar(term.value))
      return split(std::move(term));
    term.kind = op == ScalarOp::Mean ? TermKind::Mean : TermKind::Sum;
    if (auto output = findOutput(term.value, fromBatch, fromVariables))
      found.outputs.push_back(*output);
    found.terms.push_back(std::move(term));
    return llvm::success();
  }
  llvm_unreachable("unknown op on scalars");
}

llvm::FailureOr<FoundModel>
tensorflow::findModel(Value loss, const graph::NodeReader &source,
                      const HostDevicePartition &partition) {
  auto main = loss.getDefiningOp()->getParentOfType<graph::FunctionOp>();
  TermFinder finder(main, source, partition);
  LossTerm whole;
  whole.value = loss;
  if (failed(finder.split(whole)))
    return llvm::failure();
  return std::move(finder.found);
}
