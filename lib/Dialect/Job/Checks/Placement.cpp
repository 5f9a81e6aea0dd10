//===- Placement.cpp - Regions and zones that fit a job -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/Placement.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

using OfferRow = AiPlatformRegionAccelerators::Row;

static Offer offerOf(const OfferRow &row, const CheckContext &context) {
  if (!context.holdsSince(row.since))
    return Offer::No;
  switch (row.offered) {
  case AiPlatformRegionAccelerators::Offered::Yes:
    return Offer::Yes;
  case AiPlatformRegionAccelerators::Offered::Disputed:
    return Offer::Disputed;
  case AiPlatformRegionAccelerators::Offered::Unknown:
    return Offer::Unknown;
  }
  llvm_unreachable("unknown offer");
}

Offer job::offerOf(const AcceleratorNeed &need, StringRef region,
                   const PlatformTables &platform,
                   const CheckContext &context) {
  const AiPlatformRegionAccelerators &offers = platform.offers;
  bool listed =
      need.accelerator && llvm::any_of(offers.rows, [&](const OfferRow &row) {
        return row.accelerator == need.accelerator->name;
      });
  if (listed) {
    const OfferRow *row = offers.find(region, need.accelerator->name);
    return row ? ::offerOf(*row, context) : Offer::No;
  }
  // Of an accelerator without any row nothing is known, but that on AI Platform
  // it is where its kind is: TPU pods are where TPUs are.
  if (need.accelerator && platform.isVertex())
    return Offer::Unknown;
  for (const OfferRow &row : offers.withRegion(region)) {
    const auto *accelerator = platform.all.accelerators.find(row.accelerator);
    if (accelerator->kind == need.kind && ::offerOf(row, context) == Offer::Yes)
      return Offer::Yes;
  }
  return Offer::No;
}

bool job::hasAccelerators(StringRef region, const PlatformTables &platform) {
  return !platform.offers.withRegion(region).empty();
}

Zones job::zonesOf(const Accelerators::Row &accelerator, StringRef region,
                   const PlatformTables &platform) {
  Zones zones;
  const auto &dated = platform.all.acceleratorZones2020;
  bool regionIsDated = platform.platform == Platform::AIPlatform &&
                       llvm::any_of(dated.rows, [&](const auto &row) {
                         return row.region == region;
                       });
  if (regionIsDated) {
    zones.dated2020 = true;
    for (const auto &row : dated.withAccelerator(accelerator.name)) {
      if (row.region == region)
        zones.names.push_back(row.zone);
    }
  } else {
    // Where the catalog is known in part only, a finding is a warning all the
    // same.
    for (const auto &row :
         platform.all.acceleratorZones.withAccelerator(accelerator.name)) {
      if (row.region == region)
        zones.names.push_back(row.zone);
    }
  }
  // Where the platform offers what no list of zones shows, the list is wrong.
  zones.known = !zones.names.empty();
  return zones;
}

llvm::SmallVector<const AcceleratorNeed *>
job::distinctGpus(ArrayRef<AcceleratorNeed> needs) {
  llvm::SmallVector<const AcceleratorNeed *> gpus;
  for (const AcceleratorNeed &need : needs) {
    bool known = llvm::any_of(gpus, [&](const AcceleratorNeed *other) {
      return other->accelerator == need.accelerator;
    });
    if (need.kind == Accelerators::Kind::Gpu && need.accelerator && !known)
      gpus.push_back(&need);
  }
  return gpus;
}

bool job::lacksCommonZone(ArrayRef<AcceleratorNeed> needs, StringRef region,
                          const PlatformTables &platform, bool &later) {
  later = false;
  std::optional<llvm::SmallVector<StringRef>> common;
  for (const AcceleratorNeed *need : distinctGpus(needs)) {
    Zones zones = zonesOf(*need->accelerator, region, platform);
    if (!zones.known)
      continue;
    later |= !zones.dated2020;
    if (!common) {
      common = std::move(zones.names);
      continue;
    }
    llvm::erase_if(*common, [&](StringRef zone) {
      return !llvm::is_contained(zones.names, zone);
    });
  }
  return common && common->empty();
}

FittingRegions job::fittingRegions(ArrayRef<AcceleratorNeed> needs,
                                   const PlatformTables &platform,
                                   const CheckContext &context) {
  FittingRegions found;
  for (const auto &row : platform.regions.rows) {
    bool fits = context.holdsSince(row.since);
    for (const AcceleratorNeed &need : needs) {
      Offer offer = offerOf(need, row.region, platform, context);
      fits &= offer == Offer::Yes;
      if (offer == Offer::Unknown &&
          !llvm::is_contained(found.unknown, need.accelerator->name))
        found.unknown.push_back(need.accelerator->name);
    }
    bool later = false;
    if (fits && !lacksCommonZone(needs, row.region, platform, later))
      found.regions.push_back(row.region);
  }
  return found;
}

StringRef job::nearestRegion(StringRef region, ArrayRef<StringRef> among) {
  // `us-west` of `us-west2`, and `us`.
  StringRef part = region.rtrim("0123456789");
  StringRef continent = region.split('-').first;
  for (StringRef candidate : among) {
    if (candidate.rtrim("0123456789") == part)
      return candidate;
  }
  for (StringRef candidate : among) {
    if (candidate.split('-').first == continent)
      return candidate;
  }
  return {};
}
