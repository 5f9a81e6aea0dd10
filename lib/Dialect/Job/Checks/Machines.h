//===- Machines.h - What the tables say of a pool ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_MACHINES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_MACHINES_H

#include "Dialect/Job/Checks/PlatformTables.h"

namespace trainlint::job {

inline constexpr llvm::StringLiteral CloudTpu = "cloud_tpu";
/// The same on Vertex AI.
inline constexpr llvm::StringLiteral VertexCloudTpu = "cloud-tpu";
/// Too small for GPUs on Vertex AI, as its guide to compute resources says.
inline constexpr llvm::StringLiteral VertexSmallHost = "n1-highmem-2";

/// The row of a pool's machine type; null if the type is absent, not known, or
/// in no table.
const MachineTypes::Row *machineOf(PoolOp pool, const Tables &tables);

/// The machine type of the platform that a name most likely stands for, if it
/// is none itself. A type that Compute Engine has is taken for itself, unless
/// it is only spelled in another way, as `cloud-tpu` of Vertex AI is on AI
/// Platform.
const MachineTypes::Row *machineMeant(llvm::StringRef name,
                                      const PlatformTables &platform);

/// The row of a pool's accelerator type, likewise.
const Accelerators::Row *acceleratorOf(PoolOp pool, const Tables &tables);

/// True if the machine type of a pool is `cloud_tpu`.
bool isCloudTpu(PoolOp pool);

/// True if the tier leaves the machines to the fields of the pools, or may do
/// so: it is CUSTOM, absent or not known. Beside the other tiers those fields
/// are a conflict of their own, and nothing else follows from them.
bool choosesMachines(TrainingOp training, const Tables &tables);

/// True if the job certainly uses a TPU: it has a cloud_tpu worker or the tier
/// BASIC_TPU.
bool isTpuJob(TrainingOp training);

/// The scale tier, if it is given and known.
std::optional<llvm::StringRef> tierOf(TrainingOp training);

/// An accelerator that a job needs, with the value that asks for it.
struct AcceleratorNeed {
  /// Null if any accelerator of the kind will do.
  const Accelerators::Row *accelerator;
  Accelerators::Kind kind;
  ValueAttr askedBy;
};

/// The cores that a pool of the machine type `cloud-tpu` of Vertex AI can have;
/// null if its accelerator is none of that machine type.
const VertexCloudTpuCores::Row *cloudTpuCoresOf(PoolOp pool,
                                                const Tables &tables);

/// True if a pool certainly has the cores of a pod of the older TPUs.
bool isCloudTpuPod(PoolOp pool, const Tables &tables);

/// All accelerators that the job certainly uses: those of its tier, and those
/// that are attached to the machine types of its pools or contained in them.
/// `complete` is false if there may be others: a value that would tell is not
/// known, or is in no table.
llvm::SmallVector<AcceleratorNeed>
acceleratorsOf(TrainingOp training, const Tables &tables, bool &complete);

/// "n1-standard-8 has 8 vCPUs and 30 GB".
std::string describeMachine(const MachineTypes::Row &machine);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_MACHINES_H
