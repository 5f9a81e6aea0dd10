//===- CheckDistribution.cpp - Graphs that use one device of many ---------===//
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
#include "llvm/ADT/DenseSet.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKDISTRIBUTION
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

/// How a graph is spread over devices.
struct Distribution {
  /// A node that changes variables, so that the graph trains.
  NodeOp update;
  /// The numbers of the GPUs that nodes name.
  llvm::SmallDenseSet<int64_t> gpus;
  /// True if nodes exchange values between devices, or belong to jobs or tasks
  /// that share variables.
  bool isSpread = false;
};

class CheckDistribution
    : public CheckPass<CheckDistribution,
                       impl::CheckDistributionBase<CheckDistribution>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);
};

} // namespace

static bool isCollective(llvm::StringRef op) {
  return op.starts_with("Collective") || op.starts_with("Nccl") ||
         op.starts_with("_Nccl") || op == "CrossReplicaSum" || op == "_Send" ||
         op == "_Recv" || op.contains("Horovod");
}

static void addDevice(llvm::StringRef device, Distribution &distribution) {
  DeviceName name = parseDeviceName(device);
  bool isOfCluster = name.job == "ps" || name.task.value_or(0) > 0;
  distribution.isSpread |= isOfCluster;
  if (name.kind == DeviceKind::Gpu && name.number)
    distribution.gpus.insert(*name.number);
}

void CheckDistribution::check(ModelOp model) {
  bool isMany = target().kind == DeviceKind::Gpu && target().devices &&
                *target().devices > 1;
  if (!isMany)
    return;
  Distribution distribution;
  mlir::StringAttr last;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      llvm::StringRef op = node.getOpName();
      if (!distribution.update && isOptimizerUpdate(op))
        distribution.update = node;
      distribution.isSpread |= isCollective(op);
      mlir::StringAttr device = node.getDeviceAttr();
      if (device && device != last)
        addDevice(device.getValue(), distribution);
      last = device;
    }
  }
  if (!distribution.update || distribution.isSpread ||
      distribution.gpus.size() > 1)
    return;
  int64_t hosts = target().hosts.value_or(1);
  std::string offered =
      hosts > 1 && *target().devices % hosts == 0
          ? pluralize(hosts, "host") + " with " +
                std::to_string(*target().devices / hosts) + " x " +
                target().name
          : std::to_string(*target().devices) + " x " + target().name;
  Report report = diag::SingleDeviceGraph::unused(
      source().location(distribution.update, NodePart::Name), offered);
  report.label("variables are updated here");
  report.help("build the graph with a distribution strategy, such as "
              "tf.distribute.MirroredStrategy, or train on one device");
  citeTarget(report, target(), "these devices");
}

std::unique_ptr<mlir::Pass>
graph::createCheckDistribution(const CheckContext &context) {
  return std::make_unique<CheckDistribution>(context);
}
