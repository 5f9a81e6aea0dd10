//===- Transfers.h - Arrays on their way between clients --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array that is not small is sent when the client that wants it has said
// that there is a place for it, and is read into that place: nothing waits in
// memory but what those who compute have taken for it. Small arrays are sent
// at once, and kept until they are wanted.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_TRANSFERS_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_TRANSFERS_H

#include "Backend/CPU/Plugin/Exchange.h"
#include "Backend/CPU/Plugin/Peers.h"
#include <map>
#include <set>

namespace trainlint::cpuplugin {

/// The arrays of one run that come to and from a client.
class Transfers : public std::enable_shared_from_this<Transfers> {
public:
  using Send = std::function<void(int64_t client, const PeerMessage &message,
                                  llvm::StringRef bytes)>;

  /// `owners` has the client of each process. Small arrays that are not wanted
  /// yet take at most `mostWaiting` bytes.
  Transfers(int64_t run, int64_t client, std::vector<int64_t> owners,
            uint64_t mostWaiting, Send send)
      : run(run), client(client), owners(std::move(owners)),
        mostWaiting(mostWaiting), send(std::move(send)) {}

  /// For arrays that nobody wants any more.
  static Peers::SinkRef noPlace();

  /// Where an array goes that a client is about to send.
  llvm::Expected<Peers::SinkRef> admit(int64_t from, const PeerMessage &message,
                                       uint64_t size);
  /// Takes a small array, or the word that there is a place.
  llvm::Error take(int64_t from, PeerMessage message);

  /// A process of another client has ended.
  void leave(int64_t process);
  /// Ends all transfers.
  void stop(const Failure &reason);

  /// Sends and receives arrays, and returns when all of them are there.
  llvm::Error exchange(const ExchangeGroup &group,
                       llvm::ArrayRef<SentArray> sent,
                       llvm::ArrayRef<ReceivedArray> received);

private:
  struct Place;
  using Key = std::pair<int64_t, ArrayName>;
  using Places = std::vector<std::shared_ptr<Place>>;

  static ArrayName nameOf(const ExchangeGroup &group, int64_t number) {
    return {group.operation, group.round, group.processes.front(), number};
  }
  llvm::Error addWaiting(uint64_t bytes);
  llvm::Error announce(const ExchangeGroup &group,
                       llvm::ArrayRef<ReceivedArray> received, Places &places);
  std::optional<int64_t> findGone(const ExchangeGroup &group,
                                  llvm::ArrayRef<const SentArray *> unsent,
                                  const Places &places) const;
  llvm::Error carryOut(const ExchangeGroup &group,
                       std::vector<const SentArray *> unsent,
                       const Places &places);
  void withdraw(const ExchangeGroup &group, const Places &places);

  const int64_t run;
  const int64_t client;
  const std::vector<int64_t> owners;
  const uint64_t mostWaiting;
  const Send send;

  std::mutex mutex;
  std::condition_variable changed;
  /// What is wanted, and from whom.
  std::map<Key, std::shared_ptr<Place>> wanted;
  /// Small arrays that came before they were wanted.
  std::map<Key, std::string> early;
  /// Arrays for which others have a place.
  std::set<Key> ready;
  uint64_t waiting = 0;
  std::set<int64_t> gone;
  std::optional<Failure> failure;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_TRANSFERS_H
