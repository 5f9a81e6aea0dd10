//===- GraphInput.h - Training graphs among the inputs ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHINPUT_H
#define TRAINLINT_DRIVER_GRAPHINPUT_H

#include "Dialect/Graph/Checks/Passes.h"
#include "Driver/ImportJobs.h"
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

/// No range of a file reaches further.
inline constexpr uint64_t LargestGraph = (uint64_t(4) << 30) - 1;

/// True if a file is called like a graph. A model of Keras may be called like
/// any other JSON.
bool isGraphName(llvm::StringRef name);

/// True if a file can be a graph: the content decides, but not that of files
/// which their name calls a config or a script.
bool mayBeGraph(llvm::StringRef name);

/// True for the name of a graph in Protobuf's text format.
bool isGraphText(llvm::StringRef name);

/// A graph, or what is known of one in another format.
struct GraphContent {
  graph::DetectedFormat detected;
  /// True if the format is one that is read.
  bool isReadable = false;
  /// True for a test of a compiler, which is checked if its name is given, but
  /// left alone in a folder.
  bool isCompilerTest = false;
  BufferKind bufferKind() const {
    return isReadable && detected.encoding == proto::Encoding::Binary
               ? BufferKind::Binary
               : BufferKind::Text;
  }
};

/// Looks at the start of a file.
GraphContent detectGraph(llvm::StringRef content);

/// A graph in a buffer of its own, over bytes that outlive it.
std::unique_ptr<SourceBuffer> makeGraphBuffer(llvm::StringRef name,
                                              llvm::MemoryBufferRef bytes,
                                              const GraphContent &content);

/// True if a file of graphs may have comments: it is one of Protobuf in text.
bool hasComments(const GraphContent &content);

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

#endif // TRAINLINT_DRIVER_GRAPHINPUT_H
