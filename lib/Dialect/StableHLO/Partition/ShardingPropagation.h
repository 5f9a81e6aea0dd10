//===- ShardingPropagation.h - Shardings carried on -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGPROPAGATION_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGPROPAGATION_H

#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::stablehlo {

/// How the values of a function should be sharded. What is known of some is
/// carried on to others, op by op: forward, so that parts are used as they are,
/// and backward, so that what is wanted in parts is computed in parts. It says
/// how a program is computed, never what.
class ShardingPropagation {
public:
  explicit ShardingPropagation(ShardingReader &reader) : reader(reader) {}

  /// Says how a value is sharded. It stays so.
  void fix(mlir::Value value, const Sharding &sharding);
  /// Carries on what is known within a block of ops, whose results are wanted
  /// in some way.
  void run(mlir::Block &body, llvm::ArrayRef<Sharding> wanted);

  /// Null if nothing is known.
  const Sharding *find(mlir::Value value) const;
  /// Replicated if nothing is known.
  Sharding get(mlir::Value value) const;

private:
  void readHints(mlir::Operation *op);
  void carryOn(llvm::ArrayRef<mlir::Operation *> ops);
  void visitAll(llvm::ArrayRef<mlir::Operation *> ops);
  void visit(mlir::Operation *op);
  void visitCommon(mlir::Operation *op);
  void visitLoop(mlir::Operation *op);
  void visitBranches(mlir::Operation *op);
  void share(llvm::ArrayRef<mlir::Value> values);
  void refine(mlir::Value value, llvm::ArrayRef<Tiling> dims);

  ShardingReader &reader;
  llvm::DenseMap<mlir::Value, Sharding> shardings;
  llvm::DenseSet<mlir::Value> fixed;
  bool hasChanged = false;
};

/// True for an op that only says how its operand should be sharded.
bool isShardingConstraint(mlir::Operation *op);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_SHARDINGPROPAGATION_H
