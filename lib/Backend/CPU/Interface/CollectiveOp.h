//===- CollectiveOp.h - Collective ops of programs --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVEOP_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVEOP_H

#include "Backend/CPU/Interface/Collectives.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::cpu {

enum class CollectiveKind {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  CollectivePermute,
  CollectiveBroadcast,
  CollectiveReduce,
};

/// What the numbers in the groups of a collective stand for.
enum class GroupMode {
  /// Replicas, within each partition.
  CrossReplica,
  /// Partitions, within each replica.
  CrossPartition,
  /// Replicas, with all their partitions.
  CrossReplicaAndPartition,
  /// Processes: replica * partitions + partition.
  FlattenedIds,
};

/// A collective op of a program.
struct CollectiveOp {
  CollectiveKind kind;
  GroupMode mode;
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  /// Of collective_permute: from where to where.
  llvm::SmallVector<std::pair<int64_t, int64_t>> pairs;
  ElementType element;
  /// Elements as Collectives counts them.
  int64_t count = 0;
  Reduction reduction = Reduction::Custom;
};

/// The group of a process in a collective, and its rank in it.
struct GroupRank {
  /// Processes of its group, in order; empty if it takes no part.
  llvm::SmallVector<int64_t> group;
  int64_t rank = -1;
};

/// The group of a process. Without groups all processes of a mode are one.
GroupRank findGroup(const CollectiveOp &collective, int64_t replica,
                    int64_t partition, int64_t replicas, int64_t partitions);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_COLLECTIVEOP_H
