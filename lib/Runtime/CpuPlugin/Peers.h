//===- Peers.h - Connections between the processes of a job -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPUPLUGIN_PEERS_H
#define TRAINLINT_RUNTIME_CPUPLUGIN_PEERS_H

#include "Runtime/CpuPlugin/JobStore.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace trainlint::cpuplugin {

/// What one client of a job tells the others about a run.
struct PeerMessage {
  enum class Kind : int64_t {
    /// A process takes part in an operation; `bytes` is its input.
    Part,
    /// A process ended its run; `bytes` tells why if it failed.
    Leave,
  };
  Kind kind = Kind::Part;
  int64_t run = 0;
  int64_t process = 0;
  bool hasFailed = false;
  // Of a part.
  llvm::SmallVector<int64_t> group;
  int64_t operation = 0;
  int64_t round = 0;
  int64_t rank = 0;
  std::string bytes;
};

/// A connection to each other client of a job.
class Peers {
public:
  struct Place {
    /// Which of `count` clients this one is.
    int64_t index = 0;
    int64_t count = 1;
    /// Where the others reach it.
    std::string host = "127.0.0.1";
  };
  struct Receiver {
    std::function<void(PeerMessage)> receive;
    /// Nothing comes from a client any more.
    std::function<void(int64_t index)> lost;
  };

  /// Meets the others, for which it waits for a minute. The receiver is called
  /// from threads of the connections.
  static llvm::Expected<std::unique_ptr<Peers>>
  connect(const Place &place, const JobStore &store, Receiver receiver);
  ~Peers();

  /// Sends a message, and drops it if the other is gone.
  void send(int64_t index, const PeerMessage &message);

private:
  struct Connection {
    int socket = -1;
    std::mutex sending;
    std::thread reading;
  };

  Peers(const Place &place, Receiver receiver)
      : place(place), receiver(std::move(receiver)) {}

  llvm::Error meet(const JobStore &store, int listener, llvm::StringRef token);
  void read(int64_t index);

  Place place;
  Receiver receiver;
  std::atomic<bool> isEnding{false};
  std::vector<std::unique_ptr<Connection>> connections;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_RUNTIME_CPUPLUGIN_PEERS_H
