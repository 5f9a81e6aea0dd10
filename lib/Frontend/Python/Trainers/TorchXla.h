//===- TorchXla.h - Trainers of PyTorch/XLA ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLA_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLA_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// Checks what a program does with PyTorch/XLA.
void checkTorchXla(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_TORCHXLA_H
