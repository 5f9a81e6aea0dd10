//===- EvaluationModule.h - What evaluates and predicts ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_EVALUATIONMODULE_H
#define TRAINLINT_RUNTIME_TRAINER_EVALUATIONMODULE_H

#include "Runtime/Trainer/ModelProgram.h"

namespace trainlint::trainer {

/// A model as it is measured, or as it is used, as the functions of a StableHLO
/// module say it (docs/evaluation.md).
struct EvaluationModule : ModelProgram {
  /// What `main` gives: sums of a batch, or outputs for each example.
  std::vector<NamedShape> results;
  /// Numbers that `metrics` makes of the totals of all sums. None of a module
  /// that predicts.
  std::vector<NamedShape> metrics;
  std::string metricsText;

  bool isPrediction() const { return metricsText.empty(); }
};

/// Checks the form of an evaluation module or a prediction module and takes it
/// apart. Each breach is an MLIR error at its place; nothing then.
std::optional<EvaluationModule> analyzeEvaluationModule(mlir::ModuleOp module);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_EVALUATIONMODULE_H
