//===- Socket.h - Connections with deadlines --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_SOCKET_H
#define TRAINLINT_RUNTIME_COORDINATION_SOCKET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>
#include <vector>

namespace trainlint::coordination {

/// Closes a socket, or another file, with its life.
class Socket {
public:
  Socket() = default;
  explicit Socket(int number) : number(number) {}
  ~Socket() { reset(); }
  Socket(Socket &&other) noexcept : number(other.release()) {}
  Socket &operator=(Socket &&other) noexcept {
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

/// A name or an address, and a port.
struct HostPort {
  std::string host;
  uint16_t port = 0;

  /// True for what only this computer reaches, whatever names resolve to.
  bool isLoopback() const;
  /// As users write it: `[::1]:8476`.
  std::string text() const;
};

/// Reads `HOST:PORT`; an address of IPv6 stands in brackets.
llvm::Expected<HostPort> parseHostPort(llvm::StringRef text);

/// Listens at a port: of the loopback interface if that is meant, or else of
/// all, since the own name may stand for an address that others do not reach.
/// A port of 0 becomes a free one. Accepting does not wait.
llvm::Expected<std::vector<Socket>> listenAt(HostPort &place);

/// Connects to the first address of a name that answers. Sending and receiving
/// do not wait.
llvm::Expected<Socket> connectTo(const HostPort &place,
                                 std::chrono::steady_clock::time_point end);

/// Where a connection comes from, and where it goes, as numbers without port;
/// empty if it is gone.
std::string peerAddress(int socket);
std::string ownAddress(int socket);

/// Milliseconds until a time for `poll`, at least 0.
int pollTimeUntil(std::chrono::steady_clock::time_point end);

/// Sends what can be sent at once and takes it out. False if the other side is
/// gone.
bool sendSome(int socket, std::string &bytes);

enum class Reception { Some, Nothing, Ended };

/// Receives what is there, up to some kilobytes.
Reception receiveSome(int socket, std::string &bytes);

/// Wakes a thread that polls.
class Waker {
public:
  Waker();
  int get() const { return event.get(); }
  void wake();
  void clear();

private:
  Socket event;
};

/// The name of this computer.
std::string hostName();

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_SOCKET_H
