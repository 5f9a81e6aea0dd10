//===- Labels.h - What outputs are compared with ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOSTEP_LABELS_H
#define TRAINLINT_CONVERSION_FORWARDTOSTEP_LABELS_H

#include "Conversion/ForwardToStep/ForwardFunction.h"
#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint {

/// The argument for the labels of an output.
struct LabelArgument {
  /// `labels`; with several outputs `labels/OUTPUT`.
  std::string name;
  mlir::RankedTensorType type;
  /// How many classes there are, if labels are indices of them.
  std::optional<int64_t> classes;

  /// Its role and name, and the classes.
  mlir::DictionaryAttr attributes(mlir::Builder &builder) const;
};

/// The labels of each output of a model for a loss. Emits it if the model has
/// no outputs, or one that the loss cannot be taken of.
llvm::FailureOr<llvm::SmallVector<LabelArgument>>
labelsOf(const ForwardFunction &forward, const stablehlo::LossOptions &loss);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOSTEP_LABELS_H
