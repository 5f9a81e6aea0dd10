//===- ProcessCollectives.cpp - Collectives of a process ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/ProcessCollectives.h"
#include "Backend/CPU/Plugin/TreeReduction.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using cpu::CollectiveCall;

static const char *at(const void *data, int64_t offset) {
  return static_cast<const char *>(data) + offset;
}

static char *at(void *data, int64_t offset) {
  return static_cast<char *>(data) + offset;
}

llvm::Error ProcessCollectives::exchange(
    const CollectiveCall &call, const Part &part,
    llvm::function_ref<llvm::Error(SharedCollective &)> lead,
    llvm::function_ref<void(const Parts &, const Part &leader)> read) {
  int64_t round = rounds[call.operation]++;
  Parts parts;
  if (llvm::Error error =
          rendezvous.meet(call, process, round, /*phase=*/0, part, parts))
    return error;
  int64_t leader = 0;
  Parts ignored;
  if (rendezvous.isShared(call.group)) {
    SharedCollective shared(*rendezvous.getLink(), call, round, parts);
    leader = shared.getLeader();
    if (call.rank == leader)
      if (llvm::Error error = lead(shared))
        return error;
    if (llvm::Error error =
            rendezvous.meet(call, process, round, /*phase=*/1, {}, ignored))
      return error;
  }
  read(parts, parts[leader]);
  // Inputs and outputs stay until all have read them.
  return rendezvous.meet(call, process, round, /*phase=*/2, {}, ignored);
}

/// The elements [begin, begin + count) of all inputs.
static llvm::SmallVector<TreeValue> valuesOf(const Rendezvous::Parts &parts,
                                             int64_t begin, int64_t element) {
  llvm::SmallVector<TreeValue> values;
  for (const auto &[rank, part] : llvm::enumerate(parts))
    values.push_back(
        {{static_cast<int64_t>(rank), 1}, at(part.input, begin * element)});
  return values;
}

/// Each process combines a part, and then takes the others' parts.
llvm::Error ProcessCollectives::reduceHere(const CollectiveCall &call,
                                           const Part &part, int64_t count,
                                           cpu::Combine combine) {
  int64_t element = cpu::byteSize(call.element);
  int64_t members = call.group.size();
  auto beginOf = [&](int64_t rank) { return count * rank / members; };
  int64_t round = rounds[call.operation]++;
  Parts parts, ignored;
  if (llvm::Error error =
          rendezvous.meet(call, process, round, /*phase=*/0, part, parts))
    return error;
  int64_t begin = beginOf(call.rank);
  combineTree(valuesOf(parts, begin, element), at(part.output, begin * element),
              beginOf(call.rank + 1) - begin, element, combine);
  if (llvm::Error error =
          rendezvous.meet(call, process, round, /*phase=*/1, {}, ignored))
    return error;
  for (int64_t rank = 0; rank < members; ++rank) {
    int64_t first = beginOf(rank) * element;
    int64_t bytes = beginOf(rank + 1) * element - first;
    if (rank != call.rank && bytes != 0)
      std::memcpy(at(part.output, first), at(parts[rank].output, first), bytes);
  }
  return rendezvous.meet(call, process, round, /*phase=*/2, {}, ignored);
}

llvm::Error ProcessCollectives::allReduce(const CollectiveCall &call,
                                          const void *input, void *output,
                                          int64_t count, cpu::Reduction,
                                          cpu::Combine combine) {
  int64_t bytes = count * cpu::byteSize(call.element);
  Part part = {input, output, bytes};
  if (!rendezvous.isShared(call.group))
    return reduceHere(call, part, count, combine);
  return exchange(
      call, part,
      [&](SharedCollective &shared) {
        return shared.allReduce(count, combine);
      },
      [&](const Parts &, const Part &leader) {
        if (leader.output != output && bytes != 0)
          std::memcpy(output, leader.output, bytes);
      });
}

llvm::Error ProcessCollectives::allGather(const CollectiveCall &call,
                                          const void *input, void *output,
                                          int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(
      call, {input, output, bytes},
      [&](SharedCollective &shared) { return shared.allGather(bytes); },
      [&](const Parts &parts, const Part &leader) {
        for (const auto &[rank, part] : llvm::enumerate(parts)) {
          // What came from elsewhere is in one output.
          const void *from =
              part.output ? part.input : at(leader.output, rank * bytes);
          if (from != at(output, rank * bytes) && bytes != 0)
            std::memcpy(at(output, rank * bytes), from, bytes);
        }
      });
}

llvm::Error ProcessCollectives::reduceScatter(const CollectiveCall &call,
                                              const void *input, void *output,
                                              int64_t count, cpu::Reduction,
                                              cpu::Combine combine) {
  int64_t element = cpu::byteSize(call.element);
  int64_t bytes = count * element * static_cast<int64_t>(call.group.size());
  bool isShared = rendezvous.isShared(call.group);
  return exchange(
      call, {input, output, bytes},
      [&](SharedCollective &shared) {
        return shared.reduceScatter(count, combine);
      },
      [&](const Parts &parts, const Part &) {
        if (!isShared)
          combineTree(valuesOf(parts, call.rank * count, element),
                      at(output, 0), count, element, combine);
      });
}

llvm::Error ProcessCollectives::allToAll(const CollectiveCall &call,
                                         const void *input, void *output,
                                         int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  int64_t all = bytes * static_cast<int64_t>(call.group.size());
  return exchange(
      call, {input, output, all},
      [&](SharedCollective &shared) { return shared.allToAll(bytes); },
      [&](const Parts &parts, const Part &) {
        for (const auto &[rank, part] : llvm::enumerate(parts))
          if (part.input && bytes != 0)
            std::memcpy(at(output, rank * bytes),
                        at(part.input, call.rank * bytes), bytes);
      });
}

llvm::Error ProcessCollectives::collectivePermute(const CollectiveCall &call,
                                                  const void *input,
                                                  void *output, int64_t count,
                                                  int64_t source,
                                                  int64_t target) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(
      call, {input, output, bytes, source, target},
      [&](SharedCollective &shared) { return shared.permute(bytes); },
      [&](const Parts &parts, const Part &) {
        if (source >= 0 && parts[source].input && bytes != 0)
          std::memcpy(output, parts[source].input, bytes);
      });
}

llvm::Error ProcessCollectives::collectiveBroadcast(const CollectiveCall &call,
                                                    const void *input,
                                                    void *output,
                                                    int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(
      call, {input, output, bytes},
      [&](SharedCollective &shared) { return shared.broadcast(bytes); },
      [&](const Parts &parts, const Part &leader) {
        const Part &root = parts.front();
        const void *from = root.output ? root.input : leader.output;
        if (from != output && bytes != 0)
          std::memcpy(output, from, bytes);
      });
}
