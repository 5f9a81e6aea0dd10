//===- GraphNodeReader.h - Nodes read from their file again -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_GRAPHNODEREADER_H
#define TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_GRAPHNODEREADER_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Frontend/TensorFlow/GraphFile.h"
#include "Frontend/TensorFlow/Import/AttributeSets.h"
#include "Frontend/TensorFlow/Import/Values.h"
#include "Frontend/TensorFlow/NodeDetails.h"
#include "Support/SourceBuffer.h"

namespace trainlint::tensorflow {

/// Reads the nodes of a graph file when somebody asks for them. The node that
/// was read last is kept. Not for several threads at once.
class GraphNodeReader : public graph::NodeReader {
public:
  /// All of them have to live as long as the source.
  GraphNodeReader(const SourceBuffer &buffer, const GraphFile &file,
                  mlir::MLIRContext *context);

  /// The number of attributes of a node that are written in a range, to give
  /// to `add`.
  uint32_t setOf(SourceRange attributes) {
    return attributes.empty()
               ? AttributeSets::None
               : sets.add(file.file.slice(attributes.begin, attributes.end));
  }

  /// The number under which a node is found.
  int32_t add(const NodeEntry &node, uint32_t attributes) {
    nodes.push_back(&node);
    setOfNode.push_back(attributes);
    return nodes.size() - 1;
  }

  std::string name(graph::NodeOp node) const override;
  mlir::Attribute attribute(graph::NodeOp node,
                            llvm::StringRef name) const override;
  mlir::DenseElementsAttr elementsOf(graph::NodeOp node,
                                     llvm::StringRef name) const override;
  mlir::DictionaryAttr attributes(graph::NodeOp node) const override;
  std::optional<unsigned> attributeSet(graph::NodeOp node) const override;
  unsigned numberedNodes() const override { return nodes.size(); }
  mlir::Location location(graph::NodeOp node,
                          graph::NodePart part) const override;
  mlir::Location inputLocation(graph::NodeOp node,
                               unsigned operand) const override;
  mlir::Location attributeLocation(graph::NodeOp node, llvm::StringRef name,
                                   graph::AttributePart part) const override;

  /// The MLIR location of a range of the file.
  mlir::Location locate(SourceRange range) const;

private:
  /// An attribute that was read, null if there is none of the name.
  struct KnownAttribute {
    std::string name;
    mlir::Attribute value;
  };
  using KnownAttributes = llvm::SmallVector<KnownAttribute, 2>;

  /// A node that was read.
  struct ReadNode {
    NodeDetails details;
    /// The inputs in the order of the operands: values come first, and each
    /// group is in the order of the file.
    llvm::SmallVector<const NodeInput *, 4> operands;
    llvm::BumpPtrAllocator strings;
  };

  /// Null if the node has no number.
  const NodeEntry *entryOf(graph::NodeOp node) const;
  const ReadNode &readAll(const NodeEntry &entry) const;
  void readAll(const NodeEntry &entry, ReadNode &out) const;
  const NodeDetails &read(const NodeEntry &entry) const {
    return readAll(entry).details;
  }
  mlir::Attribute readAttribute(const NodeEntry &entry,
                                llvm::StringRef name) const;
  /// What was read of the attributes of a node that has a number; null if that
  /// is not kept.
  KnownAttributes *knownAttributesOf(graph::NodeOp node) const;
  mlir::Attribute readValue(const AttrValue &value) const;

  const SourceBuffer &buffer;
  const GraphFile &file;
  mutable TypeImporter types;
  AttributeSets sets;
  std::vector<const NodeEntry *> nodes;
  std::vector<uint32_t> setOfNode;
  /// What was read of sets that several nodes have.
  mutable llvm::DenseMap<uint32_t, KnownAttributes> known;
  /// What was read of long attributes, which several checks ask for. Of short
  /// ones it would take more than they do.
  mutable llvm::DenseMap<int32_t, KnownAttributes> knownOfNode;
  mutable llvm::BumpPtrAllocator strings;
  mutable const NodeEntry *last = nullptr;
  mutable ReadNode recent;
  /// Nodes that take long to read, so that checks may go from one to another.
  mutable llvm::DenseMap<const NodeEntry *, std::unique_ptr<ReadNode>> large;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_IMPORT_GRAPHNODEREADER_H
