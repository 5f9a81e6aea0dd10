//===- CellArguments.h - What a cell gives to its shell ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CELLARGUMENTS_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CELLARGUMENTS_H

#include "Frontend/Python/Notebook/ShellTextMaker.h"

namespace trainlint::python {

/// The values of `$1`, `$2` and so on in a cell: what follows `-s` in
/// `%%bash -s $REGION {NAME}`; null for those that are not known.
llvm::SmallVector<const Value *> argumentsOf(const Cell &cell,
                                             const Program &program);

/// Adds the body of a cell for a shell, with its arguments in their places.
void addBody(const Cell &cell, llvm::ArrayRef<const Value *> arguments,
             ShellTextMaker &maker);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CELLARGUMENTS_H
