//===- PoolArguments.cpp - Pools that are arguments of a call -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/PoolArguments.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/ArgumentTypes.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// Reads the pools of one call.
class PoolArguments {
public:
  PoolArguments(const Call &call, const Signature &signature,
                const Context &context)
      : call(call), signature(signature), context(context), document(context) {}

  yaml::Node *read(DocumentField task);

private:
  const Argument *find(StringRef name) const {
    return argumentOf(call, signature, name);
  }
  Place useOfArgument(const Argument &argument) const {
    return useOf(*argument.value, argument.place);
  }
  mlir::Location at(const Argument &argument) const {
    return context.at(*argument.value, useOfArgument(argument));
  }
  yaml::Node *nodeOf(const Argument &argument) const;
  void add(StringRef argument, StringRef field,
           llvm::SmallVectorImpl<DocumentField> &fields) const;
  void checkNumbers() const;
  bool checkAcceleratorType(const Argument &type) const;
  void addAccelerator(llvm::SmallVectorImpl<DocumentField> &machine) const;
  yaml::Node *machineSpec() const;
  yaml::Node *pool(yaml::Node *machine, yaml::Node *replicas,
                   DocumentField task) const;
  yaml::Node *reductionServers() const;

  const Call &call;
  const Signature &signature;
  const Context &context;
  JobDocument document;
};

} // namespace

/// A known value; what the reader has to fill in is not.
yaml::Node *PoolArguments::nodeOf(const Argument &argument) const {
  const Value &value = *argument.value;
  Place place = placeOf(value, argument.place);
  bool isBlankText = value.isText() && isBlank(value.text);
  if ((value.kind == ValueKind::Text && !isBlankText) || value.isInteger() ||
      value.isSequence())
    return makeNode(value, argument.place, context);
  StringRef word = enumWord(value);
  yaml::Node *node = word.empty()
                         ? document.unknown(place)
                         : document.text(enumPlace(value, place), word);
  return document.usedAt(node, place, useOfArgument(argument));
}

void PoolArguments::add(StringRef argument, StringRef field,
                        llvm::SmallVectorImpl<DocumentField> &fields) const {
  const Argument *given = find(argument);
  if (given && !given->value->isNone())
    fields.push_back({field, given->namePlace ? given->namePlace : given->place,
                      nodeOf(*given)});
}

/// Numbers that are compared before anything is sent, and those that go through
/// messages, must not be texts.
void PoolArguments::checkNumbers() const {
  bool isMessage = signature.function == "CustomJob.from_local_script";
  static constexpr std::pair<llvm::StringLiteral, bool> Numbers[] = {
      {"replica_count", true},
      {"reduction_server_replica_count", true},
      {"accelerator_count", false},
      {"boot_disk_size_gb", false}};
  for (const auto &[name, isCompared] : Numbers) {
    const Argument *given = find(name);
    if (given && given->value->kind == ValueKind::Text &&
        (isCompared || isMessage) && !isBlank(given->value->text))
      reportType(*given->value, name, "an integer", given->place, context);
  }
}

/// Whether the type is one that the SDK takes.
bool PoolArguments::checkAcceleratorType(const Argument &type) const {
  const Value &value = *type.value;
  bool isEmpty = value.isText() && value.text.empty() && !value.use;
  std::string callee = signature.function.rsplit('.').second.str() + "()";
  if (value.isNone() || isEmpty) {
    diag::AcceleratorTypeNone::none(at(type), callee, printed(value))
        .help("leave the argument out, or write "
              "\"ACCELERATOR_TYPE_UNSPECIFIED\"");
    return false;
  }
  bool isMember = !enumWord(value).empty() && !value.text.ends_with(".name");
  if (!isMember)
    return true;
  Report report = diag::WrongType::mismatch(
      at(type), "accelerator_type", "text", "a member of an enumeration");
  report.label("the client raises ValueError").help("add `.name`");
  return true;
}

/// The SDK sends both the type and the count, or none of them.
void PoolArguments::addAccelerator(
    llvm::SmallVectorImpl<DocumentField> &machine) const {
  const Argument *type = find("accelerator_type");
  const Argument *count = find("accelerator_count");
  if (type && !checkAcceleratorType(*type))
    return;
  StringRef word;
  if (type)
    word = type->value->isText() ? type->value->text : enumWord(*type->value);
  bool hasType = !isBlank(word) && word != "ACCELERATOR_TYPE_UNSPECIFIED";
  bool lacksType = !type || word == "ACCELERATOR_TYPE_UNSPECIFIED";
  bool isZero =
      count && (count->value->isNone() ||
                (count->value->isInteger() && count->value->integer == 0));
  const Accelerators::Row *row = context.tables.accelerators.find(word);
  bool isName = row && row->vertex;
  Place unknownPlace = call.calleePlace;
  if (!call.isOpen && hasType && isName && (!count || isZero)) {
    bool isWritten = count && count->value->isInteger();
    Report report = isWritten
                        ? diag::IncompleteAccelerator::zeroCount(at(*type), 0)
                        : diag::IncompleteAccelerator::noCount(at(*type));
    report.help("add `accelerator_count=1`");
    if (isWritten)
      report.note(at(*count), "the count");
    add("accelerator_type", "acceleratorType", machine);
    machine.push_back(
        {"acceleratorCount", unknownPlace, document.unknown(unknownPlace)});
    return;
  }
  if (!call.isOpen && lacksType && count && count->value->isInteger() &&
      count->value->integer > 0) {
    diag::IncompleteAccelerator::noType(at(*count))
        .help("add `accelerator_type=\"NVIDIA_TESLA_T4\"`, or another type");
    machine.push_back(
        {"acceleratorType", unknownPlace, document.unknown(unknownPlace)});
    return;
  }
  if (lacksType && !call.isOpen)
    return;
  add("accelerator_type", "acceleratorType", machine);
  if (!isZero)
    add("accelerator_count", "acceleratorCount", machine);
}

yaml::Node *PoolArguments::machineSpec() const {
  llvm::SmallVector<DocumentField> machine, reservation;
  Place place = call.calleePlace;
  const Argument *type = find("machine_type");
  if (type)
    add("machine_type", "machineType", machine);
  else if (!call.isOpen)
    machine.push_back(
        {"machineType", place, document.text(place, "n1-standard-4")});
  addAccelerator(machine);
  add("tpu_topology", "tpuTopology", machine);
  add("reservation_affinity_type", "reservationAffinityType", reservation);
  add("reservation_affinity_key", "key", reservation);
  add("reservation_affinity_values", "values", reservation);
  if (!reservation.empty())
    machine.push_back({"reservationAffinity", reservation.front().key,
                       document.mapping(place, reservation)});
  return document.mapping(place, machine, call.isOpen);
}

yaml::Node *PoolArguments::pool(yaml::Node *machine, yaml::Node *replicas,
                                DocumentField task) const {
  Place place = call.calleePlace;
  llvm::SmallVector<DocumentField> fields, disk;
  fields.push_back({"machineSpec", place, machine});
  fields.push_back({"replicaCount", place, replicas});
  fields.push_back(task);
  add("boot_disk_type", "bootDiskType", disk);
  add("boot_disk_size_gb", "bootDiskSizeGb", disk);
  if (!disk.empty())
    fields.push_back(
        {"diskSpec", disk.front().key, document.mapping(place, disk)});
  return document.mapping(place, fields);
}

/// The third pool, if one is asked for; null otherwise.
yaml::Node *PoolArguments::reductionServers() const {
  const Argument *count = find("reduction_server_replica_count");
  if (!count || !count->value->isInteger() || count->value->integer <= 0)
    return nullptr;
  Place place = count->place;
  llvm::SmallVector<DocumentField> machine, container;
  add("reduction_server_machine_type", "machineType", machine);
  add("reduction_server_container_uri", "imageUri", container);
  llvm::SmallVector<StringRef> missing;
  if (machine.empty())
    missing.push_back("`reduction_server_machine_type`");
  if (container.empty())
    missing.push_back("`reduction_server_container_uri`");
  if (!call.isOpen && !missing.empty()) {
    diag::MissingArgument::missing(at(*count), "a reduction server",
                                   formatList(missing, "and"));
    return nullptr;
  }
  return document.mapping(
      place,
      {{"machineSpec", place, document.mapping(place, machine, call.isOpen)},
       {"replicaCount", place, nodeOf(*count)},
       {"containerSpec", place,
        document.mapping(place, container, call.isOpen)}});
}

yaml::Node *PoolArguments::read(DocumentField task) {
  checkNumbers();
  checkDisk(valueOf(call, signature, "boot_disk_type"),
            valueOf(call, signature, "boot_disk_size_gb"), call.calleePlace,
            context);
  Place place = call.calleePlace;
  const Argument *replicas = find("replica_count");
  int64_t count = 1;
  if (replicas && replicas->value->isInteger()) {
    count = replicas->value->integer;
    place = replicas->place;
  }
  if (count <= 0) {
    diag::NoReplicas::none(at(*replicas), count).help("one is the default");
    return nullptr;
  }
  yaml::Node *machine = machineSpec();
  llvm::SmallVector<yaml::Node *> pools;
  // The SDK calls one of the replicas the chief, and the others workers.
  pools.push_back(pool(machine, document.number(place, 1), task));
  if (count > 1)
    pools.push_back(pool(machine, document.number(place, count - 1), task));
  if (yaml::Node *servers = reductionServers()) {
    if (count == 1)
      pools.push_back(document.mapping(place, {}));
    pools.push_back(servers);
  }
  return document.sequence(call.calleePlace, pools);
}

yaml::Node *python::readPoolArguments(const Call &call,
                                      const Signature &signature,
                                      DocumentField task,
                                      const Context &context) {
  return PoolArguments(call, signature, context).read(task);
}
