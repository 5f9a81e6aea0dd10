//===- Resharding.h - Parts of tensors made of others -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_RESHARDING_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_RESHARDING_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/IR/Builders.h"

namespace trainlint::stablehlo {

/// The type of the part of a tensor.
mlir::RankedTensorType partTypeOf(mlir::RankedTensorType whole,
                                  const Sharding &sharding);
/// The same of any type: what is never tiled has only itself as a part.
mlir::Type partTypeOf(mlir::Type whole, const Sharding &sharding);

/// Builds ops that change what partitions have of a tensor.
class Resharder {
public:
  /// Where parts start is computed once, at the start of a block.
  Resharder(mlir::OpBuilder &builder, mlir::Block &start, int64_t replicas,
            int64_t partitions)
      : builder(builder), start(start), replicas(replicas),
        partitions(partitions) {}

  /// The part of one sharding made of that of another: all_gather where tiles
  /// have to come together, all_to_all where they become tiles of another
  /// dimension, slices where all is there.
  mlir::Value reshard(mlir::Location loc, mlir::Value part,
                      mlir::RankedTensorType whole, const Sharding &from,
                      const Sharding &to);

  /// True for a constant or an iota of known shape.
  static bool canMaterialize(mlir::Value whole);
  /// The part of such a value, made in place.
  mlir::Value materialize(mlir::Value whole, const Sharding &sharding);

  /// Where the tile of this partition starts, of 64 bits, if tiles have a size.
  mlir::Value startOf(const Tiling &tiling, int64_t size);

  /// What the first partition has, in all of them.
  mlir::Value broadcast(mlir::Location loc, mlir::Value value);

  /// Combines terms of the partitions that differ in a tiling, and are alike in
  /// the others. The combiner is copied; null stands for a sum.
  mlir::Value allReduce(mlir::Location loc, mlir::Value term,
                        llvm::ArrayRef<Tiling> alike, const Tiling &differ,
                        mlir::Region *combiner);
  /// The same, of which each partition keeps the tile of a dimension.
  mlir::Value reduceScatter(mlir::Location loc, mlir::Value term,
                            llvm::ArrayRef<Tiling> alike, const Tiling &differ,
                            unsigned dim, mlir::Region *combiner);

private:
  mlir::Value gather(mlir::Location loc, mlir::Value part,
                     mlir::RankedTensorType result, const Sharding &sharding,
                     unsigned dim);
  mlir::Value exchange(mlir::Location loc, mlir::Value part,
                       mlir::RankedTensorType result, const Sharding &sharding,
                       unsigned from, unsigned to);
  mlir::Value slice(mlir::Location loc, mlir::Value value,
                    llvm::ArrayRef<Tiling> cut);
  mlir::Value materializeIota(IotaOp iota, mlir::RankedTensorType part,
                              const Tiling &tiling);
  mlir::DenseIntElementsAttr
  groupsAttr(llvm::ArrayRef<llvm::SmallVector<int64_t>> groups);
  mlir::DenseIntElementsAttr groupsOf(llvm::ArrayRef<Tiling> alike,
                                      const Tiling &differ);
  ChannelHandleAttr nextChannel();
  void combine(mlir::Region &region, mlir::Type element,
               mlir::Region *combiner);

  mlir::OpBuilder &builder;
  mlir::Block &start;
  int64_t replicas, partitions, channels = 0;
  struct Start {
    Tiling tiling;
    int64_t size;
    mlir::Value value;
  };
  /// A program has few ways of tiling, with a few sizes each.
  llvm::SmallVector<Start> starts;
  mlir::Value partition;
};

/// Two tilings as one, of which the second counts faster.
Tiling joined(const Tiling &first, const Tiling &second, int64_t partitions);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_RESHARDING_H
