//===- PlatformTables.h - The tables of a platform --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_PLATFORMTABLES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_PLATFORMTABLES_H

#include "Dialect/Job/Checks/Passes.h"

namespace trainlint::job {

/// What the tables say of one platform. Tables of the same columns share their
/// C++ type, so that one check reads the facts of each platform.
struct PlatformTables {
  Platform platform;
  /// What messages call it: "Vertex AI".
  llvm::StringLiteral service;
  const Tables &all;
  const AiPlatformAcceleratorCounts &counts;
  const AiPlatformRegions &regions;
  const AiPlatformRegionAccelerators &offers;

  /// True if the platform lists a machine type or an accelerator.
  bool has(const MachineTypes::Row &machine) const {
    return isVertex() ? machine.vertex : machine.aiPlatform;
  }
  bool has(const Accelerators::Row &accelerator) const {
    return isVertex() ? accelerator.vertex : accelerator.aiPlatform;
  }
  bool isVertex() const { return platform == Platform::VertexAI; }
};

/// The tables of the platform of a job; those of AI Platform for a platform
/// that shares no tables with another.
PlatformTables tablesOf(TrainingOp training, const Tables &tables);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_PLATFORMTABLES_H
