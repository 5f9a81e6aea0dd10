//===- Placement.h - Regions and zones that fit a job -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_PLACEMENT_H
#define TRAINLINT_DIALECT_JOB_CHECKS_PLACEMENT_H

#include "Dialect/Job/Checks/Machines.h"

namespace trainlint::job {

/// What the tables say of an accelerator in a region.
enum class Offer { Yes, No, Disputed, Unknown };

/// Whether a region offers what a job needs; a need for any accelerator of a
/// kind is met by any.
Offer offerOf(const AcceleratorNeed &need, llvm::StringRef region,
              const PlatformTables &platform, const CheckContext &context);

/// True if a region offers any accelerators at all.
bool hasAccelerators(llvm::StringRef region, const PlatformTables &platform);

/// The zones of a region that have an accelerator.
struct Zones {
  /// False if the tables do not tell, so that nothing follows.
  bool known = false;
  /// True if the table of 2020 says so, which is the one that AI Platform's own
  /// statement speaks of.
  bool dated2020 = false;
  llvm::SmallVector<llvm::StringRef> names;
};
Zones zonesOf(const Accelerators::Row &accelerator, llvm::StringRef region,
              const PlatformTables &platform);

/// The different GPUs among the needs, in their order.
llvm::SmallVector<const AcceleratorNeed *>
distinctGpus(llvm::ArrayRef<AcceleratorNeed> needs);

/// True if no zone of the region has all GPUs. `later` tells that the verdict
/// rests on the later catalog, at least in part.
bool lacksCommonZone(llvm::ArrayRef<AcceleratorNeed> needs,
                     llvm::StringRef region, const PlatformTables &platform,
                     bool &later);

/// The regions in which a whole job fits.
struct FittingRegions {
  llvm::SmallVector<llvm::StringRef> regions;
  /// Accelerators of which the tables do not say where they are offered.
  llvm::SmallVector<llvm::StringRef> unknown;
};
FittingRegions fittingRegions(llvm::ArrayRef<AcceleratorNeed> needs,
                              const PlatformTables &platform,
                              const CheckContext &context);

/// The region of a list that is nearest to another by its name: of the same
/// part of a continent, or else of the same continent; empty if there is none.
llvm::StringRef nearestRegion(llvm::StringRef region,
                              llvm::ArrayRef<llvm::StringRef> among);

} // namespace trainlint::job

#endif // TRAINLINT_DIALECT_JOB_CHECKS_PLACEMENT_H
