//===- BatchedModel.h - Models with the batch of a job ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_BATCHEDMODEL_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_BATCHEDMODEL_H

#include "Dialect/Graph/Checks/Passes.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::graph {

/// A model of ONNX or Keras as it is with the batch of a device, as an analysis
/// of the `graph.model`: a first size that an input leaves open is that of the
/// batch, and all other sizes follow from that.
class BatchedModel {
public:
  explicit BatchedModel(mlir::Operation *model)
      : original(llvm::cast<ModelOp>(model)) {}

  /// The model itself if it leaves nothing open or the batch is not known.
  ModelOp of(const CheckContext &context);

private:
  ModelOp original;
  std::optional<mlir::OwningOpRef<ModelOp>> copy;
};

/// The inputs of a model: arguments, and layers of Keras that are inputs.
llvm::SmallVector<mlir::Value> inputsOf(FunctionOp main);

/// What a model calls an input.
std::string inputName(mlir::Value input, const NodeReader &source);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_BATCHEDMODEL_H
