//===- EvaluationForm.h - A training graph as it is used --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EVALUATIONFORM_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EVALUATIONFORM_H

#include "Ops/TensorFlow/OpCall.h"

namespace trainlint::tensorflow {

/// What is done otherwise where the model of a training graph is used: means
/// and variances of batches are those that the training keeps, nothing is
/// dropped, and no noise is added.
class EvaluationForm {
public:
  /// Finds the moving averages of a graph: variables that its nodes move
  /// towards a vector of each batch.
  EvaluationForm(graph::FunctionOp main, const graph::NodeReader &source);

  /// The node of the variable that keeps the average of a value of the graph;
  /// null if none does.
  graph::NodeOp averageOf(mlir::Value value) const {
    return averages.lookup(value);
  }

private:
  void addAverage(graph::NodeOp write, const graph::NodeReader &source);
  void addAverageOf(mlir::Value statistic, graph::NodeOp variable,
                    const graph::NodeReader &source);

  llvm::DenseMap<mlir::Value, graph::NodeOp> averages;
};

/// Lowers a node that draws, or that compares what was drawn, as its
/// expectation: a mask becomes the share of what it keeps, and noise 0. The
/// node has been lowered as in a training; `valueOf` gives what a value of the
/// graph is in the program, or null. False if it is no such node.
bool lowerExpectation(OpCall &node,
                      llvm::function_ref<mlir::Value(mlir::Value)> valueOf);

/// The node of one of these ops that makes a value of two others; null if
/// another one does.
graph::NodeOp binaryNode(mlir::Value value,
                         llvm::ArrayRef<llvm::StringLiteral> ops);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EVALUATIONFORM_H
