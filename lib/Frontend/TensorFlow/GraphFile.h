//===- GraphFile.h - The index of a TensorFlow graph ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_GRAPHFILE_H
#define TRAINLINT_FRONTEND_TENSORFLOW_GRAPHFILE_H

#include "Frontend/Formats/GraphFormat.h"
#include "Frontend/TensorFlow/NodeOutline.h"
#include <memory>
#include <vector>

namespace trainlint::tensorflow {

/// A node of a graph or of a function, of which `readNode` reads the rest.
/// Small, since there are millions of them.
struct NodeEntry {
  llvm::StringRef name;
  /// The content of its `NodeDef`.
  SourceRange range;
  /// The index of its op's name in `GraphFile::ops`.
  uint32_t op = 0;
};

using proto::Number;

/// Which versions of TensorFlow may read a graph.
struct Versions {
  Number producer;
  Number minConsumer;
  llvm::SmallVector<Number, 0> badConsumers;
  /// What very old files have in place of the producer.
  Number deprecated;
};

/// A function of the library, of which `readFunction` reads the rest.
struct FunctionEntry {
  Name name;
  /// The content of its `FunctionDef`.
  SourceRange range;
  std::vector<NodeEntry> nodes;
};

/// The function that computes the gradient of another.
struct Gradient {
  Name function;
  Name gradient;
};

/// A `GraphDef`.
struct Graph {
  std::vector<NodeEntry> nodes;
  /// Those of the nodes, if a `GraphMemory` wants them; otherwise empty.
  NodeOutlines outlines;
  std::vector<FunctionEntry> functions;
  std::vector<Gradient> gradients;
  Versions versions;
};

/// An input or output of a signature.
struct SignatureTensor {
  /// The name that callers use.
  Name name;
  /// The name in the graph; empty for tensors of several parts.
  Name tensor;
  DataType type = DataType::Invalid;
  SourceRange typeRange;
  Shape shape;
};

struct Signature {
  Name name;
  Name method;
  std::vector<SignatureTensor> inputs;
  std::vector<SignatureTensor> outputs;
};

/// The tensors and the op with which a checkpoint is saved and restored.
struct Saver {
  Name filenameTensor;
  Name saveTensor;
  Name restoreOp;
};

/// The key of a collection.
struct Collection {
  Name name;
};

/// A `MetaGraphDef`. Of a file that is a bare `GraphDef`, only the graph.
struct MetaGraph {
  SourceRange range;
  Name version;
  std::vector<Name> tags;
  Name tensorFlowVersion;
  Name tensorFlowGitVersion;
  /// The ops that the graph uses.
  std::vector<Name> strippedOps;
  Saver saver;
  std::vector<Collection> collections;
  std::vector<Signature> signatures;
  Graph graph;
};

/// What a file holds. All text lies in the file or in the arena.
struct GraphFile {
  llvm::StringRef file;
  graph::DetectedFormat format;
  /// Of a SavedModel.
  Number schemaVersion;
  /// One, unless the file is a SavedModel.
  std::vector<MetaGraph> metaGraphs;
  /// The names of ops, each once.
  std::vector<llvm::StringRef> ops;
  /// Why the file could not be read to its end; what is before it is there.
  proto::FirstProblem problem;
  llvm::BumpPtrAllocator arena;

  llvm::StringRef op(const NodeEntry &node) const { return ops[node.op]; }

  /// Reads a node of the index as `readNodeOutline` does, of which an outline
  /// has the result if it is kept. False if there is a problem, which is then
  /// in the context.
  bool readOutline(proto::ReadContext &context, const NodeEntry &node,
                   NodeDetails &details, SourceRange &attributes) const;

  /// For reading more of the file; what has to be decoded goes to `strings`.
  proto::ReadContext context(llvm::BumpPtrAllocator &strings) const {
    return proto::ReadContext(file, format.encoding, strings);
  }
};

/// Reads the index of a file, which stays alive and need not end with NUL. A
/// file of another format has no graph and no problem. `format` is what the
/// file is read as if its content is not to decide.
///
/// Of nodes and functions the names are read and nothing else: what is
/// malformed in them shows when they are read. If the thread uses a
/// `GraphMemory`, what changed since an earlier text is enough.
std::unique_ptr<GraphFile>
readGraphFile(llvm::StringRef file,
              std::optional<graph::DetectedFormat> format = std::nullopt);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_GRAPHFILE_H
