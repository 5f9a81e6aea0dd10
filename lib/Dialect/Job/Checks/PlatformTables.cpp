//===- PlatformTables.cpp - The tables of a platform ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/PlatformTables.h"

using namespace trainlint;
using namespace trainlint::job;

PlatformTables job::tablesOf(TrainingOp training, const Tables &tables) {
  if (training.getPlatform() == Platform::VertexAI)
    return {Platform::VertexAI,
            "Vertex AI",
            tables,
            tables.vertexAcceleratorCounts,
            tables.vertexRegions,
            tables.vertexRegionAccelerators};
  return {training.getPlatform(),
          "AI Platform Training",
          tables,
          tables.aiPlatformAcceleratorCounts,
          tables.aiPlatformRegions,
          tables.aiPlatformRegionAccelerators};
}
