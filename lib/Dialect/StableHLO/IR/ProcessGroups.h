//===- ProcessGroups.h - Processes of collectives ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_PROCESSGROUPS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_PROCESSGROUPS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

namespace trainlint::stablehlo {

/// The constraints on groups of processes: that none is named twice, and that
/// the numbers are valid.
struct GroupConstraints {
  llvm::StringRef unique, range;
  /// Processes may be left out.
  bool partial = false;
  /// Groups may be of different sizes, filled up with -1.
  bool uneven = false;
};

/// Checks groups of process numbers. Axes of a mesh are not known here.
llvm::LogicalResult checkGroups(Emit emit, mlir::Attribute groups,
                                const GroupConstraints &constraints);

/// How many numbers each group has, if that is known.
std::optional<int64_t> groupSize(mlir::Attribute groups);

/// How many processes each group has, if that is known: with a channel and
/// without global ids, groups of replicas have all partitions of them, whose
/// number the program does not say.
std::optional<int64_t> processCount(mlir::Attribute groups,
                                    std::optional<ChannelHandleAttr> channel,
                                    bool globalIds);

/// True if processes send each other values by an op.
bool isCollective(mlir::Operation *op);

/// True if the groups are a single one of all replicas.
bool isGroupOfAll(mlir::Attribute groups);

/// Checks that global numbers of devices come with a channel and with groups.
llvm::LogicalResult checkChannel(Emit emit, mlir::Attribute groups,
                                 std::optional<ChannelHandleAttr> channel,
                                 bool globalIds, llvm::StringRef constraint);

/// Checks pairs of processes that send and receive, which the specification
/// numbers alike wherever they occur: (C1) to (C4).
llvm::LogicalResult checkPairs(Emit emit, mlir::DenseIntElementsAttr pairs);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_PROCESSGROUPS_H
