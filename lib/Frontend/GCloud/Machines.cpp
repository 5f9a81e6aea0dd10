//===- Machines.cpp - VMs and nodes that commands create ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Machines.h"
#include "Diagnostics/Messages/Slices.h"
#include "Diagnostics/Report.h"
#include "Frontend/GCloud/CheckFlags.h"
#include "Frontend/GCloud/CheckValues.h"
#include "Frontend/GCloud/DictFlag.h"
#include "Frontend/Import/OpFields.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::gcloud;
using namespace trainlint::job;

static constexpr llvm::StringLiteral PolicyCommand =
    "gcloud compute resource-policies create workload-policy";

static bool makesNodes(const Command &command) {
  return command.row->name.starts_with("gcloud container ");
}

static bool makesTemplate(const Command &command) {
  return command.row->name == "gcloud compute instance-templates create";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A word of a closed list, which gcloud takes in letters of either case and
/// with dashes, as the API spells it.
static ValueAttr spelledByApi(ValueAttr value) {
  std::optional<StringRef> text = knownString(value);
  if (!text)
    return value;
  std::string word = text->upper();
  llvm::replace(word, '-', '_');
  mlir::MLIRContext *context = value.getContext();
  return ValueAttr::get(context, mlir::StringAttr::get(context, word), true,
                        value.getLocation());
}

/// What may be named by its address, of which nothing is known then.
static ValueAttr plainName(ValueAttr value) {
  std::optional<StringRef> text = knownString(value);
  if (!text || !text->contains('/'))
    return value;
  return ValueAttr::get(value.getContext(), value.getData(), false,
                        value.getLocation());
}

/// A field of a command, or the words that may hold its flag; null if nothing
/// gives it.
static ValueAttr fieldOrWords(const Command &command,
                              const ScriptContext &script, StringRef field) {
  ValueAttr value = script.text(command, field);
  if (!value && command.unknownWords)
    return script.unknown(command.unknownWords->value,
                          command.unknownWords->range);
  return value;
}

/// The switch that sets a field; null if it is absent or is turned off.
static const Flag *switchOf(const Command &command, StringRef field) {
  const Flag *flag = command.setting(field);
  return flag && !flag->name.starts_with("no-") ? flag : nullptr;
}

/// How the machines are obtained; null if nothing tells.
static ValueAttr provisioningOf(const Command &command,
                                const ScriptContext &script) {
  auto word = [&](StringRef text, const Flag &flag) {
    mlir::MLIRContext *context = script.getContext();
    return ValueAttr::get(context, mlir::StringAttr::get(context, text), true,
                          script.at(flag.nameRange));
  };
  for (StringRef field : {"spot", "preemptible"}) {
    if (const Flag *flag = switchOf(command, field))
      return word("SPOT", *flag);
  }
  if (const Flag *flag = switchOf(command, "flexStart"))
    return word("FLEX_START", *flag);
  if (ValueAttr model =
          spelledByApi(fieldOrWords(command, script, "provisioningModel")))
    return model;
  // Requests wait in a queue.
  const Flag *queued = command.find("enable-queued-provisioning");
  return queued ? script.unknown(queued->name, queued->nameRange) : ValueAttr();
}

/// The reservation that the machines come from; null if none is named.
static ValueAttr reservationOf(const Command &command,
                               const ScriptContext &script) {
  if (ValueAttr name = fieldOrWords(command, script, "reservation"))
    return name;
  ValueAttr affinity = script.text(command, "reservationAffinity");
  return knownString(affinity) == StringRef("none") ? ValueAttr() : affinity;
}

/// The one zone in which machines are made; null if there is none, or several.
static ValueAttr zoneOfMachines(const Command &command,
                                const ScriptContext &script,
                                ValueAttr defaultZone) {
  if (ValueAttr places = script.text(command, "nodeLocations")) {
    bool isOne = !places.getText().empty() && knownString(places) &&
                 !knownString(places)->contains(',');
    return isOne ? places : ValueAttr();
  }
  if (ValueAttr zone = fieldOrWords(command, script, "zone"))
    return plainName(zone);
  bool isRegional = command.find("region") || command.find("location");
  return isRegional ? ValueAttr() : defaultZone;
}

namespace {
/// What `--accelerator type=NAME,count=N` says.
struct Attached {
  ValueAttr type;
  ValueAttr count;
  ValueAttr partition;
};
} // namespace

static ValueAttr integerOf(const shell::Value &value,
                           const ScriptContext &script) {
  std::optional<int64_t> number = yaml::integerValue(value.text);
  ValueAttr text = script.text(value);
  if (!number || !text.getKnown())
    return ValueAttr::get(script.getContext(), text.getData(), false,
                          text.getLocation());
  mlir::Builder builder(script.getContext());
  return ValueAttr::get(script.getContext(), builder.getI64IntegerAttr(*number),
                        true, text.getLocation());
}

static Attached attachedBy(const Command &command,
                           const ScriptContext &script) {
  Attached attached;
  const Flag *flag = command.setting("accelerators");
  if (!flag || !flag->word) {
    if (command.unknownWords)
      attached.type = script.unknown(command.unknownWords->value,
                                     command.unknownWords->range);
    return attached;
  }
  for (const DictionaryEntry &entry : readDictionary(*flag, script)) {
    if (!entry.value)
      continue;
    if (entry.key == "type")
      attached.type = plainName(script.text(*entry.value));
    else if (entry.key == "count")
      attached.count = integerOf(*entry.value, script);
    else if (entry.key == "gpu-partition-size")
      attached.partition = script.text(*entry.value);
  }
  // A dictionary without a type that can be read.
  if (!attached.type)
    attached.type = script.unknown(flag->name, flag->word->range);
  return attached;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// The topology of a workload policy goes with one of its types.
static void checkPolicyType(const Command &command,
                            const ScriptContext &script) {
  ValueAttr type = spelledByApi(script.text(command, "type"));
  const Flag *topology = command.setting("topology");
  std::optional<StringRef> word = knownString(type);
  if (!topology || word != StringRef("HIGH_AVAILABILITY"))
    return;
  diag::WorkloadPolicy::type(type.getLoc(), gcloud::spelled(*topology), *word)
      .note(script.at(topology->nameRange), "the topology is given here");
}

void gcloud::Machines::add(const Command &command, const ScriptContext &script,
                           const Settings &settings) {
  StringRef name = command.row->name;
  if (name == PolicyCommand) {
    checkPolicyType(command, script);
    policies.push_back({command, &script, {}});
    return;
  }
  bool makesVms =
      name == "gcloud compute instances create" || makesTemplate(command);
  bool makes = makesVms || (makesNodes(command) && name.ends_with(" create"));
  if (makes)
    machines.push_back(
        {command, &script, script.text(settings.lookup("compute/zone"))});
}

/// True if a machine type has accelerators, or is of a family that has.
static bool isAcceleratorMachine(StringRef name, const Tables &tables) {
  StringRef family = name.split('-').first;
  bool isTpu = family.starts_with("ct") || family.starts_with("tpu");
  return isTpu || llvm::any_of(tables.machineTypes.rows, [&](const auto &row) {
           return row.family == family && !row.accelerator.empty();
         });
}

gcloud::Machines::Policies gcloud::Machines::namedPolicies() const {
  Policies named;
  for (const Step &policy : policies) {
    std::optional<StringRef> name =
        knownString(policy.script->argument(policy.command));
    if (!name || policy.command.isRepeated)
      return {};
    auto [place, isNew] = named.try_emplace(*name, &policy);
    if (!isNew)
      place->second = nullptr;
  }
  return named;
}

void gcloud::Machines::importMachines(const Step &step, const Policies &named,
                                      mlir::OpBuilder &builder) const {
  const Command &command = step.command;
  const ScriptContext &script = *step.script;
  Attached attached = attachedBy(command, script);
  ValueAttr machine = plainName(fieldOrWords(command, script, "machineType"));
  ValueAttr topology = script.text(command, "topology");
  std::optional<StringRef> type = knownString(machine);
  bool hasAccelerators = command.setting("accelerators") || topology ||
                         (type && isAcceleratorMachine(*type, script.tables()));
  if (!hasAccelerators)
    return;

  bool isPool = makesNodes(command);
  mlir::MLIRContext *context = builder.getContext();
  mlir::Location location = script.at(command.nameRange);
  auto constant = [&](mlir::Attribute data) {
    return ValueAttr::get(context, data, true, location);
  };
  OpFields<TrainingOp> op(builder, location);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(context,
                           isPool ? Platform::GKE : Platform::ComputeEngine));
  op.set(TrainingOp::getZoneAttrName,
         zoneOfMachines(command, script, step.zone));
  op.set(TrainingOp::getRegionAttrName, script.text(command, "region"));
  if (isPool || makesTemplate(command))
    op.set(TrainingOp::getWorkloadKindAttrName,
           constant(builder.getStringAttr(isPool ? NodePoolKind
                                                 : InstanceTemplateKind)));
  op.set(TrainingOp::getFromFlagsAttrName, constant(builder.getBoolAttr(true)));
  mlir::Block *body = op.addBody();
  op.create();

  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  OpFields<PoolOp> pool(builder, location);
  pool.set(PoolOp::getRoleAttrName, RoleAttr::get(context, Role::Worker));
  pool.set(PoolOp::getPoolNameAttrName, script.argument(command));
  pool.set(PoolOp::getMachineTypeAttrName, machine);
  pool.set(PoolOp::getReplicasAttrName, script.integer(command, "numNodes"));
  pool.set(PoolOp::getAcceleratorTypeAttrName, attached.type);
  pool.set(PoolOp::getAcceleratorCountAttrName, attached.count);
  pool.set(PoolOp::getGpuPartitionSizeAttrName, attached.partition);
  pool.set(PoolOp::getTpuTopologyAttrName, topology);
  pool.set(PoolOp::getReservationAttrName, reservationOf(command, script));
  pool.set(PoolOp::getProvisioningAttrName, provisioningOf(command, script));
  pool.set(PoolOp::getImageAttrName, script.text(command, "image"));
  pool.set(PoolOp::getMaintenancePolicyAttrName,
           spelledByApi(fieldOrWords(command, script, "maintenancePolicy")));
  if (isPool) {
    ValueAttr policy = fieldOrWords(command, script, "placementPolicy");
    pool.set(PoolOp::getPlacementPolicyAttrName, policy);
    std::optional<StringRef> wanted = knownString(policy);
    if (const Step *made = wanted ? named.lookup(*wanted) : nullptr)
      pool.set(PoolOp::getPolicyTopologyAttrName,
               made->script->text(made->command, "topology"));
    pool.set(PoolOp::getPlacementTypeAttrName,
             script.text(command, "placementType"));
  }
  pool.set(PoolOp::getDiskTypeAttrName, script.text(command, "diskType"));
  pool.create();
}

void gcloud::Machines::import(mlir::OpBuilder &builder) const {
  Policies named = namedPolicies();
  for (const Step &step : machines)
    importMachines(step, named, builder);
}
