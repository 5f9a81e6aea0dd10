//===- Rendezvous.cpp - Where the processes of a program meet -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CpuPlugin/Rendezvous.h"
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

void Rendezvous::leave(int64_t process, std::optional<Failure> reason) {
  std::lock_guard lock(mutex);
  --running;
  gone.push_back(process);
  if (reason) {
    fail({abi::Error_Code::ABORTED,
          llvm::formatv("process {0} failed: {1}", process, reason->message)});
    return;
  }
  for (const auto &[key, meeting] : meetings)
    if (meeting.arrived < meeting.parts.size() &&
        llvm::is_contained(std::get<0>(key), process))
      fail({abi::Error_Code::INTERNAL,
            llvm::formatv("process {0} ended, and others wait for it in a "
                          "collective operation",
                          process)});
  failIfStuck();
}

/// Called with the mutex held. Those whose meeting is complete count as waiting
/// until they wake, so a complete meeting means that somebody goes on.
void Rendezvous::failIfStuck() {
  if (waiting != running || running == 0)
    return;
  bool isAnyComplete = llvm::any_of(meetings, [](const auto &entry) {
    return entry.second.arrived == entry.second.parts.size();
  });
  if (!isAnyComplete)
    fail({abi::Error_Code::INTERNAL,
          "the processes wait for each other in different collective "
          "operations"});
}

/// Called with the mutex held.
llvm::Error Rendezvous::checkMembers(const CollectiveCall &call,
                                     int64_t process) {
  for (int64_t member : call.group)
    if (llvm::is_contained(gone, member))
      fail({abi::Error_Code::INTERNAL,
            llvm::formatv("process {0} waits in a collective operation for "
                          "process {1}, which ended",
                          process, member)});
  return failure ? failed(*failure) : llvm::Error::success();
}

llvm::Error Rendezvous::meet(const CollectiveCall &call, int64_t process,
                             int64_t round, int phase, const Part &part,
                             std::vector<Part> &parts) {
  std::unique_lock lock(mutex);
  if (failure)
    return failed(*failure);
  Key key(call.group.vec(), call.operation, round, phase);
  Meeting &meeting = meetings[key];
  meeting.parts.resize(call.group.size());
  meeting.parts[call.rank] = part;
  ++meeting.arrived;
  auto isFull = [&] { return meeting.arrived == meeting.parts.size(); };
  if (isFull()) {
    changed.notify_all();
  } else {
    if (llvm::Error error = checkMembers(call, process))
      return error;
    ++waiting;
    failIfStuck();
    changed.wait(lock, [&] { return isFull() || failure; });
    --waiting;
  }
  if (!isFull())
    return failed(*failure);
  parts = meeting.parts;
  if (++meeting.left == meeting.parts.size())
    meetings.erase(key);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

template <typename Function>
llvm::Error ProcessCollectives::exchange(const CollectiveCall &call,
                                         const void *input, void *output,
                                         Function function) {
  int64_t round = rounds[call.operation]++;
  Parts parts;
  if (llvm::Error error = rendezvous.meet(call, process, round, /*phase=*/0,
                                          {input, output}, parts))
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
  auto beginOf = [&](int64_t rank) { return count * rank / members; };
  // Each process combines a part, and then takes the others' parts.
  int64_t round = rounds[call.operation]++;
  Parts parts;
  if (llvm::Error error = rendezvous.meet(call, process, round, /*phase=*/0,
                                          {input, output}, parts))
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
  return exchange(call, input, output, [&](const Parts &parts) {
    for (const auto &[rank, part] : llvm::enumerate(parts))
      std::memcpy(at(output, rank * bytes), part.input, bytes);
  });
}

llvm::Error ProcessCollectives::reduceScatter(const CollectiveCall &call,
                                              const void *input, void *output,
                                              int64_t count, cpu::Reduction,
                                              cpu::Combine combine) {
  return exchange(call, input, output, [&](const Parts &parts) {
    combineParts(parts, output, call.rank * count, count,
                 cpu::byteSize(call.element), combine);
  });
}

llvm::Error ProcessCollectives::allToAll(const CollectiveCall &call,
                                         const void *input, void *output,
                                         int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(call, input, output, [&](const Parts &parts) {
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
  return exchange(call, input, output, [&](const Parts &parts) {
    if (source >= 0)
      std::memcpy(output, parts[source].input, bytes);
  });
}

llvm::Error ProcessCollectives::collectiveBroadcast(const CollectiveCall &call,
                                                    const void *input,
                                                    void *output,
                                                    int64_t count) {
  int64_t bytes = count * cpu::byteSize(call.element);
  return exchange(call, input, output, [&](const Parts &parts) {
    std::memcpy(output, parts.front().input, bytes);
  });
}
