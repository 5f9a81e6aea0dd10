//===- CheckCells.h - Rules on the cells of a notebook ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKCELLS_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKCELLS_H

#include "Diagnostics/Report.h"
#include "Text/Notebook/Notebook.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::notebook {

/// Reports why a file is no notebook.
void reportProblem(const Problem &problem, const SourceBuffer &buffer,
                   mlir::MLIRContext *context);

/// Checks how the cells of a notebook speak to IPython: where their magics
/// stand, what shell lines can do, and where they end.
void checkCells(const python::Module &module, mlir::MLIRContext *context);

/// The location of a range of a cell.
using LocateInCell = llvm::function_ref<mlir::LocationAttr(SourceRange)>;

/// The checks of the magics of a cell.
void checkMagics(const python::Cell &cell, LocateInCell locate);
/// The checks of the shell lines of a cell.
void checkShellLines(const python::Cell &cell, LocateInCell locate);

} // namespace trainlint::notebook

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKCELLS_H
