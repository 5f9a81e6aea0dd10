//===- JobRuns.h - Runs on the devices of several clients -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H

#include "Backend/CPU/Plugin/Peers.h"
#include "Backend/CPU/Plugin/Rendezvous.h"

namespace trainlint::cpuplugin {

/// The runs of a job: programs whose processes are on the devices of several
/// clients. All clients begin the same runs in the same order.
class JobRuns {
public:
  /// Arrays of others for runs that begin later here take at most `mostWaiting`
  /// bytes.
  static llvm::Expected<std::unique_ptr<JobRuns>>
  connect(const Peers::Place &place, const JobStore &store,
          uint64_t mostWaiting);
  ~JobRuns();

  /// A run that this client takes part in.
  class Run : public RunLink {
  public:
    /// `clients` has the client of each process, and `mostBytes` are those that
    /// a process gives to a collective operation.
    Run(JobRuns &runs, Rendezvous &rendezvous, std::vector<int64_t> clients,
        uint64_t mostBytes);
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
    /// Whether a client may send a message in this run.
    llvm::Error check(int64_t client, const PeerMessage &message,
                      uint64_t size) const;
    void take(int64_t client, PeerMessage message);
    /// The processes of a client that is gone have ended, too.
    void lose(int64_t client, llvm::StringRef why);

    JobRuns &runs;
    Rendezvous &rendezvous;
    std::vector<int64_t> clients;
    uint64_t mostBytes;
    int64_t number = 0;
  };

private:
  /// A message, and the client that sent it.
  struct Waiting {
    int64_t client;
    PeerMessage message;
  };

  JobRuns(int64_t client, uint64_t mostWaiting)
      : client(client), mostWaiting(mostWaiting) {}

  llvm::Error admit(int64_t other, const PeerMessage &message, uint64_t size);
  void receive(int64_t other, PeerMessage message);
  void lose(int64_t other, std::string why);

  int64_t client;
  uint64_t mostWaiting;
  std::mutex mutex;
  int64_t begun = 0;
  std::map<int64_t, Run *> active;
  /// For runs that begin later here.
  std::map<int64_t, std::vector<Waiting>> waiting;
  uint64_t waitingBytes = 0;
  /// Clients, and why they are gone.
  std::map<int64_t, std::string> lost;
  /// Last, so that its threads end before what they use.
  std::unique_ptr<Peers> peers;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H
