//===- Exchange.cpp - Exchanges of tensors in a program -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/Exchange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using llvm::SmallVector;

namespace trainlint::cpu {

Collectives::~Collectives() = default;

using Groups = SmallVector<SmallVector<int64_t>>;

/// Groups of all numbers below a limit, if the operation names none.
static Groups namedGroups(const Exchange &exchange, int64_t limit) {
  bool isEmpty =
      llvm::all_of(exchange.groups, [](auto &group) { return group.empty(); });
  if (!isEmpty)
    return exchange.groups;
  return {llvm::to_vector(llvm::seq<int64_t>(0, limit))};
}

/// All groups of processes.
static Groups processGroups(const Exchange &exchange, int64_t replicas,
                            int64_t partitions) {
  Groups all;
  auto addGroup = [&](auto &&numbers) {
    SmallVector<int64_t> group(numbers.begin(), numbers.end());
    llvm::erase_if(group, [&](int64_t process) { return process < 0; });
    all.push_back(std::move(group));
  };
  // -1 fills up groups of different sizes.
  switch (exchange.mode) {
  case GroupMode::FlattenedIds:
    for (const auto &group : namedGroups(exchange, replicas * partitions))
      addGroup(group);
    return all;
  case GroupMode::CrossReplica:
    for (const auto &group : namedGroups(exchange, replicas))
      for (int64_t partition = 0; partition < partitions; ++partition)
        addGroup(llvm::map_range(group, [&](int64_t replica) {
          return replica < 0 ? -1 : replica * partitions + partition;
        }));
    return all;
  case GroupMode::CrossPartition:
    for (const auto &group : namedGroups(exchange, partitions))
      for (int64_t replica = 0; replica < replicas; ++replica)
        addGroup(llvm::map_range(group, [&](int64_t partition) {
          return partition < 0 ? -1 : replica * partitions + partition;
        }));
    return all;
  case GroupMode::CrossReplicaAndPartition:
    for (const auto &group : namedGroups(exchange, replicas)) {
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

Standing standingOf(const Exchange &exchange, int64_t replica,
                    int64_t partition, int64_t replicas, int64_t partitions) {
  int64_t process = replica * partitions + partition;
  for (SmallVector<int64_t> &group :
       processGroups(exchange, replicas, partitions))
    if (auto found = llvm::find(group, process); found != group.end()) {
      int64_t rank = found - group.begin();
      return {std::move(group), rank};
    }
  return {};
}

} // namespace trainlint::cpu
