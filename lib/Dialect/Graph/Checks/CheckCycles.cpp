//===- CheckCycles.cpp - No node waits for itself, except in loops --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Support/Text.h"
#include "llvm/ADT/BitVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKCYCLES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

/// How many nodes of a cycle are named.
static constexpr size_t MaxNamedNodes = 4;

namespace {
struct CheckCycles
    : CheckPass<CheckCycles, graph::impl::CheckCyclesBase<CheckCycles>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void report(llvm::ArrayRef<NodeOp> cycle);
};
} // namespace

/// The node that has to run before another, which uses a value or a control
/// edge of it; null if the edge closes a loop.
static NodeOp waitsFor(NodeOp node, mlir::Value operand) {
  auto producer = operand.getDefiningOp<NodeOp>();
  if (!producer)
    return {};
  llvm::StringRef op = node.getOpName();
  bool closesLoop = (op == "Merge" || op == "RefMerge") &&
                    producer.getOpName().ends_with("NextIteration");
  return closesLoop ? NodeOp() : producer;
}

/// True if nodes come behind all that they wait for, as in a sorted file.
static bool isSorted(FunctionOp function) {
  for (NodeOp node : function.getNodes()) {
    for (mlir::Value operand : node.getOperands()) {
      NodeOp producer = waitsFor(node, operand);
      if (producer && (producer == node || !producer->isBeforeInBlock(node)))
        return false;
    }
  }
  return true;
}

namespace {
/// Finds the first cycle of a function by a search in depth.
class CycleSearch {
public:
  explicit CycleSearch(FunctionOp function)
      : nodes(llvm::to_vector(function.getNodes())), seen(nodes.size()),
        open(nodes.size()) {
    numbers.reserve(nodes.size());
    for (const auto &[number, node] : llvm::enumerate(nodes))
      numbers[node] = number;
  }

  /// The nodes of the cycle, each waiting for the next; empty if there is none.
  llvm::SmallVector<NodeOp> find();

private:
  struct Step {
    unsigned node;
    unsigned operand;
  };
  llvm::SmallVector<NodeOp> findFrom(unsigned start);

  llvm::SmallVector<NodeOp, 0> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::BitVector seen;
  /// The nodes on the path.
  llvm::BitVector open;
  std::vector<Step> path;
};
} // namespace

llvm::SmallVector<NodeOp> CycleSearch::findFrom(unsigned start) {
  llvm::SmallVector<NodeOp> cycle;
  seen.set(start);
  open.set(start);
  path.push_back({start, 0});
  while (!path.empty()) {
    Step &step = path.back();
    NodeOp node = nodes[step.node];
    if (step.operand == node->getNumOperands()) {
      open.reset(step.node);
      path.pop_back();
      continue;
    }
    NodeOp producer = waitsFor(node, node->getOperand(step.operand++));
    if (!producer)
      continue;
    unsigned number = numbers.lookup(producer);
    if (open.test(number)) {
      auto first = llvm::find_if(
          path, [&](const Step &onPath) { return onPath.node == number; });
      for (const Step &onPath : llvm::make_range(first, path.end()))
        cycle.push_back(nodes[onPath.node]);
      return cycle;
    }
    if (seen.test(number))
      continue;
    seen.set(number);
    open.set(number);
    path.push_back({number, 0});
  }
  return cycle;
}

llvm::SmallVector<NodeOp> CycleSearch::find() {
  for (unsigned start = 0; start < nodes.size(); ++start) {
    if (seen.test(start))
      continue;
    llvm::SmallVector<NodeOp> cycle = findFrom(start);
    if (!cycle.empty())
      return cycle;
  }
  return {};
}

void CheckCycles::report(llvm::ArrayRef<NodeOp> cycle) {
  // Edges were followed against their direction.
  llvm::SmallVector<NodeOp> ordered(cycle.rbegin(), cycle.rend());
  auto first = llvm::min_element(
      ordered, [](NodeOp a, NodeOp b) { return a->isBeforeInBlock(b); });
  std::rotate(ordered.begin(), first, ordered.end());
  NodeOp start = ordered.front();
  Report report = diag::GraphCycle::cycle(
      source().location(start, NodePart::Name), nameOf(start, source()),
      pluralize(ordered.size(), "node"));
  for (NodeOp node :
       llvm::ArrayRef<NodeOp>(ordered).drop_front().take_front(MaxNamedNodes))
    report.note(source().location(node, NodePart::Name),
                "then " + quoted(nameOf(node, source())));
  std::string scope = scopeOf(start, source());
  if (!scope.empty())
    report.label(scope);
}

void CheckCycles::check(ModelOp model) {
  for (FunctionOp function : model.getFunctions()) {
    if (isSorted(function))
      continue;
    // Only the first is reported: the others mostly share its cause.
    llvm::SmallVector<NodeOp> cycle = CycleSearch(function).find();
    if (!cycle.empty())
      report(cycle);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckCycles(const CheckContext &context) {
  return std::make_unique<CheckCycles>(context);
}
