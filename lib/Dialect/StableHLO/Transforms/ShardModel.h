//===- ShardModel.h - Tensors that partitions share -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDMODEL_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDMODEL_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace trainlint::stablehlo {

/// A dimension of a state or an input that the partitions of a replica share.
struct DimensionSharding {
  /// Where a `*` stands for any letters.
  std::string name;
  int64_t dimension;
};

/// Divides modules of one model into partitions: says so, and gives shardings
/// to the states and inputs of `main` that are named. A state of an optimizer
/// whose name begins with that of a parameter, `kernel/m`, and which has its
/// shape, is divided like it unless it is named itself; a whole name goes
/// before one with a `*`. Fails, and changes nothing, if a name is that of
/// nothing, or if a dimension cannot be shared evenly.
llvm::Error shardModel(llvm::ArrayRef<mlir::ModuleOp> modules,
                       int64_t partitions,
                       llvm::ArrayRef<DimensionSharding> wanted);

/// A program that makes a whole tensor of the parts of a replica's partitions,
/// on each of them: all that it says is how the tensor is divided.
mlir::OwningOpRef<mlir::ModuleOp> makeJoinProgram(mlir::RankedTensorType whole,
                                                  const Sharding &sharding);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDMODEL_H
