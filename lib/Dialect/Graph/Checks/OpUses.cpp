//===- OpUses.cpp - The nodes of a graph by their op ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/OpUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint::graph;

OpUses::OpUses(mlir::Operation *model) {
  llvm::DenseMap<mlir::StringAttr, unsigned> numbers;
  model->walk<mlir::WalkOrder::PreOrder>([&](NodeOp node) {
    mlir::StringAttr name = node.getOpNameAttr();
    auto [place, isNew] = numbers.try_emplace(name, uses.size());
    if (isNew)
      uses.push_back({name, {}});
    uses[place->second].nodes.push_back(node);
  });
}

llvm::ArrayRef<NodeOp> OpUses::of(llvm::StringRef op) const {
  for (const OpUse &use : uses) {
    if (use.op() == op)
      return use.nodes;
  }
  return {};
}

void trainlint::graph::sortByPlace(llvm::MutableArrayRef<NodeOp> nodes) {
  llvm::stable_sort(nodes, [](NodeOp a, NodeOp b) {
    if (a->getBlock() == b->getBlock())
      return a->isBeforeInBlock(b);
    // Nodes of a file are in functions, which are in one block.
    mlir::Operation *first = a->getParentOfType<FunctionOp>();
    mlir::Operation *second = b->getParentOfType<FunctionOp>();
    return first != second && first->isBeforeInBlock(second);
  });
}
