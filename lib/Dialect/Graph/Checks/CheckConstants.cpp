//===- CheckConstants.cpp - The compiler knows what it has to -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::ArgumentDefinition;
using tensorflow::OpDefinition;
using tensorflow::Support;
using tensorflow::TpuOpSupport;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKCONSTANTS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// When a value becomes known.
enum class Known : uint8_t {
  /// When the program is compiled, for all that the graph shows.
  Compiled,
  /// Cannot be told.
  Maybe,
  /// Not before the program runs.
  Running,
};

struct Knowledge {
  Known known = Known::Compiled;
  /// Where data comes in.
  NodeOp origin;
};

/// Tells when values become known by what they are made of.
class Evaluation {
public:
  explicit Evaluation(tensorflow::OpRegistry &registry) : registry(registry) {}

  Knowledge of(mlir::Value value);

private:
  /// What an op says by itself; none if its inputs decide.
  std::optional<Known> byOp(NodeOp node);
  Knowledge combine(NodeOp node) const;

  tensorflow::OpRegistry &registry;
  llvm::DenseMap<mlir::Operation *, Knowledge> results;
};

struct CheckConstants
    : CheckPass<CheckConstants,
                graph::impl::CheckConstantsBase<CheckConstants>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkInput(llvm::ArrayRef<NodeOp> nodes, const OpDefinition &op,
                  StringRef input, Evaluation &evaluation);
  void report(llvm::ArrayRef<NodeOp> nodes, unsigned operand, StringRef input,
              NodeOp origin);

  NodeTypes types;
};
} // namespace

std::optional<Known> Evaluation::byOp(NodeOp node) {
  StringRef op = node.getOpName();
  // Sizes are known when the program is compiled, whatever has them.
  if (op == "Const" || op == "Shape" || op == "ShapeN" || op == "Size" ||
      op == "Rank" || op == "VariableShape")
    return Known::Compiled;
  if (op == "Placeholder" || op == "ReadVariableOp" || op == "VariableV2" ||
      op == "Variable" || op == "InfeedDequeue" || op == "InfeedDequeueTuple" ||
      op == "IteratorGetNext" || op.starts_with("Random") ||
      op == "TruncatedNormal" || op == "TPUReplicatedInput")
    return Known::Running;
  const OpDefinition *definition = registry.definition(op);
  const TpuOpSupport *support = registry.support(op);
  // Calls, loops, branches and state may hide anything.
  bool isOpaque = !definition || !support || definition->isStateful ||
                  support->support != Support::Yes ||
                  llvm::any_of(definition->attributes, [](const auto &attr) {
                    return attr.kind == tensorflow::AttributeKind::Func;
                  });
  if (isOpaque)
    return Known::Maybe;
  return std::nullopt;
}

/// From the results of the inputs.
Knowledge Evaluation::combine(NodeOp node) const {
  Knowledge worst;
  for (mlir::Value input : node.getInputs()) {
    auto producer = input.getDefiningOp<NodeOp>();
    Knowledge knowledge = {Known::Maybe, NodeOp()};
    if (producer)
      knowledge = results.lookup(producer);
    if (knowledge.known > worst.known)
      worst = knowledge;
  }
  return worst;
}

Knowledge Evaluation::of(mlir::Value value) {
  auto start = value.getDefiningOp<NodeOp>();
  if (!start)
    return {Known::Maybe, NodeOp()};
  llvm::SmallVector<std::pair<NodeOp, bool>> pending{{start, false}};
  while (!pending.empty()) {
    auto [node, isReady] = pending.pop_back_val();
    if (isReady) {
      results[node] = combine(node);
      continue;
    }
    // A node that is being looked at is part of a cycle, of which nothing is
    // known.
    auto [place, isNew] =
        results.try_emplace(node, Knowledge{Known::Maybe, NodeOp()});
    if (!isNew)
      continue;
    if (std::optional<Known> known = byOp(node)) {
      place->second = {*known, *known == Known::Running ? node : NodeOp()};
      continue;
    }
    pending.push_back({node, true});
    for (mlir::Value input : node.getInputs()) {
      if (auto producer = input.getDefiningOp<NodeOp>())
        pending.push_back({producer, false});
    }
  }
  return results.lookup(start);
}

void CheckConstants::report(llvm::ArrayRef<NodeOp> nodes, unsigned operand,
                            StringRef input, NodeOp origin) {
  NodeOp node = nodes.front();
  Report report = diag::TpuCompileTimeConstant::inside(
      source().inputLocation(node, operand), input, node.getOpName(),
      nameOf(node, source()), nameOf(origin, source()));
  report.note(source().location(origin, NodePart::Op),
              "known when the step runs");
  report.help("give a constant, or compute it from constants and from "
              "shapes that are known");
  computation().describe(report, nodes);
  cite(std::move(report), tables().tfOpsTpu);
}

void CheckConstants::checkInput(llvm::ArrayRef<NodeOp> nodes,
                                const OpDefinition &op, StringRef input,
                                Evaluation &evaluation) {
  // Nodes that use the same data have the same cause.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<NodeOp>> wrong;
  llvm::DenseMap<mlir::Operation *, unsigned> operands;
  for (NodeOp node : nodes) {
    SourceAttributes attributes(node, source(), types);
    unsigned number = 0;
    for (const ArgumentDefinition &argument : op.inputs) {
      std::optional<size_t> count = valueCount(op, argument, attributes);
      if (!count || number + *count > node.getInputs().size())
        break;
      if (argument.name != input) {
        number += *count;
        continue;
      }
      for (unsigned value = number; value < number + *count; ++value) {
        Knowledge knowledge = evaluation.of(node.getInputs()[value]);
        if (knowledge.known != Known::Running)
          continue;
        wrong[knowledge.origin].push_back(node);
        operands[node] = value;
        break;
      }
      break;
    }
  }
  for (const auto &[origin, wrongNodes] : wrong)
    report(wrongNodes, operands[wrongNodes.front()], input,
           llvm::cast<NodeOp>(origin));
}

void CheckConstants::check(ModelOp model) {
  if (computation().empty())
    return;
  Evaluation evaluation(registry());
  for (const OpUse &use : uses().all()) {
    const OpDefinition *op = registry().definition(use.op());
    const TpuOpSupport *support = registry().support(use.op());
    if (!op || !support || support->constants.empty())
      continue;
    llvm::SmallVector<NodeOp> nodes = computation().inside(use);
    for (StringRef input : support->constants)
      checkInput(nodes, *op, input, evaluation);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckConstants(const CheckContext &context) {
  return std::make_unique<CheckConstants>(context);
}
