//===- ValueInfo.cpp - What the tables say of a value ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/ValueInfo.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Dialect/Job/Checks/Placement.h"
#include "Dialect/Job/Checks/ValueChoices.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace {

/// Collects what the tables say of one value.
class Describer {
public:
  Describer(mlir::Operation *op, const CheckContext &context)
      : training(jobOf(op)), context(context), tables(*context.tables),
        platform(tablesOf(training, tables)) {}

  std::optional<ValueInfo> describe(StringRef field, StringRef value);

private:
  bool describeMachine(StringRef name);
  bool describeAccelerator(StringRef name);
  bool describeTpuType(StringRef name);
  bool describeNodeTpu(StringRef name);
  bool describeRegion(StringRef name);
  bool describeZone(StringRef name);
  bool describeRuntime(StringRef name);
  bool describeTpuSoftware(StringRef name);
  void addRegionsOf(const Accelerators::Row &accelerator);

  void say(std::string sentence) {
    info.details.push_back(std::move(sentence));
  }
  template <typename Table>
  void cite(const Table &table) {
    info.tables.push_back(table.info);
  }
  bool sharesTables() {
    return training.getPlatform() == Platform::AIPlatform ||
           training.getPlatform() == Platform::VertexAI;
  }

  TrainingOp training;
  const CheckContext &context;
  const Tables &tables;
  PlatformTables platform;
  ValueInfo info;
};

} // namespace

static std::string all(llvm::ArrayRef<StringRef> names) {
  return formatList(names, "and", names.size());
}

/// The regions that offer an accelerator, and its zones in that of the job.
void Describer::addRegionsOf(const Accelerators::Row &accelerator) {
  llvm::SmallVector<StringRef> regions;
  for (const auto &row : platform.regions.rows) {
    AcceleratorNeed need{&accelerator, accelerator.kind, {}};
    if (context.holdsSince(row.since) &&
        offerOf(need, row.region, platform, context) == Offer::Yes)
      regions.push_back(row.region);
  }
  if (!regions.empty()) {
    say("offered in " + all(regions));
    cite(platform.offers);
  }
  std::optional<StringRef> region = knownString(training.getRegionAttr());
  Zones zones;
  if (region)
    zones = zonesOf(accelerator, *region, platform);
  if (!zones.known)
    return;
  say("in " + region->str() + " it is in " + all(zones.names));
  if (zones.dated2020)
    cite(tables.acceleratorZones2020);
  else
    cite(tables.acceleratorZones);
}

bool Describer::describeMachine(StringRef name) {
  const MachineTypes::Row *row = tables.machineTypes.find(name);
  if (!row)
    return false;
  llvm::SmallVector<std::string> parts;
  if (row->vcpus)
    parts.push_back(formatNumber(*row->vcpus) +
                    (*row->vcpus == 1 ? " vCPU" : " vCPUs"));
  if (row->memoryGb)
    parts.push_back(formatNumber(*row->memoryGb) + " GB");
  const Accelerators::Row *contained =
      tables.accelerators.find(row->accelerator);
  if (contained && row->acceleratorCount)
    parts.push_back(formatNumber(*row->acceleratorCount) + " x " +
                    contained->name.str());
  info.summary = llvm::join(parts, ", ");
  cite(tables.machineTypes);
  if (!row->equivalent.empty())
    say("a Compute Engine type like it is " + row->equivalent.str());
  if (!sharesTables())
    return true;
  if (!platform.has(*row))
    say((platform.service + " does not list it").str());
  llvm::SmallVector<std::string> offers;
  for (const auto &count : platform.counts.withMachineType(name))
    offers.push_back(formatNumbers(count.counts, "or") + " x " +
                     count.accelerator.str());
  if (!offers.empty()) {
    say("takes " + formatList(offers, "or", offers.size()));
    cite(platform.counts);
  }
  if (contained)
    addRegionsOf(*contained);
  return true;
}

bool Describer::describeAccelerator(StringRef name) {
  const Accelerators::Row *row = tables.accelerators.find(name);
  if (!row) {
    // Flags and labels have names of their own.
    const auto *found =
        llvm::find_if(tables.accelerators.rows, [&](const auto &candidate) {
          return candidate.flagName == name;
        });
    row = found == tables.accelerators.rows.end() ? nullptr : found;
  }
  if (!row)
    return false;
  info.summary = row->kind == Accelerators::Kind::Gpu ? "GPU" : "TPU";
  if (row->memoryGb)
    info.summary += " with " + formatNumber(*row->memoryGb) + " GB";
  cite(tables.accelerators);
  if (training.getPlatform() == Platform::GKE) {
    if (const GkeGpus::Row *nodes = tables.gkeGpus.find(row->name)) {
      say("nodes are " + nodes->family.str() + " machines with " +
          formatNumbers(nodes->counts, "or") + " GPUs");
      cite(tables.gkeGpus);
    }
    return true;
  }
  llvm::SmallVector<std::string> machines;
  for (const auto &count : platform.counts.rows) {
    if (count.accelerator == row->name)
      machines.push_back(formatNumbers(count.counts, "or") + " on " +
                         count.machineType.str());
  }
  if (!machines.empty()) {
    say("offered: " + formatList(machines, "and", machines.size()));
    cite(platform.counts);
  }
  addRegionsOf(*row);
  return true;
}

bool Describer::describeTpuType(StringRef name) {
  const TpuTypes::Row *row = tables.tpuTypes.find(name);
  if (!row)
    return false;
  info.summary = "TPU " + row->generation.str() + ": " +
                 pluralize(row->cores, "core") + ", " +
                 pluralize(row->chips, "chip");
  if (!row->topology.empty())
    info.summary += ", " + row->topology.str();
  if (!row->hosts.empty())
    info.summary += ", " + formatNumbers(row->hosts, "or") +
                    (row->hosts.back() == 1 ? " host" : " hosts");
  cite(tables.tpuTypes);
  llvm::SmallVector<StringRef> zones;
  for (const auto &zone : tables.tpuZones.withAccelerator(name))
    zones.push_back(zone.zone);
  if (zones.empty())
    return true;
  say("offered in " + all(zones));
  cite(tables.tpuZones);
  return true;
}

bool Describer::describeNodeTpu(StringRef name) {
  const GkeTpuAccelerators::Row *row = tables.gkeTpuAccelerators.find(name);
  if (!row)
    return false;
  info.summary = "TPU " + row->generation.str();
  cite(tables.gkeTpuAccelerators);
  std::string topologies = describeTopologies(*row, tables);
  if (!topologies.empty()) {
    say("topologies: " + topologies);
    cite(tables.gkeTpuTopologies);
  }
  return true;
}

bool Describer::describeRegion(StringRef name) {
  if (!platform.regions.find(name))
    return false;
  cite(platform.regions);
  llvm::SmallVector<StringRef> names;
  for (const auto &row : platform.offers.withRegion(name)) {
    const auto *accelerator = tables.accelerators.find(row.accelerator);
    AcceleratorNeed need{accelerator, accelerator->kind, {}};
    if (offerOf(need, name, platform, context) == Offer::Yes)
      names.push_back(row.accelerator);
  }
  info.summary = "region of " + platform.service.str();
  say(names.empty() ? "no accelerators" : "accelerators: " + all(names));
  cite(platform.offers);
  return true;
}

bool Describer::describeZone(StringRef name) {
  llvm::SmallVector<StringRef> types;
  for (const TpuZones::Row &row : tables.tpuZones.rows) {
    if (row.zone == name)
      types.push_back(row.accelerator);
  }
  if (types.empty())
    return false;
  info.summary = "zone with TPUs";
  say("TPUs: " + all(types));
  cite(tables.tpuZones);
  return true;
}

bool Describer::describeRuntime(StringRef name) {
  const auto *row = tables.aiPlatformRuntimeVersions.find(name);
  if (!row)
    return false;
  info.summary = row->tensorflow.empty()
                     ? "runtime version"
                     : "TensorFlow " + row->tensorflow.str();
  if (row->released)
    say("released on " + formatDate(*row->released));
  if (row->retired && context.holdsSince(row->retiredSince))
    say(row->retiredSince ? "retired since " + formatDate(*row->retiredSince)
                          : "retired");
  if (row->tpu && context.holdsSince(row->tpuSince))
    say("supports TPUs");
  cite(tables.aiPlatformRuntimeVersions);
  return true;
}

bool Describer::describeTpuSoftware(StringRef name) {
  const TpuSoftwareVersions::Row *row = tables.tpuSoftwareVersions.find(name);
  if (!row)
    return false;
  info.summary = row->framework.str();
  if (!row->frameworkVersion.empty())
    info.summary += " " + row->frameworkVersion.str();
  llvm::SmallVector<StringRef> generations;
  for (const auto &other : tables.tpuSoftwareGenerations.rows) {
    if (other.version == name)
      generations.push_back(other.generation);
  }
  if (!generations.empty())
    say("for TPU " + all(generations));
  cite(tables.tpuSoftwareVersions);
  return true;
}

std::optional<ValueInfo> Describer::describe(StringRef field, StringRef value) {
  bool isTpu = training.getPlatform() == Platform::CloudTPU;
  bool known = false;
  if (field == "machine_type")
    known = describeMachine(value);
  else if (field == "accelerator_type")
    known = isTpu ? describeTpuType(value)
                  : describeNodeTpu(value) || describeAccelerator(value);
  else if (field == "region")
    known = describeRegion(value);
  else if (field == "zone")
    known = describeZone(value);
  else if (field == "runtime_version")
    known = isTpu ? describeTpuSoftware(value) : describeRuntime(value);
  else if (field == "tpu_tf_version")
    known = describeRuntime(value);
  return known ? std::optional(std::move(info)) : std::nullopt;
}

std::optional<ValueInfo> job::infoOfValue(mlir::Operation *op, StringRef field,
                                          ValueAttr value,
                                          const CheckContext &context) {
  std::optional<StringRef> text = knownString(value);
  if (!text || !jobOf(op))
    return std::nullopt;
  return Describer(op, context).describe(field, *text);
}
