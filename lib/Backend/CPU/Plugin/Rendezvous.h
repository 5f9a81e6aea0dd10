//===- Rendezvous.h - Where the processes of a program meet -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_RENDEZVOUS_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_RENDEZVOUS_H

#include "Backend/CPU/Interface/Collectives.h"
#include "Backend/CPU/Plugin/Exchange.h"
#include <map>

namespace trainlint::cpuplugin {

struct PeerMessage;

/// Where the processes of one run of a program that are here meet for a
/// collective operation.
///
/// No process waits for ever: one that ends while others wait for it makes all
/// fail and, where all processes are here, so do processes that wait for each
/// other in different operations.
class Rendezvous {
public:
  /// `processes` counts those that run here.
  explicit Rendezvous(int64_t processes) : running(processes) {}

  /// Lets processes elsewhere take part. Before the run begins.
  void setLink(RunLink &other) { link = &other; }
  /// Takes the word that a process elsewhere has ended.
  void deliver(const PeerMessage &message);
  /// Nothing comes from the client of a process elsewhere any more. `why`
  /// follows its name, unless a failure is known that the client ended by.
  void lose(int64_t process, llvm::StringRef why,
            std::optional<llvm::StringRef> failure);

  /// A process ends its run. With a failure, so do those that wait for it.
  void leave(int64_t process, std::optional<Failure> failure);

  /// True if some of a group run elsewhere.
  bool isShared(llvm::ArrayRef<int64_t> group) const;
  /// Null if all processes are here.
  RunLink *getLink() const { return link; }

  /// One operation of one process as the others see it.
  struct Part {
    const void *input = nullptr;
    void *output = nullptr;
    /// Of the input.
    int64_t bytes = 0;
    /// Of a permutation.
    int64_t source = -1, target = -1;
  };
  /// By rank in the group. Those of processes elsewhere are empty.
  using Parts = std::vector<Part>;

  /// Waits until all processes of a group that are here take part in an
  /// operation. `round` counts how often the process did it before, `phase` is
  /// the step within it. Afterwards `parts` are theirs.
  llvm::Error meet(const cpu::CollectiveCall &call, int64_t process,
                   int64_t round, int phase, const Part &part, Parts &parts);

private:
  struct Meeting {
    Parts parts;
    std::vector<bool> isThere;
    size_t wanted = 0;
    size_t arrived = 0;
    size_t left = 0;

    bool isFull() const { return arrived == wanted; }
  };
  /// Group, operation, round, phase.
  using Key = std::tuple<std::vector<int64_t>, int64_t, int64_t, int>;

  Meeting &meetingOf(const Key &key);
  void arrive(Meeting &meeting, int64_t rank, const Part &part);
  size_t countHere(llvm::ArrayRef<int64_t> group) const;
  void fail(Failure reason);
  void failIfStuck();
  void addGone(int64_t process);
  llvm::Error checkMembers(const cpu::CollectiveCall &call,
                           const Meeting &meeting, int64_t process);

  std::mutex mutex;
  std::condition_variable changed;
  std::map<Key, Meeting> meetings;
  int64_t running;
  int64_t waiting = 0;
  std::vector<int64_t> gone;
  std::optional<Failure> failure;
  /// Null if all processes are here.
  RunLink *link = nullptr;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_RENDEZVOUS_H
