//===- CheckPlacement.cpp - One zone has all that the job uses ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Placement.h"
#include "Diagnostics/Messages/Tpu.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/Placement.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "Tables/ForeignPlaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKPLACEMENT
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckPlacement
    : CheckPass<CheckPlacement, job::impl::CheckPlacementBase<CheckPlacement>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) {
    return platform == Platform::AIPlatform || platform == Platform::VertexAI;
  }
  void check(TrainingOp training);

private:
  llvm::SmallVector<StringRef> regionNames();
  bool checkRegion(ValueAttr region);
  void checkOffers(ValueAttr region, ArrayRef<AcceleratorNeed> needs);
  void checkUnlisted(ValueAttr region, ArrayRef<AcceleratorNeed> needs);
  void checkNoAccelerators(ValueAttr region, ArrayRef<AcceleratorNeed> needs);
  void reportOffer(ValueAttr region, Offer offer,
                   ArrayRef<AcceleratorNeed> asking,
                   ArrayRef<AcceleratorNeed> needs);
  bool offersTpus(StringRef region);
  void checkZones(ValueAttr region, ArrayRef<AcceleratorNeed> needs);
  void noteAbsence(TrainingOp training, ArrayRef<AcceleratorNeed> needs);
  void proposeRegion(Report &report, ValueAttr region,
                     ArrayRef<AcceleratorNeed> needs,
                     StringRef alternative = "");
  std::string oneForAll(StringRef region, ArrayRef<AcceleratorNeed> needs);
  const PlatformTables &platform() const { return *platformTables; }

  /// Those of the job that is checked.
  std::optional<PlatformTables> platformTables;
};
} // namespace

/// "NVIDIA_TESLA_T4", "a GPU" or "a TPU".
static StringRef nameOf(const AcceleratorNeed &need) {
  if (need.accelerator)
    return need.accelerator->name;
  return need.kind == Accelerators::Kind::Gpu ? "a GPU" : "a TPU";
}

/// The different accelerators of a job, each once.
static llvm::SmallVector<std::string> namesOf(ArrayRef<AcceleratorNeed> needs) {
  llvm::SmallVector<std::string> names;
  for (const AcceleratorNeed &need : needs) {
    std::string name = nameOf(need).str();
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  return names;
}

/// `us-central1` of `us-central1-a`, if the text has that form.
static StringRef regionOfZone(StringRef text) {
  auto [region, letter] = text.rsplit('-');
  return letter.size() == 1 && llvm::isAlpha(letter[0]) ? region : StringRef();
}

/// Says where the whole job fits, and proposes the region that is nearest.
/// `alternative` is another way to make it fit, or empty.
void CheckPlacement::proposeRegion(Report &report, ValueAttr region,
                                   ArrayRef<AcceleratorNeed> needs,
                                   StringRef alternative) {
  FittingRegions fitting = fittingRegions(needs, platform(), *context);
  if (!fitting.unknown.empty())
    return;
  if (fitting.regions.empty()) {
    report.help("no region in the tables fits the whole job" + alternative);
    return;
  }
  report.help("the whole job fits in " +
              formatList(fitting.regions, "and", fitting.regions.size()) +
              alternative);
  StringRef nearest = nearestRegion(*region.getString(), fitting.regions);
  if (!nearest.empty())
    report.fix(/*safe=*/false, "use the region " + nearest,
               region.getLocation(), nearest);
}

/// A GPU of the job that would do for all of it in the region.
std::string CheckPlacement::oneForAll(StringRef region,
                                      ArrayRef<AcceleratorNeed> needs) {
  for (const AcceleratorNeed *need : distinctGpus(needs)) {
    Zones zones = zonesOf(*need->accelerator, region, platform());
    if (zones.known)
      return "; with " + need->accelerator->name.str() + " alone it fits in " +
             formatList(zones.names, "and");
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// The regions in which the service runs on the day of the check.
llvm::SmallVector<StringRef> CheckPlacement::regionNames() {
  llvm::SmallVector<StringRef> names;
  for (const auto &row : platform().regions.rows) {
    if (context->holdsSince(row.since))
      names.push_back(row.region);
  }
  return names;
}

/// True if the service runs in the region.
bool CheckPlacement::checkRegion(ValueAttr region) {
  StringRef name = *region.getString();
  const AiPlatformRegions &regions = platform().regions;
  const auto *found = regions.find(name);
  if (found && context->holdsSince(found->since))
    return true;
  llvm::SmallVector<StringRef> names = regionNames();
  std::string all = formatList(names, "and", names.size());
  if (found) {
    cite(diag::UnknownRegion::notYet(region.getLoc(), name, platform().service,
                                     formatDate(*found->since)),
         regions)
        .help("the regions are " + all);
    return false;
  }
  StringRef ofZone = regionOfZone(name);
  if (tables().regions.find(ofZone)) {
    Report report =
        cite(diag::UnknownRegion::zone(region.getLoc(), name), regions);
    if (llvm::is_contained(names, ofZone))
      report.fix(/*safe=*/false, "use the region " + ofZone,
                 region.getLocation(), ofZone);
    else
      report.help("the service runs in " + all);
    return false;
  }
  if (tables().regions.find(name)) {
    cite(diag::UnknownRegion::notListed(region.getLoc(), name,
                                        platform().service),
         regions)
        .help("it is a region of Google Cloud; the service runs in " + all);
    return false;
  }
  if (isSovereign(name)) {
    cite(diag::UnknownRegion::sovereign(region.getLoc(), name), regions);
    return false;
  }
  auto make = isAwsRegion(name) ? diag::UnknownRegion::aws
                                : diag::UnknownRegion::unknown;
  Report report =
      cite(make(region.getLoc(), name, platform().service), regions);
  std::optional<NearMatch> near = findNearMatch(name, names);
  if (near)
    report.fix(/*safe=*/false, "write `" + near->word + "`",
               region.getLocation(), near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the regions are " + all);
  return false;
}

/// A file without a region is fine, but nobody has checked where it goes.
void CheckPlacement::noteAbsence(TrainingOp training,
                                 ArrayRef<AcceleratorNeed> needs) {
  const AiPlatformRegions &regions = platform().regions;
  mlir::Location location = training.getLoc();
  if (needs.empty()) {
    // Files of Vertex AI have no place for a region, so that this would be said
    // of all.
    if (platform().isVertex())
      return;
    cite(diag::RegionNotGiven::fitsAll(location, regionNames().size()),
         regions);
    return;
  }
  FittingRegions fitting = fittingRegions(needs, platform(), *context);
  if (!fitting.unknown.empty())
    cite(diag::RegionNotGiven::unknown(location,
                                       formatList(fitting.unknown, "and")),
         platform().offers);
  else if (fitting.regions.empty())
    cite(diag::RegionNotGiven::fitsNowhere(location), platform().offers);
  else
    cite(diag::RegionNotGiven::fits(
             location,
             formatList(fitting.regions, "and", fitting.regions.size())),
         platform().offers);
}

//===----------------------------------------------------------------------===//
// Accelerators in the region
//===----------------------------------------------------------------------===//

void CheckPlacement::checkNoAccelerators(ValueAttr region,
                                         ArrayRef<AcceleratorNeed> needs) {
  llvm::SmallVector<AcceleratorNeed> gpus;
  llvm::copy_if(needs, std::back_inserter(gpus), [](const auto &need) {
    return need.kind == Accelerators::Kind::Gpu;
  });
  if (gpus.empty())
    return;
  Report report = cite(
      diag::RegionWithoutAccelerators::none(region.getLoc(), region.getText(),
                                            formatList(namesOf(gpus), "and")),
      platform().offers);
  for (const AcceleratorNeed &need : gpus)
    report.note(need.askedBy.getLoc(), "asks for " + nameOf(need));
  proposeRegion(report, region, needs);
}

/// Reports an accelerator that the region does not offer. `asking` are the
/// needs for it.
void CheckPlacement::reportOffer(ValueAttr region, Offer offer,
                                 ArrayRef<AcceleratorNeed> asking,
                                 ArrayRef<AcceleratorNeed> needs) {
  StringRef name = *region.getString();
  mlir::Location location = region.getLoc();
  const AcceleratorNeed &first = asking.front();
  Report report = [&] {
    if (offer == Offer::Disputed)
      return diag::AcceleratorNotInRegion::disputed(location, name,
                                                    nameOf(first));
    if (first.kind == Accelerators::Kind::Gpu)
      return diag::AcceleratorNotInRegion::notOffered(location, name,
                                                      nameOf(first));
    if (offersTpus(name))
      return diag::TpuRegion::type(location, name, nameOf(first));
    return diag::TpuRegion::none(location, name);
  }();
  for (const AcceleratorNeed &need : asking)
    report.note(need.askedBy.getLoc(), "asks for " + nameOf(need));
  proposeRegion(report, region, needs);
  cite(report, platform().offers);
}

bool CheckPlacement::offersTpus(StringRef region) {
  AcceleratorNeed any{nullptr, Accelerators::Kind::Tpu, {}};
  return offerOf(any, region, platform(), *context) != Offer::No;
}

void CheckPlacement::checkOffers(ValueAttr region,
                                 ArrayRef<AcceleratorNeed> needs) {
  StringRef name = *region.getString();
  bool none = !hasAccelerators(name, platform());
  if (none)
    checkNoAccelerators(region, needs);

  // One finding for each type, and one for all of a kind where there are none.
  llvm::MapVector<StringRef, llvm::SmallVector<AcceleratorNeed>> groups;
  for (const AcceleratorNeed &need : needs) {
    if (need.kind == Accelerators::Kind::Tpu && !offersTpus(name))
      groups["TPU"].push_back(need);
    else if (!none)
      groups[nameOf(need)].push_back(need);
  }
  for (const auto &[group, asking] : groups) {
    Offer offer = offerOf(asking.front(), name, platform(), *context);
    if (offer == Offer::No || offer == Offer::Disputed)
      reportOffer(region, offer, asking, needs);
  }
}

/// Where no list of the service names the region, the zones of Compute Engine
/// tell whether there can be any.
void CheckPlacement::checkUnlisted(ValueAttr region,
                                   ArrayRef<AcceleratorNeed> needs) {
  StringRef name = *region.getString();
  for (const AcceleratorNeed *need : distinctGpus(needs)) {
    const Accelerators::Row &accelerator = *need->accelerator;
    auto zones = tables().acceleratorZones.withAccelerator(accelerator.name);
    bool isElsewhere =
        offerOf(*need, name, platform(), *context) == Offer::Unknown &&
        accelerator.zonesComplete && !zones.empty() &&
        llvm::none_of(zones,
                      [&](const auto &row) { return row.region == name; });
    if (!isElsewhere)
      continue;
    llvm::SmallVector<StringRef> regions;
    for (const auto &row : zones) {
      if (!llvm::is_contained(regions, row.region))
        regions.push_back(row.region);
    }
    cite(diag::AcceleratorNotInRegion::noZone(region.getLoc(), name,
                                              accelerator.name),
         tables().acceleratorZones)
        .note(need->askedBy.getLoc(), "asks for " + accelerator.name)
        .help("zones with it are in " +
              formatList(regions, "and", regions.size()));
  }
}

//===----------------------------------------------------------------------===//
// Zones
//===----------------------------------------------------------------------===//

void CheckPlacement::checkZones(ValueAttr region,
                                ArrayRef<AcceleratorNeed> all) {
  StringRef name = *region.getString();
  // What the region does not offer has a finding already.
  llvm::SmallVector<AcceleratorNeed> needs;
  llvm::copy_if(all, std::back_inserter(needs), [&](const auto &need) {
    return offerOf(need, name, platform(), *context) != Offer::No;
  });
  bool later = false;
  if (!lacksCommonZone(needs, name, platform(), later))
    return;
  llvm::SmallVector<std::string> names;
  for (const AcceleratorNeed *need : distinctGpus(needs))
    names.push_back(need->accelerator->name.str());
  std::string gpus = formatList(names, "and");
  Report report =
      later ? diag::NoCommonZone::noneLater(region.getLoc(), name, gpus)
            : diag::NoCommonZone::none(region.getLoc(), name, gpus);
  for (const AcceleratorNeed *need : distinctGpus(needs)) {
    Zones zones = zonesOf(*need->accelerator, name, platform());
    if (zones.known)
      report.note(need->askedBy.getLoc(), need->accelerator->name + " is in " +
                                              formatList(zones.names, "and"));
  }
  proposeRegion(report, region, needs, oneForAll(name, needs));
  if (later)
    cite(report, tables().acceleratorZones);
  else
    cite(report, tables().acceleratorZones2020);
}

void CheckPlacement::check(TrainingOp training) {
  platformTables.emplace(tablesOf(training, tables()));
  bool complete = true;
  llvm::SmallVector<AcceleratorNeed> needs =
      acceleratorsOf(training, tables(), complete);
  ValueAttr region = training.getRegionAttr();
  if (!region) {
    // Where part of the job is not known, nothing can be said to fit.
    if (complete)
      noteAbsence(training, needs);
    return;
  }
  if (!region.getString() || !checkRegion(region))
    return;
  checkOffers(region, needs);
  checkUnlisted(region, needs);
  checkZones(region, needs);
}

Check job::checkPlacement() { return Check::of<CheckPlacement>(); }
