//===- FieldNames.h - What users call the parts of a job --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_FIELDNAMES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_FIELDNAMES_H

#include "Dialect/Job/IR/Job.h"

namespace trainlint::job {

/// The names of a role's fields on the platform of the job, and the words for
/// the role in messages. Examples are those of AI Platform; on Vertex AI the
/// names are paths such as "workerPoolSpecs[1].replicaCount".
struct RoleNames {
  /// "the master", "the workers".
  llvm::StringLiteral noun;
  /// "masterType", "workerType".
  llvm::StringLiteral machineType;
  /// "workerCount"; empty for the master.
  llvm::StringLiteral replicas;
  /// "masterConfig", "workerConfig".
  llvm::StringLiteral config;
  /// "masterConfig.acceleratorConfig", "--worker-accelerator".
  llvm::StringLiteral accelerator;
  /// "masterConfig.imageUri", "--worker-image-uri".
  llvm::StringLiteral image;
};

/// The names in files of AI Platform.
const RoleNames &namesOf(Role role);

/// The names that the user of a job writes: those of the file or of the flags.
const RoleNames &namesOf(PoolOp pool);

/// The same for one value: beside a flag that gives the count, the type may
/// come from a file that the command names, where it has the name of the field.
const RoleNames &namesOf(PoolOp pool, ValueAttr value);

/// "scaleTier", "--scale-tier"; "replica_count" for a client of Vertex AI.
llvm::StringRef nameOfField(TrainingOp training, llvm::StringLiteral field,
                            llvm::StringLiteral flag);

/// The same for a field that no flag gives.
llvm::StringRef nameOfField(TrainingOp training, llvm::StringLiteral field);

/// The same for a value, which may come from a file that a command names.
llvm::StringRef nameOfField(TrainingOp training, ValueAttr value,
                            llvm::StringLiteral field,
                            llvm::StringLiteral flag);

/// The advice to train on a TPU worker.
std::string useTpuWorker(PoolOp pool);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_FIELDNAMES_H
