//===- CheckSliceNodes.cpp - A pod for each node of a TPU slice -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Kubernetes.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKSLICENODES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {

/// A slice of several nodes, all kinds of which have the same number.
struct Slice {
  int64_t nodes;
  /// What the number follows from.
  ValueAttr topology;
  ValueAttr chips;
  /// True for a slice that is put together for the pods, by rules of its own.
  bool dynamic;
};

struct CheckSliceNodes
    : CheckPass<CheckSliceNodes,
                job::impl::CheckSliceNodesBase<CheckSliceNodes>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) { return platform == Platform::GKE; }
  void check(TrainingOp training);

private:
  std::optional<Slice> sliceOf(PoolOp pool);
  Report &explain(Report &report, const Slice &slice);
  Report explain(Report &&report, const Slice &slice) {
    explain(report, slice);
    return std::move(report);
  }
  void checkJob(PoolOp pool, const Slice &slice);
  void checkLeaderAndWorkers(TrainingOp training, PoolOp workers,
                             const Slice &slice);
  void checkRay(PoolOp pool, const Slice &slice);
  void checkReplicas(PoolOp pool, const Slice &slice);
};

} // namespace

std::optional<Slice> CheckSliceNodes::sliceOf(PoolOp pool) {
  std::optional<int64_t> chips = knownInteger(pool.getAcceleratorCountAttr());
  if (!chips || !asksFor(pool, TpuResource))
    return std::nullopt;
  llvm::SmallVector<SliceNodes, 2> kinds = sliceNodesOf(pool, tables());
  // Another number of chips is a finding of its own.
  if (kinds.size() != 1 || kinds.front().chipsPerNode != *chips ||
      kinds.front().nodes < 2)
    return std::nullopt;
  return Slice{kinds.front().nodes, sliceTopologyOf(pool),
               pool.getAcceleratorCountAttr(),
               pool.getSliceTopologyAttr() != nullptr};
}

/// Names the places that the number of nodes follows from.
Report &CheckSliceNodes::explain(Report &report, const Slice &slice) {
  return cite(report, tables().gkeTpuTopologies)
      .note(slice.topology.getLoc(), "the topology of the slice")
      .note(slice.chips.getLoc(), "the chips of a node");
}

/// All pods of a Job that run at a time are on one slice.
void CheckSliceNodes::checkJob(PoolOp pool, const Slice &slice) {
  ValueAttr parallelism = pool.getGroupSizeAttr();
  ValueAttr completions = pool.getCompletionsAttr();
  StringRef topology = *slice.topology.getString();
  if (!parallelism) {
    // What is not written may be added by whoever submits the Job.
    explain(diag::TpuSliceNodes::absent(slice.topology.getLoc(), topology,
                                        slice.nodes, "parallelism"),
            slice)
        .help("one pod runs at a time unless `parallelism` says otherwise");
    return;
  }
  std::optional<int64_t> pods = knownInteger(parallelism);
  std::optional<int64_t> all = knownInteger(completions);
  // None run before somebody changes it.
  if (!pods || *pods == 0)
    return;
  std::string right = std::to_string(slice.nodes);
  if (*pods == slice.nodes) {
    if (!all || *all >= slice.nodes)
      return;
    explain(diag::TpuSliceNodes::wrong(completions.getLoc(), "completions",
                                       *all, topology, slice.nodes),
            slice)
        .note(parallelism.getLoc(), "no more pods run than have to succeed")
        .fix(/*safe=*/false, "let " + right + " succeed",
             completions.getLocation(), right);
    return;
  }
  StringRef field = "parallelism";
  mlir::Location place = parallelism.getLoc();
  if (*pods % slice.nodes == 0) {
    int64_t slices = *pods / slice.nodes;
    explain(
        diag::TpuSliceNodes::several(place, field, *pods, slices, slice.nodes),
        slice)
        .help("a JobSet makes a Job for each slice: give `replicas: " +
              std::to_string(slices) + "` there");
    return;
  }
  Report report = slice.dynamic
                      ? diag::TpuSliceNodes::doubtful(place, field, *pods,
                                                      topology, slice.nodes)
                      : diag::TpuSliceNodes::wrong(place, field, *pods,
                                                   topology, slice.nodes);
  explain(report, slice);
  llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>> edits = {
      {parallelism.getLocation(), right}};
  if (all == pods) {
    report.note(completions.getLoc(), "as many have to succeed");
    edits.emplace_back(completions.getLocation(), right);
  }
  report.fix(/*safe=*/false, "run " + right + " pods", edits);
}

/// The workers of a group are on one slice or several; a leader with TPUs is
/// one of them.
void CheckSliceNodes::checkLeaderAndWorkers(TrainingOp training, PoolOp workers,
                                            const Slice &slice) {
  ValueAttr size = workers.getGroupSizeAttr();
  std::optional<int64_t> pods = knownInteger(size);
  if (!pods || *pods == 0)
    return;
  int64_t withTpus = *pods;
  if (PoolOp leader = training.getPool(Role::Chief)) {
    bool asks = leader.getAcceleratorCountAttr() != nullptr;
    if (asks && knownInteger(leader.getAcceleratorCountAttr()) !=
                    knownInteger(workers.getAcceleratorCountAttr()))
      return;
    withTpus -= asks ? 0 : 1;
  }
  if (withTpus % slice.nodes == 0)
    return;
  StringRef topology = *slice.topology.getString();
  Report report =
      withTpus == *pods
          ? diag::TpuSliceNodes::wrong(size.getLoc(), "size", *pods, topology,
                                       slice.nodes)
          : diag::TpuSliceNodes::leader(size.getLoc(), "size", *pods, withTpus,
                                        topology, slice.nodes);
  std::string right = std::to_string(slice.nodes + *pods - withTpus);
  explain(std::move(report), slice)
      .fix(/*safe=*/false, "make groups of " + right, size.getLocation(),
           right);
}

void CheckSliceNodes::checkRay(PoolOp pool, const Slice &slice) {
  ValueAttr hosts = pool.getGroupSizeAttr();
  StringRef topology = *slice.topology.getString();
  if (!hosts) {
    explain(diag::TpuSliceNodes::absent(slice.topology.getLoc(), topology,
                                        slice.nodes, "numOfHosts"),
            slice)
        .help("a replica has one pod unless `numOfHosts` says otherwise");
    return;
  }
  std::optional<int64_t> pods = knownInteger(hosts);
  if (!pods || *pods == slice.nodes)
    return;
  std::string right = std::to_string(slice.nodes);
  explain(diag::TpuSliceNodes::wrong(hosts.getLoc(), "numOfHosts", *pods,
                                     topology, slice.nodes),
          slice)
      .fix(/*safe=*/false, "write " + right, hosts.getLocation(), right);
}

/// Replicas may be changed at any time, so that their number is no error.
void CheckSliceNodes::checkReplicas(PoolOp pool, const Slice &slice) {
  ValueAttr replicas = pool.getReplicasAttr();
  std::optional<int64_t> pods = knownInteger(replicas);
  if (!pods || *pods % slice.nodes == 0)
    return;
  explain(diag::TpuSliceNodes::doubtful(replicas.getLoc(), "replicas", *pods,
                                        *slice.topology.getString(),
                                        slice.nodes),
          slice)
      .fix(/*safe=*/false, "run " + std::to_string(slice.nodes),
           replicas.getLocation(), std::to_string(slice.nodes));
}

void CheckSliceNodes::check(TrainingOp training) {
  std::optional<StringRef> kind = knownString(training.getWorkloadKindAttr());
  if (!kind)
    return;
  for (PoolOp pool : training.getPools()) {
    std::optional<Slice> slice = sliceOf(pool);
    if (!slice || pool.getRole() != Role::Worker)
      continue;
    if (*kind == "Job" || *kind == "CronJob" || *kind == "JobSet")
      checkJob(pool, *slice);
    else if (slice->dynamic)
      continue;
    else if (*kind == "LeaderWorkerSet")
      checkLeaderAndWorkers(training, pool, *slice);
    else if (kind->starts_with("Ray"))
      checkRay(pool, *slice);
    else
      checkReplicas(pool, *slice);
  }
}

Check job::checkSliceNodes() { return Check::of<CheckSliceNodes>(); }
