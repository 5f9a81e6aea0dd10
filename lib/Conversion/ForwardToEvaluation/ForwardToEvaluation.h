//===- ForwardToEvaluation.h - Models that are measured ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOEVALUATION_FORWARDTOEVALUATION_H
#define TRAINLINT_CONVERSION_FORWARDTOEVALUATION_FORWARDTOEVALUATION_H

#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Dialect/StableHLO/Builders/Metrics.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint {

/// What a model is measured by.
struct EvaluationOptions {
  stablehlo::LossOptions loss;
  /// As in the loss of a training.
  double l2 = 0;
  /// Besides the loss, for each output of the model.
  std::vector<stablehlo::Metric> metrics;
};

/// Turns a forward module in the form of evaluation into an evaluation module,
/// in place (docs/evaluation.md): `@main` takes what the model keeps, a batch
/// with labels and the weights of its examples, and gives sums; `@metrics`
/// makes metrics of their totals over all batches.
///
/// Fails if the module has not the form of a forward module, or if labels or
/// metrics cannot belong to its outputs, which is emitted.
llvm::LogicalResult makeEvaluation(mlir::ModuleOp module,
                                   const EvaluationOptions &options);

/// The outputs of a model, as metrics see them.
std::vector<stablehlo::MeasuredOutput>
measuredOutputs(const ForwardFunction &forward);

/// Turns it into a prediction module: `@main` takes what the model keeps and a
/// batch, and gives the outputs.
llvm::LogicalResult makePrediction(mlir::ModuleOp module);

/// Registers the passes `stablehlo-make-evaluation` and
/// `stablehlo-make-prediction`.
void registerMakeEvaluationPasses();

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOEVALUATION_FORWARDTOEVALUATION_H
