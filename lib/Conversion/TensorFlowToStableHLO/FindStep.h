//===- FindStep.h - What of a graph is a training step ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"

namespace trainlint::tensorflow {

struct FoundStep {
  /// The nodes that a step runs, with all that they need.
  llvm::SmallVector<graph::NodeOp> roots;
  /// Null if there is none.
  mlir::Value loss;
};

/// Finds the step: the node that the options name, else the updates of the
/// optimizer with what waits for all of them. Reports a graph without one.
llvm::FailureOr<FoundStep> findStep(graph::ModelOp model,
                                    const graph::NodeReader &source,
                                    const HostDevicePartition &partition,
                                    const StepOptions &options);

/// The value that a graph with gradients minimizes, by the names that
/// TensorFlow gives gradients; null if they do not tell. A value whose shape
/// the graph leaves open may be none in the end.
mlir::Value findLoss(graph::FunctionOp main, const graph::NodeReader &source);

/// True if a node of the model, or of a function, is of an op.
bool usesOp(graph::ModelOp model, llvm::StringRef op);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H
