//===- Totals.h - What a job uses altogether --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_TOTALS_H
#define TRAINLINT_DIALECT_JOB_CHECKS_TOTALS_H

#include "Dialect/Job/Checks/Passes.h"
#include <string>

namespace trainlint::job {

/// What a pool uses, as far as it is known.
struct PoolTotals {
  /// Machines of all replicas.
  std::optional<int64_t> machines;
  /// The accelerator in the words of the job; empty if there is none.
  llvm::StringRef accelerator;
  /// Accelerators of all machines; the chips of TPUs.
  std::optional<int64_t> accelerators;
  std::optional<double> vcpus;
  std::optional<double> memoryGb;
  /// Machines that make up one slice.
  std::optional<int64_t> hostsPerSlice;
};

PoolTotals totalsOf(PoolOp pool, const Tables &tables);

/// "2 machines with 32 vCPUs and 60 GB, 4 x NVIDIA_TESLA_T4"; empty if nothing
/// is known.
std::string describe(const PoolTotals &totals);

/// The same for all pools together: "3 machines, 6 x NVIDIA_TESLA_T4".
std::string describeTotals(TrainingOp training, const Tables &tables);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_TOTALS_H
