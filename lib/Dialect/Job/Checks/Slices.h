//===- Slices.h - What the tables say of a TPU slice ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_SLICES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_SLICES_H

#include "Dialect/Job/Checks/Passes.h"
#include "Dialect/Job/Checks/Topology.h"

namespace trainlint::job {

/// The row of a slice's accelerator type, such as `v2-32`; null if the type is
/// absent, not known, or in no table.
const TpuTypes::Row *tpuTypeOf(PoolOp pool, const Tables &tables);

/// The generation that an accelerator type begins with: `v5litepod-16` and
/// `v5litepod` are of v5e; null if there is none.
const TpuGenerations::Row *generationOf(llvm::StringRef type,
                                        const Tables &tables);

/// The generation of a slice; null if its accelerator type does not tell.
const TpuGenerations::Row *generationOf(PoolOp pool, const Tables &tables);

/// The generation of the TPUs that a machine of Compute Engine has; null if it
/// has none.
const TpuGenerations::Row *generationOf(const MachineTypes::Row &machine,
                                        const Tables &tables);

/// The slice of a TPU that is created; null if the job has none.
PoolOp sliceOf(TrainingOp training);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_SLICES_H
