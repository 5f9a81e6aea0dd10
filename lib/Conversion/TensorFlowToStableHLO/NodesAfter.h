//===- NodesAfter.h - What follows from nodes -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODESAFTER_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODESAFTER_H

#include "Dialect/Graph/IR/Graph.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::tensorflow {

/// What follows from some nodes, these included.
struct NodesAfter {
  /// From one of them at least, and from each of them.
  llvm::DenseSet<mlir::Operation *> any, all;
};

/// Follows the users that a function gives of a node. Takes a walk over the
/// graph for each 64 nodes, and some more for what loops hand back.
NodesAfter
nodesAfter(llvm::ArrayRef<graph::NodeOp> first,
           llvm::function_ref<llvm::SmallVector<graph::NodeOp>(graph::NodeOp)>
               usersOf);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODESAFTER_H
