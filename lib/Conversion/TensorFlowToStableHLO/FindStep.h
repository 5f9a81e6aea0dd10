//===- FindStep.h - What of a graph is a training step ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H

#include "Conversion/TensorFlowToStableHLO/FlatGraph.h"
#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "Diagnostics/Report.h"

namespace trainlint::tensorflow {

struct FoundStep {
  /// The nodes that a step runs, with all that they need.
  llvm::SmallVector<graph::NodeOp> roots;
  /// Null if there is none.
  mlir::Value loss;
};

/// Finds the step: the node that the options name, else the updates of the
/// optimizer with what waits for all of them. Reports a graph without one.
llvm::FailureOr<FoundStep> findStep(const FlatGraph &flat,
                                    const graph::NodeReader &source,
                                    const HostDevicePartition &partition,
                                    const StepOptions &options);

/// Reports names of inputs and variables in the options that a graph does not
/// have; false if there are some.
bool hasNames(const FlatGraph &flat, const graph::NodeReader &source,
              const StepOptions &options);

/// Reports that an option names a node that a graph does not have, with the
/// name that may be meant, of a node or one of others.
Report reportUnknownName(const FlatGraph &flat, const graph::NodeReader &source,
                         llvm::StringRef name, llvm::StringRef option,
                         llvm::ArrayRef<llvm::StringRef> others = {});

/// The value that a graph with gradients minimizes, by the names that
/// TensorFlow gives gradients; null if they do not tell. A value whose shape
/// the graph leaves open may be none in the end.
mlir::Value findLoss(graph::FunctionOp main, const graph::NodeReader &source);

/// True if a node of the model, or of a function, is of an op.
bool usesOp(graph::ModelOp model, llvm::StringRef op);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDSTEP_H
