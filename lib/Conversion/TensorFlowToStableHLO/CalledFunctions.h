//===- CalledFunctions.h - What called functions do -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_CALLEDFUNCTIONS_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_CALLEDFUNCTIONS_H

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Dialect/Graph/IR/FunctionTable.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::tensorflow {

/// True for ops that give a variable a new value, or add to it.
bool isAssignment(llvm::StringRef op);

/// Tells what nodes do by themselves or in the functions that they call. All
/// functions are looked at once, when something is asked of one.
///
/// Optimizers of Keras since 2.11, and those that a program has written itself,
/// compute what they assign. Where a graph has no other updates, these are
/// assignments that follow from gradients.
class CalledFunctions {
public:
  CalledFunctions(graph::ModelOp model, const graph::NodeReader &source,
                  const HostDevicePartition &partition)
      : model(model), functions(model), source(source), partition(partition) {}

  /// The function that a node calls as a whole, by an attribute or as its op;
  /// null if it calls none, or if it branches or loops.
  graph::FunctionOp called(graph::NodeOp node);
  /// The body of a `While`; null of other nodes.
  graph::FunctionOp loopBody(graph::NodeOp node);
  /// All functions that a node calls, branches to or loops over.
  llvm::SmallVector<graph::FunctionOp> allCalled(graph::NodeOp node);

  /// True if a node applies gradients to variables, by itself or in a function.
  bool trains(graph::NodeOp node);
  bool trains(graph::FunctionOp function);
  /// True if it takes a batch from the host.
  bool takesBatches(graph::FunctionOp function);

private:
  void lookAtAll();
  void findAssignedUpdates(graph::FunctionOp function);
  graph::FunctionOp functionOf(mlir::Attribute called);

  using Functions = llvm::DenseSet<mlir::Operation *>;

  graph::ModelOp model;
  graph::FunctionTable functions;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  bool isKnown = false;
  Functions trainingFunctions, fedFunctions;
  /// Assignments that are updates.
  llvm::DenseSet<mlir::Operation *> assigned;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_CALLEDFUNCTIONS_H
