//===- JobRuns.cpp - Runs on the devices of several clients ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/JobRuns.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::Expected<std::unique_ptr<JobRuns>>
JobRuns::connect(const Peers::Place &place, const JobStore &store,
                 uint64_t mostWaiting, bool usesGloo) {
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
  if (!usesGloo)
    return runs;
  auto gloo = GlooLink::connect(place, store);
  if (!gloo)
    return gloo.takeError();
  runs->gloo = std::move(*gloo);
  return runs;
}

JobRuns::~JobRuns() { peers.reset(); }

/// What a message that waits takes beside its bytes, at least.
static constexpr uint64_t BytesOfMessage = 256;

llvm::Expected<Peers::SinkRef>
JobRuns::admit(int64_t other, const PeerMessage &message, uint64_t size) {
  std::lock_guard lock(mutex);
  auto run = active.find(message.run);
  if (run != active.end()) {
    if (llvm::Error error = run->second->check(other, message))
      return error;
    return run->second->transfers->admit(other, message, size);
  }
  if (message.run < begun) {
    bool isReason =
        message.kind == PeerMessage::Kind::Leave && size <= MostReasonBytes;
    return isReason ? Peers::SinkRef() : Transfers::noPlace();
  }
  uint64_t taken = waitingBytes + BytesOfMessage;
  if (size <= MostUnaskedBytes && taken <= mostWaiting &&
      size <= mostWaiting - taken)
    return nullptr;
  return llvm::createStringError(llvm::formatv(
      "sends {0} bytes for run {1}, which has not begun", size, message.run));
}

void JobRuns::receive(int64_t other, PeerMessage message) {
  std::lock_guard lock(mutex);
  // A run can end here that fails elsewhere, for want of what did not come
  // there any more. If the client ends by that, it is what ends later runs,
  // too.
  if (message.kind == PeerMessage::Kind::Leave && message.hasFailed)
    failures.try_emplace(other, message.bytes);
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
  lost[other] = std::move(why);
  for (auto &[number, run] : active)
    run->lose(other, lost[other]);
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

JobRuns::Run::Run(JobRuns &runs, Rendezvous &rendezvous,
                  std::vector<int64_t> owners)
    : runs(runs), rendezvous(rendezvous), clients(std::move(owners)) {
  std::lock_guard lock(runs.mutex);
  number = runs.begun++;
  transfers = std::make_shared<Transfers>(
      number, runs.client, clients, runs.mostWaiting,
      [peers = runs.peers.get()](int64_t client, const PeerMessage &message,
                                 StringRef bytes) {
        peers->send(client, message, bytes);
      });
  if (runs.gloo)
    gloo = std::make_unique<GlooRun>(*runs.gloo, number);
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

llvm::Error JobRuns::Run::check(int64_t client,
                                const PeerMessage &message) const {
  if (message.process < static_cast<int64_t>(clients.size()) &&
      clients[message.process] == client)
    return llvm::Error::success();
  return llvm::createStringError(llvm::formatv(
      "speaks for process {0}, which is not its own", message.process));
}

/// Called with the mutex held. It may have come before there was a run to check
/// it against.
void JobRuns::Run::take(int64_t client, PeerMessage message) {
  llvm::Error error = check(client, message);
  if (!error && message.kind == PeerMessage::Kind::Leave)
    rendezvous.deliver(message);
  else if (!error)
    error = transfers->take(client, std::move(message));
  if (error)
    lose(client, llvm::toString(std::move(error)));
}

JobRuns::Run::~Run() {
  std::lock_guard lock(runs.mutex);
  runs.active.erase(number);
}

void JobRuns::Run::lose(int64_t client, StringRef why) {
  auto known = runs.failures.find(client);
  std::optional<StringRef> failure;
  if (known != runs.failures.end())
    failure = known->second;
  for (auto [process, owner] : llvm::enumerate(clients))
    if (owner == client)
      rendezvous.lose(process, why, failure);
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
  llvm::SmallVector<int64_t> told = {runs.client};
  for (int64_t client : clients) {
    if (llvm::is_contained(told, client))
      continue;
    told.push_back(client);
    runs.peers->send(client, message);
  }
}
