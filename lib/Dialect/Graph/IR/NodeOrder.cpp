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
  struct Waiting {
    size_t place = 0;
    size_t operands = 0;
  };
  auto nodes = llvm::to_vector(function.getNodes());
  llvm::DenseMap<mlir::Operation *, Waiting> waiting;
  for (auto [place, node] : llvm::enumerate(nodes))
    waiting[node] = {place, 0};

  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (auto [place, node] : llvm::enumerate(nodes)) {
    size_t count = llvm::count_if(node->getOperands(), [&](mlir::Value value) {
      return waiting.contains(value.getDefiningOp());
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
    for (mlir::Operation *user : node->getUsers()) {
      auto found = waiting.find(user);
      if (found != waiting.end() && --found->second.operands == 0)
        ready.push(found->second.place);
    }
  }
  return result;
}
