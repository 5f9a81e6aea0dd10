//===- TrainingConfig.h - What a Keras model was compiled with --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_KERASTOSTABLEHLO_TRAININGCONFIG_H
#define TRAINLINT_CONVERSION_KERASTOSTABLEHLO_TRAININGCONFIG_H

#include "Conversion/ForwardToStep/TrainingSettings.h"
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

/// The metrics of a model's file that are known, each once.
std::vector<stablehlo::Metric> metricsOf(const keras::Training &training);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_KERASTOSTABLEHLO_TRAININGCONFIG_H
