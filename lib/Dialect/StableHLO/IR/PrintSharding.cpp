//===- PrintSharding.cpp - Shardings as text ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/PrintSharding.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

std::string stablehlo::printHloSharding(const Sharding &sharding) {
  if (sharding.isManual())
    return "{manual}";
  if (sharding.isReplicated())
    return "{replicated}";
  int64_t partitions = sharding.getPartitions(), tiles = 1;
  // The tile of each partition, counted row by row.
  std::vector<int64_t> places(partitions);
  for (const Tiling &dim : sharding.getDims()) {
    for (int64_t partition = 0; partition < partitions; ++partition)
      places[partition] =
          places[partition] * dim.getCount() + dim.getTile(partition);
    tiles *= dim.getCount();
  }
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, partitions));
  llvm::stable_sort(order, [&](int64_t left, int64_t right) {
    return places[left] < places[right];
  });
  int64_t copies = partitions / tiles;
  std::string out;
  llvm::raw_string_ostream os(out);
  os << "{devices=[";
  llvm::interleave(
      sharding.getDims(), os, [&](const Tiling &dim) { os << dim.getCount(); },
      ",");
  if (copies > 1)
    os << "," << copies;
  os << "]";
  if (llvm::is_sorted(order))
    os << "<=[" << partitions << "]";
  else
    llvm::interleave(order, os, ",");
  if (copies > 1)
    os << " last_tile_dim_replicate";
  os << "}";
  return out;
}
