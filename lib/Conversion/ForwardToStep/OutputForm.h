//===- OutputForm.h - What the outputs of a model are -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOSTEP_OUTPUTFORM_H
#define TRAINLINT_CONVERSION_FORWARDTOSTEP_OUTPUTFORM_H

#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint {

/// Warns of a cross entropy that takes outputs for something else than what
/// they plainly are: those of a linear layer for probabilities, those of a
/// softmax or sigmoid for logits. Of other outputs nothing is said.
void checkOutputs(const ForwardFunction &forward,
                  const stablehlo::LossOptions &loss);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOSTEP_OUTPUTFORM_H
