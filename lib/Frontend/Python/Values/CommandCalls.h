//===- CommandCalls.h - Commands that programs run --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_COMMANDCALLS_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_COMMANDCALLS_H

#include "Frontend/Python/Values/Calls.h"

namespace trainlint::python {

/// True for a function that runs a command, whatever it is.
bool runsCommand(const Call &call);

/// The text that a call gives to a shell, or the words that it gives to a
/// program: `os.system`, `subprocess.run`. Null if it gives none, or if nothing
/// of it is known.
const Value *commandOf(const Call &call);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_COMMANDCALLS_H
