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
  std::string noun;
  /// "masterType", "--worker-machine-type".
  std::string machineType;
  /// "workerCount", "--worker-count"; empty for the master.
  std::string replicas;
  /// "masterConfig", "workerConfig".
  std::string config;
  /// "masterConfig.acceleratorConfig", "--worker-accelerator".
  std::string accelerator;
  /// "masterConfig.imageUri", "--worker-image-uri".
  std::string image;
};

/// The names that the user of a job writes: those of the file, of the flags or
/// of Vertex AI's clients for Python.
const RoleNames &namesOf(PoolOp pool);

/// The same for one value: beside a flag that gives the count, the type may
/// come from a file that the command names, where it has the name of the field.
const RoleNames &namesOf(PoolOp pool, ValueAttr value);

/// A field of a job as files have it, or the clients of Vertex AI for Python:
/// "replicaCount", "replica_count". Lives as long as the context.
llvm::StringRef nameOfField(TrainingOp training, llvm::StringRef field);

/// The same, or the flag that sets the field of a job that a command submits:
/// "scaleTier", "--scale-tier"; of a pool of Vertex AI the key of its
/// dictionary. Paths may leave out the fields in front of the last one.
llvm::StringRef nameOrFlagOf(TrainingOp training, llvm::StringRef field);

/// The same for a value, which may come from a file that a command names.
llvm::StringRef nameOrFlagOf(TrainingOp training, ValueAttr value,
                             llvm::StringRef field);

/// True if a flag gives a value, or would if it is null.
bool isFromFlag(TrainingOp training, ValueAttr value);

/// What sets a field: "scaleTier: CUSTOM", "--scale-tier custom". `value` is
/// the one that is there; null if there is none.
llvm::StringRef settingOf(TrainingOp training, ValueAttr value,
                          llvm::StringRef field, llvm::StringRef wanted);

/// The advice to train on a TPU worker.
std::string useTpuWorker(PoolOp pool);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_FIELDNAMES_H
