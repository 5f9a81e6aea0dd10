//===- NodeOrder.cpp - Nodes after those that they use --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/NodeOrder.h"
#include <queue>

using namespace trainlint;
using namespace trainlint::graph;

std::vector<NodeOp> graph::nodesInOrder(FunctionOp function) {
  return nodesInOrder(function.getBody().front());
}

/// Calls back for each value that a node or one of its subgraphs takes.
static void forEachTaken(NodeOp node,
                         llvm::function_ref<void(mlir::Value)> callback) {
  auto visit = [&](mlir::Operation *op) {
    for (mlir::Value operand : op->getOperands())
      callback(operand);
  };
  if (node->getNumRegions() == 0)
    return visit(node);
  node->walk(visit);
}

std::vector<NodeOp> graph::nodesInOrder(mlir::Block &block) {
  struct Waiting {
    size_t place = 0;
    size_t operands = 0;
  };
  auto nodes = llvm::to_vector(block.getOps<NodeOp>());
  llvm::DenseMap<mlir::Operation *, Waiting> waiting;
  for (auto [place, node] : llvm::enumerate(nodes))
    waiting[node] = {place, 0};

  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (auto [place, node] : llvm::enumerate(nodes)) {
    size_t count = 0;
    forEachTaken(node, [&](mlir::Value value) {
      count += waiting.contains(value.getDefiningOp());
    });
    waiting[node].operands = count;
    if (count == 0)
      ready.push(place);
  }

  std::vector<NodeOp> result;
  result.reserve(nodes.size());
  while (!ready.empty()) {
    NodeOp node = nodes[ready.top()];
    ready.pop();
    result.push_back(node);
    // A user of two operands is among the users twice.
    for (mlir::Operation *user : node->getUsers()) {
      auto found = waiting.find(block.findAncestorOpInBlock(*user));
      if (found != waiting.end() && --found->second.operands == 0)
        ready.push(found->second.place);
    }
  }
  return result;
}
