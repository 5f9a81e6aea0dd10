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

/// Whether a model is trained or used.
enum class ModelForm : uint8_t { Training, Inference };

/// Sizes that a model leaves open.
struct ForwardOptions {
  /// The first dimension of each input; 0 if it is not given.
  int64_t batchSize = 0;
  /// Whole shapes of inputs by name. They go before everything else.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  ModelForm form = ModelForm::Training;
};

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_FORWARDOPTIONS_H
