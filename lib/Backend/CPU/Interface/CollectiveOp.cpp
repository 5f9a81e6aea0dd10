//===- CollectiveOp.cpp - Collective ops of programs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/CollectiveOp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using llvm::SmallVector;

namespace trainlint::cpu {

Collectives::~Collectives() = default;

using Groups = SmallVector<SmallVector<int64_t>>;

/// Groups of all numbers below a limit, if the operation names none.
static Groups namedGroups(const CollectiveOp &collective, int64_t limit) {
  bool isEmpty = llvm::all_of(collective.groups,
                              [](auto &group) { return group.empty(); });
  if (!isEmpty)
    return collective.groups;
  return {llvm::to_vector(llvm::seq<int64_t>(0, limit))};
}

/// All groups of processes.
static Groups processGroups(const CollectiveOp &collective, int64_t replicas,
                            int64_t partitions) {
  Groups all;
  auto addGroup = [&](auto &&numbers) {
    SmallVector<int64_t> group(numbers.begin(), numbers.end());
    llvm::erase_if(group, [&](int64_t process) { return process < 0; });
    all.push_back(std::move(group));
  };
  // -1 fills up groups of different sizes.
  switch (collective.mode) {
  case GroupMode::FlattenedIds:
    for (const auto &group : namedGroups(collective, replicas * partitions))
      addGroup(group);
    return all;
  case GroupMode::CrossReplica:
    for (const auto &group : namedGroups(collective, replicas))
      for (int64_t partition = 0; partition < partitions; ++partition)
        addGroup(llvm::map_range(group, [&](int64_t replica) {
          return replica < 0 ? -1 : replica * partitions + partition;
        }));
    return all;
  case GroupMode::CrossPartition:
    for (const auto &group : namedGroups(collective, partitions))
      for (int64_t replica = 0; replica < replicas; ++replica)
        addGroup(llvm::map_range(group, [&](int64_t partition) {
          return partition < 0 ? -1 : replica * partitions + partition;
        }));
    return all;
  case GroupMode::CrossReplicaAndPartition:
    for (const auto &group : namedGroups(collective, replicas)) {
      SmallVector<int64_t> processes;
      for (int64_t partition = 0; partition < partitions; ++partition)
        for (int64_t replica : group)
          processes.push_back(replica < 0 ? -1
                                          : replica * partitions + partition);
      addGroup(processes);
    }
    return all;
  }
  return all;
}

GroupRank findGroup(const CollectiveOp &collective, int64_t replica,
                    int64_t partition, int64_t replicas, int64_t partitions) {
  int64_t process = replica * partitions + partition;
  for (SmallVector<int64_t> &group :
       processGroups(collective, replicas, partitions))
    if (auto found = llvm::find(group, process); found != group.end()) {
      int64_t rank = found - group.begin();
      return {std::move(group), rank};
    }
  return {};
}

} // namespace trainlint::cpu
