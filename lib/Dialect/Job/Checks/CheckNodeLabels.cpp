//===- CheckNodeLabels.cpp - Labels and resources belong together ---------===//
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
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKNODELABELS
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckNodeLabels
    : CheckPass<CheckNodeLabels,
                job::impl::CheckNodeLabelsBase<CheckNodeLabels>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) { return platform == Platform::GKE; }
  void check(TrainingOp training);

private:
  void checkTpuLabels(PoolOp pool);
  void checkResource(PoolOp pool);
  void checkRequested(PoolOp pool);
};
} // namespace

/// TPUs are chosen by their accelerator and their topology.
void CheckNodeLabels::checkTpuLabels(PoolOp pool) {
  if (!asksFor(pool, TpuResource) || choosesGpus(pool))
    return;
  ValueAttr type = pool.getAcceleratorTypeAttr();
  ValueAttr topology = pool.getTpuTopologyAttr();
  if (!type && !topology) {
    cite(diag::TpuNodeLabels::none(pool.getAcceleratorResourceAttr().getLoc()),
         tables().gkeTpuAccelerators)
        .help("select `" + TpuLabel + "` and `" + TopologyLabel +
              "`; the accelerators are " +
              formatList(offeredTpus(tables()), "and"));
    return;
  }
  std::optional<StringRef> name = knownString(type);
  // The topology of a slice that is put together stands elsewhere.
  if (name && !topology && !pool.getSliceTopologyAttr()) {
    const GkeTpuAccelerators::Row *row = tpuOf(pool, tables());
    Report report = diag::TpuNodeLabels::noTopology(type.getLoc(), *name);
    if (row)
      cite(report, tables().gkeTpuAccelerators)
          .help("select `" + TopologyLabel +
                "`: " + describeTopologies(*row, tables()));
  }
  std::optional<StringRef> shape = knownString(topology);
  if (shape && !type) {
    Report report =
        diag::TpuNodeLabels::noAccelerator(topology.getLoc(), *shape);
    llvm::SmallVector<StringRef> names = tpusWith(*shape, tables());
    if (!names.empty())
      cite(report, tables().gkeTpuAccelerators)
          .help("select `" + TpuLabel + "`: " + formatList(names, "or") +
                (names.size() == 1 ? " has" : " have") + " this topology");
  }
}

/// Nodes have TPUs or GPUs.
void CheckNodeLabels::checkResource(PoolOp pool) {
  StringRef other = choosesTpus(pool)   ? StringRef(GpuResource)
                    : choosesGpus(pool) ? StringRef(TpuResource)
                                        : StringRef();
  if (other.empty() || !asksFor(pool, other))
    return;
  ValueAttr label = pool.getAcceleratorLabelAttr();
  diag::AcceleratorResource::mixed(pool.getAcceleratorResourceAttr().getLoc(),
                                   other, *label.getString())
      .note(label.getLoc(), "chooses the nodes")
      .help("their resource is `" +
            (choosesTpus(pool) ? TpuResource : GpuResource) + "`");
}

void CheckNodeLabels::checkRequested(PoolOp pool) {
  std::optional<StringRef> name = knownString(pool.getAcceleratorTypeAttr());
  bool chooses = choosesTpus(pool) || choosesGpus(pool);
  if (!chooses || !name || pool.getAcceleratorResourceAttr())
    return;
  StringRef resource = choosesTpus(pool) ? TpuResource : GpuResource;
  diag::AcceleratorNotRequested::none(pool.getAcceleratorTypeAttr().getLoc(),
                                      *name, resource)
      .help("give `" + resource + "` under `resources.limits` of a container");
}

void CheckNodeLabels::check(TrainingOp training) {
  bool requested = false;
  for (PoolOp pool : training.getPools()) {
    checkTpuLabels(pool);
    checkResource(pool);
    requested |= pool.getAcceleratorResourceAttr() != nullptr;
  }
  // Leaders run beside their workers, and daemons on nodes that others use.
  std::optional<StringRef> kind = knownString(training.getWorkloadKindAttr());
  if (requested || !kind || *kind == "DaemonSet")
    return;
  for (PoolOp pool : training.getPools())
    checkRequested(pool);
}

Check job::checkNodeLabels() { return Check::of<CheckNodeLabels>(); }
