//===- NodeReader.h - What nodes have in their file -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_NODEREADER_H
#define TRAINLINT_DIALECT_GRAPH_IR_NODEREADER_H

#include "Dialect/Graph/IR/Graph.h"

namespace trainlint::graph {

/// A part of a node that a finding can point at.
enum class NodePart : uint8_t { Name, Op, Device };

/// A part of an attribute that a finding can point at.
enum class AttributePart : uint8_t { Name, Value };

/// Gives the names, attributes and places of nodes. This one reads what the
/// nodes have themselves; importers have one that reads the file of the nodes
/// that have a number. Reading a node again costs what reading it costs, so
/// checks ask only for nodes that may have a finding.
class NodeReader {
public:
  virtual ~NodeReader();

  virtual std::string name(NodeOp node) const;

  /// What an input or an output is called, by its number among all; empty where
  /// values have no names of their own.
  virtual std::string inputName(NodeOp node, unsigned number) const;
  virtual std::string outputName(NodeOp node, unsigned number) const;

  /// Null if the node has no such attribute.
  virtual mlir::Attribute attribute(NodeOp node, llvm::StringRef name) const;

  /// All elements of a tensor that is an attribute, however many there are;
  /// null of other attributes, of elements that lie elsewhere, and of strings.
  virtual mlir::DenseElementsAttr elementsOf(NodeOp node,
                                             llvm::StringRef name) const;

  /// All attributes, sorted by name; never null. One that cannot be read is
  /// `unit`, which no framework has.
  virtual mlir::DictionaryAttr attributes(NodeOp node) const;

  /// All elements of an initializer, however many there are; null if they
  /// cannot be read, or are no numbers and booleans.
  virtual mlir::DenseElementsAttr elements(InitializerOp initializer) const;

  /// Why there are none, as what follows a colon; empty if nothing is known.
  virtual std::string elementsProblem(InitializerOp initializer) const;

  /// A number that nodes have in common which are known to have the same
  /// attributes; none if nothing is known.
  virtual std::optional<unsigned> attributeSet(NodeOp node) const;

  /// How many nodes have numbers, which are those below and one for each.
  virtual unsigned numberedNodes() const;

  /// The place of a part; of the node if the part has none.
  virtual mlir::Location location(NodeOp node, NodePart part) const;
  /// The place of an operand, by its number among all operands.
  virtual mlir::Location inputLocation(NodeOp node, unsigned operand) const;
  /// The place of the node if it has no such attribute.
  virtual mlir::Location
  attributeLocation(NodeOp node, llvm::StringRef name,
                    AttributePart part = AttributePart::Value) const;
};

/// The name of a node, for a message; of one without a name that of its first
/// output, and its op if that has none either.
std::string nameOf(NodeOp node, const NodeReader &source);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_NODEREADER_H
