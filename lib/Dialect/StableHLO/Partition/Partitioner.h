//===- Partitioner.h - Ops rewritten to compute with parts ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITIONER_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITIONER_H

#include "Dialect/StableHLO/Partition/Resharding.h"
#include "Dialect/StableHLO/Partition/ShardingPropagation.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::stablehlo {

/// Copies the ops of a whole program into a block, where they compute with
/// parts.
class Partitioner {
public:
  /// Ops are put at the end of a block that has parts as arguments.
  Partitioner(ShardingReader &reader, const ShardingPropagation &hints,
              mlir::Block &target, mlir::MLIRContext *context, int64_t replicas)
      : reader(reader), hints(hints), partitions(reader.getPartitions()),
        builder(context), resharder(builder, target, replicas, partitions) {
    builder.setInsertionPointToEnd(&target);
  }

  /// Says which part of a value there is.
  void define(mlir::Value whole, const Sharding &sharding, mlir::Value part);

  /// Copies the ops before the terminator of a block.
  mlir::LogicalResult copyBody(mlir::Block &block);

  /// The part of a value that a sharding asks for, made here if need be.
  mlir::Value partOf(mlir::Value whole, const Sharding &sharding);
  mlir::Value replicated(mlir::Value whole);

  mlir::OpBuilder &getBuilder() { return builder; }

private:
  /// A part that there is of a value.
  struct Part {
    Sharding sharding;
    mlir::Value value;
  };

  mlir::LogicalResult copy(mlir::Operation *op);
  mlir::LogicalResult copyWhole(mlir::Operation *op);
  mlir::LogicalResult copyConstraint(mlir::Operation *op);
  mlir::LogicalResult copyByRule(mlir::Operation *op, const ShardingRule &rule);
  mlir::LogicalResult copyLoop(mlir::Operation *op);
  mlir::LogicalResult copyBranches(mlir::Operation *op);
  mlir::LogicalResult copyManual(mlir::Operation *op);

  mlir::Operation *cloneWithParts(mlir::Operation *op,
                                  llvm::ArrayRef<mlir::Value> operands);
  mlir::Value shiftIndices(mlir::Location loc, mlir::Value indices,
                           const Tiling &tiling, int64_t tile,
                           std::optional<int64_t> rows);
  mlir::Operation *cloneGather(GatherOp op,
                               llvm::ArrayRef<mlir::Value> operands,
                               mlir::RankedTensorType result,
                               const Tiling &rows);
  mlir::Operation *cloneScatter(ScatterOp op,
                                llvm::ArrayRef<mlir::Value> operands,
                                const Tiling &rows);
  mlir::Operation *cloneLookup(mlir::Operation *op, const ShardingRule &rule,
                               llvm::ArrayRef<Tiling> tilings,
                               llvm::ArrayRef<mlir::Value> operands);
  void combineTerms(mlir::Operation *op, const ShardingRule &rule,
                    llvm::ArrayRef<Tiling> tilings, mlir::Value term);
  mlir::LogicalResult copyRegion(mlir::Region &region, mlir::Region &target,
                                 llvm::ArrayRef<Sharding> arguments,
                                 llvm::ArrayRef<Sharding> results);
  mlir::LogicalResult refuseCollective(mlir::Operation *op);

  ShardingReader &reader;
  const ShardingPropagation &hints;
  int64_t partitions;
  mlir::OpBuilder builder;
  Resharder resharder;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Part, 1>> parts;
  /// Values whose parts are to be forgotten at the end of the region, which
  /// made them.
  llvm::SmallVector<mlir::Value> made;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITIONER_H
