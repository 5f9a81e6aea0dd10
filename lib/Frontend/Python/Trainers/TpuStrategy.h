//===- TpuStrategy.h - Checks of scripts that train with it -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGY_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGY_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// Checks how a program uses TPUStrategy, and that its TensorFlow has what it
/// uses.
void checkTpuStrategy(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TPUSTRATEGY_H
