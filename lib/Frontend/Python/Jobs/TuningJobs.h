//===- TuningJobs.h - Studies that Python asks for --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_JOBS_TUNINGJOBS_H
#define TRAINLINT_FRONTEND_PYTHON_JOBS_TUNINGJOBS_H

#include "Frontend/Python/Context/JobDocument.h"

namespace trainlint::python {

/// The fields of a tuning job, but for the job that its trials run, of the
/// arguments of `HyperparameterTuningJob()`.
llvm::SmallVector<DocumentField> readTuningArguments(const Call &call,
                                                     const Context &context);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_JOBS_TUNINGJOBS_H
