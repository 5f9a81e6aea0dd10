//===- Partition.h - The program of one partition ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of programs by their shardings, as "GSPMD: General and Scalable
// Parallelization for ML Computation Graphs" (2021) describes it. Shardings are
// carried on from the values that have some (ShardingPropagation), each op says
// which dimensions of its operands and results are tiled together
// (ShardingRule), and is rewritten to compute with parts (Partitioner).
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITION_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::stablehlo {

/// How many processes run a program.
struct ProcessCounts {
  int64_t partitions = 1;
  int64_t replicas = 1;
  /// The function that is run.
  llvm::StringRef entry = "main";
};

/// Makes the program of one partition of a whole one, in place. Nothing changes
/// with one partition. An error, with its place, if the shardings of arguments
/// and results cannot be used, or if the program names partitions itself.
llvm::LogicalResult partitionModule(mlir::ModuleOp module,
                                    const ProcessCounts &options);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_PARTITION_H
