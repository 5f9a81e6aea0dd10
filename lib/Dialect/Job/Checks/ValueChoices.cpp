//===- ValueChoices.cpp - What the tables know for a field ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/ValueChoices.h"
#include "Dialect/Job/Checks/Machines.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace trainlint;
using namespace trainlint::job;

TrainingOp job::jobOf(mlir::Operation *op) {
  if (auto training = llvm::dyn_cast<TrainingOp>(op))
    return training;
  return op->getParentOfType<TrainingOp>();
}

namespace {

/// Collects the choices for one field, each once.
class Chooser {
public:
  Chooser(mlir::Operation *op, StringRef field, const Tables &tables)
      : training(jobOf(op)), pool(llvm::dyn_cast<PoolOp>(op)), field(field),
        tables(tables), platform(tablesOf(training, tables)),
        place(op->getAttrOfType<ValueAttr>(field)) {}

  std::vector<ValueChoice> choose();

private:
  bool is(mlir::StringAttr (*name)(mlir::OperationName), StringRef opName);
  void add(StringRef text) { add(text, text); }
  void add(StringRef text, StringRef known);
  void add(int64_t number);
  void addMachines();
  void addAccelerators();
  void addNodeAccelerators();
  void addCounts();
  void addTopologies();
  void addVersions();

  bool isOn(Platform wanted) { return training.getPlatform() == wanted; }

  TrainingOp training;
  PoolOp pool;
  StringRef field;
  const Tables &tables;
  PlatformTables platform;
  ValueAttr place;
  llvm::StringSet<> seen;
  std::vector<ValueChoice> choices;
};

} // namespace

void Chooser::add(StringRef text, StringRef known) {
  if (text.empty() || !seen.insert(text).second)
    return;
  mlir::MLIRContext *context = place.getContext();
  choices.push_back(
      {text.str(),
       ValueAttr::get(context, mlir::StringAttr::get(context, known), true,
                      place.getLocation())});
}

void Chooser::add(int64_t number) {
  std::string text = std::to_string(number);
  if (!seen.insert(text).second)
    return;
  mlir::Builder builder(place.getContext());
  choices.push_back(
      {std::move(text),
       ValueAttr::get(place.getContext(), builder.getI64IntegerAttr(number),
                      true, place.getLocation())});
}

void Chooser::addMachines() {
  bool shared = isOn(Platform::AIPlatform) || isOn(Platform::VertexAI);
  for (const MachineTypes::Row &row : tables.machineTypes.rows) {
    if (shared ? platform.has(row)
               : row.kind == MachineTypes::Kind::ComputeEngine)
      add(row.name);
  }
}

/// On Kubernetes the label tells what kind of accelerator is meant.
void Chooser::addNodeAccelerators() {
  std::optional<StringRef> label = knownString(pool.getAcceleratorLabelAttr());
  if (label != StringRef(GpuLabel)) {
    for (StringRef name : offeredTpus(tables))
      add(name);
  }
  if (label == StringRef(TpuLabel))
    return;
  for (const GkeGpus::Row &row : tables.gkeGpus.rows)
    add(tables.accelerators.find(row.accelerator)->flagName);
}

void Chooser::addAccelerators() {
  if (isOn(Platform::GKE))
    return addNodeAccelerators();
  if (isOn(Platform::CloudTPU)) {
    for (const TpuTypes::Row &row : tables.tpuTypes.rows)
      add(row.name);
    return;
  }
  // The flags of AI Platform spell accelerators in their own way.
  bool inFlags = isOn(Platform::AIPlatform) && training.getFromFlagsAttr();
  for (const Accelerators::Row &row : tables.accelerators.rows) {
    if (platform.has(row))
      add(inFlags ? row.flagName : row.name, row.name);
  }
}

void Chooser::addCounts() {
  std::set<int64_t> counts;
  for (const GkeGpus::Row &row : tables.gkeGpus.rows) {
    if (isOn(Platform::GKE))
      counts.insert(row.counts.begin(), row.counts.end());
  }
  for (const GkeTpuTopologies::Row &row : tables.gkeTpuTopologies.rows) {
    if (isOn(Platform::GKE))
      counts.insert(row.chipsPerNode);
  }
  bool shared = isOn(Platform::AIPlatform) || isOn(Platform::VertexAI);
  for (const AiPlatformAcceleratorCounts::Row &row : platform.counts.rows) {
    if (shared)
      counts.insert(row.counts.begin(), row.counts.end());
  }
  if (const VertexCloudTpuCores::Row *cores =
          isOn(Platform::VertexAI) ? cloudTpuCoresOf(pool, tables) : nullptr) {
    counts.insert(cores->cores);
    counts.insert(cores->podCores);
  }
  for (int64_t count : counts)
    add(count);
}

void Chooser::addTopologies() {
  if (isOn(Platform::VertexAI)) {
    for (const VertexTpuTopologies::Row &row : tables.vertexTpuTopologies.rows)
      add(row.topology);
  } else if (isOn(Platform::GKE)) {
    for (const GkeTpuTopologies::Row &row : tables.gkeTpuTopologies.rows)
      add(row.topology);
  } else {
    for (const TpuTypes::Row &row : tables.tpuTypes.rows)
      add(row.topology);
  }
}

void Chooser::addVersions() {
  if (isOn(Platform::CloudTPU)) {
    for (const TpuSoftwareVersions::Row &row : tables.tpuSoftwareVersions.rows)
      add(row.name);
    return;
  }
  for (const AiPlatformRuntimeVersions::Row &row :
       tables.aiPlatformRuntimeVersions.rows)
    add(row.version);
}

/// True if the field is one of an op.
bool Chooser::is(mlir::StringAttr (*name)(mlir::OperationName),
                 StringRef opName) {
  mlir::Operation *op = pool ? pool.getOperation() : training.getOperation();
  return op->getName().getStringRef() == opName &&
         name(op->getName()).getValue() == field;
}

std::vector<ValueChoice> Chooser::choose() {
  constexpr StringRef Job = TrainingOp::getOperationName();
  constexpr StringRef Pool = PoolOp::getOperationName();
  if (is(TrainingOp::getRegionAttrName, Job)) {
    for (const AiPlatformRegions::Row &row : platform.regions.rows)
      add(row.region);
  } else if (is(TrainingOp::getZoneAttrName, Job) ||
             is(PoolOp::getZoneAttrName, Pool)) {
    for (const TpuZones::Row &row : tables.tpuZones.rows)
      add(row.zone);
  } else if (is(TrainingOp::getRuntimeVersionAttrName, Job)) {
    addVersions();
  } else if (is(TrainingOp::getPythonVersionAttrName, Job)) {
    for (const AiPlatformPythonVersions::Row &row :
         tables.aiPlatformPythonVersions.rows)
      add(row.python);
  } else if (is(PoolOp::getMachineTypeAttrName, Pool)) {
    addMachines();
  } else if (is(PoolOp::getAcceleratorTypeAttrName, Pool)) {
    addAccelerators();
  } else if (is(PoolOp::getAcceleratorCountAttrName, Pool)) {
    addCounts();
  } else if (is(PoolOp::getTpuTopologyAttrName, Pool) ||
             is(PoolOp::getSliceTopologyAttrName, Pool)) {
    addTopologies();
  } else if (is(PoolOp::getMachineFamilyAttrName, Pool)) {
    for (const GkeGpus::Row &row : tables.gkeGpus.rows)
      add(row.family);
  }
  return std::move(choices);
}

std::vector<ValueChoice> job::choicesFor(mlir::Operation *op, StringRef field,
                                         const Tables &tables) {
  bool isKnownOp = llvm::isa<TrainingOp, PoolOp>(op);
  if (!isKnownOp || !op->getAttrOfType<ValueAttr>(field) || !jobOf(op))
    return {};
  return Chooser(op, field, tables).choose();
}
