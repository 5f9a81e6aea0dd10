//===- NodesAfter.cpp - What follows from nodes ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/NodesAfter.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

namespace {
using UsersOf = llvm::function_ref<llvm::SmallVector<NodeOp>(NodeOp)>;

/// Nodes in an order, with the numbers of the users of each.
struct Order {
  /// What follows from some nodes, each after what it follows from but for
  /// loops.
  Order(llvm::ArrayRef<NodeOp> first, UsersOf usersOf);

  llvm::SmallVector<NodeOp> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  std::vector<llvm::SmallVector<unsigned, 2>> users;
};
} // namespace

Order::Order(llvm::ArrayRef<NodeOp> first, UsersOf usersOf) {
  struct Entry {
    NodeOp node;
    llvm::SmallVector<NodeOp> users;
  };
  llvm::DenseSet<mlir::Operation *> seen;
  for (NodeOp start : first) {
    if (!seen.insert(start).second)
      continue;
    llvm::SmallVector<Entry> path = {{start, usersOf(start)}};
    while (!path.empty()) {
      if (path.back().users.empty()) {
        nodes.push_back(path.pop_back_val().node);
        continue;
      }
      NodeOp next = path.back().users.pop_back_val();
      if (seen.insert(next).second)
        path.push_back({next, usersOf(next)});
    }
  }
  std::reverse(nodes.begin(), nodes.end());
  for (auto [number, node] : llvm::enumerate(nodes))
    numbers[node] = number;
  for (NodeOp node : nodes) {
    llvm::SmallVector<unsigned, 2> &own = users.emplace_back();
    for (NodeOp user : usersOf(node))
      own.push_back(numbers.lookup(user));
  }
}

NodesAfter tensorflow::nodesAfter(llvm::ArrayRef<NodeOp> first,
                                  UsersOf usersOf) {
  Order order(first, usersOf);
  NodesAfter found;
  found.any.insert(order.nodes.begin(), order.nodes.end());
  found.all = found.any;
  // As many at once as a word has bits.
  constexpr size_t Bits = 64;
  std::vector<uint64_t> masks(order.nodes.size());
  auto pass = [&] {
    bool isChanged = false;
    for (auto [number, users] : llvm::enumerate(order.users)) {
      for (unsigned user : users) {
        uint64_t both = masks[user] | masks[number];
        isChanged |= user <= number && both != masks[user];
        masks[user] = both;
      }
    }
    return isChanged;
  };
  for (size_t begin = 0; begin < first.size(); begin += Bits) {
    llvm::ArrayRef<NodeOp> some = first.slice(begin).take_front(Bits);
    llvm::fill(masks, 0);
    for (auto [bit, node] : llvm::enumerate(some))
      masks[order.numbers.lookup(node)] |= uint64_t(1) << bit;
    // Another pass sees what a loop hands back.
    for (size_t count = 0; pass() && count != Bits; ++count)
      ;
    uint64_t whole =
        some.size() == Bits ? ~uint64_t(0) : (uint64_t(1) << some.size()) - 1;
    for (auto [mask, node] : llvm::zip(masks, order.nodes)) {
      if (mask != whole)
        found.all.erase(node);
    }
  }
  return found;
}
