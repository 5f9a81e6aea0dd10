//===- SharedCollective.h - Collectives of several clients ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one client does for all of its processes of a group. Each client owns a
// part of the result of a reduction: it takes what the others have of that
// part, combines it in the order of the tree, and gives the result to all. That
// moves as few bytes as a ring, and has the bits of a single client.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_SHAREDCOLLECTIVE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_SHAREDCOLLECTIVE_H

#include "Backend/CPU/Plugin/Rendezvous.h"
#include "Backend/CPU/Plugin/TreeReduction.h"

namespace trainlint::cpuplugin {

/// One operation of a group whose processes are on several clients.
class SharedCollective {
public:
  /// `parts` are those of the processes that are here, by rank.
  SharedCollective(RunLink &link, const cpu::CollectiveCall &call,
                   int64_t round, const Rendezvous::Parts &parts);

  /// The rank that calls one of the functions below, for all that are here.
  int64_t getLeader() const { return leader; }

  /// The result is in the output of the leader.
  llvm::Error allReduce(int64_t count, cpu::Combine combine);
  /// Each process has its part of the result.
  llvm::Error reduceScatter(int64_t count, cpu::Combine combine);
  /// What processes elsewhere have is in the output of the leader.
  llvm::Error allGather(int64_t bytes);
  /// Each process has what processes elsewhere have for it.
  llvm::Error allToAll(int64_t bytes);
  llvm::Error permute(int64_t bytes);
  /// What the first process has, if it is elsewhere, is in the output of the
  /// leader.
  llvm::Error broadcast(int64_t bytes);

private:
  /// Elements of the result that a client computes.
  struct Range {
    int64_t owner;
    int64_t begin;
    int64_t count;
    /// Of the owner.
    char *out;
  };

  bool isHere(int64_t rank) const { return owners[rank] == client; }
  void send(int64_t to, const void *data, int64_t size);
  void receive(int64_t from, void *data, int64_t size);
  /// Carries out what was collected.
  llvm::Error exchange();
  const char *inputOf(int64_t rank, int64_t offset) const;
  char *outputOf(int64_t rank, int64_t offset) const;

  std::vector<Range> shareOut(int64_t count, int64_t size) const;
  llvm::Error reduce(llvm::ArrayRef<Range> ranges, cpu::Combine combine);
  llvm::Error reduceInOutputs(llvm::ArrayRef<Range> ranges,
                              cpu::Combine combine);
  llvm::Error
  reduceStep(llvm::ArrayRef<Range> ranges, int64_t begin, int64_t most,
             cpu::Combine combine,
             llvm::function_ref<char *(const Range &, int64_t bytes)> place);
  void addInputs(const TreePart &part, int64_t begin,
                 llvm::SmallVectorImpl<TreeValue> &out) const;
  llvm::Error gather(llvm::ArrayRef<Range> ranges, int64_t size,
                     std::optional<int64_t> whoHasAll);

  RunLink &link;
  const cpu::CollectiveCall &call;
  const int64_t round;
  const Rendezvous::Parts &parts;
  const int64_t client;
  const int64_t element;
  int64_t leader = -1;
  /// The client of each rank, and all clients once.
  llvm::SmallVector<int64_t> owners, clients;
  llvm::SmallVector<TreePart> tree;
  std::vector<SentArray> sent;
  std::vector<ReceivedArray> received;
  /// Arrays to and from each client so far.
  std::map<int64_t, int64_t> sentTo, receivedFrom;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_SHAREDCOLLECTIVE_H
