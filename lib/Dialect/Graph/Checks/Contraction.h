//===- Contraction.h - Products that matrix units compute -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_CONTRACTION_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_CONTRACTION_H

#include "Device/MatrixTiles.h"
#include "Dialect/Graph/IR/NodeReader.h"

namespace trainlint::graph {

/// A node that multiplies matrices.
struct Contraction : ProductSizes {
  NodeOp node;
};

/// What a node of TensorFlow multiplies; none if it multiplies no matrices or
/// its sizes are not known. Types have to be inferred.
std::optional<Contraction> contractionOf(NodeOp node, const NodeReader &source);

/// The same of a node of ONNX.
std::optional<Contraction> onnxContractionOf(NodeOp node,
                                             const NodeReader &source);

/// The same of a layer of Keras.
std::optional<Contraction> kerasContractionOf(NodeOp node,
                                              const NodeReader &source);

/// True for the ops of TensorFlow of which `contractionOf` may tell something.
bool isContraction(llvm::StringRef op);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_CONTRACTION_H
