//===- CloudTpu.cpp - TPUs that commands create ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CloudTpu.h"
#include "Frontend/GCloud/ProgramArguments.h"
#include "Frontend/Import/OpFields.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gcloud;
using namespace trainlint::job;

static constexpr llvm::StringLiteral NodeCommand = "gcloud compute tpus create";

static bool isNode(const Command &command) {
  return command.row->name == NodeCommand;
}

static bool isQueued(const Command &command) {
  return command.row->argument == "QUEUED_RESOURCE";
}

void CloudTpu::add(Command command, const Settings &settings) {
  const shell::Word *defaultZone = settings.lookup("compute/zone");
  StringRef name = command.row->name;
  if (name.starts_with("gcloud compute tpus ") && name.ends_with(" create"))
    tpus.push_back({std::move(command), defaultZone});
  else if (name == "gcloud compute instance-templates create")
    templates.push_back(std::move(command));
  else if (name == "gcloud compute instance-groups managed create")
    groups.push_back({std::move(command), defaultZone});
  else if (name == "gcloud compute instance-groups managed resize")
    resizes.push_back(std::move(command));
  else if (name == "python -m torch_xla.distributed.xla_dist")
    launches.push_back({std::move(command), settings.lookup(CondaEnvironment)});
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueAttr CloudTpu::field(const Command &command, StringRef name) const {
  if (ValueAttr value = script.text(command, name))
    return value;
  // Words that are not known may hold the flag, and so may flags that are
  // misspelled or lack their value.
  if (command.unknownWords)
    return script.unknown(command.unknownWords->value,
                          command.unknownWords->range);
  for (const Flag &flag : command.flags) {
    bool isOpen = flag.row ? flag.row->field == name && !flag.word
                           : !isGlobalFlag(flag.name);
    if (isOpen)
      return script.unknown(flag.name, flag.nameRange);
  }
  return {};
}

ValueAttr CloudTpu::zoneOf(const Resource &resource) const {
  if (ValueAttr zone = field(resource.command, "zone"))
    return zone;
  // A group of a region has no zone.
  bool isRegional =
      resource.command.find("region") || resource.command.find("zones");
  return isRegional ? ValueAttr() : script.word(resource.defaultZone);
}

/// The name of the TPU; a queued resource has one of its own.
ValueAttr CloudTpu::nameOf(const Command &tpu) const {
  if (ValueAttr name = script.text(tpu, "nodeId"))
    return name;
  return isQueued(tpu) ? ValueAttr() : script.argument(tpu);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The accelerator type or, beside a topology, the generation. What is not said
/// completely has a finding of its own, and is not known.
ValueAttr CloudTpu::acceleratorOf(const Command &command) const {
  const Flag *type = command.find("type");
  const Flag *topology = command.find("topology");
  if (type && topology)
    return field(command, "type");
  if (const Flag *alone = type ? type : topology)
    return script.unknown(alone->name, alone->nameRange);
  if (ValueAttr accelerator = field(command, "acceleratorType"))
    return accelerator;
  return isQueued(command)
             ? script.unknown(command.row->name, command.nameRange)
             : ValueAttr();
}

void CloudTpu::importSlice(const Command &command, mlir::OpBuilder &builder) {
  OpFields<PoolOp> pool(builder, script.at(command.nameRange));
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), Role::Worker));
  pool.set(PoolOp::getPoolNameAttrName, nameOf(command));
  pool.set(PoolOp::getReplicasAttrName, script.integer(command, "nodeCount"));
  pool.set(PoolOp::getAcceleratorTypeAttrName, acceleratorOf(command));
  pool.set(PoolOp::getTpuTopologyAttrName, script.text(command, "topology"));
  pool.create();
}

/// The VMs of the one group that the script makes. Which of several feeds the
/// TPU nobody can tell.
void CloudTpu::importHosts(mlir::OpBuilder &builder) {
  if (groups.size() != 1 || groups.front().command.isRepeated)
    return;
  const Resource &group = groups.front();
  const Command &sized = resizes.empty() ? group.command : resizes.back();
  OpFields<PoolOp> pool(builder, script.at(group.command.nameRange));
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), Role::Host));
  pool.set(PoolOp::getPoolNameAttrName, script.argument(group.command));
  pool.set(PoolOp::getReplicasAttrName, script.integer(sized, "size"));
  pool.set(PoolOp::getZoneAttrName, zoneOf(group));
  if (templates.size() == 1) {
    const Command &machine = templates.front();
    pool.set(PoolOp::getMachineTypeAttrName,
             script.text(machine, "machineType"));
    pool.set(PoolOp::getImageAttrName, script.text(machine, "image"));
  }
  pool.create();
}

void CloudTpu::importLaunch(const Launch &started, mlir::OpBuilder &builder) {
  const Command &command = started.command;
  OpFields<LaunchOp> launch(builder, script.at(command.nameRange));
  launch.set(LaunchOp::getTpuAttrName, script.text(command, "tpu"));
  launch.set(LaunchOp::getCondaEnvironmentAttrName,
             script.text(command, "condaEnvironment"));
  launch.set(LaunchOp::getImageAttrName, script.text(command, "dockerImage"));
  launch.set(LaunchOp::getActivatedAttrName, script.word(started.environment));
  llvm::SmallVector<mlir::Attribute> words;
  for (const shell::Value &value : programArguments(command, script))
    words.push_back(script.text(value));
  if (!words.empty())
    launch.set(LaunchOp::getCommandAttrName,
               ValueAttr::get(builder.getContext(), builder.getArrayAttr(words),
                              true, script.at(command.separator->range)));
  launch.create();
}

/// True if a program is started on a TPU: it names the TPU, or the script
/// creates no other that it could mean.
bool CloudTpu::isLaunchedOn(const Command &launch, const Resource &tpu) const {
  if (tpus.size() == 1)
    return true;
  std::optional<StringRef> wanted = knownString(script.text(launch, "tpu"));
  return wanted && wanted == knownString(nameOf(tpu.command));
}

void CloudTpu::importTpu(const Resource &tpu, mlir::OpBuilder &builder) {
  const Command &command = tpu.command;
  mlir::MLIRContext *context = builder.getContext();
  mlir::Location location = script.at(command.nameRange);
  auto constant = [&](mlir::Attribute data) {
    return ValueAttr::get(context, data, true, location);
  };
  OpFields<TrainingOp> op(builder, location);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(context, Platform::CloudTPU));
  op.set(TrainingOp::getZoneAttrName, zoneOf(tpu));
  op.set(TrainingOp::getRuntimeVersionAttrName, field(command, "version"));
  op.set(TrainingOp::getTpuArchitectureAttrName,
         constant(builder.getStringAttr(isNode(command) ? "node" : "vm")));
  op.set(TrainingOp::getAddressRangeAttrName, script.text(command, "range"));
  op.set(TrainingOp::getFromFlagsAttrName, constant(builder.getBoolAttr(true)));

  mlir::Block *body = op.addBody();
  op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importSlice(command, builder);
  if (&tpu == onlyNode)
    importHosts(builder);
  for (const Launch &launch : launches) {
    if (isLaunchedOn(launch.command, tpu))
      importLaunch(launch, builder);
  }
}

void CloudTpu::import(mlir::OpBuilder &builder) {
  size_t nodes = 0;
  for (const Resource &tpu : tpus) {
    if (!isNode(tpu.command))
      continue;
    nodes += tpu.command.isRepeated ? 2 : 1;
    onlyNode = nodes == 1 ? &tpu : nullptr;
  }
  for (const Resource &tpu : tpus)
    importTpu(tpu, builder);
}
