//===- TpuSlices.h - What the tables say of TPU slices on GKE ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_TPUSLICES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_TPUSLICES_H

#include "Dialect/Job/Checks/Topology.h"
#include "Tables/Tables.h"

namespace trainlint::job {

/// Nodes that a slice can consist of.
struct SliceNodes {
  int64_t chipsPerNode;
  int64_t nodes;
  /// Empty if it is not confirmed.
  llvm::StringRef machineType;
};

/// The nodes that slices of an accelerator and a topology can consist of; none
/// if the accelerator does not have the topology.
llvm::SmallVector<SliceNodes, 2>
sliceNodesOf(const GkeTpuAccelerators::Row &accelerator,
             llvm::StringRef topology, const Tables &tables);

/// The accelerators that are offered, and of those the ones with a topology.
llvm::SmallVector<llvm::StringRef> offeredTpus(const Tables &tables);
llvm::SmallVector<llvm::StringRef> tpusWith(llvm::StringRef topology,
                                            const Tables &tables);

/// "1x1, 2x2 and 2x4"; large topologies of three dimensions by their rule.
std::string describeTopologies(const GkeTpuAccelerators::Row &accelerator,
                               const Tables &tables);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_TPUSLICES_H
