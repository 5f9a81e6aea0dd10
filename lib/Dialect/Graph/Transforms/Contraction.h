//===- Contraction.h - Products that matrix units compute -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_TRANSFORMS_CONTRACTION_H
#define TRAINLINT_DIALECT_GRAPH_TRANSFORMS_CONTRACTION_H

#include "Dialect/Graph/IR/NodeSource.h"

namespace trainlint::graph {

/// A node that multiplies matrices of m x k and k x n elements, perhaps several
/// times. A convolution does so as well: m are the places of its outputs, k the
/// elements of a window, n the output features.
struct Contraction {
  NodeOp node;
  bool isConvolution = false;
  /// How many products there are; 1 if it is not known.
  int64_t count = 1;
  /// Not known if it depends on a batch that is not known.
  std::optional<int64_t> m;
  int64_t n = 0;
  int64_t k = 0;

  /// Multiplications of one step; rows that are not known count as one.
  double work() const {
    return double(count) * double(m.value_or(1)) * double(n) * double(k);
  }
};

/// What a node of TensorFlow multiplies; none if it multiplies no matrices or
/// its sizes are not known. Types have to be inferred.
std::optional<Contraction> contractionOf(NodeOp node, const NodeSource &source);

/// True for the ops of which `contractionOf` may tell something.
bool isContraction(llvm::StringRef op);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_TRANSFORMS_CONTRACTION_H
