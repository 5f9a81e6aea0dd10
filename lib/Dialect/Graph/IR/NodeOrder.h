//===- NodeOrder.h - Nodes after those that they use ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_NODEORDER_H
#define TRAINLINT_DIALECT_GRAPH_IR_NODEORDER_H

#include "Dialect/Graph/IR/Graph.h"
#include <vector>

namespace trainlint::graph {

/// The nodes of a function, each after those whose results it takes, and else
/// in the order of the file. The nodes of a cycle, and those that need them,
/// are not among them.
std::vector<NodeOp> nodesInOrder(FunctionOp function);
/// The same of a function or a subgraph. What the subgraphs of a node take
/// counts as taken by the node.
std::vector<NodeOp> nodesInOrder(mlir::Block &block);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_NODEORDER_H
