//===- Optimizers.h - Nodes that train variables ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_OPTIMIZERS_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_OPTIMIZERS_H

#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/Graph/Ops/OpRegistry.h"

namespace trainlint::graph {

/// What an optimizer does to one variable.
struct VariableUpdate {
  NodeOp node;
  mlir::Value variable;
  /// What the optimizer keeps for the variable between steps, such as its
  /// momentum: references or resources.
  llvm::SmallVector<mlir::Value, 3> slots;
  /// Null if there is none of the variable's shape.
  mlir::Value gradient;
};

/// The update that a node of TensorFlow does; none of other nodes.
std::optional<VariableUpdate> updateOf(NodeOp node,
                                       tensorflow::OpRegistry &ops);

/// The node that makes the variable behind a reference or resource, or the
/// argument that it comes from; `value` itself if neither is found.
mlir::Value variableBehind(mlir::Value value);

/// True for the nodes that make variables.
bool isVariable(NodeOp node);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_OPTIMIZERS_H
