//===- ImportGraphs.h - Training graphs of all formats -------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHS_IMPORTGRAPHS_H
#define TRAINLINT_DRIVER_GRAPHS_IMPORTGRAPHS_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Driver/GraphContent.h"
#include "Frontend/StableHLO/ProgramFile.h"
#include "Frontend/TensorFlow/Import/ImportGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <memory>

namespace trainlint {

namespace keras {
struct Model;
struct Training;
} // namespace keras

/// A graph that was imported. The buffer has to outlive it.
struct ImportedGraph {
  /// What was read of the file, of whatever format it is.
  std::shared_ptr<const void> file;
  std::unique_ptr<graph::NodeReader> source;
  /// What a Keras model was compiled with; null for other graphs.
  const keras::Training *training = nullptr;
  /// A Keras model itself; null for other graphs.
  const keras::Model *kerasModel = nullptr;
  /// Of a StableHLO program, its places; null of others.
  std::unique_ptr<stablehlo::ProgramFile> program;
  /// Holds a `graph.model` for each graph of the file, or a program.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// False if the file is malformed, which was reported.
  bool wellFormed = false;
};

/// Imports the graphs of a buffer, in which `detectGraph` has found `content`,
/// and of which `file` was read if it is given. Reports through the context's
/// diagnostics what is malformed, and a format that is not read; the module is
/// then what could be read.
ImportedGraph
importGraphs(const SourceBuffer &buffer, const GraphContent &content,
             mlir::MLIRContext *context, tensorflow::OpRegistry &ops,
             const tensorflow::GraphImportOptions &options = {},
             std::shared_ptr<const tensorflow::GraphFile> file = nullptr);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHS_IMPORTGRAPHS_H
