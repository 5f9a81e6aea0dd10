//===- CalledFunctions.h - What functions of a graph do ---------*- C++ -*-===//
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

namespace trainlint::tensorflow {

/// Tells what nodes do by themselves or in the functions that they call.
/// Remembers what it was asked of functions.
class CalledFunctions {
public:
  CalledFunctions(graph::ModelOp model, const graph::NodeReader &source,
                  const HostDevicePartition &partition)
      : functions(model), source(source), partition(partition) {}

  /// The function that a node calls as a whole, by an attribute or as its op;
  /// null if it calls none, or if it branches or loops.
  graph::FunctionOp called(graph::NodeOp node);
  /// The body of a `While`; null of other nodes.
  graph::FunctionOp loopBody(graph::NodeOp node);

  /// True if a node applies gradients to variables.
  bool trains(graph::NodeOp node) { return does(node, trainingFunctions); }
  bool trains(graph::FunctionOp function) {
    return does(function, trainingFunctions);
  }
  /// True if it takes a batch from the host.
  bool takesBatches(graph::FunctionOp function) {
    return does(function, fedFunctions);
  }

private:
  /// Functions that do something, as far as it was asked.
  using Known = llvm::DenseMap<mlir::Operation *, bool>;

  bool doesItself(graph::NodeOp node, const Known &what);
  bool does(graph::NodeOp node, Known &what);
  bool does(graph::FunctionOp function, Known &what);
  bool does(mlir::Attribute called, Known &what);
  graph::FunctionOp functionOf(mlir::Attribute called);

  graph::FunctionTable functions;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  Known trainingFunctions, fedFunctions;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_CALLEDFUNCTIONS_H
