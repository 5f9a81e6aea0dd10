//===- JobTarget.h - The devices that a job gives to its graph --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_TARGET_JOBTARGET_H
#define TRAINLINT_DIALECT_JOB_TARGET_JOBTARGET_H

#include "Device/Target.h"
#include "Dialect/Job/IR/Job.h"

namespace trainlint {

/// The devices on which a job trains: those of its TPU, or of the pools that
/// compute, which parameter servers and evaluators do not. Where pools differ,
/// and where a value is not known, the target leaves open what depends on it.
graph::Target targetOf(job::TrainingOp training, const Tables &tables);

/// What the job says beside that: the version that it runs with, and the
/// options of its trainer that have the names which TensorFlow's own trainers
/// give them (`--train_batch_size`, `--iterations_per_loop` and so on). An
/// option that comes twice has its last value, as in Python's parsers; one with
/// a placeholder is absent.
graph::TrainingValues trainingValuesOf(job::TrainingOp training,
                                       const Tables &tables);

} // namespace trainlint

#endif // TRAINLINT_DIALECT_JOB_TARGET_JOBTARGET_H
