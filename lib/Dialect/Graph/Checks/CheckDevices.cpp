//===- CheckDevices.cpp - Device strings and the machine ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/DeviceName.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKDEVICES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

/// The nodes with one device string: the first, and how many there are.
struct DeviceUse {
  NodeOp first;
  int64_t nodes = 0;
};

class CheckDevices
    : public CheckPass<CheckDevices, impl::CheckDevicesBase<CheckDevices>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  void checkUse(mlir::StringAttr device, const DeviceUse &use);
  void checkInPool(mlir::StringAttr device, const DeviceName &name,
                   const DevicePool &pool, const DeviceUse &use);
  void finish(Report &report, const DeviceUse &use, mlir::LocationAttr location,
              llvm::StringRef locationText);
};

} // namespace

static llvm::StringRef kindName(DeviceKind kind) {
  return kind == DeviceKind::Tpu ? "TPU" : "GPU";
}

/// A machine that a device string calls `job`.
static std::string machineOf(llvm::StringRef job) {
  if (job == "worker")
    return "a worker";
  if (job == "ps")
    return "a parameter server";
  return ("the " + job).str();
}

static std::string countOfMachines(llvm::StringRef job, int64_t count) {
  llvm::StringRef word = job == "ps" ? "parameter server" : job;
  return count == 0 ? ("no " + word + "s").str() : pluralize(count, word);
}

void CheckDevices::finish(Report &report, const DeviceUse &use,
                          mlir::LocationAttr location,
                          llvm::StringRef locationText) {
  std::string first = source().name(use.first);
  report.label(use.nodes == 1 ? "device of node " + first
                              : "device of " + pluralize(use.nodes, "node") +
                                    ", the first is " + first);
  if (location)
    report.note(location, locationText);
}

static void offerDevices(Report &report, llvm::StringRef kind, int64_t count,
                         llvm::StringRef machine) {
  if (count == 1)
    report.help("the one device of " + machine + " is " + kind + ":0");
  else
    report.help("the devices of " + machine + " are " + kind + ":0 to " + kind +
                ":" + llvm::Twine(count - 1));
}

void CheckDevices::checkInPool(mlir::StringAttr device, const DeviceName &name,
                               const DevicePool &pool, const DeviceUse &use) {
  mlir::Location place = source().location(use.first, NodePart::Device);
  bool isBeyondTasks =
      pool.tasks && (*pool.tasks == 0 || name.task.value_or(0) >= *pool.tasks);
  if (isBeyondTasks) {
    Report report = diag::DeviceOutOfRange::task(
        place, device.getValue(), countOfMachines(name.job, *pool.tasks));
    if (*pool.tasks > 0)
      report.help("tasks are counted from 0; the last is /job:" + name.job +
                  "/task:" + llvm::Twine(*pool.tasks - 1));
    finish(report, use, pool.tasksLocation, "their number");
    return;
  }
  bool isAccelerator =
      name.kind == DeviceKind::Gpu || name.kind == DeviceKind::Tpu;
  if (!isAccelerator || pool.kind == DeviceKind::Unknown)
    return;
  std::string machine = machineOf(name.job);
  if (name.kind != pool.kind) {
    Report report = diag::DeviceOutOfRange::notInPool(
        place, device.getValue(), machine, kindName(*name.kind));
    finish(report, use, pool.location, "the machines of this kind");
    cite(report, target().table);
    return;
  }
  if (!pool.devicesOfTask || !name.number || *name.number < *pool.devicesOfTask)
    return;
  Report report =
      pool.kind == DeviceKind::Tpu
          ? diag::DeviceOutOfRange::beyondCores(place, device.getValue(),
                                                pool.name, *pool.devicesOfTask)
          : diag::DeviceOutOfRange::beyondPool(place, device.getValue(),
                                               machine, *pool.devicesOfTask,
                                               pool.name);
  offerDevices(report, kindName(*name.kind), *pool.devicesOfTask, machine);
  finish(report, use, pool.location, "the machines of this kind");
  cite(report, target().table);
}

void CheckDevices::checkUse(mlir::StringAttr device, const DeviceUse &use) {
  DeviceName name = parseDeviceName(device.getValue());
  if (const DevicePool *pool = target().findPool(name.job))
    return checkInPool(device, name, *pool, use);
  bool isAccelerator =
      name.kind == DeviceKind::Gpu || name.kind == DeviceKind::Tpu;
  if (!isAccelerator || target().kind == DeviceKind::Unknown)
    return;
  // A machine with GPUs may be the host of a TPU.
  bool isElsewhere = target().isTpu() && name.kind == DeviceKind::Gpu &&
                     target().mayHaveGpus();
  bool isOtherKind = name.kind != target().kind && !isElsewhere;
  std::optional<int64_t> offered = target().devicesOfHost;
  bool isBeyond = name.kind == target().kind && offered && name.number &&
                  *name.number >= *offered;
  if (!isOtherKind && !isBeyond)
    return;
  llvm::StringRef kind = kindName(*name.kind);
  mlir::Location place = source().location(use.first, NodePart::Device);
  auto makeReport = [&] {
    llvm::StringRef word = device.getValue(), name = target().name;
    if (!isBeyond)
      return diag::DeviceOutOfRange::otherKind(place, word, name, kind);
    if (target().isChosenByService)
      return diag::DeviceOutOfRange::beyondTier(place, word, name);
    if (target().isTpu())
      return diag::DeviceOutOfRange::beyondCores(place, word, name, *offered);
    return diag::DeviceOutOfRange::beyond(place, word, *offered, name);
  };
  Report report = makeReport();
  if (isBeyond)
    offerDevices(report, kind, *offered, "a host");
  finish(report, use, target().location, "the device that the graph runs on");
  cite(report, target().table);
}

void CheckDevices::check(ModelOp model) {
  bool isKnown =
      target().kind != DeviceKind::Unknown || !target().pools.empty();
  if (!isKnown || context->values.softPlacement)
    return;
  llvm::MapVector<mlir::StringAttr, DeviceUse> uses;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      mlir::StringAttr device = node.getDeviceAttr();
      if (!device)
        continue;
      DeviceUse &use = uses[device];
      if (use.nodes++ == 0)
        use.first = node;
    }
  }
  for (const auto &[device, use] : uses)
    checkUse(device, use);
}

std::unique_ptr<mlir::Pass>
graph::createCheckDevices(const CheckContext &context) {
  return std::make_unique<CheckDevices>(context);
}
