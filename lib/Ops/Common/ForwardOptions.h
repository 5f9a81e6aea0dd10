//===- ForwardOptions.h - What a graph does not say -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_FORWARDOPTIONS_H
#define TRAINLINT_OPS_COMMON_FORWARDOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint {

/// What is done with a model.
enum class ModelForm : uint8_t {
  /// It learns: what it drops and measures is of the batch.
  Training,
  /// It is used as it is while it learns: weights are arguments, nothing is
  /// dropped, and statistics are those that the training keeps.
  Evaluation,
  /// It is used as its file says, with the weights of the file.
  Inference,
};

/// Sizes that a model leaves open.
struct ForwardOptions {
  /// The first dimension of each input; 0 if it is not given.
  int64_t batchSize = 0;
  /// The same of an input that leaves it open; 0 if that is an error.
  int64_t openBatchSize = 0;
  /// Whole shapes of inputs by name. They go before everything else.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// Sizes that inputs of the model have names for, by those.
  llvm::StringMap<int64_t> dimensions;
  ModelForm form = ModelForm::Training;
};

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_FORWARDOPTIONS_H
