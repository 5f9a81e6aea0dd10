//===- JobRuns.h - Runs on the devices of several clients -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H

#include "Backend/CPU/Plugin/GlooLink.h"
#include "Backend/CPU/Plugin/Rendezvous.h"
#include "Backend/CPU/Plugin/Transfers.h"

namespace trainlint::cpuplugin {

/// The runs of a job: programs whose processes are on the devices of several
/// clients. All clients begin the same runs in the same order.
class JobRuns {
public:
  /// Gloo moves the arrays if `usesGloo`. What others send for runs that begin
  /// later here, or before it is wanted, takes at most `mostWaiting` bytes.
  static llvm::Expected<std::unique_ptr<JobRuns>>
  connect(const Peers::Place &place, const JobStore &store,
          uint64_t mostWaiting, bool usesGloo);
  ~JobRuns();

  /// A run that this client takes part in.
  class Run : public RunLink {
  public:
    /// `clients` has the client of each process.
    Run(JobRuns &runs, Rendezvous &rendezvous, std::vector<int64_t> clients);
    ~Run() override;

    int64_t getClient() const override { return runs.client; }
    int64_t clientOf(int64_t process) const override {
      return clients[process];
    }
    llvm::Error exchange(const ExchangeGroup &group,
                         llvm::ArrayRef<SentArray> sent,
                         llvm::ArrayRef<ReceivedArray> received) override {
      return gloo ? gloo->exchange(group, sent, received)
                  : transfers->exchange(group, sent, received);
    }
    void stop(const Failure &reason) override {
      transfers->stop(reason);
      if (gloo)
        gloo->stop(reason);
    }
    void leave(int64_t process) override { transfers->leave(process); }
    void sendLeave(int64_t process,
                   const std::optional<Failure> &failure) override;

  private:
    friend class JobRuns;

    /// Whether a client may speak for the process of a message.
    llvm::Error check(int64_t client, const PeerMessage &message) const;
    void take(int64_t client, PeerMessage message);
    /// The processes of a client that is gone have ended, too.
    void lose(int64_t client, llvm::StringRef why);

    JobRuns &runs;
    Rendezvous &rendezvous;
    std::vector<int64_t> clients;
    int64_t number = 0;
    std::shared_ptr<Transfers> transfers;
    /// Null unless Gloo moves the arrays.
    std::unique_ptr<GlooRun> gloo;
  };

private:
  /// A message, and the client that sent it.
  struct Waiting {
    int64_t client;
    PeerMessage message;
  };

  JobRuns(int64_t client, uint64_t mostWaiting)
      : client(client), mostWaiting(mostWaiting) {}

  llvm::Expected<Peers::SinkRef>
  admit(int64_t other, const PeerMessage &message, uint64_t size);
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
  /// Clients, and why the first run failed that failed there.
  std::map<int64_t, std::string> failures;
  std::unique_ptr<GlooLink> gloo;
  /// Last, so that its threads end before what they use.
  std::unique_ptr<Peers> peers;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_JOBRUNS_H
