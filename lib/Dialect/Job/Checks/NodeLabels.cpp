//===- NodeLabels.cpp - What a pod asks for in a manifest -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/NodeLabels.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::job;

bool job::choosesTpus(PoolOp pool) {
  return knownString(pool.getAcceleratorLabelAttr()) == TpuLabel;
}

bool job::choosesGpus(PoolOp pool) {
  return knownString(pool.getAcceleratorLabelAttr()) == GpuLabel;
}

bool job::asksFor(PoolOp pool, StringRef resource) {
  return knownString(pool.getAcceleratorResourceAttr()) == resource &&
         knownInteger(pool.getAcceleratorCountAttr()) != 0;
}

const GkeTpuAccelerators::Row *job::tpuOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getAcceleratorTypeAttr());
  if (!choosesTpus(pool) || !name)
    return nullptr;
  const auto *row = tables.gkeTpuAccelerators.find(*name);
  bool offered = row && row->status == GkeTpuAccelerators::Status::Offered;
  return offered ? row : nullptr;
}

const Accelerators::Row *job::gpuWithLabel(StringRef label,
                                           const Tables &tables) {
  const auto *row = llvm::find_if(
      tables.accelerators.rows, [&](const Accelerators::Row &candidate) {
        return candidate.kind == Accelerators::Kind::Gpu &&
               candidate.flagName == label;
      });
  return row == tables.accelerators.rows.end() ? nullptr : row;
}

const Accelerators::Row *job::gpuOf(PoolOp pool, const Tables &tables) {
  std::optional<StringRef> name = knownString(pool.getAcceleratorTypeAttr());
  return choosesGpus(pool) && name ? gpuWithLabel(*name, tables) : nullptr;
}

ValueAttr job::sliceTopologyOf(PoolOp pool) {
  // A slice that is put together can be larger than the nodes' own topology.
  ValueAttr together = pool.getSliceTopologyAttr();
  return together ? together : pool.getTpuTopologyAttr();
}

/// Keeps the nodes that fulfil a condition, unless none does.
template <typename Condition>
static void narrow(llvm::SmallVectorImpl<SliceNodes> &nodes,
                   Condition condition) {
  if (llvm::any_of(nodes, condition))
    llvm::erase_if(nodes,
                   [&](const SliceNodes &kind) { return !condition(kind); });
}

llvm::SmallVector<SliceNodes, 2> job::sliceNodesOf(PoolOp pool,
                                                   const Tables &tables) {
  const GkeTpuAccelerators::Row *row = tpuOf(pool, tables);
  std::optional<StringRef> topology = knownString(sliceTopologyOf(pool));
  if (!row || !topology)
    return {};
  llvm::SmallVector<SliceNodes, 2> nodes =
      sliceNodesOf(*row, *topology, tables);
  if (std::optional<StringRef> type = knownString(pool.getMachineTypeAttr()))
    narrow(nodes,
           [&](const SliceNodes &kind) { return kind.machineType == *type; });
  if (std::optional<int64_t> count =
          knownInteger(pool.getAcceleratorCountAttr()))
    narrow(nodes,
           [&](const SliceNodes &kind) { return kind.chipsPerNode == *count; });
  return nodes;
}
