//===- ExecutionState.cpp - The state of one run --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/ExecutionState.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using llvm::Error;

namespace trainlint::cpu {

/// Sends along the pairs in which the process stands. Replicas or partitions
/// are meant, within each group of the other ones.
static Error permute(const CompiledCollective &compiled,
                     const ExecutionState &state, CollectiveCall call,
                     const void *input, void *output) {
  const CollectiveOp &collective = compiled.collective;
  const ExecutionContext &context = state.context;
  bool byReplica = collective.mode == GroupMode::CrossReplica;
  int64_t self = byReplica ? context.replica : context.partition;
  int64_t count = byReplica ? state.replicas : state.partitions;
  llvm::SmallVector<int64_t> group;
  for (int64_t i = 0; i < count; ++i)
    group.push_back(byReplica ? i * state.partitions + context.partition
                              : context.replica * state.partitions + i);
  call.group = group;
  call.rank = self;
  int64_t source = -1, target = -1;
  for (auto [from, to] : collective.pairs) {
    if (from == self)
      target = to;
    if (to == self)
      source = from;
  }
  if (source >= count || target >= count)
    return llvm::createStringError("process " +
                                   llvm::Twine(std::max(source, target)) +
                                   " of a collective_permute is not there");
  if (source < 0)
    memset(output, 0, collective.count * byteSize(collective.element));
  return context.collectives->collectivePermute(
      call, input, output, collective.count, source, target);
}

/// Makes the process of a rank the first one of the group. A rank of no process
/// means the first one.
static void putFirst(GroupRank &member, int64_t root) {
  if (root <= 0 || root >= int64_t(member.group.size()))
    return;
  std::swap(member.group[0], member.group[root]);
  if (member.rank == 0)
    member.rank = root;
  else if (member.rank == root)
    member.rank = 0;
}

static Error carryOut(ExecutionState &state, int64_t number, const void *input,
                      void *output, int64_t root) {
  const CompiledCollective &compiled = state.collectives[number];
  const CollectiveOp &collective = compiled.collective;
  const ExecutionContext &context = state.context;
  Collectives *collectives = context.collectives;
  if (!collectives)
    return llvm::createStringError("the program has collective ops, but runs "
                                   "without a way to carry them out");
  CollectiveCall call{number, {}, -1, collective.element};
  if (collective.kind == CollectiveKind::CollectivePermute)
    return permute(compiled, state, call, input, output);
  GroupRank member = findGroup(collective, context.replica, context.partition,
                               state.replicas, state.partitions);
  call.group = member.group;
  call.rank = member.rank;
  for (int64_t process : member.group)
    if (process >= state.replicas * state.partitions)
      return llvm::createStringError("process " + llvm::Twine(process) +
                                     " of a collective is not there");
  int64_t count = collective.count;
  if (call.rank < 0) {
    if (collective.kind != CollectiveKind::CollectiveBroadcast &&
        collective.kind != CollectiveKind::CollectiveReduce)
      return llvm::createStringError(
          "a process is in no group of a collective");
    memset(output, 0, count * byteSize(collective.element));
    return Error::success();
  }
  switch (collective.kind) {
  case CollectiveKind::AllReduce:
    return collectives->allReduce(call, input, output, count,
                                  collective.reduction, compiled.combine);
  case CollectiveKind::AllGather:
    return collectives->allGather(call, input, output, count);
  case CollectiveKind::ReduceScatter:
    return collectives->reduceScatter(call, input, output, count,
                                      collective.reduction, compiled.combine);
  case CollectiveKind::AllToAll:
    return collectives->allToAll(call, input, output, count);
  case CollectiveKind::CollectiveReduce:
    if (Error error = collectives->allReduce(
            call, input, output, count, collective.reduction, compiled.combine))
      return error;
    if (call.rank != root)
      memset(output, 0, count * byteSize(collective.element));
    return Error::success();
  default:
    putFirst(member, root);
    call.group = member.group;
    call.rank = member.rank;
    return collectives->collectiveBroadcast(call, input, output, count);
  }
}

void runCollective(ExecutionState *state, int64_t number, int64_t input,
                   int64_t output, int64_t root) {
  if (state->error)
    return;
  state->error = carryOut(*state, number, reinterpret_cast<const void *>(input),
                          reinterpret_cast<void *>(output), root);
}

int64_t replicaOf(ExecutionState *state) { return state->context.replica; }
int64_t partitionOf(ExecutionState *state) { return state->context.partition; }

} // namespace trainlint::cpu
