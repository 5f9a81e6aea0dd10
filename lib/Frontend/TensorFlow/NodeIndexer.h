//===- NodeIndexer.h - Nodes into the index of a graph ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_TENSORFLOW_NODEINDEXER_H
#define TRAINLINT_FRONTEND_TENSORFLOW_NODEINDEXER_H

#include "Frontend/TensorFlow/GraphFile.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::tensorflow {

/// Reads nodes of a file into its index, and numbers their ops.
class NodeIndexer {
public:
  /// Goes on with the numbers of the ops that `out` has.
  NodeIndexer(GraphFile &out, proto::ReadContext &context);
  ~NodeIndexer();

  /// Adds a node, and its outline if there are any to be kept. Nothing if there
  /// is a problem, which is then in the context.
  void read(const proto::Field &node, std::vector<NodeEntry> &nodes,
            NodeOutlines *outlines = nullptr);

private:
  uint32_t intern(llvm::StringRef op);

  GraphFile &out;
  proto::ReadContext &context;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> opNumbers;
  uint64_t count = 0;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_TENSORFLOW_NODEINDEXER_H
