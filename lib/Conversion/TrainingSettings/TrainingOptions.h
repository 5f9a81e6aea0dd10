//===- TrainingOptions.h - What a model lacks for training ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGOPTIONS_H
#define TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGOPTIONS_H

#include "Dialect/StableHLO/Builders/Losses.h"
#include "Dialect/StableHLO/Builders/Optimizers.h"
#include "Dialect/StableHLO/Builders/Schedules.h"
#include <functional>
#include <vector>

namespace trainlint {

/// Parameters that have an optimizer of their own.
struct OptimizerGroup {
  /// Whether the parameter of a name is one of them.
  std::function<bool(llvm::StringRef)> has;
  stablehlo::OptimizerOptions optimizer;
  stablehlo::Schedule schedule;
};

/// What a model lacks for training.
struct TrainingOptions {
  stablehlo::OptimizerOptions optimizer;
  /// The learning rate.
  stablehlo::Schedule schedule;
  /// No parameter is in two of them.
  std::vector<OptimizerGroup> groups;
  /// None if the terms that the model itself has are the whole loss.
  std::optional<stablehlo::LossOptions> loss;
  /// Times the sum of the squares of all parameters with more than one
  /// dimension, as a term of the loss.
  double l2 = 0;
  int64_t replicas = 1;
};

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGOPTIONS_H
