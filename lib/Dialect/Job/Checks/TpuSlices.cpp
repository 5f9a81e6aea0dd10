//===- TpuSlices.cpp - What the tables say of TPU slices on GKE -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/Checks/TpuSlices.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::job;

namespace {
/// The longest side of a slice.
constexpr int64_t LongestSide = 256;
/// Chips of a node in such a slice.
constexpr int64_t LargeSliceNode = 4;
} // namespace

/// True if a topology is made of whole cubes within the accelerator's limits.
static bool isLargeSlice(const GkeTpuAccelerators::Row &accelerator,
                         const Topology &topology) {
  if (!accelerator.maxCubes || topology.size() != 3)
    return false;
  bool whole =
      isMadeOfCubes(topology) &&
      llvm::all_of(topology, [](int64_t side) { return side <= LongestSide; });
  int64_t cubes = chipsOf(topology) / ChipsOfCube;
  return whole && cubes <= *accelerator.maxCubes &&
         (!accelerator.ascending || llvm::is_sorted(topology));
}

llvm::SmallVector<SliceNodes, 2>
job::sliceNodesOf(const GkeTpuAccelerators::Row &accelerator, StringRef text,
                  const Tables &tables) {
  llvm::SmallVector<SliceNodes, 2> nodes;
  std::optional<Topology> topology = parseTopology(text);
  if (!topology)
    return nodes;
  int64_t chips = chipsOf(*topology);
  for (const auto &row :
       tables.gkeTpuTopologies.withAccelerator(accelerator.name)) {
    if (row.topology == text)
      nodes.push_back(
          {row.chipsPerNode, chips / row.chipsPerNode, row.machineType});
  }
  if (nodes.empty() && isLargeSlice(accelerator, *topology))
    nodes.push_back(
        {LargeSliceNode, chips / LargeSliceNode, accelerator.largeMachineType});
  return nodes;
}

llvm::SmallVector<StringRef> job::offeredTpus(const Tables &tables) {
  llvm::SmallVector<StringRef> names;
  for (const auto &row : tables.gkeTpuAccelerators.rows) {
    if (row.status == GkeTpuAccelerators::Status::Offered)
      names.push_back(row.name);
  }
  return names;
}

llvm::SmallVector<StringRef> job::tpusWith(StringRef topology,
                                           const Tables &tables) {
  llvm::SmallVector<StringRef> names;
  for (StringRef name : offeredTpus(tables)) {
    const auto *row = tables.gkeTpuAccelerators.find(name);
    if (!sliceNodesOf(*row, topology, tables).empty())
      names.push_back(name);
  }
  return names;
}

std::string job::describeTopologies(const GkeTpuAccelerators::Row &accelerator,
                                    const Tables &tables) {
  llvm::SmallVector<std::pair<int64_t, StringRef>> bySize;
  for (const auto &row :
       tables.gkeTpuTopologies.withAccelerator(accelerator.name))
    bySize.emplace_back(
        chipsOf(parseTopology(row.topology).value_or(Topology())),
        row.topology);
  llvm::sort(bySize);
  llvm::SmallVector<std::string> words;
  for (const auto &[chips, topology] : bySize) {
    if (words.empty() || words.back() != topology)
      words.push_back(topology.str());
  }
  if (accelerator.maxCubes)
    words.push_back(
        std::string("multiples of 4") +
        (accelerator.ascending ? " in ascending order" : "") + " of up to " +
        std::to_string(*accelerator.maxCubes * ChipsOfCube) + " chips");
  return formatList(words, "and", words.size());
}
