//===- TrainingConfig.h - What a Keras model was compiled with --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGCONFIG_H
#define TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGCONFIG_H

#include "Conversion/TrainingSettings/TrainingSettings.h"
#include "Frontend/Keras/Model.h"

namespace trainlint {

/// Takes over the optimizer of a model's file, with its numbers and its
/// learning rate or schedule. Returns what of it is not known to training, or
/// nothing; settings before it are taken over then.
std::string takeOptimizer(const keras::Training &training,
                          TrainingSettings &settings);

/// Takes over the loss in the same way.
std::string takeLoss(const keras::Training &training,
                     TrainingSettings &settings);

/// A metric of a model's file, with the name that the file has for it.
struct FileMetric {
  keras::Name name;
  /// None if it is not known, such as one of the user.
  std::optional<stablehlo::Metric> metric;
  /// Why it is not, as what follows `it`; empty if all is known.
  std::string problem;
};

/// The metrics of a model's file in their order, each once. Whether they can be
/// taken of the outputs is said if the loss is known; it need not be that of
/// the file.
std::vector<FileMetric>
metricsOf(const keras::Training &training,
          const std::optional<stablehlo::LossOptions> &loss,
          llvm::ArrayRef<stablehlo::MeasuredOutput> outputs);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGCONFIG_H
