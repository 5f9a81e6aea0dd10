//===- Peers.h - Connections between the clients of a job -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERS_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERS_H

#include "Backend/CPU/Plugin/PeerMeeting.h"
#include "Backend/CPU/Plugin/PeerMessage.h"
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace trainlint::cpuplugin {

/// Where the bytes of a message go while they come.
class PeerSink {
public:
  virtual ~PeerSink();

  virtual char *data() const = 0;
  /// False once the bytes that still come are of no use.
  virtual bool isWanted() const = 0;
  /// Nothing is written any more, which may be said twice. `isWhole` if all
  /// bytes have come.
  virtual void end(bool isWhole) = 0;
};

/// A connection to each other client of a job. Each says now and then that it
/// is there, so that one that has stopped is told from one that computes.
class Peers {
public:
  using Place = PeerPlace;
  using SinkRef = std::shared_ptr<PeerSink>;

  struct Receiver {
    /// Whether a client may send a message, of which only the bytes are not
    /// there yet: it announces `size` of them. They go to the sink, or with the
    /// message where there is none. An error ends the connection.
    std::function<llvm::Expected<SinkRef>(
        int64_t index, const PeerMessage &message, uint64_t size)>
        admit;
    /// Takes a message whose bytes went to no sink.
    std::function<void(int64_t index, PeerMessage message)> receive;
    /// Nothing comes from a client any more. `why` follows its name.
    std::function<void(int64_t index, std::string why)> lost;
  };

  /// Meets the others. The receiver is called from threads of the connections.
  static llvm::Expected<std::unique_ptr<Peers>>
  connect(const Place &place, const JobStore &store, Receiver receiver);
  ~Peers();

  /// Sends a message, and drops it if the other is gone.
  void send(int64_t index, const PeerMessage &message) {
    send(index, message, message.bytes);
  }
  /// Sends one with bytes that lie elsewhere.
  void send(int64_t index, const PeerMessage &message, llvm::StringRef bytes);

private:
  struct Connection {
    PeerSocket socket;
    std::mutex sending;
    /// What of a sign of life has not been sent yet.
    std::string rest;
    std::thread reading;
  };
  enum class Reception { Whole, Ended, Silent };

  Peers(const Place &place, Receiver receiver)
      : place(place), receiver(std::move(receiver)) {}

  Reception receive(int socket, char *data, size_t size,
                    PeerSink *sink = nullptr);
  llvm::Expected<Reception> readMessage(int64_t index);
  void read(int64_t index);
  void beat();

  Place place;
  Receiver receiver;
  std::atomic<bool> isEnding{false};
  std::vector<std::unique_ptr<Connection>> connections;
  std::mutex beatMutex;
  std::condition_variable ended;
  std::thread beating;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERS_H
