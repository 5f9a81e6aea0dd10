//===- CheckNames.h - Names that the shells of a notebook lack --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKNAMES_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKNAMES_H

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Notebook/ProgramShell.h"
#include "Frontend/Python/Notebook/PythonNames.h"

namespace trainlint::python {

/// Reports variables of shells that nothing sets, and names in braces that
/// Python does not know.
void checkNames(const ProgramShell &shell, const PythonNames &names,
                const Context &context);

/// True if a command of a script submits a job, or makes something that jobs
/// run on.
bool hasJobCommand(const gcloud::CommandScript &script, const Tables &tables);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_CHECKNAMES_H
