//===- JobRuns.cpp - Runs on the devices of several clients ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/JobRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::Expected<std::unique_ptr<JobRuns>>
JobRuns::connect(const Peers::Place &place, const JobStore &store,
                 uint64_t mostWaiting) {
  std::unique_ptr<JobRuns> runs(new JobRuns(place.index, mostWaiting));
  Peers::Receiver receiver = {
      [self = runs.get()](int64_t other, const PeerMessage &message,
                          uint64_t size) {
        return self->admit(other, message, size);
      },
      [self = runs.get()](int64_t other, PeerMessage message) {
        self->receive(other, std::move(message));
      },
      [self = runs.get()](int64_t other, std::string why) {
        self->lose(other, std::move(why));
      }};
  auto peers = Peers::connect(place, store, std::move(receiver));
  if (!peers)
    return peers.takeError();
  runs->peers = std::move(*peers);
  return runs;
}

JobRuns::~JobRuns() { peers.reset(); }

/// What a message that waits takes beside its bytes, at least.
static constexpr uint64_t BytesOfMessage = 256;

llvm::Error JobRuns::admit(int64_t other, const PeerMessage &message,
                           uint64_t size) {
  std::lock_guard lock(mutex);
  auto run = active.find(message.run);
  if (run != active.end())
    return run->second->check(other, message, size);
  uint64_t taken = message.run < begun ? 0 : waitingBytes + BytesOfMessage;
  if (taken <= mostWaiting && size <= mostWaiting - taken)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::formatv("sends {0} bytes for run {1}, and there is memory for {2}",
                    size, message.run, mostWaiting));
}

void JobRuns::receive(int64_t other, PeerMessage message) {
  std::lock_guard lock(mutex);
  auto run = active.find(message.run);
  if (run != active.end()) {
    run->second->take(other, std::move(message));
    return;
  }
  if (message.run < begun)
    return;
  waitingBytes += message.bytes.size() + BytesOfMessage;
  waiting[message.run].push_back({other, std::move(message)});
}

void JobRuns::lose(int64_t other, std::string why) {
  std::lock_guard lock(mutex);
  for (auto &[number, run] : active)
    run->lose(other, why);
  lost[other] = std::move(why);
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

JobRuns::Run::Run(JobRuns &runs, Rendezvous &rendezvous,
                  std::vector<int64_t> clients, uint64_t mostBytes)
    : runs(runs), rendezvous(rendezvous), clients(std::move(clients)),
      mostBytes(mostBytes) {
  std::lock_guard lock(runs.mutex);
  number = runs.begun++;
  runs.active[number] = this;
  rendezvous.setLink(*this);
  for (Waiting &early : runs.waiting[number]) {
    runs.waitingBytes -= early.message.bytes.size() + BytesOfMessage;
    take(early.client, std::move(early.message));
  }
  runs.waiting.erase(number);
  for (const auto &[client, why] : runs.lost)
    lose(client, why);
}

llvm::Error JobRuns::Run::check(int64_t client, const PeerMessage &message,
                                uint64_t size) const {
  auto isProcess = [&](int64_t process) {
    return process < static_cast<int64_t>(clients.size());
  };
  if (!isProcess(message.process) || clients[message.process] != client ||
      !llvm::all_of(message.group, isProcess))
    return llvm::createStringError(llvm::formatv(
        "speaks for process {0}, which is not its own", message.process));
  if (message.kind == PeerMessage::Kind::Part && size > mostBytes)
    return llvm::createStringError(
        llvm::formatv("sends an array of {0} bytes, and those of the program "
                      "have at most {1}",
                      size, mostBytes));
  return llvm::Error::success();
}

/// Called with the mutex held. It may have come before there was a run to check
/// it against.
void JobRuns::Run::take(int64_t client, PeerMessage message) {
  if (llvm::Error error = check(client, message, message.bytes.size()))
    lose(client, llvm::toString(std::move(error)));
  else
    rendezvous.deliver(std::move(message));
}

JobRuns::Run::~Run() {
  std::lock_guard lock(runs.mutex);
  runs.active.erase(number);
}

bool JobRuns::Run::isRemote(int64_t process) const {
  return clients[process] != runs.client;
}

void JobRuns::Run::lose(int64_t client, llvm::StringRef why) {
  for (auto [process, owner] : llvm::enumerate(clients))
    if (owner == client)
      rendezvous.lose(process, why);
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
    message.bytes = failure->message.substr(0, MostReasonBytes);
  sendToAll(message, llvm::to_vector(llvm::seq<int64_t>(0, clients.size())));
}
