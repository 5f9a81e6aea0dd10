//===- HloShardingText.cpp - The text of XLA's shardings ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The devices of a tiled sharding are an array with a dimension for each of the
// tensor's, and more behind them for copies. They are listed, or made of 0, 1,
// ...: `[4,2]<=[2,4]T(1,0)` are those numbers in the shape [2,4], transposed,
// in the shape [4,2].
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ShardingLexer.h"
#include "Dialect/StableHLO/IR/ShardingText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::stablehlo;

/// More dimensions than tensors have in practice, for arrays of devices.
static constexpr size_t MostDims = 64;

/// Checks that an array of devices has one for each partition.
static LogicalResult checkCount(ShardingLexer &lexer, ArrayRef<int64_t> sizes,
                                int64_t partitions) {
  int64_t count = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(count, size, count))
      return lexer.error() << "its array of devices is too large";
  if (count == partitions)
    return success();
  return lexer.error() << "it is for " << count
                       << " partitions, and the program has " << partitions;
}

/// The numbers 0, 1, ... in a shape, of which the dimensions are transposed.
static std::vector<int64_t> transposedIota(ArrayRef<int64_t> shape,
                                           ArrayRef<int64_t> order,
                                           int64_t count) {
  SmallVector<int64_t> strides(shape.size(), 1), sizes, steps;
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  for (int64_t dim : order) {
    sizes.push_back(shape[dim]);
    steps.push_back(strides[dim]);
  }
  std::vector<int64_t> out(count);
  SmallVector<int64_t> place(shape.size(), 0);
  int64_t value = 0;
  for (int64_t &number : out) {
    number = value;
    for (size_t dim = sizes.size(); dim-- > 0;) {
      value += steps[dim];
      if (++place[dim] < sizes[dim])
        break;
      value -= steps[dim] * sizes[dim];
      place[dim] = 0;
    }
  }
  return out;
}

/// Which partition is at each place of the array: what follows `<=`.
static FailureOr<std::vector<int64_t>> parseIota(ShardingLexer &lexer,
                                                 int64_t partitions) {
  if (failed(lexer.expect("[")))
    return failure();
  auto shape = lexer.numbers(']', MostPartitions, MostDims);
  if (failed(shape))
    return failure();
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, shape->size()));
  if (lexer.take("T")) {
    if (failed(lexer.expect("(")))
      return failure();
    auto given = lexer.numbers(')', MostDims, MostDims);
    if (failed(given))
      return failure();
    SmallVector<int64_t> sorted(given->begin(), given->end());
    llvm::sort(sorted);
    if (!llvm::equal(sorted, order))
      return lexer.error() << "what follows `T` does not name each of the "
                           << shape->size() << " dimensions once";
    order.assign(given->begin(), given->end());
  }
  if (failed(checkCount(lexer, *shape, partitions)))
    return failure();
  return transposedIota(*shape, order, partitions);
}

/// What the dimensions behind those of the tensor are for. False if some are
/// no copies.
static FailureOr<bool> parseCopies(ShardingLexer &lexer, size_t &copies) {
  copies = 0;
  if (lexer.take("last_tile_dim_replicate")) {
    copies = 1;
    return true;
  }
  if (!lexer.take("last_tile_dims"))
    return true;
  if (failed(lexer.expect("=")) || failed(lexer.expect("{")))
    return failure();
  bool areCopies = true;
  do {
    StringRef kind = lexer.takeWord();
    if (kind == "manual")
      areCopies = false;
    else if (kind != "replicated")
      return lexer.error() << "`last_tile_dims` are `replicated` or `manual` "
                              "here, not `"
                           << kind << "`";
    ++copies;
  } while (lexer.take(","));
  if (failed(lexer.expect("}")))
    return failure();
  return areCopies;
}

/// What says where a sharding comes from, or which other ones it is like.
static LogicalResult skipRemarks(ShardingLexer &lexer) {
  while (!lexer.take("}")) {
    StringRef word = lexer.takeWord();
    if (word == "shard_as" || word == "shard_like") {
      if (failed(lexer.number(std::numeric_limits<int64_t>::max())))
        return failure();
      continue;
    }
    if (word != "metadata")
      return lexer.expectedButFound("`}`");
    if (failed(lexer.expect("=")) || failed(lexer.expect("{")))
      return failure();
    if (failed(lexer.skipTo("{", "}")))
      return failure();
  }
  if (!lexer.atEnd())
    return lexer.expectedButFound("the end");
  return success();
}

/// What follows `devices=`.
static FailureOr<Sharding> parseTiles(ShardingLexer &lexer, size_t rank,
                                      int64_t partitions) {
  if (failed(lexer.expect("=")) || failed(lexer.expect("[")))
    return failure();
  auto tiles = lexer.numbers(']', MostPartitions, MostDims);
  if (failed(tiles))
    return failure();
  if (failed(checkCount(lexer, *tiles, partitions)))
    return failure();
  FailureOr<std::vector<int64_t>> holders;
  if (lexer.take("<=")) {
    holders = parseIota(lexer, partitions);
  } else {
    holders = std::vector<int64_t>();
    do {
      auto next = lexer.number(partitions - 1);
      if (failed(next))
        return failure();
      if (holders->size() == static_cast<size_t>(partitions))
        return lexer.error()
               << "more than " << partitions << " partitions are listed";
      holders->push_back(*next);
    } while (lexer.take(","));
    if (holders->size() != static_cast<size_t>(partitions))
      return lexer.error() << holders->size() << " of " << partitions
                           << " partitions are listed";
  }
  if (failed(holders))
    return failure();
  std::vector<int64_t> places(partitions, -1);
  for (int64_t place = 0; place < partitions; ++place) {
    int64_t &known = places[(*holders)[place]];
    if (known >= 0)
      return lexer.error() << "partition " << (*holders)[place]
                           << " is listed twice";
    known = place;
  }
  size_t copies;
  auto areCopies = parseCopies(lexer, copies);
  if (failed(areCopies) || failed(skipRemarks(lexer)))
    return failure();
  if (tiles->size() != rank + copies)
    return lexer.error() << "it has " << tiles->size() << " dimensions"
                         << (copies ? " with the copies" : "")
                         << ", and the tensor has " << rank;
  if (!*areCopies)
    return lexer.error() << "partitions that are manual in part are not "
                            "supported";
  // From the last dimension to the first.
  SmallVector<Tiling> dims(rank);
  int64_t stride = 1;
  for (size_t dim = tiles->size(); dim-- > 0;) {
    int64_t size = (*tiles)[dim];
    if (dim < rank && size > 1) {
      std::vector<int32_t> tileOf(partitions);
      for (int64_t partition = 0; partition < partitions; ++partition)
        tileOf[partition] = places[partition] / stride % size;
      dims[dim] = Tiling(size, std::move(tileOf));
    }
    stride *= size;
  }
  return Sharding(std::move(dims), partitions);
}

FailureOr<Sharding> stablehlo::parseHloSharding(Emit emit, StringRef text,
                                                size_t rank,
                                                int64_t partitions) {
  ShardingLexer lexer(emit, text);
  if (failed(lexer.expect("{")))
    return failure();
  if (lexer.take("{"))
    return lexer.error() << "it is of a tuple, and one of a tensor is needed";
  StringRef before = lexer.getRest();
  StringRef kind = lexer.takeWord();
  if (kind == "devices")
    return parseTiles(lexer, rank, partitions);
  if (kind == "maximal")
    return lexer.error() << "tensors of a single device are not supported";
  if (kind == "unreduced")
    return lexer.error() << "tensors that are not reduced are not supported";
  if (kind != "replicated" && kind != "manual" && kind != "unknown")
    return lexer.expectedBefore("`replicated`, `manual` or `devices`", before);
  if (failed(skipRemarks(lexer)))
    return failure();
  return kind == "manual" ? Sharding::manual(rank, partitions)
                          : Sharding::replicated(rank, partitions);
}
