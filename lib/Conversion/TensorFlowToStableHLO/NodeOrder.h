//===- NodeOrder.h - Nodes behind those that they wait for ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEORDER_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEORDER_H

#include "Dialect/Graph/IR/Graph.h"

namespace trainlint::tensorflow {

/// Sorts some nodes of a block so that each comes behind those that it waits
/// for. Among those that wait for nothing, writes come last, and else the order
/// of the block holds.
class NodeOrder {
public:
  /// `isWrite` tells what gives a variable a new value.
  NodeOrder(llvm::ArrayRef<graph::NodeOp> nodes,
            llvm::function_ref<bool(graph::NodeOp)> isWrite);

  llvm::ArrayRef<graph::NodeOp> getNodes() const { return nodes; }
  bool contains(graph::NodeOp node) const { return numbers.contains(node); }

  /// Lets a node wait for another one, if both are among those that are sorted.
  void wait(graph::NodeOp node, graph::NodeOp producer);

  /// All nodes but those that wait for each other, and for these.
  llvm::SmallVector<graph::NodeOp> sorted() const;

private:
  /// Whether a node writes, and its place in the block.
  using Number = std::pair<bool, unsigned>;

  llvm::ArrayRef<graph::NodeOp> nodes;
  llvm::DenseMap<mlir::Operation *, Number> numbers;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<graph::NodeOp, 4>> users;
  llvm::DenseMap<mlir::Operation *, unsigned> waiting;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEORDER_H
