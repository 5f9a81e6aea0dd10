//===- Warnings.h - Errors that are not certain -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_WARNINGS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_WARNINGS_H

#include "Frontend/Python/Context/Context.h"

namespace trainlint::python {

/// Makes warnings of errors that hold only on a condition, which is said under
/// their places.
void weakenErrors(std::vector<Finding> &findings, llvm::StringRef condition);

/// Calls a check, whose errors become such warnings.
void reportAsWarnings(const Context &context, llvm::StringRef condition,
                      llvm::function_ref<void()> check);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_WARNINGS_H
