//===- CheckTpuZones.cpp - Zones that offer TPU slices --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Slices.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "Tables/ForeignPlaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPUZONES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTpuZones
    : CheckPass<CheckTpuZones, job::impl::CheckTpuZonesBase<CheckTpuZones>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::CloudTPU;
  }
  void check(TrainingOp training);

private:
  bool checkName(ValueAttr zone);
  void checkOffer(ValueAttr zone, PoolOp slice,
                  const TpuGenerations::Row &generation);
};
} // namespace

/// `us-central1` of `us-central1-a` and of `us-central1-ai1a`.
static StringRef regionOf(StringRef zone) { return zone.rsplit('-').first; }

/// True if the zone can be one, as far as the tables tell.
bool CheckTpuZones::checkName(ValueAttr zone) {
  StringRef name = *zone.getString();
  const TpuZones &zones = tables().tpuZones;
  bool known = tables().regions.find(regionOf(name)) ||
               llvm::any_of(zones.rows, [&](const TpuZones::Row &row) {
                 return row.zone == name;
               });
  if (known)
    return true;
  bool isRegion = tables().regions.find(name) ||
                  llvm::any_of(zones.rows, [&](const TpuZones::Row &row) {
                    return regionOf(row.zone) == name;
                  });
  if (isRegion) {
    diag::TpuZone::region(zone.getLoc(), name)
        .help("a zone is a region with a letter, such as " + name + "-a");
    return false;
  }
  llvm::SmallVector<StringRef> names;
  for (const TpuZones::Row &row : zones.rows) {
    if (!llvm::is_contained(names, row.zone))
      names.push_back(row.zone);
  }
  if (isSovereign(name)) {
    cite(diag::TpuZone::sovereign(zone.getLoc(), name), zones);
    return false;
  }
  auto make = isAwsZone(name) || isAwsRegion(name) ? diag::TpuZone::aws
                                                   : diag::TpuZone::unknown;
  Report report = cite(make(zone.getLoc(), name), zones);
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    report.help("did you mean `" + near->word + "`?")
        .fix(/*safe=*/false, "write `" + near->word + "`", zone.getLocation(),
             near->word);
  return false;
}

void CheckTpuZones::checkOffer(ValueAttr zone, PoolOp slice,
                               const TpuGenerations::Row &generation) {
  ValueAttr type = slice.getAcceleratorTypeAttr();
  const TpuZones &zones = tables().tpuZones;
  llvm::SmallVector<const TpuZones::Row *> offers;
  for (const TpuZones::Row &row : zones.withAccelerator(generation.typeName))
    offers.push_back(&row);
  if (*type.getString() != generation.typeName) {
    for (const TpuZones::Row &row : zones.withAccelerator(*type.getString()))
      offers.push_back(&row);
  }
  StringRef name = *zone.getString();
  bool offered = llvm::any_of(
      offers, [&](const TpuZones::Row *row) { return row->zone == name; });
  // Where the tables name no zone, they are not complete.
  if (offered || offers.empty())
    return;
  llvm::SmallVector<StringRef> documented;
  for (const TpuZones::Row *row : offers) {
    if (row->availability == TpuZones::Availability::Documented ||
        row->availability == TpuZones::Availability::Listed)
      documented.push_back(row->zone);
  }
  Report report = cite(
      diag::TpuZone::notOffered(zone.getLoc(), name, type.getText()), zones);
  report.note(type.getLoc(), "asks for " + type.getText());
  if (!documented.empty())
    report.help(type.getText() + " is in " +
                formatList(documented, "and", documented.size()));
  if (documented.size() == 1)
    report.fix(/*safe=*/false, "use the zone " + documented.front(),
               zone.getLocation(), documented.front());
}

void CheckTpuZones::check(TrainingOp training) {
  ValueAttr zone = training.getZoneAttr();
  if (!knownString(zone) || !checkName(zone))
    return;
  PoolOp slice = sliceOf(training);
  if (const TpuGenerations::Row *generation = generationOf(slice, tables()))
    checkOffer(zone, slice, *generation);
}

Check job::checkTpuZones() { return Check::of<CheckTpuZones>(); }
