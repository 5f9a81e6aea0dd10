//===- Resources.cpp - What a script makes, uses and deletes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Resources.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Messages/Machines.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using job::knownString;
using job::ValueAttr;

static constexpr llvm::StringLiteral Template =
    "gcloud compute instance-templates";
static constexpr llvm::StringLiteral Tpu = "gcloud compute tpus";

/// True for a command that deletes what others make.
static bool isDeletion(const Command &command) {
  return command.row->name.ends_with(" delete");
}

/// The command without its last word; TPU VMs and TPU Nodes have names of one
/// kind.
static StringRef kindOf(const Command &command) {
  StringRef kind = command.row->name.rsplit(' ').first;
  kind.consume_back(" tpu-vm");
  return kind;
}

//===----------------------------------------------------------------------===//
// What a script does
//===----------------------------------------------------------------------===//

void Resources::Kind::make(const Resource &resource) {
  std::optional<StringRef> name = knownString(resource.name);
  hasOpenName |= !name;
  hasOtherNames |= !name || resource.isRepeated || job::isExampleName(*name);
  if (name)
    madeByName[*name].push_back(made.size());
  made.push_back(resource);
}

/// A resource of a region has no zone.
static ValueAttr zoneOf(const Command &command, const ScriptContext &script,
                        const Settings &settings) {
  if (ValueAttr zone = script.text(command, "zone"))
    return zone;
  if (command.unknownWords || command.find("region") || command.find("zones"))
    return {};
  return script.text(settings.lookup("compute/zone"));
}

/// A queued resource is one thing, and the TPU that it becomes another.
void Resources::addNode(const Command &command, const ScriptContext &script,
                        ValueAttr zone) {
  bool isQueued = command.row->argument == "QUEUED_RESOURCE";
  if (!isQueued)
    return;
  ValueAttr name = script.text(command, "nodeId");
  if (!name)
    name = script.unknown(command.row->name, command.nameRange);
  kinds[Tpu].make({name, zone, command.range.begin, command.isRepeated});
}

/// Compute Engine has more types than the table, so that only one which is
/// nearly that of a family of the table is no type.
static void checkMachineType(const Command &command,
                             const ScriptContext &script) {
  const MachineTypes &machines = script.tables().machineTypes;
  ValueAttr type = script.text(command, "machineType");
  std::optional<StringRef> name = knownString(type);
  if (!name || machines.find(*name) || name->contains("custom"))
    return;
  StringRef family = name->split('-').first;
  llvm::SmallVector<StringRef> names;
  for (const MachineTypes::Row &row : machines.rows) {
    if (row.kind == MachineTypes::Kind::ComputeEngine && row.family == family)
      names.push_back(row.name);
  }
  std::optional<NearMatch> near = findNearMatch(*name, names);
  if (!near)
    return;
  diag::UnknownMachineType::unknown(type.getLoc(), *name)
      .table(machines.info.name, machines.info.asOf)
      .help("did you mean `" + near->word + "`?")
      .fix(/*safe=*/false, "write `" + near->word + "`", type.getLocation(),
           near->word);
}

void Resources::add(const Command &command, const ScriptContext &script,
                    const Settings &settings) {
  checkMachineType(command, script);
  bool deletes = isDeletion(command);
  StringRef name = command.row->name;
  bool isResource = command.argument &&
                    (deletes || name.ends_with(" create")) &&
                    name.starts_with("gcloud compute ");
  if (!isResource)
    return;
  ValueAttr zone = zoneOf(command, script, settings);
  Kind &kind = kinds[kindOf(command)];
  auto add = [&](const shell::Word *word) {
    Resource resource{script.word(word), zone, command.range.begin,
                      command.isRepeated};
    if (deletes)
      kind.deleted.push_back(resource);
    else
      kind.make(resource);
  };
  add(command.argument);
  if (deletes) {
    llvm::for_each(command.moreArguments, add);
    return;
  }
  addNode(command, script, zone);
  if (ValueAttr used = script.text(command, "template"))
    usedTemplates.push_back(used);
}

void Resources::addUncertain(const Resources &other) {
  for (const auto &[name, kind] : other.kinds)
    if (!kind.made.empty())
      kinds[name].hasOpenName = kinds[name].hasOtherNames = true;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void Resources::checkTemplate(ValueAttr used) const {
  const auto *found = kinds.find(Template);
  std::optional<StringRef> wanted = knownString(used);
  if (found == kinds.end() || found->second.made.empty() || !wanted)
    return;
  // It may be written with its project.
  StringRef name = wanted->substr(wanted->rfind('/') + 1);
  const Kind &templates = found->second;
  if (templates.hasOtherNames || templates.madeByName.contains(name) ||
      job::isExampleName(name))
    return;
  const Resource &made = templates.made.front();
  StringRef other = *knownString(made.name);
  Report report =
      diag::ResourceMismatch::otherTemplate(used.getLoc(), name, other);
  report.note(made.name.getLoc(), "the template is made here");
  if (templates.made.size() == 1)
    report.fix(/*safe=*/false, "use `" + other + "`", used.getLocation(),
               other);
}

void Resources::checkZone(const Resource &deleted,
                          llvm::ArrayRef<const Resource *> made) const {
  std::optional<StringRef> zone = knownString(deleted.zone);
  if (!zone)
    return;
  for (const Resource *resource : made) {
    std::optional<StringRef> other = knownString(resource->zone);
    if (!other || *other == *zone)
      return;
  }
  const Resource &first = *made.front();
  StringRef other = *knownString(first.zone);
  diag::ResourceMismatch::zone(deleted.zone.getLoc(),
                               *knownString(deleted.name), *zone, other)
      .note(first.zone.getLoc(), "made here, it goes on costing money")
      .fix(/*safe=*/false, "use the zone in which it is made",
           deleted.zone.getLocation(), other);
}

/// A script that makes one thing and deletes another one below leaves it there.
/// What it deletes of several may be any.
void Resources::checkName(const Kind &kind, const Resource &deleted) const {
  if (kind.made.size() != 1 || kind.deleted.size() != 1)
    return;
  const Resource &made = kind.made.front();
  std::optional<StringRef> other = knownString(made.name);
  StringRef name = *knownString(deleted.name);
  bool isCertain = other && !made.isRepeated && !deleted.isRepeated &&
                   made.place < deleted.place && !job::isExampleName(*other) &&
                   !job::isExampleName(name);
  if (!isCertain)
    return;
  diag::ResourceMismatch::name(deleted.name.getLoc(), name, *other)
      .note(made.name.getLoc(), "made here, it goes on costing money")
      .fix(/*safe=*/false, "delete `" + *other + "`",
           deleted.name.getLocation(), *other);
}

void Resources::checkDeletion(const Kind &kind, const Resource &deleted) const {
  std::optional<StringRef> name = knownString(deleted.name);
  if (!name || kind.hasOpenName)
    return;
  llvm::SmallVector<const Resource *> same;
  auto found = kind.madeByName.find(*name);
  if (found != kind.madeByName.end()) {
    for (unsigned number : found->second) {
      if (kind.made[number].place < deleted.place)
        same.push_back(&kind.made[number]);
    }
  }
  if (same.empty())
    checkName(kind, deleted);
  else
    checkZone(deleted, same);
}

void Resources::check() const {
  llvm::for_each(usedTemplates, [&](ValueAttr used) { checkTemplate(used); });
  for (const auto &[name, kind] : kinds) {
    if (kind.made.empty())
      continue;
    for (const Resource &deleted : kind.deleted)
      checkDeletion(kind, deleted);
  }
}
