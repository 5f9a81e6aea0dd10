//===- GraphToForward.h - Graphs as forward modules -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_GRAPHTOFORWARD_GRAPHTOFORWARD_H
#define TRAINLINT_CONVERSION_GRAPHTOFORWARD_GRAPHTOFORWARD_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/Common/ForwardOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint {

/// Replaces the `graph.model` of a module by its forward module. Fails if the
/// module has not one model of a framework that is lowered, or if the model
/// cannot be, which is emitted.
llvm::LogicalResult graphToForward(mlir::ModuleOp module,
                                   const graph::NodeReader &source,
                                   const ForwardOptions &options);

/// Registers the pass `graph-to-forward`. The source that `source` points to
/// when a pass runs gives the details of nodes.
void registerGraphToForwardPass(const graph::NodeReader *const &source);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_GRAPHTOFORWARD_GRAPHTOFORWARD_H
