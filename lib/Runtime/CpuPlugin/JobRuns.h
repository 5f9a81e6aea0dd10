//===- JobRuns.h - Runs on the devices of several clients -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPUPLUGIN_JOBRUNS_H
#define TRAINLINT_RUNTIME_CPUPLUGIN_JOBRUNS_H

#include "Runtime/CpuPlugin/Peers.h"
#include "Runtime/CpuPlugin/Rendezvous.h"

namespace trainlint::cpuplugin {

/// The runs of a job: programs whose processes are on the devices of several
/// clients. All clients begin the same runs in the same order.
class JobRuns {
public:
  static llvm::Expected<std::unique_ptr<JobRuns>>
  connect(const Peers::Place &place, const JobStore &store);
  ~JobRuns();

  /// A run that this client takes part in.
  class Run : public RunLink {
  public:
    /// `clients` has the client of each process.
    Run(JobRuns &runs, Rendezvous &rendezvous, std::vector<int64_t> clients);
    ~Run() override;

    bool isRemote(int64_t process) const override;
    void sendPart(const cpu::CollectiveCall &call, int64_t process,
                  int64_t round, llvm::StringRef bytes) override;
    void sendLeave(int64_t process,
                   const std::optional<Failure> &failure) override;

  private:
    friend class JobRuns;

    void sendToAll(const PeerMessage &message,
                   llvm::ArrayRef<int64_t> processes);
    /// The processes of a client that is gone have ended, too.
    void lose(int64_t client);

    JobRuns &runs;
    Rendezvous &rendezvous;
    std::vector<int64_t> clients;
    int64_t number = 0;
  };

private:
  explicit JobRuns(int64_t client) : client(client) {}

  void receive(PeerMessage message);
  void lose(int64_t other);

  int64_t client;
  std::mutex mutex;
  int64_t begun = 0;
  std::map<int64_t, Run *> active;
  /// For runs that begin later here.
  std::map<int64_t, std::vector<PeerMessage>> waiting;
  std::vector<int64_t> lost;
  /// Last, so that its threads end before what they use.
  std::unique_ptr<Peers> peers;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_RUNTIME_CPUPLUGIN_JOBRUNS_H
