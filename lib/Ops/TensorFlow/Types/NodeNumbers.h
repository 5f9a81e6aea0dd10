//===- NodeNumbers.h - Small numbers for nodes and values -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_TYPES_NODENUMBERS_H
#define TRAINLINT_OPS_TENSORFLOW_TYPES_NODENUMBERS_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::tensorflow {

/// Numbers the nodes of a model and their outputs, so that what is known of
/// them can stand in arrays. The number that a node has from its file is taken
/// as it is.
class NodeNumbers {
public:
  explicit NodeNumbers(const graph::NodeReader &source)
      : numbered(source.numberedNodes()), firstOutputs(numbered) {}

  /// To be called once for each node before the others.
  void add(graph::NodeOp node) {
    unsigned number = node.getIndex();
    if (!hasOwn(node)) {
      number = firstOutputs.size();
      others[node] = number;
      firstOutputs.push_back(0);
    }
    firstOutputs[number] = outputs;
    outputs += node.getOutputs().size();
  }

  unsigned of(graph::NodeOp node) const {
    return hasOwn(node) ? node.getIndex() : others.lookup(node);
  }

  /// The number of an output of a node.
  unsigned ofOutput(graph::NodeOp node, unsigned output) const {
    return firstOutputs[of(node)] + output;
  }

  unsigned nodeCount() const { return firstOutputs.size(); }
  unsigned outputCount() const { return outputs; }

private:
  bool hasOwn(graph::NodeOp node) const {
    return static_cast<uint32_t>(node.getIndex()) < numbered;
  }

  unsigned numbered;
  unsigned outputs = 0;
  std::vector<unsigned> firstOutputs;
  llvm::DenseMap<mlir::Operation *, unsigned> others;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_TYPES_NODENUMBERS_H
