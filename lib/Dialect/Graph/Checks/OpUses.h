//===- OpUses.h - The nodes of a graph by their op --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_OPUSES_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_OPUSES_H

#include "Dialect/Graph/IR/Graph.h"
#include <vector>

namespace trainlint::graph {

/// The nodes of one op, in the order of the file.
struct OpUse {
  mlir::StringAttr name;
  std::vector<NodeOp> nodes;

  llvm::StringRef op() const { return name.getValue(); }
};

/// The nodes of a model by their op, as an analysis of the `graph.model`. A
/// graph of a million nodes uses some hundred ops, so a check looks an op up in
/// the tables once and walks the nodes of the few that concern it.
class OpUses {
public:
  explicit OpUses(mlir::Operation *model);

  /// In the order in which the ops come first.
  llvm::ArrayRef<OpUse> all() const { return uses; }
  /// The nodes of an op; none if the model does not use it.
  llvm::ArrayRef<NodeOp> of(llvm::StringRef op) const;

private:
  std::vector<OpUse> uses;
};

/// Puts nodes of several ops in the order of the file.
void sortByPlace(llvm::MutableArrayRef<NodeOp> nodes);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_OPUSES_H
