//===- Rendezvous.cpp - Where the processes of a program meet -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier for each group, operation, round and phase. Each process lays its
// input out at its rank and waits on one condition variable until all ranks are
// there; then each reads the parts of the others, and a second phase keeps
// buffers alive until all have read. Reductions go in the order of the group on
// every process, so results do not depend on timing. Deadlock detection: where
// all processes are local and every running one waits in a meeting that is not
// full, all fail. Parts of other clients arrive as copies and need no second
// phase.
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
  if (!failure)
    failure = std::move(reason);
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
    meeting.wanted = phase == 0 ? group.size() : countHere(group);
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
  for (const auto &[key, meeting] : meetings) {
    const std::vector<int64_t> &group = std::get<0>(key);
    auto member = llvm::find(group, process);
    bool isElsewhere = link && link->isRemote(process);
    bool isMissing = member != group.end() && !meeting.isFull() &&
                     !meeting.isThere[member - group.begin()] &&
                     !(isElsewhere && std::get<3>(key) != 0);
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

void Rendezvous::lose(int64_t process, llvm::StringRef why) {
  std::lock_guard lock(mutex);
  if (llvm::is_contained(gone, process))
    return;
  fail({abi::Error_Code::UNAVAILABLE,
        llvm::formatv("the client of process {0} {1}", process, why)});
  addGone(process);
}

void Rendezvous::deliver(PeerMessage message) {
  std::lock_guard lock(mutex);
  if (message.kind == PeerMessage::Kind::Leave) {
    if (message.hasFailed)
      fail({abi::Error_Code::ABORTED, std::move(message.bytes)});
    addGone(message.process);
    return;
  }
  if (message.rank >= static_cast<int64_t>(message.group.size()))
    return;
  Key key({message.group.begin(), message.group.end()}, message.operation,
          message.round, /*phase=*/0);
  Meeting &meeting = meetingOf(key);
  if (meeting.isThere[message.rank])
    return;
  Part part;
  part.received = std::make_shared<const std::string>(std::move(message.bytes));
  part.input = part.received->data();
  part.bytes = part.received->size();
  arrive(meeting, message.rank, part);
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
    bool isWanted = isHere || meeting.wanted == call.group.size();
    if (isWanted && !meeting.isThere[rank] && llvm::is_contained(gone, member))
      fail({abi::Error_Code::INTERNAL,
            llvm::formatv("process {0} waits in a collective operation for "
                          "process {1}, which ended",
                          process, member)});
  }
  return failure ? failed(*failure) : llvm::Error::success();
}

llvm::Error Rendezvous::meet(const CollectiveCall &call, int64_t process,
                             int64_t round, int phase, const Part &part,
                             std::vector<Part> &parts) {
  // Others may be waiting for room to send, so nothing is held meanwhile.
  if (phase == 0 && isShared(call.group))
    link->sendPart(call, process, round,
                   {static_cast<const char *>(part.input),
                    static_cast<size_t>(part.bytes)});
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
  for (const Part &other : meeting.parts)
    if (phase == 0 && other.bytes != part.bytes)
      return failed(abi::Error_Code::INTERNAL,
                    "the processes of a collective operation have arrays of "
                    "different sizes");
  parts = meeting.parts;
  if (++meeting.left == countHere(call.group))
    meetings.erase(key);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

template <typename Function>
llvm::Error ProcessCollectives::exchange(const CollectiveCall &call,
                                         const void *input, int64_t bytes,
                                         void *output, Function function) {
  int64_t round = rounds[call.operation]++;
  Parts parts;
  if (llvm::Error error = rendezvous.meet(call, process, round, /*phase=*/0,
                                          {input, output, bytes}, parts))
    return error;
  function(parts);
  // Inputs stay until all have read them.
  return rendezvous.meet(call, process, round, /*phase=*/1, {}, parts);
}

static const char *at(const void *data, int64_t offset) {
  return static_cast<const char *>(data) + offset;
}

static char *at(void *data, int64_t offset) {
  return static_cast<char *>(data) + offset;
}

/// Combines the elements [begin, begin + count) of all inputs.
static void combineParts(llvm::ArrayRef<Rendezvous::Part> parts, void *out,
                         int64_t begin, int64_t count, int64_t element,
                         cpu::Combine combine) {
  if (count == 0)
    return;
  std::memcpy(out, at(parts.front().input, begin * element), count * element);
  for (const Rendezvous::Part &part : parts.drop_front())
    combine(out, at(part.input, begin * element), count);
}

llvm::Error ProcessCollectives::allReduce(const CollectiveCall &call,
                                          const void *input, void *output,
                                          int64_t count, cpu::Reduction,
                                          cpu::Combine combine) {
  int64_t element = cpu::byteSize(call.element);
  int64_t members = call.group.size();
  // What others combine elsewhere cannot be taken from here.
  if (rendezvous.isShared(call.group))
    return exchange(call, input, count * element, output,
                    [&](const Parts &parts) {
                      combineParts(parts, output, 0, count, element, combine);
                    });
  auto beginOf = [&](int64_t rank) { return count * rank / members; };
  // Each process combines a part, and then takes the others' parts.
  int64_t round = rounds[call.operation]++;
  Parts parts;
  if (llvm::Error error =
          rendezvous.meet(call, process, round, /*phase=*/0,
                          {input, output, count * element}, parts))
    return error;
  int64_t begin = beginOf(call.rank);
  combineParts(parts, at(output, begin * element), begin,
               beginOf(call.rank + 1) - begin, element, combine);
  Parts ignored;
  if (llvm::Error error =
          rendezvous.meet(call, process, round, /*phase=*/1, {}, ignored))
    return error;
  for (int64_t rank = 0; rank < members; ++rank) {
    int64_t first = beginOf(rank) * element;
    int64_t bytes = beginOf(rank + 1) * element - first;
    if (rank != call.rank && bytes != 0)
      std::memcpy(at(output, first), at(parts[rank].output, first), bytes);
  }
  return rendezvous.meet(call, process, round, /*phase=*/2, {}, ignored);
}

llvm::Error ProcessCollectives::allGather(const CollectiveCall &call,
                                          const void *input, void *output,
                                          int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(call, input, bytes, output, [&](const Parts &parts) {
    for (const auto &[rank, part] : llvm::enumerate(parts))
      std::memcpy(at(output, rank * bytes), part.input, bytes);
  });
}

llvm::Error ProcessCollectives::reduceScatter(const CollectiveCall &call,
                                              const void *input, void *output,
                                              int64_t count, cpu::Reduction,
                                              cpu::Combine combine) {
  int64_t element = cpu::byteSize(call.element);
  int64_t bytes = count * element * static_cast<int64_t>(call.group.size());
  return exchange(call, input, bytes, output, [&](const Parts &parts) {
    combineParts(parts, output, call.rank * count, count, element, combine);
  });
}

llvm::Error ProcessCollectives::allToAll(const CollectiveCall &call,
                                         const void *input, void *output,
                                         int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  int64_t all = bytes * static_cast<int64_t>(call.group.size());
  return exchange(call, input, all, output, [&](const Parts &parts) {
    for (const auto &[rank, part] : llvm::enumerate(parts))
      std::memcpy(at(output, rank * bytes), at(part.input, call.rank * bytes),
                  bytes);
  });
}

llvm::Error ProcessCollectives::collectivePermute(const CollectiveCall &call,
                                                  const void *input,
                                                  void *output, int64_t count,
                                                  int64_t source, int64_t) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(call, input, bytes, output, [&](const Parts &parts) {
    if (source >= 0)
      std::memcpy(output, parts[source].input, bytes);
  });
}

llvm::Error ProcessCollectives::collectiveBroadcast(const CollectiveCall &call,
                                                    const void *input,
                                                    void *output,
                                                    int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(call, input, bytes, output, [&](const Parts &parts) {
    std::memcpy(output, parts.front().input, bytes);
  });
}
