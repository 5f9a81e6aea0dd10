//===- OnnxNodes.h - What nodes of ONNX mean --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_ONNXNODES_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_ONNXNODES_H

#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OnnxOp.h"

namespace trainlint::graph {

/// Nodes of one operator, in the order of the file.
struct OnnxUse {
  llvm::StringRef domain;
  llvm::StringRef op;
  /// The opset that the model or the function imports; none if it
  /// imports none of the domain.
  std::optional<int64_t> set;
  onnx::FoundOp found;
  llvm::SmallVector<NodeOp, 1> nodes;
};

/// The uses of operators whose domain the table lists, but for calls of the
/// model's own functions.
std::vector<OnnxUse> findUses(ModelOp model, const OnnxOps &table);

/// "`conv`"; "the node with output `y`" for one without a name.
std::string describeNode(NodeOp node, const NodeReader &source);

/// True for what stands for an input that is left out.
bool isLeftOut(mlir::Value input);

/// True if the sizes of a result follow from the elements of inputs that are no
/// constants. Types have to be inferred.
bool hasSizesOfData(NodeOp node);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_ONNXNODES_H
