//===- VertexModule.h - What the calls of a module say together -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXMODULE_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXMODULE_H

#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Jobs/Signatures.h"

namespace trainlint::python {

/// The function of the SDK that a call is one of; null for others. Methods of
/// what `from_local_script()` returns are those of its class. None for a call
/// of which a test wants that it fails.
const Signature *signatureOf(const Call &call);

/// True for the classes whose run() takes the machines.
bool isTrainingJob(llvm::StringRef className);

/// Reports jobs without a staging bucket where no init() gives one.
void checkStagingBuckets(const Context &context);

/// Reports objects that run a second time.
void checkRepeatedRuns(const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_VERTEXMODULE_H
