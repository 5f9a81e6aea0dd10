//===- NodeOrder.cpp - Nodes behind those that they wait for --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/NodeOrder.h"
#include <set>

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

NodeOrder::NodeOrder(llvm::ArrayRef<NodeOp> nodes,
                     llvm::function_ref<bool(NodeOp)> isWrite)
    : nodes(nodes) {
  for (NodeOp node : nodes)
    numbers[node] = {isWrite(node), 0};
  if (nodes.empty())
    return;
  unsigned count = 0;
  for (mlir::Operation &operation : *nodes.front()->getBlock()) {
    auto number = numbers.find(&operation);
    if (number != numbers.end())
      number->second.second = count++;
  }
}

void NodeOrder::wait(NodeOp node, NodeOp producer) {
  if (!producer || !contains(producer))
    return;
  users[producer].push_back(node);
  ++waiting[node];
}

llvm::SmallVector<NodeOp> NodeOrder::sorted() const {
  llvm::DenseMap<mlir::Operation *, unsigned> left = waiting;
  std::set<std::pair<Number, mlir::Operation *>> ready;
  auto add = [&](NodeOp node) { ready.insert({numbers.lookup(node), node}); };
  for (NodeOp node : nodes) {
    if (!left.contains(node))
      add(node);
  }
  llvm::SmallVector<NodeOp> order;
  while (!ready.empty()) {
    auto node = llvm::cast<NodeOp>(ready.begin()->second);
    ready.erase(ready.begin());
    order.push_back(node);
    auto known = users.find(node);
    if (known == users.end())
      continue;
    for (NodeOp user : known->second) {
      if (--left[user] == 0)
        add(user);
    }
  }
  return order;
}
