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

void CloudTpu::add(Command command, const ScriptContext &script,
                   const Settings &settings) {
  ValueAttr zone = script.text(settings.lookup("compute/zone"));
  StringRef name = command.row->name;
  if (name.starts_with("gcloud compute tpus ") && name.ends_with(" create"))
    tpus.push_back({std::move(command), &script, zone});
  else if (name == "gcloud compute instance-templates create")
    templates.push_back({std::move(command), &script, {}});
  else if (name == "gcloud compute instance-groups managed create")
    groups.push_back({std::move(command), &script, zone});
  else if (name == "gcloud compute instance-groups managed resize")
    resizes.push_back({std::move(command), &script, {}});
  else if (name == "python -m torch_xla.distributed.xla_dist")
    launches.push_back({std::move(command), &script,
                        script.text(settings.lookup(CondaEnvironment))});
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A field of a command, or what may stand for it; null if nothing does.
static ValueAttr fieldOf(const Command &command, const ScriptContext &script,
                         StringRef name) {
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

static ValueAttr zoneOf(const Command &command, const ScriptContext &script,
                        ValueAttr defaultZone) {
  if (ValueAttr zone = fieldOf(command, script, "zone"))
    return zone;
  // A group of a region has no zone.
  bool isRegional = command.find("region") || command.find("zones");
  return isRegional ? ValueAttr() : defaultZone;
}

/// The name of the TPU; a queued resource has one of its own.
static ValueAttr nameOf(const Command &tpu, const ScriptContext &script) {
  if (ValueAttr name = script.text(tpu, "nodeId"))
    return name;
  return isQueued(tpu) ? ValueAttr() : script.argument(tpu);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The accelerator type or, beside a topology, the generation. What is not said
/// completely has a finding of its own, and is not known.
static ValueAttr acceleratorOf(const Command &command,
                               const ScriptContext &script) {
  const Flag *type = command.find("type");
  const Flag *topology = command.find("topology");
  if (type && topology)
    return fieldOf(command, script, "type");
  if (const Flag *alone = type ? type : topology)
    return script.unknown(alone->name, alone->nameRange);
  if (ValueAttr accelerator = fieldOf(command, script, "acceleratorType"))
    return accelerator;
  return isQueued(command)
             ? script.unknown(command.row->name, command.nameRange)
             : ValueAttr();
}

static void importSlice(const Command &command, const ScriptContext &script,
                        mlir::OpBuilder &builder) {
  OpFields<PoolOp> pool(builder, script.at(command.nameRange));
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), Role::Worker));
  pool.set(PoolOp::getPoolNameAttrName, nameOf(command, script));
  pool.set(PoolOp::getReplicasAttrName, script.integer(command, "nodeCount"));
  pool.set(PoolOp::getAcceleratorTypeAttrName, acceleratorOf(command, script));
  pool.set(PoolOp::getTpuTopologyAttrName, script.text(command, "topology"));
  pool.create();
}

/// The VMs of the one group that the script makes. Which of several feeds the
/// TPU nobody can tell.
void CloudTpu::importHosts(mlir::OpBuilder &builder) {
  if (groups.size() != 1 || groups.front().command.isRepeated)
    return;
  const Step &group = groups.front();
  const ScriptContext &script = *group.script;
  const Step &sized = resizes.empty() ? group : resizes.back();
  OpFields<PoolOp> pool(builder, script.at(group.command.nameRange));
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), Role::Host));
  pool.set(PoolOp::getPoolNameAttrName, script.argument(group.command));
  pool.set(PoolOp::getReplicasAttrName,
           sized.script->integer(sized.command, "size"));
  pool.set(PoolOp::getZoneAttrName,
           zoneOf(group.command, script, group.setting));
  if (templates.size() == 1) {
    const auto &[machine, of, setting] = templates.front();
    pool.set(PoolOp::getMachineTypeAttrName, of->text(machine, "machineType"));
    pool.set(PoolOp::getImageAttrName, of->text(machine, "image"));
  }
  pool.create();
}

static void importLaunch(const Command &command, const ScriptContext &script,
                         ValueAttr environment, mlir::OpBuilder &builder) {
  OpFields<LaunchOp> launch(builder, script.at(command.nameRange));
  launch.set(LaunchOp::getTpuAttrName, script.text(command, "tpu"));
  launch.set(LaunchOp::getCondaEnvironmentAttrName,
             script.text(command, "condaEnvironment"));
  launch.set(LaunchOp::getImageAttrName, script.text(command, "dockerImage"));
  launch.set(LaunchOp::getActivatedAttrName, environment);
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
bool CloudTpu::isLaunchedOn(const Step &launch, const Step &tpu) const {
  if (tpus.size() == 1)
    return true;
  std::optional<StringRef> wanted =
      knownString(launch.script->text(launch.command, "tpu"));
  return wanted && wanted == knownString(nameOf(tpu.command, *tpu.script));
}

void CloudTpu::importTpu(const Step &tpu, mlir::OpBuilder &builder) {
  const Command &command = tpu.command;
  const ScriptContext &script = *tpu.script;
  mlir::MLIRContext *context = builder.getContext();
  mlir::Location location = script.at(command.nameRange);
  auto constant = [&](mlir::Attribute data) {
    return ValueAttr::get(context, data, true, location);
  };
  OpFields<TrainingOp> op(builder, location);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(context, Platform::CloudTPU));
  op.set(TrainingOp::getZoneAttrName, zoneOf(command, script, tpu.setting));
  op.set(TrainingOp::getRuntimeVersionAttrName,
         fieldOf(command, script, "version"));
  op.set(TrainingOp::getTpuArchitectureAttrName,
         constant(builder.getStringAttr(isNode(command) ? "node" : "vm")));
  op.set(TrainingOp::getAddressRangeAttrName, script.text(command, "range"));
  op.set(TrainingOp::getFromFlagsAttrName, constant(builder.getBoolAttr(true)));

  mlir::Block *body = op.addBody();
  op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importSlice(command, script, builder);
  if (&tpu == onlyNode)
    importHosts(builder);
  for (const Step &launch : launches) {
    if (isLaunchedOn(launch, tpu))
      importLaunch(launch.command, *launch.script, launch.setting, builder);
  }
}

void CloudTpu::import(mlir::OpBuilder &builder) {
  size_t nodes = 0;
  for (const Step &tpu : tpus) {
    if (!isNode(tpu.command))
      continue;
    nodes += tpu.command.isRepeated ? 2 : 1;
    onlyNode = nodes == 1 ? &tpu : nullptr;
  }
  for (const Step &tpu : tpus)
    importTpu(tpu, builder);
}
