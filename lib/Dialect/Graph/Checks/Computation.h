//===- Computation.h - What of a graph is compiled for TPUs -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_COMPUTATION_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_COMPUTATION_H

#include "Dialect/Graph/Checks/NodeReport.h"
#include "Dialect/Graph/Checks/OpUses.h"
#include "Dialect/Graph/Checks/Passes.h"
#include "Dialect/Graph/IR/FunctionTable.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::graph {

/// The nodes of a model that are compiled for TPUs, as an analysis of the
/// `graph.model`:
///
/// - the nodes with a mark (`_tpu_replicate`), and those of the functions that
///   they call, but for what runs on the host by `_xla_outside_compilation`;
/// - in a graph without marks that is to run on a TPU, all that the updates of
///   the optimizer need, up to where data comes from the host: datasets,
///   queues, files, what is fed, and nodes on a CPU.
///
/// A graph without marks, without such updates or for another device has none.
class Computation {
public:
  explicit Computation(mlir::Operation *model)
      : modelFunctions(llvm::cast<ModelOp>(model)) {}

  /// Finds the nodes, unless that was done.
  void find(const OpUses &uses, const CheckContext &context);

  bool isInside(NodeOp node) const;
  /// The nodes of an op that are inside.
  llvm::SmallVector<NodeOp> inside(const OpUse &use) const;

  /// True if a node that is inside calls a function.
  bool isCalled(FunctionOp function) const {
    return functions.contains(function);
  }

  /// True if nodes carry marks.
  bool isMarked() const { return marked; }
  /// True if no node is inside.
  bool empty() const { return !marked && reached.empty(); }

  /// Says of a finding on nodes that are inside where they are.
  void describe(Report &report, llvm::ArrayRef<NodeOp> nodes) const;

  /// True if an op that TPUs lack goes to the host instead.
  bool allowsSoftPlacement(NodeOp node) const;

private:
  void findMarked(const OpUses &uses);
  void findReached(const OpUses &uses);
  void addCallees(NodeOp node, llvm::SmallVectorImpl<FunctionOp> &found);
  bool callsFunctions(llvm::StringRef op);
  bool isHost(NodeOp node);

  FunctionTable modelFunctions;
  const CheckContext *context = nullptr;
  bool marked = false;
  /// Functions that are compiled with the nodes that call them.
  llvm::DenseSet<mlir::Operation *> functions;
  /// The nodes of a graph without marks.
  llvm::DenseSet<mlir::Operation *> reached;
  /// The clusters that say so.
  llvm::DenseSet<mlir::StringAttr> softClusters;
};

/// The first input of a node that is a reference variable; null if it has none.
/// Such a node has one finding, for that.
mlir::Value referenceOf(NodeOp node);

/// True if an op applies a gradient to a variable.
bool isOptimizerUpdate(llvm::StringRef op);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_COMPUTATION_H
