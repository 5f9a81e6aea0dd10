//===- CheckNodePools.cpp - Node pools fit their TPU slices ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Kubernetes.h"
#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/TpuSlices.h"
#include "Dialect/Job/IR/Job.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKNODEPOOLS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckNodePools
    : CheckPass<CheckNodePools, job::impl::CheckNodePoolsBase<CheckNodePools>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) { return platform == Platform::GKE; }
  void check(TrainingOp training);

private:
  void checkPool(PoolOp pool);
  void reportTopology(PoolOp pool, const GkeTpuAccelerators::Row &tpu,
                      const Topology &topology);
  void reportMachine(PoolOp pool, const GkeTpuAccelerators::Row &tpu,
                     llvm::ArrayRef<SliceNodes> nodes);
  void checkNodes(PoolOp pool, const SliceNodes &slice);
  void checkPlacement(PoolOp pool, const GkeTpuAccelerators::Row &tpu);
};
} // namespace

/// The TPU of a machine type; null if no table knows it.
static const GkeTpuAccelerators::Row *tpuOfMachine(StringRef machine,
                                                   const Tables &tables) {
  for (const auto &row : tables.gkeTpuTopologies.rows) {
    if (row.machineType == machine)
      return tables.gkeTpuAccelerators.find(row.accelerator);
  }
  return nullptr;
}

void CheckNodePools::reportTopology(PoolOp pool,
                                    const GkeTpuAccelerators::Row &tpu,
                                    const Topology &topology) {
  ValueAttr given = pool.getTpuTopologyAttr();
  auto explain = [&](Report report) {
    cite(report, tables().gkeTpuTopologies)
        .note(pool.getMachineTypeAttr().getLoc(), "of this machine type");
    return report;
  };
  int64_t dimensions = static_cast<int64_t>(topology.size());
  if (tpu.dimensions && *tpu.dimensions != dimensions) {
    explain(diag::TpuTopology::dimensions(given.getLoc(), given.getText(),
                                          dimensions, tpu.generation,
                                          *tpu.dimensions))
        .help(tpu.generation + " has " + describeTopologies(tpu, tables()));
    return;
  }
  Topology ascending = topology;
  llvm::sort(ascending);
  std::string sorted = formatTopology(ascending);
  if (ascending != topology && !sliceNodesOf(tpu, sorted, tables()).empty()) {
    explain(diag::TpuTopology::order(given.getLoc(), tpu.generation, sorted,
                                     given.getText()))
        .fix(/*safe=*/false, "write `" + sorted + "`", given.getLocation(),
             sorted);
    return;
  }
  explain(diag::TpuTopology::notOffered(given.getLoc(), given.getText(),
                                        tpu.generation))
      .help("it has " + describeTopologies(tpu, tables()));
}

void CheckNodePools::reportMachine(PoolOp pool,
                                   const GkeTpuAccelerators::Row &tpu,
                                   llvm::ArrayRef<SliceNodes> nodes) {
  ValueAttr type = pool.getMachineTypeAttr();
  ValueAttr topology = pool.getTpuTopologyAttr();
  llvm::SmallVector<StringRef> machines;
  for (const SliceNodes &kind : nodes)
    machines.push_back(kind.machineType);
  Report report =
      cite(diag::AcceleratorMachine::slice(type.getLoc(), *type.getString(),
                                           topology.getText(), tpu.generation),
           tables().gkeTpuTopologies);
  report.note(topology.getLoc(), "in this topology")
      .help("its nodes are " + formatList(machines, "or"));
  if (machines.size() == 1)
    report.fix(/*safe=*/false, "write `" + machines.front() + "`",
               type.getLocation(), machines.front());
}

/// gcloud counts the nodes itself where nobody says how many there are, and a
/// pool that grows by itself may start with none.
void CheckNodePools::checkNodes(PoolOp pool, const SliceNodes &slice) {
  ValueAttr replicas = pool.getReplicasAttr();
  std::optional<int64_t> count = knownInteger(replicas);
  if (!count || *count == 0 || *count == slice.nodes)
    return;
  ValueAttr topology = pool.getTpuTopologyAttr();
  std::string right = std::to_string(slice.nodes);
  cite(diag::TpuSliceNodes::wrong(replicas.getLoc(), "--num-nodes", *count,
                                  topology.getText(), slice.nodes),
       tables().gkeTpuTopologies)
      .note(topology.getLoc(), "the topology of the slice")
      .note(pool.getMachineTypeAttr().getLoc(),
            std::to_string(slice.chipsPerNode) + " chips each")
      .fix(/*safe=*/false, "make " + right, replicas.getLocation(), right);
}

void CheckNodePools::checkPlacement(PoolOp pool,
                                    const GkeTpuAccelerators::Row &tpu) {
  if (tpu.placement != GkeTpuAccelerators::Placement::WorkloadPolicy)
    return;
  ValueAttr topology = pool.getTpuTopologyAttr();
  ValueAttr policy = pool.getPlacementPolicyAttr();
  ValueAttr type = pool.getPlacementTypeAttr();
  if (!policy && knownString(type) == StringRef("COMPACT")) {
    cite(diag::WorkloadPolicy::compact(type.getLoc(), "--placement-type",
                                       topology.getText(), tpu.generation),
         tables().gkeTpuAccelerators)
        .help("name a workload policy with `--placement-policy`");
    return;
  }
  if (!policy) {
    cite(diag::WorkloadPolicy::missing(topology.getLoc(), topology.getText(),
                                       tpu.generation, "--placement-policy"),
         tables().gkeTpuAccelerators)
        .help("make one with `gcloud compute resource-policies create "
              "workload-policy NAME --type=HIGH_THROUGHPUT "
              "--accelerator-topology=" +
              topology.getText() + "`");
    return;
  }
  ValueAttr made = pool.getPolicyTopologyAttr();
  std::optional<StringRef> other = knownString(made);
  if (!other || other == knownString(topology))
    return;
  diag::WorkloadPolicy::differs(policy.getLoc(), policy.getText(), *other,
                                topology.getText())
      .note(made.getLoc(), "the policy is made here")
      .note(topology.getLoc(), "the topology of the node pool");
}

void CheckNodePools::checkPool(PoolOp pool) {
  std::optional<StringRef> machine = knownString(pool.getMachineTypeAttr());
  std::optional<StringRef> text = knownString(pool.getTpuTopologyAttr());
  const GkeTpuAccelerators::Row *tpu =
      machine ? tpuOfMachine(*machine, tables()) : nullptr;
  std::optional<Topology> topology = text ? parseTopology(*text) : std::nullopt;
  // What is no topology has a finding of its own.
  if (!tpu || !topology)
    return;
  llvm::SmallVector<SliceNodes, 2> nodes = sliceNodesOf(*tpu, *text, tables());
  if (nodes.empty())
    return reportTopology(pool, *tpu, *topology);
  const auto *slice = llvm::find_if(nodes, [&](const SliceNodes &kind) {
    return kind.machineType == *machine;
  });
  if (slice == nodes.end())
    return reportMachine(pool, *tpu, nodes);
  // Each node of a pool of single hosts is a slice.
  if (slice->nodes < 2)
    return;
  checkNodes(pool, *slice);
  checkPlacement(pool, *tpu);
}

void CheckNodePools::check(TrainingOp training) {
  if (knownString(training.getWorkloadKindAttr()) != NodePoolKind)
    return;
  for (PoolOp pool : training.getPools())
    checkPool(pool);
}

Check job::checkNodePools() { return Check::of<CheckNodePools>(); }
