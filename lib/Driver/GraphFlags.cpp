//===- GraphFlags.cpp - Flags that speak of graphs ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GraphFlags.h"
#include "Diagnostics/SourceSet.h"

using namespace trainlint;

void trainlint::applyFlags(const GraphSettings &flags, const Tables &tables,
                           mlir::MLIRContext *context, graph::Target &target,
                           graph::TrainingValues &values) {
  values.softPlacement = flags.softPlacement;
  if (!flags.commandLine)
    return;
  auto locate = [&](SourceRange range) {
    return makeLocation(context, *flags.commandLine, range);
  };
  if (flags.target) {
    target = *flags.target;
    target.location = locate(flags.targetRange);
  }
  auto set = [&](std::optional<graph::Located<int64_t>> &slot,
                 const std::optional<FlagValue> &flag) {
    if (flag)
      slot = {flag->value, locate(flag->range)};
  };
  set(values.batchSize, flags.batchSize);
  set(values.iterationsPerLoop, flags.iterationsPerLoop);
  set(values.steps, flags.steps);
  set(values.checkpointSteps, flags.checkpointSteps);
  if (flags.runtimeVersion.empty())
    return;
  llvm::StringRef version = flags.commandLine->text(flags.runtimeVersion);
  values.frameworkVersion = {
      graph::frameworkOfRuntime(version, tables).value_or(version.str()),
      locate(flags.runtimeVersion)};
}
