//===- ValueChoices.h - What the tables know for a field --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_VALUECHOICES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_VALUECHOICES_H

#include "Dialect/Job/Checks/Passes.h"
#include <string>
#include <vector>

namespace trainlint::job {

/// A value that a field may have.
struct ValueChoice {
  /// As the user writes it.
  std::string text;
  /// As the op holds it.
  ValueAttr value;
};

/// All values that the tables know for a field of an op on the platform of its
/// job, whether or not they fit the rest of the job: that is for the checks to
/// say. `field` is the name of the attribute, which holds some value; the
/// choices have its place. Empty for a field that no table speaks of.
std::vector<ValueChoice> choicesFor(mlir::Operation *op, llvm::StringRef field,
                                    const Tables &tables);

/// The job that an op is or is part of; null outside of one.
TrainingOp jobOf(mlir::Operation *op);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_VALUECHOICES_H
