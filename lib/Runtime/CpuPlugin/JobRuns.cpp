//===- JobRuns.cpp - Runs on the devices of several clients ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CpuPlugin/JobRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::Expected<std::unique_ptr<JobRuns>>
JobRuns::connect(const Peers::Place &place, const JobStore &store) {
  std::unique_ptr<JobRuns> runs(new JobRuns(place.index));
  Peers::Receiver receiver = {
      [self = runs.get()](PeerMessage message) {
        self->receive(std::move(message));
      },
      [self = runs.get()](int64_t other) { self->lose(other); }};
  auto peers = Peers::connect(place, store, std::move(receiver));
  if (!peers)
    return peers.takeError();
  runs->peers = std::move(*peers);
  return runs;
}

JobRuns::~JobRuns() { peers.reset(); }

void JobRuns::receive(PeerMessage message) {
  std::lock_guard lock(mutex);
  auto run = active.find(message.run);
  if (run != active.end())
    run->second->rendezvous.deliver(std::move(message));
  else if (message.run >= begun)
    waiting[message.run].push_back(std::move(message));
}

void JobRuns::lose(int64_t other) {
  std::lock_guard lock(mutex);
  lost.push_back(other);
  for (auto &[number, run] : active)
    run->lose(other);
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

JobRuns::Run::Run(JobRuns &runs, Rendezvous &rendezvous,
                  std::vector<int64_t> clients)
    : runs(runs), rendezvous(rendezvous), clients(std::move(clients)) {
  std::lock_guard lock(runs.mutex);
  number = runs.begun++;
  runs.active[number] = this;
  rendezvous.setLink(*this);
  for (PeerMessage &message : runs.waiting[number])
    rendezvous.deliver(std::move(message));
  runs.waiting.erase(number);
  for (int64_t client : runs.lost)
    lose(client);
}

JobRuns::Run::~Run() {
  std::lock_guard lock(runs.mutex);
  runs.active.erase(number);
}

bool JobRuns::Run::isRemote(int64_t process) const {
  return clients[process] != runs.client;
}

void JobRuns::Run::lose(int64_t client) {
  for (auto [process, owner] : llvm::enumerate(clients))
    if (owner == client)
      rendezvous.lose(process);
}

/// Once to each client that has one of the processes.
void JobRuns::Run::sendToAll(const PeerMessage &message,
                             llvm::ArrayRef<int64_t> processes) {
  llvm::SmallVector<int64_t> told = {runs.client};
  for (int64_t process : processes) {
    if (llvm::is_contained(told, clients[process]))
      continue;
    told.push_back(clients[process]);
    runs.peers->send(clients[process], message);
  }
}

void JobRuns::Run::sendPart(const cpu::CollectiveCall &call, int64_t process,
                            int64_t round, llvm::StringRef bytes) {
  PeerMessage message;
  message.run = number;
  message.process = process;
  message.group.assign(call.group.begin(), call.group.end());
  message.operation = call.operation;
  message.round = round;
  message.rank = call.rank;
  message.bytes = bytes.str();
  sendToAll(message, call.group);
}

void JobRuns::Run::sendLeave(int64_t process,
                             const std::optional<Failure> &failure) {
  PeerMessage message;
  message.kind = PeerMessage::Kind::Leave;
  message.run = number;
  message.process = process;
  message.hasFailed = failure.has_value();
  if (failure)
    message.bytes = failure->message;
  sendToAll(message, llvm::to_vector(llvm::seq<int64_t>(0, clients.size())));
}
