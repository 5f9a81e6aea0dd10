//===- CheckFiles.h - Files that cells pass on ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKFILES_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKFILES_H

#include "Frontend/Python/Notebook/ImportShell.h"
#include "Frontend/Python/Notebook/PythonNames.h"

namespace trainlint::python {

/// Reports the configurations of commands that nothing has written yet, those
/// that a cell below writes anew, and names of Python in what is written.
void checkFiles(const ProgramShell &shell, const PythonNames &names,
                const Context &context, const gcloud::ImportContext &commands);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKFILES_H
