//===- TpuEstimatorFunctions.h - What a TPUEstimator calls ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORFUNCTIONS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORFUNCTIONS_H

#include "Frontend/Python/Trainers/ModuleNames.h"
#include "Frontend/Python/Trainers/TpuEstimatorSetup.h"

namespace trainlint::python {

/// A function of the file that a TPUEstimator calls.
struct CalledFunction {
  Node definition;
  llvm::StringRef name;
  UsesTpu usesTpu;
  /// Those that it calls, and itself.
  ReachedFunctions reached;
};

/// The functions `model_fn` of the estimators that may use a TPU.
llvm::SmallVector<CalledFunction, 2> modelFunctions(const Context &context);

/// The function in which a call stands; null if it stands in none.
const CalledFunction *calledAround(llvm::ArrayRef<CalledFunction> functions,
                                   const Call &call);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATORFUNCTIONS_H
