//===- PoolArguments.h - Pools that are arguments of a call -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_POOLARGUMENTS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_POOLARGUMENTS_H

#include "Frontend/Python/Context/JobDocument.h"
#include "Frontend/Python/Jobs/Signatures.h"

namespace trainlint::python {

/// The list of worker pools that the SDK makes of the arguments of `run()`,
/// `submit()` and `from_local_script()`; null if it makes none. Reports what it
/// drops or refuses. `task` is what all replicas run.
yaml::Node *readPoolArguments(const Call &call, const Signature &signature,
                              DocumentField task, const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_POOLARGUMENTS_H
