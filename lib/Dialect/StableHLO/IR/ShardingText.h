//===- ShardingText.h - The text of shardings -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frameworks write shardings in two ways. GSPMD has `mhlo.sharding`, the text
// of XLA such as "{devices=[2,1]<=[2]}"; Shardy has `sdy.sharding` such as
// `#sdy.sharding<@mesh, [{"x"}, {}]>`, which names axes of a mesh. Both come
// from clients that nobody vouches for: reading takes time and memory by the
// length of the text and the number of partitions.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGTEXT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGTEXT_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "llvm/Support/LogicalResult.h"

namespace trainlint::stablehlo {

/// More are refused: each collective lists the partitions.
inline constexpr int64_t MostPartitions = 1 << 16;

/// Reads the text of one tensor's `mhlo.sharding`. A tensor that a single
/// device has (`maximal`), and what XLA calls unreduced, are errors.
llvm::FailureOr<Sharding> parseHloSharding(Emit emit, llvm::StringRef text,
                                           size_t rank, int64_t partitions);

/// The partitions as a grid of named axes.
struct DeviceMesh {
  struct Axis {
    std::string name;
    int64_t size;
  };
  llvm::SmallVector<Axis> axes;
  /// The place in the grid of each partition, where the last axis counts
  /// fastest. Empty if a partition's number is its place.
  std::vector<int64_t> places;
  /// The product of the sizes.
  int64_t size = 1;
  /// It has no axes, and names the one device of a tensor.
  bool isSingleDevice = false;
};

/// Reads what follows the name of a mesh, such as `<["x"=2, "y"=2]>`.
llvm::FailureOr<DeviceMesh> parseMesh(Emit emit, llvm::StringRef text);

/// Finds a mesh by its name; null after it has reported why.
using FindMesh = llvm::function_ref<const DeviceMesh *(llvm::StringRef name)>;

/// Reads `<@mesh, [{"x"}, {}]>`, with or without `#sdy.sharding` or `sharding`
/// before it. Open dimensions are read as closed ones. A tensor that a single
/// device has is an error, and so are sums that are not formed.
llvm::FailureOr<Sharding> parseSdySharding(Emit emit, llvm::StringRef text,
                                           FindMesh findMesh, size_t rank,
                                           int64_t partitions);

/// The mesh that such a sharding names, or has in place.
llvm::FailureOr<DeviceMesh> parseMeshOfSharding(Emit emit, llvm::StringRef text,
                                                FindMesh findMesh);

/// Takes a list of shardings apart, such as `[<@mesh, [{"x"}]>, <@mesh, []>]`,
/// with or without `#sdy.sharding_per_value<` before it.
llvm::FailureOr<llvm::SmallVector<llvm::StringRef>>
splitSdyShardings(Emit emit, llvm::StringRef text);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SHARDINGTEXT_H
