//===- Sharding.cpp - How partitions share a tensor -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The number of combinations of tiles, or none if it is above a limit.
static std::optional<int64_t> countTiles(ArrayRef<Tiling> dims, int64_t limit) {
  int64_t count = 1;
  for (const Tiling &dim : dims)
    if (llvm::MulOverflow(count, dim.getCount(), count) || count > limit)
      return std::nullopt;
  return count;
}

/// The number of the combination that a partition has, where the last dimension
/// counts fastest.
static int64_t placeOf(ArrayRef<Tiling> dims, int64_t partition) {
  int64_t place = 0;
  for (const Tiling &dim : dims)
    place = place * dim.getCount() + dim.getTile(partition);
  return place;
}

bool stablehlo::isComplete(ArrayRef<Tiling> dims, int64_t partitions) {
  SmallVector<Tiling> tiled;
  llvm::copy_if(dims, std::back_inserter(tiled),
                [](const Tiling &dim) { return dim.isTiled(); });
  if (tiled.empty())
    return true;
  auto count = countTiles(tiled, partitions);
  if (!count || *count == 0 || partitions % *count != 0)
    return false;
  std::vector<int64_t> holders(*count);
  for (int64_t partition = 0; partition < partitions; ++partition)
    ++holders[placeOf(tiled, partition)];
  return llvm::all_equal(holders);
}

bool Sharding::isReplicated() const {
  return !hasOwn &&
         llvm::none_of(dims, [](const Tiling &dim) { return dim.isTiled(); });
}

bool Sharding::dividesEvenly(ArrayRef<int64_t> shape) const {
  return llvm::all_of(llvm::zip_equal(dims, shape), [](auto pair) {
    auto &[dim, size] = pair;
    return size % dim.getCount() == 0;
  });
}

SmallVector<int64_t> Sharding::getPartShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> part;
  for (auto [dim, size] : llvm::zip_equal(dims, shape))
    part.push_back(llvm::divideCeil(size, dim.getCount()));
  return part;
}

SmallVector<int64_t> Sharding::getPartStart(ArrayRef<int64_t> shape,
                                            int64_t partition) const {
  SmallVector<int64_t> start = getPartShape(shape);
  for (auto [dim, size] : llvm::zip_equal(dims, start))
    size *= dim.getTile(partition);
  return start;
}

SmallVector<SmallVector<int64_t>> Sharding::getGroups(size_t dim) const {
  SmallVector<Tiling> others(dims);
  others.erase(others.begin() + dim);
  int64_t size = dims[dim].getCount();
  // Of each combination of the other tiles, the groups that want for members.
  // Copies of a tile go to different groups, in the order of the partitions.
  std::vector<std::vector<std::vector<int64_t>>> holders;
  for (int64_t partition = 0; partition < partitions; ++partition) {
    size_t place = placeOf(others, partition);
    if (holders.size() <= place)
      holders.resize(place + 1);
    holders[place].resize(size);
    holders[place][dims[dim].getTile(partition)].push_back(partition);
  }
  SmallVector<SmallVector<int64_t>> groups;
  for (const auto &tiles : holders)
    for (size_t copy = 0; !tiles.empty() && copy < tiles.front().size();
         ++copy) {
      SmallVector<int64_t> &group = groups.emplace_back();
      for (const std::vector<int64_t> &tile : tiles)
        group.push_back(tile[copy]);
    }
  return groups;
}

std::string Sharding::text() const {
  if (hasOwn)
    return "manual";
  std::string out;
  llvm::raw_string_ostream os(out);
  os << "[";
  llvm::interleave(
      dims, os, [&](const Tiling &dim) { os << dim.getCount(); }, ",");
  os << "]";
  return out;
}
