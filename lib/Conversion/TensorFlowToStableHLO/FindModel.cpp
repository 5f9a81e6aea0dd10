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

/// A value that another one is computed of.
struct Part {
  Value value;
  Value factor;
  bool isDivisor = false;
  bool isNegative = false;
};

class TermFinder {
public:
  TermFinder(graph::FunctionOp main, const graph::NodeReader &source,
             const HostDevicePartition &partition);

  LogicalResult split(Value loss);

  FoundModel found;

private:
  using Parts = llvm::SmallVector<Part, 2>;

  /// What a value of the loss is a sum or multiple of; none of a term.
  llvm::FailureOr<Parts> partsOf(Value value);
  llvm::FailureOr<Parts> factorsOf(NodeOp node, bool isQuotient);
  llvm::FailureOr<Parts> choiceOf(NodeOp node);
  LogicalResult order(Value loss);
  unsigned coefficientOf(Value value);
  void addTerm(Value value, unsigned coefficient);
  Report fail(NodeOp node) {
    return diag::LossWithoutExamples::node(
        source.location(node, graph::NodePart::Op), source.name(node),
        node.getOpName());
  }

  const graph::NodeReader &source;
  DependentValues fromBatch;
  DependentValues fromVariables;
  /// The values of the loss, each after what it is computed of.
  std::vector<std::pair<Value, Parts>> values;
  llvm::DenseMap<Value, llvm::SmallVector<LossPath, 1>> paths;
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
llvm::FailureOr<TermFinder::Parts> TermFinder::factorsOf(NodeOp node,
                                                         bool isQuotient) {
  Value first = node.getInputs()[0], second = node.getInputs()[1];
  bool isSecond = fromBatch.contains(second);
  if (isSecond && (isQuotient || fromBatch.contains(first))) {
    mlir::Location place = source.location(node, graph::NodePart::Op);
    auto divisor = second.getDefiningOp<NodeOp>();
    if (isQuotient)
      return diag::LossWithoutExamples::divisor(place, source.name(divisor),
                                                divisor.getOpName());
    return diag::LossWithoutExamples::product(place, source.name(node),
                                              node.getOpName());
  }
  return Parts{isSecond ? Part{second, first}
                        : Part{first, second, isQuotient}};
}

/// Means of nothing are replaced by 0 where a graph is careful. Of the two
/// values one has examples.
llvm::FailureOr<TermFinder::Parts> TermFinder::choiceOf(NodeOp node) {
  Value first = node.getInputs()[1], second = node.getInputs()[2];
  bool isFirst = fromBatch.contains(first);
  if (fromBatch.contains(node.getInputs()[0]) ||
      isFirst == fromBatch.contains(second))
    return fail(node);
  return Parts{Part{isFirst ? first : second, {}}};
}

llvm::FailureOr<TermFinder::Parts> TermFinder::partsOf(Value value) {
  auto node = value.getDefiningOp<NodeOp>();
  if (!node || !fromBatch.contains(value))
    return Parts();
  ScalarOp op = scalarOpOf(node);
  unsigned needed = op == ScalarOp::Choose     ? 3
                    : op == ScalarOp::Subtract ? 2
                    : op == ScalarOp::Multiply ? 2
                    : op == ScalarOp::Divide   ? 2
                                               : 1;
  if (node.getInputs().size() < needed)
    return fail(node);
  Value first = node.getInputs().front();
  switch (op) {
  case ScalarOp::Other:
    return fail(node);
  case ScalarOp::Negate:
    return Parts{Part{first, {}, false, true}};
  case ScalarOp::Same:
    return Parts{Part{first, {}}};
  case ScalarOp::Add:
  case ScalarOp::Subtract: {
    Parts parts;
    for (auto [number, input] : llvm::enumerate(node.getInputs()))
      parts.push_back(
          {input, {}, false, op == ScalarOp::Subtract && number == 1});
    return parts;
  }
  case ScalarOp::Multiply:
  case ScalarOp::Divide:
    return factorsOf(node, op == ScalarOp::Divide);
  case ScalarOp::Choose:
    return choiceOf(node);
  case ScalarOp::Mean:
  case ScalarOp::Sum:
    // A scalar may have been reduced twice, for its mean over replicas say.
    return isScalar(first) ? Parts{Part{first, {}}} : Parts();
  }
  llvm_unreachable("unknown op on scalars");
}

/// Sorts the values that the loss is a sum or multiple of. A loss may be a sum
/// of thousands, and a value a part of it in several ways.
LogicalResult TermFinder::order(Value loss) {
  struct Entry {
    Value value;
    Parts parts;
    size_t next = 0;
  };
  llvm::DenseMap<Value, bool> isFinished;
  std::vector<Entry> path;
  auto enter = [&](Value value) -> LogicalResult {
    llvm::FailureOr<Parts> parts = partsOf(value);
    if (failed(parts))
      return llvm::failure();
    isFinished[value] = false;
    path.push_back({value, std::move(*parts)});
    return llvm::success();
  };
  if (failed(enter(loss)))
    return llvm::failure();
  while (!path.empty()) {
    Entry &entry = path.back();
    if (entry.next == entry.parts.size()) {
      isFinished[entry.value] = true;
      values.emplace_back(entry.value, std::move(entry.parts));
      path.pop_back();
      continue;
    }
    Value next = entry.parts[entry.next++].value;
    auto known = isFinished.find(next);
    if (known == isFinished.end()) {
      if (failed(enter(next)))
        return llvm::failure();
    } else if (!known->second) {
      return fail(next.getDefiningOp<NodeOp>());
    }
  }
  return llvm::success();
}

/// The number of a value's coefficient, when all paths to it are known.
unsigned TermFinder::coefficientOf(Value value) {
  llvm::SmallVector<LossPath, 1> &own = paths[value];
  bool isSame =
      own.size() == 1 && !own.front().factor && !own.front().isNegative;
  if (isSame)
    return own.front().from;
  Coefficient made;
  for (const LossPath &path : own)
    made.depth = std::max(made.depth, found.coefficients[path.from].depth + 1);
  made.paths = std::move(own);
  found.coefficients.push_back(std::move(made));
  return found.coefficients.size() - 1;
}

void TermFinder::addTerm(Value value, unsigned coefficient) {
  LossTerm term{TermKind::Penalty, value, coefficient};
  auto node = value.getDefiningOp<NodeOp>();
  if (node && fromBatch.contains(value)) {
    term.kind = node.is("Mean") ? TermKind::Mean : TermKind::Sum;
    term.value = node.getInputs().front();
    if (auto output = findOutput(term.value, fromBatch, fromVariables)) {
      output->name = source.name(output->output.getDefiningOp<NodeOp>());
      found.outputs.push_back(*output);
    }
  }
  found.terms.push_back(term);
}

LogicalResult TermFinder::split(Value loss) {
  if (failed(order(loss)))
    return llvm::failure();
  for (auto &[value, parts] : llvm::reverse(values)) {
    unsigned coefficient = coefficientOf(value);
    if (parts.empty())
      addTerm(value, coefficient);
    for (const Part &part : parts)
      paths[part.value].push_back(
          {coefficient, part.factor, part.isDivisor, part.isNegative});
  }
  return llvm::success();
}

llvm::FailureOr<FoundModel>
tensorflow::findModel(Value loss, const graph::NodeReader &source,
                      const HostDevicePartition &partition) {
  auto main = loss.getDefiningOp()->getParentOfType<graph::FunctionOp>();
  TermFinder finder(main, source, partition);
  if (failed(finder.split(loss)))
    return llvm::failure();
  return std::move(finder.found);
}
