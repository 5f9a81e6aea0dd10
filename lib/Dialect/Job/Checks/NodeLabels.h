//===- NodeLabels.h - What a pod asks for in a manifest ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_NODELABELS_H
#define TRAINLINT_DIALECT_JOB_CHECKS_NODELABELS_H

#include "Dialect/Job/Checks/TpuSlices.h"
#include "Dialect/Job/IR/Job.h"

namespace trainlint::job {

/// True if the pods of a pool certainly go to nodes with TPUs, or with GPUs.
bool choosesTpus(PoolOp pool);
bool choosesGpus(PoolOp pool);

/// True if the pods certainly ask for a resource in a number that is not zero.
bool asksFor(PoolOp pool, llvm::StringRef resource);

/// The row of the TPU that a pool chooses, if GKE offers it; null otherwise.
const GkeTpuAccelerators::Row *tpuOf(PoolOp pool, const Tables &tables);

/// The GPU with a label of nodes, which is its name in Compute Engine; null if
/// there is none.
const Accelerators::Row *gpuWithLabel(llvm::StringRef label,
                                      const Tables &tables);

/// The GPU that the pods of a pool certainly have; null if it is not known.
const Accelerators::Row *gpuOf(PoolOp pool, const Tables &tables);

/// The nodes that the slice of a pool can consist of; none if the accelerator
/// or the topology is not known, or is a finding of its own. A chosen machine
/// type or number of chips rules nodes out, unless none would be left.
llvm::SmallVector<SliceNodes, 2> sliceNodesOf(PoolOp pool,
                                              const Tables &tables);

/// The value that tells the topology of the slice that a pool works on.
ValueAttr sliceTopologyOf(PoolOp pool);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_NODELABELS_H
