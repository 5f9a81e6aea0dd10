//===- NodeOutline.h - Where the parts of nodes stand -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_NODEOUTLINE_H
#define TRAINLINT_FRONTEND_TENSORFLOW_NODEOUTLINE_H

#include "Frontend/TensorFlow/NodeDetails.h"
#include <vector>

namespace trainlint::tensorflow {

/// Where the parts of a node in text stand, counted from where the content of
/// the node begins, so that it holds wherever the node moves.
struct NodeOutline {
  SourceRange name;
  SourceRange op;
  SourceRange device;
  /// As `readNodeOutline` gives them.
  SourceRange attributes;
  /// The inputs are so many of `NodeOutlines::inputs`.
  uint32_t firstInput = 0;
  uint32_t inputCount = 0;
  /// False for a node with strings that have to be decoded.
  bool isKnown = false;
};

/// The outlines of the nodes of a graph, for who imports its text again and
/// again.
struct NodeOutlines {
  std::vector<NodeOutline> nodes;
  std::vector<SourceRange> inputs;

  /// Reads a node of this outline, which is known, as `readNodeOutline` does.
  void read(llvm::StringRef file, const NodeOutline &outline, SourceRange range,
            NodeDetails &node, SourceRange &attributes) const;
};

/// Makes the outline of a node from its fields, in their order.
class OutlineMaker {
public:
  OutlineMaker(llvm::StringRef file, SourceRange node, NodeOutlines &out);

  void add(const proto::Field &field);
  /// To be called once, behind the last field.
  void finish();

private:
  SourceRange place(SourceRange range) const {
    return {range.begin - begin, range.end - begin};
  }

  llvm::StringRef file;
  uint32_t begin;
  NodeOutlines &out;
  NodeOutline outline;
  /// True once a field follows the attributes.
  bool isClosed = false;
  bool isScattered = false;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_NODEOUTLINE_H
