//===- Running.cpp - One run of a program ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Running.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using llvm::Error;

namespace trainlint::cpu {

/// Sends along the pairs in which the process stands. Replicas or partitions
/// are meant, within each group of the other ones.
static Error permute(const CompiledExchange &compiled, const Running &running,
                     CollectiveCall call, const void *input, void *output) {
  const Exchange &exchange = compiled.exchange;
  const ExecutionContext &context = running.context;
  bool byReplica = exchange.mode == GroupMode::CrossReplica;
  int64_t self = byReplica ? context.replica : context.partition;
  int64_t count = byReplica ? running.replicas : running.partitions;
  llvm::SmallVector<int64_t> group;
  for (int64_t i = 0; i < count; ++i)
    group.push_back(byReplica ? i * running.partitions + context.partition
                              : context.replica * running.partitions + i);
  call.group = group;
  call.rank = self;
  int64_t source = -1, target = -1;
  for (auto [from, to] : exchange.pairs) {
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
    memset(output, 0, exchange.count * byteSize(exchange.element));
  return context.collectives->collectivePermute(call, input, output,
                                                exchange.count, source, target);
}

/// Makes the process of a rank the first one of the group. A rank of no process
/// means the first one.
static void putFirst(Standing &standing, int64_t root) {
  if (root <= 0 || root >= int64_t(standing.group.size()))
    return;
  std::swap(standing.group[0], standing.group[root]);
  if (standing.rank == 0)
    standing.rank = root;
  else if (standing.rank == root)
    standing.rank = 0;
}

static Error carryOut(Running &running, int64_t number, const void *input,
                      void *output, int64_t root) {
  const CompiledExchange &compiled = running.exchanges[number];
  const Exchange &exchange = compiled.exchange;
  const ExecutionContext &context = running.context;
  Collectives *collectives = context.collectives;
  if (!collectives)
    return llvm::createStringError("the program exchanges tensors, but nothing "
                                   "is there to exchange them with");
  CollectiveCall call{number, {}, -1, exchange.element};
  if (exchange.kind == ExchangeKind::CollectivePermute)
    return permute(compiled, running, call, input, output);
  Standing standing = standingOf(exchange, context.replica, context.partition,
                                 running.replicas, running.partitions);
  call.group = standing.group;
  call.rank = standing.rank;
  for (int64_t process : standing.group)
    if (process >= running.replicas * running.partitions)
      return llvm::createStringError("process " + llvm::Twine(process) +
                                     " of an exchange is not there");
  int64_t count = exchange.count;
  if (call.rank < 0) {
    if (exchange.kind != ExchangeKind::CollectiveBroadcast &&
        exchange.kind != ExchangeKind::CollectiveReduce)
      return llvm::createStringError("a process is in no group of an exchange");
    memset(output, 0, count * byteSize(exchange.element));
    return Error::success();
  }
  switch (exchange.kind) {
  case ExchangeKind::AllReduce:
    return collectives->allReduce(call, input, output, count,
                                  exchange.reduction, compiled.combine);
  case ExchangeKind::AllGather:
    return collectives->allGather(call, input, output, count);
  case ExchangeKind::ReduceScatter:
    return collectives->reduceScatter(call, input, output, count,
                                      exchange.reduction, compiled.combine);
  case ExchangeKind::AllToAll:
    return collectives->allToAll(call, input, output, count);
  case ExchangeKind::CollectiveReduce:
    if (Error error = collectives->allReduce(
            call, input, output, count, exchange.reduction, compiled.combine))
      return error;
    if (call.rank != root)
      memset(output, 0, count * byteSize(exchange.element));
    return Error::success();
  default:
    putFirst(standing, root);
    call.group = standing.group;
    call.rank = standing.rank;
    return collectives->collectiveBroadcast(call, input, output, count);
  }
}

void exchangeOf(Running *running, int64_t number, int64_t input, int64_t output,
                int64_t root) {
  if (running->error)
    return;
  running->error =
      carryOut(*running, number, reinterpret_cast<const void *>(input),
               reinterpret_cast<void *>(output), root);
}

int64_t replicaOf(Running *running) { return running->context.replica; }
int64_t partitionOf(Running *running) { return running->context.partition; }

} // namespace trainlint::cpu
