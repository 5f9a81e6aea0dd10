//===- Import.h - Kubernetes workloads to the job dialect -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_GKE_IMPORT_H
#define TRAINLINT_FRONTEND_GKE_IMPORT_H

#include "Dialect/Job/IR/Job.h"
#include "Text/Yaml/View.h"
#include "mlir/IR/Builders.h"

namespace trainlint::gke {

/// Makes a `job.training` op of a workload, with a `job.pool` for every
/// template of pods; the object is of a kind that has a schema. Reports amounts
/// of accelerators that Kubernetes refuses, container by container, since a
/// pool has only what they are together.
job::TrainingOp importWorkload(yaml::View object, yaml::TreeView &tree,
                               mlir::OpBuilder &builder);

} // namespace trainlint::gke

#endif // TRAINLINT_FRONTEND_GKE_IMPORT_H
