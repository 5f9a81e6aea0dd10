//===- CheckDevices.cpp - Device strings and the machine ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Transforms/CheckPass.h"
#include "Dialect/Graph/Transforms/DeviceName.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKDEVICES
#include "Dialect/Graph/Transforms/Passes.h.inc"
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
};

} // namespace

static llvm::StringRef kindName(DeviceKind kind) {
  return kind == DeviceKind::Tpu ? "TPU" : "GPU";
}

void CheckDevices::checkUse(mlir::StringAttr device, const DeviceUse &use) {
  DeviceName name = parseDeviceName(device.getValue());
  bool isAccelerator =
      name.kind == DeviceKind::Gpu || name.kind == DeviceKind::Tpu;
  // A machine with GPUs may be the host of a TPU.
  bool isOtherKind = name.kind != target().kind && !target().isTpu();
  std::optional<int64_t> offered = target().devicesOfHost;
  bool isBeyond = name.kind == target().kind && offered && name.number &&
                  *name.number >= *offered;
  if (!isAccelerator || (!isOtherKind && !isBeyond))
    return;
  llvm::StringRef kind = kindName(*name.kind);
  mlir::Location place = source().location(use.first, NodePart::Device);
  auto makeReport = [&] {
    llvm::StringRef word = device.getValue(), name = target().name;
    if (!isBeyond)
      return diag::DeviceOutOfRange::otherKind(place, word, name, kind);
    if (target().isTpu())
      return diag::DeviceOutOfRange::beyondCores(place, word, name, *offered);
    return diag::DeviceOutOfRange::beyond(place, word, *offered, name);
  };
  Report report = makeReport();
  std::string first = source().name(use.first);
  report.label(use.nodes == 1 ? "device of node " + first
                              : "device of " + countOf(use.nodes, "node") +
                                    ", the first is " + first);
  if (target().location)
    report.also(target().location, "the device that the graph runs on");
  if (isBeyond && *offered == 1)
    report.help("the one device of a host is " + kind + ":0");
  else if (isBeyond)
    report.help("the devices of a host are " + kind + ":0 to " + kind + ":" +
                llvm::Twine(*offered - 1));
  cite(report, target().table);
}

void CheckDevices::check(ModelOp model) {
  if (target().kind == DeviceKind::Unknown || context->values.softPlacement)
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
