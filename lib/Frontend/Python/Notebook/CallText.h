//===- CallText.h - What calls of Python give to a shell --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CALLTEXT_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CALLTEXT_H

#include "Frontend/Python/Notebook/ShellTextMaker.h"

namespace trainlint::python {

/// Adds what `commandOf` found in a call. What stands in a string has its own
/// place.
void addCommand(const Value &command, const Program &program,
                ShellTextMaker &maker);

/// The cell that a place of the file lies in; null if it lies in none.
const Cell *cellAt(const Module &module, SourceRange place);

/// The expression that a text is the value of; none if it is not found.
Node expressionOf(const Value &text, const Module &module);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CALLTEXT_H
