//===- GraphFlags.h - Flags that speak of graphs ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHFLAGS_H
#define TRAINLINT_DRIVER_GRAPHFLAGS_H

#include "Device/Target.h"
#include "Support/SourceBuffer.h"

namespace trainlint {

/// A value that a flag gives, and where it stands on the command line.
struct FlagValue {
  int64_t value = 0;
  SourceRange range;
};

/// What the command line says of graphs, which goes before what a job says.
struct GraphSettings {
  /// The device that `--target` names, and where.
  std::optional<graph::Target> target;
  SourceRange targetRange;
  std::optional<FlagValue> batchSize;
  std::optional<FlagValue> iterationsPerLoop;
  std::optional<FlagValue> steps;
  std::optional<FlagValue> checkpointSteps;
  /// The runtime version; an empty range if it is not given.
  SourceRange runtimeVersion;
  bool softPlacement = false;
  /// The command line, which the ranges are in.
  const SourceBuffer *commandLine = nullptr;
  /// The graph that the jobs train; null if there is none, or if it is not
  /// opened yet. Lives as long as the settings.
  const llvm::MemoryBuffer *graph = nullptr;
  /// Its path; empty if there is none.
  std::string graphName;
};

/// Lays the values of flags over those of a job.
void applyFlags(const GraphSettings &flags, const Tables &tables,
                mlir::MLIRContext *context, graph::Target &target,
                graph::TrainingValues &values);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHFLAGS_H
