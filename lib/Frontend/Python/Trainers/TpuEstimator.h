//===- TpuEstimator.h - Checks of scripts that train with it ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATOR_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATOR_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// Checks how a program uses TPUEstimator.
void checkTpuEstimator(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUESTIMATOR_H
