//===- GraphText.h - A graph in text ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_GRAPHTEXT_H
#define TRAINLINT_LSP_GRAPHTEXT_H

#include "Frontend/TensorFlow/FunctionDetails.h"
#include "Frontend/TensorFlow/GraphFile.h"
#include "Frontend/TensorFlow/NodeDetails.h"
#include "Support/SourceBuffer.h"

namespace trainlint::lsp {

/// The nodes of a graph, or of a function of its library.
struct GraphBody {
  /// Which graph of the file it is, or is the library of.
  size_t number = 0;
  const tensorflow::Graph *graph = nullptr;
  /// Null for the graph itself.
  const tensorflow::FunctionEntry *function = nullptr;

  llvm::ArrayRef<tensorflow::NodeEntry> nodes() const {
    return function ? function->nodes : graph->nodes;
  }
};

/// The parts of a node that a cursor can stand in.
enum class GraphPart : uint8_t {
  /// None of the others.
  Node,
  Name,
  Op,
  Device,
  Input,
  AttributeName,
  AttributeValue,
};

/// A place in a node.
struct NodePlace {
  GraphBody body;
  const tensorflow::NodeEntry *node;
  tensorflow::NodeDetails details;
  GraphPart part = GraphPart::Node;
  /// The number of the input or attribute in `details`.
  size_t number = 0;
  /// What the part spans; of a node without a part, all of it.
  SourceRange range;
};

/// A graph of TensorFlow in Protobuf's text format: an index of its nodes, of
/// which the rest is read when somebody asks. Costs one look at the text.
class GraphText {
public:
  /// Null for a file in another format.
  static std::unique_ptr<GraphText>
  create(std::shared_ptr<const tensorflow::GraphFile> file);

  const tensorflow::GraphFile &file() const { return *graphFile; }
  bool isWellFormed() const { return !graphFile->problem; }

  /// The graphs, each with its functions behind it.
  llvm::ArrayRef<GraphBody> bodies() const { return allBodies; }
  size_t nodeCount() const;

  /// The node around an offset.
  std::optional<NodePlace> placeAt(uint32_t offset) const;
  /// The function around an offset; null if there is none.
  const GraphBody *functionAt(uint32_t offset) const;

  /// The first node of a name; null if there is none.
  const tensorflow::NodeEntry *findNode(const GraphBody &body,
                                        llvm::StringRef name) const;
  /// A function of the library of the same graph.
  const GraphBody *findFunction(const GraphBody &body,
                                llvm::StringRef name) const;

  tensorflow::NodeDetails read(const tensorflow::NodeEntry &node) const;
  tensorflow::FunctionDetails
  read(const tensorflow::FunctionEntry &function) const;
  /// The function that the value of an attribute names, of several the one
  /// around an offset; empty if it names none.
  tensorflow::Name functionIn(const tensorflow::AttrValue &value,
                              uint32_t offset) const;

  llvm::StringRef opOf(const tensorflow::NodeEntry &node) const {
    return graphFile->op(node);
  }
  /// The place of a node's name; that of the node if it has none.
  SourceRange nameRange(const tensorflow::NodeEntry &node) const;
  /// What is written for a message, with its brackets and the name in front.
  SourceRange wholeOf(SourceRange content) const;

private:
  std::shared_ptr<const tensorflow::GraphFile> graphFile;
  std::vector<GraphBody> allBodies;
  /// Owns the names that had to be decoded.
  mutable llvm::BumpPtrAllocator strings;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_GRAPHTEXT_H
