//===- Rendezvous.h - Where the processes of a program meet -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPUPLUGIN_RENDEZVOUS_H
#define TRAINLINT_RUNTIME_CPUPLUGIN_RENDEZVOUS_H

#include "Runtime/Cpu/Collectives.h"
#include "Runtime/CpuPlugin/Completion.h"
#include <map>

namespace trainlint::cpuplugin {

/// The collectives of one run of a program. Values are combined in the order of
/// the group, so that results do not depend on which process comes first.
///
/// No process waits for ever: one that ends while others wait for it, and
/// processes that wait for each other in different operations, make all fail.
class Rendezvous {
public:
  explicit Rendezvous(int64_t processes) : running(processes) {}

  /// A process ends its run. With a failure, so do those that wait for it.
  void leave(int64_t process, std::optional<Failure> failure);

  /// One operation of one process as the others see it.
  struct Part {
    const void *input = nullptr;
    void *output = nullptr;
  };

  /// Waits until all processes of a group take part in an operation. `round`
  /// counts how often the process did it before, `phase` is the step within it.
  /// Afterwards `parts` are those of all ranks.
  llvm::Error meet(const cpu::CollectiveCall &call, int64_t process,
                   int64_t round, int phase, const Part &part,
                   std::vector<Part> &parts);

private:
  struct Meeting {
    std::vector<Part> parts;
    size_t arrived = 0;
    size_t left = 0;
  };
  /// Group, operation, round, phase.
  using Key = std::tuple<std::vector<int64_t>, int64_t, int64_t, int>;

  void fail(Failure reason);
  void failIfStuck();
  llvm::Error checkMembers(const cpu::CollectiveCall &call, int64_t process);

  std::mutex mutex;
  std::condition_variable changed;
  std::map<Key, Meeting> meetings;
  int64_t running;
  int64_t waiting = 0;
  std::vector<int64_t> gone;
  std::optional<Failure> failure;
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
  /// have done so.
  template <typename Function>
  llvm::Error exchange(const cpu::CollectiveCall &call, const void *input,
                       void *output, Function function);

  Rendezvous &rendezvous;
  int64_t process;
  /// How often each operation was run.
  std::map<int64_t, int64_t> rounds;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_RUNTIME_CPUPLUGIN_RENDEZVOUS_H
