//===- ShardingRule.h - Dimensions that are tiled together ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGRULE_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGRULE_H

#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "mlir/IR/Operation.h"

namespace trainlint::stablehlo {

/// A dimension of an operand or a result.
struct DimPlace {
  unsigned value, dim;
};

/// Dimensions that an op runs through together: where all of them are tiled
/// alike, the op computes parts of its results from parts of its operands.
struct Factor {
  llvm::SmallVector<DimPlace, 3> operands, results;
  /// The places that the op looks up are places in this dimension: they have to
  /// be counted from where the tile starts.
  bool isLookedUp = false;
  /// No result has it: each partition has a term of the results, which are
  /// combined afterwards.
  bool isReduced() const { return results.empty(); }
};

/// How an op computes with parts.
struct ShardingRule {
  llvm::SmallVector<Factor> factors;

  /// Adds dimensions that are tiled together.
  void add(llvm::SmallVector<DimPlace, 3> operands,
           llvm::SmallVector<DimPlace, 3> results) {
    Factor &factor = factors.emplace_back();
    factor.operands = std::move(operands);
    factor.results = std::move(results);
  }
};

/// The rule of an op. Without factors, the op takes operands that are
/// replicated.
ShardingRule ruleOf(mlir::Operation *op);

/// Where the terms of an op are combined by the region of an op of reduction,
/// that region; null if they are added.
mlir::Region *combinerOf(mlir::Operation *op);

// Rules of groups of ops. They leave the rule as it is for other ops.
void addDataMovementFactors(mlir::Operation *op, ShardingRule &rule);
void addContractionFactors(mlir::Operation *op, ShardingRule &rule);
void addReductionFactors(mlir::Operation *op, ShardingRule &rule);
void addIndexingFactors(mlir::Operation *op, ShardingRule &rule);

/// What is known of the sharding of a value: null if nothing is.
using FindSharding = llvm::function_ref<const Sharding *(mlir::Value)>;

/// How each factor of an op is tiled, by how its operands are and its results
/// should be. Together the tilings share the partitions. What operands have
/// comes before what needs a sum or is only wished for, and what larger tensors
/// have before what smaller ones have: others are gathered.
llvm::SmallVector<Tiling> chooseTilings(mlir::Operation *op,
                                        const ShardingRule &rule,
                                        FindSharding find, int64_t partitions);

/// The shardings of an operand and of a result, if factors are tiled.
Sharding shardingOfOperand(mlir::Operation *op, unsigned number,
                           const ShardingRule &rule,
                           llvm::ArrayRef<Tiling> tilings, int64_t partitions);
Sharding shardingOfResult(mlir::Operation *op, unsigned number,
                          const ShardingRule &rule,
                          llvm::ArrayRef<Tiling> tilings, int64_t partitions);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGRULE_H
