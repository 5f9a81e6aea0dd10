//===- NodeDetails.h - All that a node says ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_NODEDETAILS_H
#define TRAINLINT_FRONTEND_TENSORFLOW_NODEDETAILS_H

#include "Frontend/TensorFlow/AttrValue.h"

namespace trainlint::tensorflow {

/// An input of a node: `node`, `node:1` or `^node` in a graph; in a function
/// also `node:port:1`, the number counting within an output of several values.
struct NodeInput {
  /// As given.
  llvm::StringRef text;
  SourceRange range;
  llvm::StringRef node;
  /// The name of an output; empty if it is not given.
  llvm::StringRef port;
  /// The number of an output; 0 if it is not given.
  uint32_t index = 0;
  /// True for an edge that carries no value.
  bool isControl = false;
};

/// Takes an input's text apart; anything has a meaning.
NodeInput parseInput(llvm::StringRef text, SourceRange range);

struct NodeDetails {
  Name name;
  Name op;
  Name device;
  llvm::SmallVector<NodeInput, 4> inputs;
  /// In the order of the file, each name once.
  llvm::SmallVector<Attr, 8> attrs;

  /// Null if there is none of this name.
  const AttrValue *attr(llvm::StringRef name) const;
};

/// Reads the `NodeDef` in a range but for its attributes, of which it gives the
/// range: all of them with their tags, or an empty one if there are none or
/// something else stands between them. False if there is a problem, which is
/// then in the context.
bool readNodeOutline(proto::ReadContext &context, SourceRange range,
                     NodeDetails &node, SourceRange &attributes);

/// Reads the `NodeDef` in a range. False if there is a problem, which is then
/// in the context.
bool readNode(proto::ReadContext &context, SourceRange range,
              NodeDetails &node);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_NODEDETAILS_H
