//===- PeerSocket.cpp - Connections that do not wait for ever -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerSocket.h"
#include "Support/LLVM.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;

int cpuplugin::pollTimeUntil(PeerClock::time_point end) {
  // Rounded up, or the last millisecond would be spent in a busy loop.
  auto left =
      std::chrono::ceil<std::chrono::milliseconds>(end - PeerClock::now());
  constexpr int64_t Longest = 1 << 30;
  return std::clamp<int64_t>(left.count(), 0, Longest);
}

void PeerSocket::reset(int other) {
  if (number >= 0)
    ::close(number);
  number = other;
}

int PeerSocket::release() {
  int out = number;
  number = -1;
  return out;
}

static llvm::Error lastError() {
  return llvm::createStringError(std::strerror(errno));
}

static llvm::Expected<addrinfo *> lookUp(const std::string &host,
                                         const std::string &port) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *found = nullptr;
  int problem = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (problem != 0)
    return llvm::createStringError(::gai_strerror(problem));
  return found;
}

llvm::Expected<PeerSocket> cpuplugin::listenAt(const std::string &host,
                                               std::string &port) {
  auto address = lookUp(host, "0");
  if (!address)
    return address.takeError();
  llvm::scope_exit freeing([&] { ::freeaddrinfo(*address); });
  PeerSocket listener(::socket((*address)->ai_family,
                               SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
                               /*protocol=*/0));
  sockaddr_storage bound = {};
  socklen_t size = sizeof(bound);
  auto *general = reinterpret_cast<sockaddr *>(&bound);
  char digits[NI_MAXSERV];
  if (!listener.isOpen() ||
      ::bind(listener.get(), (*address)->ai_addr, (*address)->ai_addrlen) !=
          0 ||
      ::listen(listener.get(), SOMAXCONN) != 0 ||
      ::getsockname(listener.get(), general, &size) != 0)
    return lastError();
  if (int problem = ::getnameinfo(general, size, nullptr, 0, digits,
                                  sizeof(digits), NI_NUMERICSERV))
    return llvm::createStringError(::gai_strerror(problem));
  port = digits;
  return listener;
}

/// Waits until something can be done with a socket. False if it is too late.
static bool waitFor(int socket, short what, PeerClock::time_point end) {
  while (true) {
    pollfd wanted = {socket, what, 0};
    int ready = ::poll(&wanted, 1, pollTimeUntil(end));
    if (ready > 0)
      return true;
    if (ready == 0 || errno != EINTR)
      return false;
  }
}

/// From then on, sending and receiving wait.
static void setBlocking(int socket) {
  ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) & ~O_NONBLOCK);
}

llvm::Expected<PeerSocket> cpuplugin::connectTo(const std::string &host,
                                                const std::string &port,
                                                PeerClock::time_point end) {
  auto address = lookUp(host, port);
  if (!address)
    return address.takeError();
  llvm::scope_exit freeing([&] { ::freeaddrinfo(*address); });
  PeerSocket socket(::socket((*address)->ai_family,
                             SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
                             /*protocol=*/0));
  if (!socket.isOpen())
    return lastError();
  if (::connect(socket.get(), (*address)->ai_addr, (*address)->ai_addrlen) !=
      0) {
    if (errno != EINPROGRESS)
      return lastError();
    int problem = ETIMEDOUT;
    socklen_t size = sizeof(problem);
    if (waitFor(socket.get(), POLLOUT, end))
      ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0)
      return llvm::createStringError(std::strerror(problem));
  }
  setBlocking(socket.get());
  return socket;
}

bool cpuplugin::sendAll(int socket, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    bytes = bytes.drop_front(sent);
  }
  return true;
}

ssize_t cpuplugin::sendSome(int socket, StringRef bytes) {
  ssize_t sent =
      ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  bool isFull = sent < 0 && (errno == EAGAIN || errno == EINTR);
  return isFull ? 0 : sent;
}

llvm::Expected<std::string>
cpuplugin::receiveExactly(int socket, size_t size, PeerClock::time_point end) {
  std::string out(size, 0);
  for (size_t got = 0; got < size;) {
    if (!waitFor(socket, POLLIN, end))
      return llvm::createStringError("it does not answer");
    ssize_t more = ::recv(socket, out.data() + got, size - got, MSG_DONTWAIT);
    if (more < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (more < 0)
      return lastError();
    if (more == 0)
      return llvm::createStringError("it ended the connection");
    got += more;
  }
  return out;
}
