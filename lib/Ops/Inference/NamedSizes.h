//===- NamedSizes.h - Sizes in the names of a model -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_INFERENCE_NAMEDSIZES_H
#define TRAINLINT_OPS_INFERENCE_NAMEDSIZES_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint {

/// The sizes of the values of a main graph in the names that its inputs have
/// for sizes, as far as they follow from those: `batch`, `2*length`,
/// `past+length`, `width-2`.
///
/// Types are inferred several times, each time with other numbers for the
/// names, and a size is what agrees with all of them. So every op that has a
/// type takes part. What is rounded or only sometimes holds has no such text.
class NamedSizes {
public:
  /// Of a model whose types have been inferred. It stays as it is, and nothing
  /// is reported.
  NamedSizes(graph::ModelOp model, const graph::NodeReader &source);

  /// Empty for a size that is known as a number, and for one that does not
  /// follow from names.
  llvm::StringRef nameOf(mlir::Value value, unsigned dimension) const;

private:
  llvm::DenseMap<mlir::Value, llvm::SmallVector<std::string>> names;
};

/// Registers the pass `graph-name-sizes`, which writes the names down as
/// `graph.sizes` of nodes: for each output a list with a name for each size.
void registerNameSizesPass(const graph::NodeReader *const &source);

} // namespace trainlint

#endif // TRAINLINT_OPS_INFERENCE_NAMEDSIZES_H
