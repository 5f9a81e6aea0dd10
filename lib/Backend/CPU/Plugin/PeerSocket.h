//===- PeerSocket.h - Connections that do not wait for ever -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERSOCKET_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERSOCKET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>

namespace trainlint::cpuplugin {

using PeerClock = std::chrono::steady_clock;

/// Milliseconds until a time for `poll`, at least 0.
int pollTimeUntil(PeerClock::time_point end);

/// Closes a socket with its life.
class PeerSocket {
public:
  PeerSocket() = default;
  explicit PeerSocket(int number) : number(number) {}
  ~PeerSocket() { reset(); }
  PeerSocket(PeerSocket &&other) noexcept : number(other.release()) {}
  PeerSocket &operator=(PeerSocket &&other) noexcept {
    reset(other.release());
    return *this;
  }

  int get() const { return number; }
  bool isOpen() const { return number >= 0; }
  void reset(int other = -1);
  int release();

private:
  int number = -1;
};

/// Listens at an address of this computer, at a port that is free, which goes
/// to `port`. Accepting from it does not wait.
llvm::Expected<PeerSocket> listenAt(const std::string &host, std::string &port);

/// Connects, or fails when the time is over.
llvm::Expected<PeerSocket> connectTo(const std::string &host,
                                     const std::string &port,
                                     PeerClock::time_point end);

/// Sends all bytes over a connection that waits, however long that takes.
bool sendAll(int socket, llvm::StringRef bytes);

/// Sends what can be sent at once. The number of bytes, or -1 if the other side
/// is gone.
ssize_t sendSome(int socket, llvm::StringRef bytes);

/// Receives so many bytes of a handshake before the time is over.
llvm::Expected<std::string> receiveExactly(int socket, size_t size,
                                           PeerClock::time_point end);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERSOCKET_H
