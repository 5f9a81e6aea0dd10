//===- CheckTpuSlices.cpp - TPU slices exist, and pods fit their nodes ----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Kubernetes.h"
#include "Diagnostics/Messages/Slices.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKTPUSLICES
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckTpuSlices
    : CheckPass<CheckTpuSlices, job::impl::CheckTpuSlicesBase<CheckTpuSlices>> {
  using CheckPass::CheckPass;

  static bool appliesTo(Platform platform) { return platform == Platform::GKE; }
  void check(TrainingOp training);

private:
  void checkAccelerator(PoolOp pool);
  bool checkTopology(PoolOp pool);
  void reportTopology(PoolOp pool, const GkeTpuAccelerators::Row &row,
                      const Topology &topology);
  bool checkMachineType(PoolOp pool);
  void checkChips(PoolOp pool);
};
} // namespace

//===----------------------------------------------------------------------===//
// Accelerators and topologies
//===----------------------------------------------------------------------===//

void CheckTpuSlices::checkAccelerator(PoolOp pool) {
  ValueAttr type = pool.getAcceleratorTypeAttr();
  std::optional<StringRef> name = knownString(type);
  if (!choosesTpus(pool) || !name)
    return;
  const GkeTpuAccelerators &accelerators = tables().gkeTpuAccelerators;
  llvm::SmallVector<StringRef> offered = offeredTpus(tables());
  std::string list =
      "the accelerators are " + formatList(offered, "and", offered.size());
  const auto *row = accelerators.find(*name);
  if (!row) {
    Report report =
        cite(diag::UnknownTpuAccelerator::unknown(type.getLoc(), *name),
             accelerators);
    std::optional<NearMatch> near = findNearMatch(*name, offered);
    if (near)
      report.fix(near->kind == MatchKind::Spelling,
                 "write `" + near->word + "`", type.getLocation(), near->word);
    report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
                list);
    return;
  }
  if (row->status != GkeTpuAccelerators::Status::Refused)
    return;
  Report report = cite(
      diag::UnknownTpuAccelerator::refused(type.getLoc(), *name), accelerators);
  report.help(list);
  if (!row->use.empty())
    report.fix(/*safe=*/false, "write `" + row->use + "`", type.getLocation(),
               row->use);
}

/// The topologies of a table with as many chips.
static llvm::SmallVector<StringRef>
topologiesWithChips(const GkeTpuAccelerators::Row &accelerator, int64_t chips,
                    const Tables &tables) {
  llvm::SmallVector<StringRef> found;
  for (const auto &row :
       tables.gkeTpuTopologies.withAccelerator(accelerator.name)) {
    std::optional<Topology> topology = parseTopology(row.topology);
    if (topology && chipsOf(*topology) == chips &&
        !llvm::is_contained(found, row.topology))
      found.push_back(row.topology);
  }
  return found;
}

void CheckTpuSlices::reportTopology(PoolOp pool,
                                    const GkeTpuAccelerators::Row &row,
                                    const Topology &topology) {
  ValueAttr given = pool.getTpuTopologyAttr();
  ValueAttr type = pool.getAcceleratorTypeAttr();
  Topology ascending = topology;
  llvm::sort(ascending);
  std::string sorted = formatTopology(ascending);
  if (ascending != topology && !sliceNodesOf(row, sorted, tables()).empty()) {
    Report report = row.ascending
                        ? diag::TpuTopology::order(given.getLoc(), row.name,
                                                   sorted, given.getText())
                        : diag::TpuTopology::notOfAccelerator(
                              given.getLoc(), row.name, given.getText());
    cite(report, tables().gkeTpuTopologies)
        .note(type.getLoc(), "of this accelerator");
    report.fix(/*safe=*/false, "write `" + sorted + "`", given.getLocation(),
               sorted);
    return;
  }

  Report report = cite(diag::TpuTopology::notOfAccelerator(
                           given.getLoc(), row.name, given.getText()),
                       tables().gkeTpuTopologies);
  report.note(type.getLoc(), "of this accelerator");
  std::string help = "it has " + describeTopologies(row, tables());
  llvm::SmallVector<StringRef> others = tpusWith(given.getText(), tables());
  if (!others.empty())
    help += "; " + given.getText() + " is a topology of " +
            formatList(others, "and");
  report.help(help);
  // Single hosts have a name of their own.
  if (!row.use.empty() && llvm::is_contained(others, row.use)) {
    report.fix(/*safe=*/false, "use `" + row.use + "`", type.getLocation(),
               row.use);
    return;
  }
  llvm::SmallVector<StringRef> alike =
      topologiesWithChips(row, chipsOf(topology), tables());
  if (alike.size() == 1)
    report.fix(/*safe=*/false,
               "write `" + alike.front() + "`, which has as many chips",
               given.getLocation(), alike.front());
}

/// False if the topology is a finding.
bool CheckTpuSlices::checkTopology(PoolOp pool) {
  ValueAttr given = pool.getTpuTopologyAttr();
  std::optional<StringRef> text = knownString(given);
  if (!text)
    return true;
  std::optional<Topology> topology = parseTopology(*text);
  const GkeTpuAccelerators::Row *row = tpuOf(pool, tables());
  if (!topology) {
    diag::TpuTopology::form(given.getLoc(), given.getText())
        .help("write the chips in two or three dimensions, such as " +
              StringRef(row && row->dimensions == 3 ? "2x2x4" : "2x4"));
    return false;
  }
  if (!row || !sliceNodesOf(*row, *text, tables()).empty())
    return true;
  reportTopology(pool, *row, *topology);
  return false;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// True if any table knows a machine type; others may be new.
static bool isKnownMachine(StringRef name, const Tables &tables) {
  return tables.machineTypes.find(name) ||
         llvm::any_of(tables.gkeTpuTopologies.rows,
                      [&](const auto &row) { return row.machineType == name; });
}

/// False if the machine type is a finding.
bool CheckTpuSlices::checkMachineType(PoolOp pool) {
  ValueAttr type = pool.getMachineTypeAttr();
  std::optional<StringRef> name = knownString(type);
  ValueAttr topology = sliceTopologyOf(pool);
  llvm::SmallVector<SliceNodes, 2> nodes = sliceNodesOf(pool, tables());
  bool confirmed = llvm::all_of(
      nodes, [](const SliceNodes &kind) { return !kind.machineType.empty(); });
  if (!name || nodes.empty() || !confirmed || !isKnownMachine(*name, tables()))
    return true;
  llvm::SmallVector<StringRef> machines;
  for (const SliceNodes &kind : nodes)
    machines.push_back(kind.machineType);
  if (llvm::is_contained(machines, *name))
    return true;
  Report report = cite(
      diag::AcceleratorMachine::slice(type.getLoc(), *name, topology.getText(),
                                      pool.getAcceleratorTypeAttr().getText()),
      tables().gkeTpuTopologies);
  report.note(pool.getAcceleratorTypeAttr().getLoc(), "of this accelerator")
      .note(topology.getLoc(), "in this topology")
      .help("its nodes are " + formatList(machines, "or"));
  return false;
}

/// "a ct6e-standard-4t node has 4".
static std::string describeNodes(llvm::ArrayRef<SliceNodes> nodes) {
  llvm::SmallVector<std::string> words;
  for (const SliceNodes &kind : nodes) {
    std::string node = kind.machineType.empty()
                           ? "a node"
                           : "a " + kind.machineType.str() + " node";
    words.push_back(node + " has " + std::to_string(kind.chipsPerNode));
  }
  return formatList(words, "and");
}

void CheckTpuSlices::checkChips(PoolOp pool) {
  ValueAttr given = pool.getAcceleratorCountAttr();
  std::optional<int64_t> count = knownInteger(given);
  llvm::SmallVector<SliceNodes, 2> nodes = sliceNodesOf(pool, tables());
  if (!count || *count < 1 || nodes.empty() || !asksFor(pool, TpuResource))
    return;
  auto fits = [&](const SliceNodes &kind) {
    return kind.chipsPerNode == *count;
  };
  if (llvm::any_of(nodes, fits))
    return;
  // A node that is a slice by itself may be shared by several pods.
  bool shared = llvm::any_of(nodes, [&](const SliceNodes &kind) {
    return kind.nodes == 1 && *count < kind.chipsPerNode;
  });
  std::string offered = describeNodes(nodes);
  std::string asked = given.getText();
  Report report =
      shared ? diag::TpuChipsPerNode::few(given.getLoc(), asked, offered)
             : diag::TpuChipsPerNode::wrong(given.getLoc(), asked, offered);
  cite(report, tables().gkeTpuTopologies);
  llvm::SmallVector<ValueAttr> parts =
      itemsOf(pool.getContainerAcceleratorsAttr());
  for (ValueAttr part : llvm::drop_begin(parts, parts.empty() ? 0 : 1))
    report.note(part.getLoc(), "asked for by another container of the pod");
  ValueAttr topology = sliceTopologyOf(pool);
  report.note(pool.getAcceleratorTypeAttr().getLoc(), "of this accelerator")
      .note(topology.getLoc(), "in this topology");

  std::optional<Topology> shape = parseTopology(topology.getText());
  if (shape && chipsOf(*shape) == *count)
    report.help("these are the chips of the whole slice, which has " +
                pluralize(nodes.front().nodes, "node") +
                "; each pod asks for those of its node");
  if (parts.size() == 1 && nodes.size() == 1) {
    std::string right = std::to_string(nodes.front().chipsPerNode);
    report.fix(/*safe=*/false, "ask for " + right, given.getLocation(), right);
  }
}

void CheckTpuSlices::check(TrainingOp training) {
  for (PoolOp pool : training.getPools()) {
    checkAccelerator(pool);
    if (checkTopology(pool) && checkMachineType(pool))
      checkChips(pool);
  }
}

Check job::checkTpuSlices() { return Check::of<CheckTpuSlices>(); }
