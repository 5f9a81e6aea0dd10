//===- ProcessCollectives.h - Collectives of a process ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PROCESSCOLLECTIVES_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PROCESSCOLLECTIVES_H

#include "Backend/CPU/Plugin/Rendezvous.h"
#include "Backend/CPU/Plugin/SharedCollective.h"

namespace trainlint::cpuplugin {

/// The collectives as one process of a run calls them. Results do not depend on
/// which process comes first, nor on which client has which process.
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
  using Part = Rendezvous::Part;
  using Parts = Rendezvous::Parts;

  llvm::Error reduceHere(const cpu::CollectiveCall &call, const Part &part,
                         int64_t count, cpu::Combine combine);
  /// Meets those that are here. One of them swaps arrays with the other
  /// clients by `lead`, if there are others; then each reads what is there by
  /// `read`, and waits until all have done so.
  llvm::Error
  exchange(const cpu::CollectiveCall &call, const Part &part,
           llvm::function_ref<llvm::Error(SharedCollective &)> lead,
           llvm::function_ref<void(const Parts &, const Part &leader)> read);

  Rendezvous &rendezvous;
  int64_t process;
  /// How often each operation was run.
  std::map<int64_t, int64_t> rounds;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PROCESSCOLLECTIVES_H
