//===- Transfers.cpp - Arrays on their way between clients ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Transfers.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::cpuplugin;

/// Where an array goes.
struct Transfers::Place : PeerSink {
  Place(std::shared_ptr<Transfers> transfers, const ReceivedArray &array)
      : transfers(std::move(transfers)), array(array) {}

  char *data() const override { return array.data; }
  bool isWanted() const override { return !isWithdrawn; }
  void end(bool isWhole) override {
    std::lock_guard lock(transfers->mutex);
    if (!std::exchange(isReading, false))
      return;
    isDone = isWhole;
    transfers->changed.notify_all();
  }

  /// Until nothing is written any more, whatever becomes of the run.
  std::shared_ptr<Transfers> transfers;
  ReceivedArray array;
  std::atomic<bool> isWithdrawn{false};
  bool isReading = false;
  bool isDone = false;
};

/// What something that waits takes beside its bytes, at least.
static constexpr uint64_t BytesOfEntry = 256;

static llvm::Error isOfOtherSize(uint64_t size, uint64_t wanted) {
  return llvm::createStringError(llvm::formatv(
      "sends an array of {0} bytes where one of {1} is wanted", size, wanted));
}

//===----------------------------------------------------------------------===//
// From the connections
//===----------------------------------------------------------------------===//

namespace {
/// For what nobody wants any more.
struct NoPlace : PeerSink {
  char *data() const override { return nullptr; }
  bool isWanted() const override { return false; }
  void end(bool) override {}
};
} // namespace

Peers::SinkRef Transfers::noPlace() {
  static const Peers::SinkRef place = std::make_shared<NoPlace>();
  return place;
}

llvm::Expected<Peers::SinkRef>
Transfers::admit(int64_t from, const PeerMessage &message, uint64_t size) {
  if (message.kind != PeerMessage::Kind::Array || size <= MostUnaskedBytes)
    return nullptr;
  std::lock_guard lock(mutex);
  if (failure)
    return noPlace();
  auto found = wanted.find({from, message.name});
  if (found == wanted.end())
    return llvm::createStringError(llvm::formatv(
        "sends an array of {0} bytes that nobody waits for", size));
  std::shared_ptr<Place> place = found->second;
  if (size != static_cast<uint64_t>(place->array.size))
    return isOfOtherSize(size, place->array.size);
  wanted.erase(found);
  place->isReading = true;
  return place;
}

/// Called with the mutex held.
llvm::Error Transfers::addWaiting(uint64_t bytes) {
  if (waiting > mostWaiting || bytes > mostWaiting - waiting)
    return llvm::createStringError(
        "sends more than there is memory for before it is wanted");
  waiting += bytes;
  return llvm::Error::success();
}

llvm::Error Transfers::take(int64_t from, PeerMessage message) {
  std::lock_guard lock(mutex);
  Key key(from, message.name);
  changed.notify_all();
  if (message.kind == PeerMessage::Kind::Ready) {
    ready.insert(key);
    return addWaiting(BytesOfEntry);
  }
  auto found = wanted.find(key);
  if (found == wanted.end()) {
    uint64_t size = message.bytes.size();
    early[key] = std::move(message.bytes);
    return addWaiting(size + BytesOfEntry);
  }
  Place &place = *found->second;
  if (message.bytes.size() != static_cast<uint64_t>(place.array.size))
    return isOfOtherSize(message.bytes.size(), place.array.size);
  std::memcpy(place.array.data, message.bytes.data(), message.bytes.size());
  place.isDone = true;
  wanted.erase(found);
  return llvm::Error::success();
}

void Transfers::leave(int64_t process) {
  std::lock_guard lock(mutex);
  gone.insert(process);
  changed.notify_all();
}

void Transfers::stop(const Failure &reason) {
  std::lock_guard lock(mutex);
  if (!failure)
    failure = reason;
  changed.notify_all();
}

//===----------------------------------------------------------------------===//
// From those who compute
//===----------------------------------------------------------------------===//

static bool isLarge(int64_t size) {
  return static_cast<uint64_t>(size) > MostUnaskedBytes;
}

/// Makes the places, and says so to those who wait for them.
llvm::Error Transfers::announce(const ExchangeGroup &group,
                                llvm::ArrayRef<ReceivedArray> received,
                                Places &places) {
  PeerMessage message;
  message.kind = PeerMessage::Kind::Ready;
  message.run = run;
  message.process = group.process;
  {
    std::lock_guard lock(mutex);
    for (const ReceivedArray &array : received) {
      auto place = std::make_shared<Place>(shared_from_this(), array);
      places.push_back(place);
      Key key(array.client, nameOf(group, array.number));
      auto found = early.find(key);
      if (found == early.end()) {
        wanted[key] = std::move(place);
        continue;
      }
      const std::string &bytes = found->second;
      if (bytes.size() != static_cast<uint64_t>(array.size))
        return failed(abi::Error_Code::INTERNAL,
                      "the processes of a collective operation have arrays of "
                      "different sizes");
      std::memcpy(array.data, bytes.data(), bytes.size());
      waiting -= bytes.size() + BytesOfEntry;
      place->isDone = true;
      early.erase(found);
    }
  }
  for (const ReceivedArray &array : received) {
    message.name = nameOf(group, array.number);
    if (isLarge(array.size))
      send(array.client, message, {});
  }
  return llvm::Error::success();
}

/// Called with the mutex held. A process whose client owes an array, or a place
/// for one, and that has ended.
std::optional<int64_t>
Transfers::findGone(const ExchangeGroup &group,
                    llvm::ArrayRef<const SentArray *> unsent,
                    const Places &places) const {
  auto isOwing = [&](int64_t client) {
    return llvm::any_of(unsent,
                        [&](const SentArray *array) {
                          return array->client == client;
                        }) ||
           llvm::any_of(places, [&](const std::shared_ptr<Place> &place) {
             return place->array.client == client && !place->isDone &&
                    !place->isReading;
           });
  };
  for (int64_t process : group.processes)
    if (gone.contains(process) && isOwing(owners[process]))
      return process;
  return std::nullopt;
}

/// Sends as places are announced, and waits for what comes.
llvm::Error Transfers::carryOut(const ExchangeGroup &group,
                                std::vector<const SentArray *> unsent,
                                const Places &places) {
  PeerMessage message;
  message.run = run;
  message.process = group.process;
  std::unique_lock lock(mutex);
  while (true) {
    auto next = unsent.end();
    std::optional<int64_t> missing;
    changed.wait(lock, [&] {
      if (failure)
        return true;
      next = llvm::find_if(unsent, [&](const SentArray *array) {
        return ready.contains({array->client, nameOf(group, array->number)});
      });
      if (next != unsent.end())
        return true;
      bool isComplete =
          unsent.empty() &&
          llvm::all_of(places, [](const auto &place) { return place->isDone; });
      missing = findGone(group, unsent, places);
      return isComplete || missing;
    });
    if (failure)
      return failed(*failure);
    if (missing)
      return failed(abi::Error_Code::INTERNAL,
                    llvm::formatv("process {0} waits in a collective operation "
                                  "for process {1}, which ended",
                                  group.process, *missing));
    if (next == unsent.end())
      return llvm::Error::success();
    const SentArray &array = **next;
    message.name = nameOf(group, array.number);
    ready.erase({array.client, message.name});
    waiting -= BytesOfEntry;
    unsent.erase(next);
    lock.unlock();
    send(array.client, message, StringRef(array.data, array.size));
    lock.lock();
  }
}

/// Nothing is written to the places any more.
void Transfers::withdraw(const ExchangeGroup &group, const Places &places) {
  std::unique_lock lock(mutex);
  for (const std::shared_ptr<Place> &place : places) {
    place->isWithdrawn = true;
    wanted.erase({place->array.client, nameOf(group, place->array.number)});
  }
  changed.wait(lock, [&] {
    return llvm::none_of(places,
                         [](const auto &place) { return place->isReading; });
  });
}

llvm::Error Transfers::exchange(const ExchangeGroup &group,
                                llvm::ArrayRef<SentArray> sent,
                                llvm::ArrayRef<ReceivedArray> received) {
  Places places;
  llvm::scope_exit ending([&] { withdraw(group, places); });
  if (llvm::Error error = announce(group, received, places))
    return error;
  PeerMessage message;
  message.run = run;
  message.process = group.process;
  std::vector<const SentArray *> large;
  for (const SentArray &array : sent) {
    if (isLarge(array.size)) {
      large.push_back(&array);
      continue;
    }
    message.name = nameOf(group, array.number);
    send(array.client, message, StringRef(array.data, array.size));
  }
  // Each begins with another one, or all would send to the same one at once.
  llvm::stable_sort(large, [&](const SentArray *a, const SentArray *b) {
    return std::pair(a->client < client, a->client) <
           std::pair(b->client < client, b->client);
  });
  return carryOut(group, std::move(large), places);
}
