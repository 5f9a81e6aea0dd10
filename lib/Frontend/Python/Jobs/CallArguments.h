//===- CallArguments.h - The arguments that calls have and lack -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_CALLARGUMENTS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_CALLARGUMENTS_H

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Jobs/Signatures.h"

namespace trainlint::python {

/// What messages call a function: `CustomJob()`, `run()`.
std::string shownFunction(llvm::StringRef function);

/// Reports arguments that a function of the SDK does not have, and those that
/// it needs and is not given.
void checkArguments(const Call &call, const Signature &signature,
                    const Context &context);

/// Reports arguments whose values the SDK refuses, or takes for something
/// else. Those of worker pools are not among them.
void checkArgumentValues(const Call &call, const Signature &signature,
                         const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_CALLARGUMENTS_H
