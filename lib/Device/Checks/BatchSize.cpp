//===- BatchSize.cpp - How replicas share a batch -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/BatchSize.h"
#include "Device/MatrixTiles.h"
#include "Device/TargetReport.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Support/LLVM.h"
#include "mlir/IR/MLIRContext.h"

using namespace trainlint;
using namespace trainlint::graph;

std::optional<int64_t> graph::batchOfDevice(const TrainingValues &values,
                                            const Target &target) {
  if (!values.batchSize || !target.devices || *target.devices <= 0)
    return std::nullopt;
  return values.batchSize->value / *target.devices;
}

bool graph::checkGlobalBatch(const Located<int64_t> &batch, StringRef what,
                             const Target &target, int64_t replicas,
                             mlir::MLIRContext *context) {
  mlir::Location place = mlir::UnknownLoc::get(context);
  if (batch.location)
    place = mlir::Location(batch.location);
  if (replicas <= 0 || batch.value <= 0 || batch.value > MaxBatch)
    return false;
  int64_t rest = batch.value % replicas;
  if (rest != 0) {
    Report report = diag::TpuBatchSize::notDivisible(place, what, batch.value,
                                                     replicas, target.name);
    int64_t above = batch.value - rest + replicas;
    if (batch.value > replicas)
      report.help("multiples of " + std::to_string(replicas) + " nearby are " +
                  std::to_string(batch.value - rest) + " and " +
                  std::to_string(above));
    else
      report.help("the minimum is " + std::to_string(replicas));
    citeTarget(report, target, BatchRole);
    return true;
  }
  int64_t each = batch.value / replicas;
  if (each % TileRows == 0)
    return false;
  Report report =
      diag::TpuBatchSize::ofReplica(place, each, batch.value, replicas);
  int64_t full = (each / TileRows + 1) * TileRows;
  report.help("a batch of " + std::to_string(full * replicas) + " gives each " +
              "replica " + std::to_string(full));
  citeTarget(report, target, BatchRole);
  return true;
}
