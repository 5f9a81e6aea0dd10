//===- NodeTypes.h - Element types of values and attributes -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_NODETYPES_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_NODETYPES_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OpSignature.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::graph {

using tensorflow::DataType;

/// Element types of the dialect as TensorFlow numbers them.
class NodeTypes {
public:
  /// The element type of a value, a reference if it is one; `Invalid` if it is
  /// not known.
  DataType of(mlir::Value value) { return ofType(value.getType()); }
  DataType ofType(mlir::Type type);

private:
  llvm::DenseMap<mlir::Type, DataType> known;
};

/// The attributes of a node as its source reads them.
class SourceAttributes : public tensorflow::NodeAttributes {
public:
  SourceAttributes(NodeOp node, const NodeReader &source, NodeTypes &types)
      : node(node), source(source), types(types) {}

  tensorflow::Given readInteger(llvm::StringRef name,
                                int64_t &value) const override;
  tensorflow::Given readType(llvm::StringRef name,
                             DataType &type) const override;
  tensorflow::Given
  readTypes(llvm::StringRef name,
            llvm::SmallVectorImpl<DataType> &list) const override;

private:
  NodeOp node;
  const NodeReader &source;
  NodeTypes &types;
};

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_NODETYPES_H
