//===- Rendezvous.cpp - Where the processes of a program meet -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier for each group, operation, round and phase. Each process lays its
// input out at its rank and waits on one condition variable until all ranks
// that are here are there; then each reads the parts of the others, and a last
// phase keeps buffers alive until all have read. Deadlock detection: where all
// processes are here and every running one waits in a meeting that is not full,
// all fail. What clients send each other is not seen here; a failure ends that,
// too.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Rendezvous.h"
#include "Backend/CPU/Plugin/PeerMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using cpu::CollectiveCall;

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

/// Called with the mutex held.
void Rendezvous::fail(Failure reason) {
  if (!failure) {
    failure = std::move(reason);
    if (link)
      link->stop(*failure);
  }
  changed.notify_all();
}

bool Rendezvous::isShared(llvm::ArrayRef<int64_t> group) const {
  return countHere(group) != group.size();
}

size_t Rendezvous::countHere(llvm::ArrayRef<int64_t> group) const {
  if (!link)
    return group.size();
  return llvm::count_if(
      group, [&](int64_t process) { return !link->isRemote(process); });
}

/// Called with the mutex held.
Rendezvous::Meeting &Rendezvous::meetingOf(const Key &key) {
  const auto &[group, operation, round, phase] = key;
  Meeting &meeting = meetings[key];
  if (meeting.parts.empty()) {
    meeting.parts.resize(group.size());
    meeting.isThere.resize(group.size());
    meeting.wanted = countHere(group);
  }
  return meeting;
}

/// Called with the mutex held.
void Rendezvous::arrive(Meeting &meeting, int64_t rank, const Part &part) {
  meeting.parts[rank] = part;
  meeting.isThere[rank] = true;
  if (++meeting.arrived == meeting.wanted)
    changed.notify_all();
}

/// Called with the mutex held. What a process did before it ended counts.
void Rendezvous::addGone(int64_t process) {
  gone.push_back(process);
  if (link && link->isRemote(process)) {
    link->leave(process);
    return;
  }
  for (const auto &[key, meeting] : meetings) {
    const std::vector<int64_t> &group = std::get<0>(key);
    auto member = llvm::find(group, process);
    bool isMissing = member != group.end() && !meeting.isFull() &&
                     !meeting.isThere[member - group.begin()];
    if (isMissing)
      fail({abi::Error_Code::INTERNAL,
            llvm::formatv("process {0} ended, and others wait for it in a "
                          "collective operation",
                          process)});
  }
}

void Rendezvous::leave(int64_t process, std::optional<Failure> reason) {
  std::optional<Failure> told;
  {
    std::lock_guard lock(mutex);
    --running;
    if (reason) {
      fail({abi::Error_Code::ABORTED, llvm::formatv("process {0} failed: {1}",
                                                    process, reason->message)});
      // What failed first, wherever that was.
      told = failure;
    }
    addGone(process);
    failIfStuck();
  }
  if (link)
    link->sendLeave(process, told);
}

void Rendezvous::lose(int64_t process, llvm::StringRef why,
                      std::optional<llvm::StringRef> failure) {
  std::lock_guard lock(mutex);
  if (llvm::is_contained(gone, process))
    return;
  if (failure)
    fail({abi::Error_Code::ABORTED, failure->str()});
  else
    fail({abi::Error_Code::UNAVAILABLE,
          llvm::formatv("the client of process {0} {1}", process, why)});
  addGone(process);
}

void Rendezvous::deliver(const PeerMessage &message) {
  std::lock_guard lock(mutex);
  if (message.hasFailed)
    fail({abi::Error_Code::ABORTED, message.bytes});
  addGone(message.process);
}

/// Called with the mutex held. Those whose meeting is complete count as waiting
/// until they wake, so a complete meeting means that somebody goes on. Whether
/// processes elsewhere go on is not known here.
void Rendezvous::failIfStuck() {
  if (waiting != running || running == 0 || link)
    return;
  bool isAnyComplete = llvm::any_of(
      meetings, [](const auto &entry) { return entry.second.isFull(); });
  if (!isAnyComplete)
    fail({abi::Error_Code::INTERNAL,
          "the processes wait for each other in different collective "
          "operations"});
}

/// Called with the mutex held.
llvm::Error Rendezvous::checkMembers(const CollectiveCall &call,
                                     const Meeting &meeting, int64_t process) {
  for (auto [rank, member] : llvm::enumerate(call.group)) {
    bool isHere = !link || !link->isRemote(member);
    if (isHere && !meeting.isThere[rank] && llvm::is_contained(gone, member))
      fail({abi::Error_Code::INTERNAL,
            llvm::formatv("process {0} waits in a collective operation for "
                          "process {1}, which ended",
                          process, member)});
  }
  return failure ? failed(*failure) : llvm::Error::success();
}

llvm::Error Rendezvous::meet(const CollectiveCall &call, int64_t process,
                             int64_t round, int phase, const Part &part,
                             Parts &parts) {
  std::unique_lock lock(mutex);
  if (failure)
    return failed(*failure);
  Key key(call.group.vec(), call.operation, round, phase);
  Meeting &meeting = meetingOf(key);
  arrive(meeting, call.rank, part);
  if (!meeting.isFull()) {
    if (llvm::Error error = checkMembers(call, meeting, process))
      return error;
    ++waiting;
    failIfStuck();
    changed.wait(lock, [&] { return meeting.isFull() || failure; });
    --waiting;
  }
  if (!meeting.isFull())
    return failed(*failure);
  // An array of another size would be read beyond its end.
  for (const auto &[rank, other] : llvm::enumerate(meeting.parts))
    if (phase == 0 && meeting.isThere[rank] && other.bytes != part.bytes)
      return failed(abi::Error_Code::INTERNAL,
                    "the processes of a collective operation have arrays of "
                    "different sizes");
  parts = meeting.parts;
  if (++meeting.left == countHere(call.group))
    meetings.erase(key);
  return llvm::Error::success();
}
