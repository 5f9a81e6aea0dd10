//===- ComputedText.h - Texts that a program puts together ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_COMPUTEDTEXT_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_COMPUTEDTEXT_H

#include "Frontend/Python/Notebook/ShellTextMaker.h"

namespace trainlint::python {

/// Adds a text as it is, which is used at a place of the file: each character
/// has the place of the string that it comes from, and what fills a field is a
/// value of its own.
void addText(const Value &text, SourceRange use, ShellTextMaker &maker);

/// Adds a value that is put into a text: one word as a value, several words as
/// they are. Null stands for one that is not known.
void addFilling(const Value *value, SourceRange use, ShellTextMaker &maker);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_COMPUTEDTEXT_H
