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
#include "Backend/CPU/Plugin/Completion.h"
#include <map>

namespace trainlint::cpuplugin {

struct PeerMessage;

/// How a run reaches its processes on the devices of other clients.
class RunLink {
public:
  virtual ~RunLink() = default;

  virtual bool isRemote(int64_t process) const = 0;
  /// Sends the input of a process to the clients of the group.
  virtual void sendPart(const cpu::CollectiveCall &call, int64_t process,
                        int64_t round, llvm::StringRef bytes) = 0;
  /// Tells all other clients that a process ended, and of the failure that
  /// ended it.
  virtual void sendLeave(int64_t process,
                         const std::optional<Failure> &failure) = 0;
};

/// The collectives of one run of a program. Values are combined in the order of
/// the group, so that results do not depend on which process comes first.
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
  /// Takes what a process elsewhere sent.
  void deliver(PeerMessage message);
  /// Nothing comes from the client of a process elsewhere any more. `why`
  /// follows its name.
  void lose(int64_t process, llvm::StringRef why);

  /// A process ends its run. With a failure, so do those that wait for it.
  void leave(int64_t process, std::optional<Failure> failure);

  /// True if some of a group run elsewhere.
  bool isShared(llvm::ArrayRef<int64_t> group) const;

  /// One operation of one process as the others see it.
  struct Part {
    const void *input = nullptr;
    void *output = nullptr;
    /// Of the input.
    int64_t bytes = 0;
    /// Holds the input of a process elsewhere.
    std::shared_ptr<const std::string> received = nullptr;
  };

  /// Waits until all processes of a group take part in an operation. `round`
  /// counts how often the process did it before, `phase` is the step within it.
  /// Afterwards `parts` are those of all ranks. Processes elsewhere take part
  /// in the first phase only, as they have copies of what is read later.
  llvm::Error meet(const cpu::CollectiveCall &call, int64_t process,
                   int64_t round, int phase, const Part &part,
                   std::vector<Part> &parts);

private:
  struct Meeting {
    std::vector<Part> parts;
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

/// The collectives as one process of a run calls them.
class ProcessCollectives : public cpu::Collectives {
public:
  ProcessCollectives(Rendezvous &rendezvous, int64_t process)
      : rendezvous(rendezvous), process(process) {}

  llvm::Error allReduce(const cpu::CollectiveCall &call, const void *input,
                        void *output, int64_t count, cpu::Reduction kind,
                        cpu::Combine combine) override;
  llvm::Error allGather(const cpu::CollectiveCall &call, const void *input,
                        void *output, int64_t count) override;
  llvm::Error reduceScatter(const cpu::CollectiveCall &call, const void *input,
                            void *output, int64_t count, cpu::Reduction kind,
                            cpu::Combine combine) override;
  llvm::Error allToAll(const cpu::CollectiveCall &call, const void *input,
                       void *output, int64_t count) override;
  llvm::Error collectivePermute(const cpu::CollectiveCall &call,
                                const void *input, void *output, int64_t count,
                                int64_t source, int64_t target) override;
  llvm::Error collectiveBroadcast(const cpu::CollectiveCall &call,
                                  const void *input, void *output,
                                  int64_t count) override;

private:
  using Parts = std::vector<Rendezvous::Part>;
  /// Meets the others, lets `function` read their parts, and waits until all
  /// have done so. `bytes` is the size of an input.
  template <typename Function>
  llvm::Error exchange(const cpu::CollectiveCall &call, const void *input,
                       int64_t bytes, void *output, Function function);

  Rendezvous &rendezvous;
  int64_t process;
  /// How often each operation was run.
  std::map<int64_t, int64_t> rounds;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_RENDEZVOUS_H
