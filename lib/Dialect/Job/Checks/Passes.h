//===- Passes.h - The checks on jobs ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_PASSES_H
#define TRAINLINT_DIALECT_JOB_CHECKS_PASSES_H

#include "Dialect/Job/IR/Job.h"
#include "Tables/Tables.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace trainlint::job {

/// What the checks read beside the job.
struct CheckContext {
  const Tables *tables = &Tables::builtIn();
  /// The day on which dated facts are judged; none for all that the tables
  /// know.
  std::optional<absl::CivilDay> asOf;

  /// True if a fact that holds since `since` holds on the day of the check.
  bool holdsSince(std::optional<absl::CivilDay> since) const {
    return !asOf || !since || *since <= *asOf;
  }
};

/// Adds the checks on `job.training` ops, in the order in which one finding
/// takes precedence over another: those for jobs of one platform only, or all.
void addChecks(mlir::OpPassManager &manager, const CheckContext &context,
               std::optional<Platform> only = std::nullopt);

/// Registers each check with MLIR under its own name, and all of them as the
/// pipeline `job-checks`. The context has to live as long as the passes that
/// are created.
void registerChecks(const CheckContext &context);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_PASSES_H
