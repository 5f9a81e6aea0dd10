//===- Sharding.h - How partitions share a tensor ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SHARDING_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SHARDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace trainlint::stablehlo {

/// How partitions share a dimension: the number of tiles, and which of them
/// each partition has. With one tile, each partition has all of the dimension.
class Tiling {
public:
  Tiling() = default;
  /// An entry for each partition, below `count`.
  Tiling(int64_t count, std::vector<int32_t> tiles)
      : count(count),
        tiles(count == 1 ? nullptr
                         : std::make_shared<const std::vector<int32_t>>(
                               std::move(tiles))) {}

  int64_t getCount() const { return count; }
  bool isTiled() const { return count != 1; }
  int64_t getTile(int64_t partition) const {
    return tiles ? (*tiles)[partition] : 0;
  }

  /// The tile of each partition; empty if there is one.
  llvm::ArrayRef<int32_t> getTiles() const {
    return tiles ? llvm::ArrayRef<int32_t>(*tiles) : llvm::ArrayRef<int32_t>();
  }

  bool operator==(const Tiling &other) const {
    return count == other.count &&
           (tiles == other.tiles || (tiles && *tiles == *other.tiles));
  }
  bool operator!=(const Tiling &other) const { return !(*this == other); }

private:
  int64_t count = 1;
  /// Shared by copies; null if there is one tile.
  std::shared_ptr<const std::vector<int32_t>> tiles;
};

/// How the partitions of a program share a tensor. Each tile is held by equally
/// many partitions; where a partition holds all, the tensor is replicated.
class Sharding {
public:
  /// The tensor of a rank that each partition has wholly.
  static Sharding replicated(size_t rank, int64_t partitions) {
    return Sharding(llvm::SmallVector<Tiling>(rank), partitions);
  }
  /// Each partition has a tensor of its own, of the shape that is written.
  static Sharding manual(size_t rank, int64_t partitions) {
    Sharding sharding = replicated(rank, partitions);
    sharding.hasOwn = true;
    return sharding;
  }
  /// Of a tiling for each dimension, which share the partitions: true of
  /// `isComplete`.
  Sharding(llvm::SmallVector<Tiling> dims, int64_t partitions)
      : dims(std::move(dims)), partitions(partitions) {}

  size_t getRank() const { return dims.size(); }
  int64_t getPartitions() const { return partitions; }
  llvm::ArrayRef<Tiling> getDims() const { return dims; }
  const Tiling &getDim(size_t dim) const { return dims[dim]; }
  bool isManual() const { return hasOwn; }
  bool isReplicated() const;

  /// True if all tiles of a shape are of the same size.
  bool dividesEvenly(llvm::ArrayRef<int64_t> shape) const;
  /// The shape of what each partition has: sizes that are not divided evenly
  /// are rounded up.
  llvm::SmallVector<int64_t> getPartShape(llvm::ArrayRef<int64_t> shape) const;
  /// Where the part of a partition starts in a tensor of a shape.
  llvm::SmallVector<int64_t> getPartStart(llvm::ArrayRef<int64_t> shape,
                                          int64_t partition) const;

  /// The partitions whose tiles differ in one dimension only, in the order of
  /// these tiles: what they have, one after the other, is all of the dimension.
  llvm::SmallVector<llvm::SmallVector<int64_t>> getGroups(size_t dim) const;

  bool operator==(const Sharding &other) const {
    return hasOwn == other.hasOwn && dims == other.dims;
  }
  bool operator!=(const Sharding &other) const { return !(*this == other); }

  /// For people: `[2,1]` are the numbers of tiles.
  std::string text() const;

private:
  llvm::SmallVector<Tiling> dims;
  int64_t partitions;
  /// Partitions have tensors of their own.
  bool hasOwn = false;
};

/// True if each combination of tiles of the dimensions is held by somebody, and
/// by as many partitions as each other one.
bool isComplete(llvm::ArrayRef<Tiling> dims, int64_t partitions);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SHARDING_H
