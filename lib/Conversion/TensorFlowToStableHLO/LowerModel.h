//===- LowerModel.h - The model of a training graph -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERMODEL_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERMODEL_H

#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint::tensorflow {

/// What the model of a training graph is lowered for.
enum class ModelUse : uint8_t {
  /// Its outputs, their labels, and the losses of examples.
  Evaluation,
  /// Its outputs only.
  Prediction,
};

struct LoweredModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// How outputs are compared with labels; none if the module has no outputs.
  std::optional<stablehlo::LossOptions> loss;
};

/// The model of a TensorFlow graph that trains it, as a forward module in the
/// form of evaluation: `@forward` has the roles `output`, `label`,
/// `example_loss` and `loss` (docs/evaluation.md), and variables are
/// parameters. The shapes of the model's values have been inferred.
///
/// Reports a graph whose loss does not tell what examples contribute, or what
/// is compared with labels where that is needed, and nodes that cannot be
/// lowered.
llvm::FailureOr<LoweredModel> lowerModel(graph::ModelOp model,
                                         const graph::NodeReader &source,
                                         tensorflow::OpRegistry &ops,
                                         const StepOptions &options,
                                         ModelUse use);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERMODEL_H
