//===- ImportGraph.h - A graph file in the graph dialect --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTGRAPH_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTGRAPH_H

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Frontend/TensorFlow/Import/GraphNodeReader.h"
#include "mlir/IR/Builders.h"

namespace trainlint::tensorflow {

struct GraphImportOptions {
  /// Gives every node its name, attributes and location, so that the IR can be
  /// printed and read by itself; else nodes have numbers and the source reads
  /// them.
  bool materialize = false;
};

/// Adds a `graph.model` for each meta graph of a file where the builder stands.
///
/// Reports where the file is malformed (`graph-syntax`); what comes before such
/// a place is imported. An input that no node has becomes a `graph.undefined`,
/// a value of which the op's definition and the attributes do not tell the type
/// is `!graph.unknown`.
///
/// The time is linear in the size of the file. The registry is asked once for
/// each op that the graph uses.
llvm::LogicalResult importGraph(const GraphFile &file, GraphNodeReader &source,
                                OpRegistry &registry,
                                const GraphImportOptions &options,
                                mlir::OpBuilder &builder);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_IMPORTGRAPH_H
