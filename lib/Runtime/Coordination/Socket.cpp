//===- Socket.cpp - Connections with deadlines ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Socket.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::coordination;
using Clock = std::chrono::steady_clock;

void Socket::reset(int other) {
  if (number >= 0)
    ::close(number);
  number = other;
}

int Socket::release() {
  int out = number;
  number = -1;
  return out;
}

int coordination::pollTimeUntil(Clock::time_point end) {
  // Rounded up, or the last millisecond would be spent in a busy loop.
  auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
  constexpr int64_t Longest = 1 << 30;
  return std::clamp<int64_t>(left.count(), 0, Longest);
}

std::string coordination::hostName() {
  char name[256] = {};
  ::gethostname(name, sizeof(name) - 1);
  return name;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool HostPort::isLoopback() const {
  return host == "localhost" || host == "::1" ||
         (StringRef(host).starts_with("127.") &&
          StringRef(host).find_first_not_of("0123456789.") == StringRef::npos);
}

std::string HostPort::text() const {
  bool isSix = StringRef(host).contains(':');
  return (isSix ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

llvm::Expected<HostPort> coordination::parseHostPort(StringRef text) {
  auto [host, digits] = text.rsplit(':');
  bool hasBrackets = host.consume_front("[") && host.consume_back("]");
  unsigned port;
  if (host.empty() || digits.getAsInteger(10, port) || port > 65535 ||
      (host.contains(':') && !hasBrackets) || host.contains(' '))
    return llvm::createStringError(
        "`" + printable(text) +
        "` is no HOST:PORT, such as node-1:8476 or [::1]:8476");
  return HostPort{host.str(), static_cast<uint16_t>(port)};
}

static llvm::Error lastError() {
  return llvm::createStringError(std::strerror(errno));
}

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

static llvm::Expected<Addresses> lookUp(const HostPort &place) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *found = nullptr;
  int problem = ::getaddrinfo(
      place.host.c_str(), std::to_string(place.port).c_str(), &hints, &found);
  if (problem != 0)
    return llvm::createStringError(::gai_strerror(problem));
  return Addresses(found, ::freeaddrinfo);
}

static std::string numberOf(int socket,
                            int (*name)(int, sockaddr *, socklen_t *)) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  auto *general = reinterpret_cast<sockaddr *>(&address);
  char text[NI_MAXHOST];
  if (name(socket, general, &size) != 0 ||
      ::getnameinfo(general, size, text, sizeof(text), nullptr, 0,
                    NI_NUMERICHOST) != 0)
    return "";
  // IPv4 over a socket of IPv6.
  StringRef number = text;
  if (number.contains('.'))
    number.consume_front("::ffff:");
  return number.str();
}

std::string coordination::peerAddress(int socket) {
  return numberOf(socket, ::getpeername);
}

std::string coordination::ownAddress(int socket) {
  return numberOf(socket, ::getsockname);
}

//===----------------------------------------------------------------------===//
// Listening and connecting
//===----------------------------------------------------------------------===//

static Socket makeSocket(int family) {
  return Socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
                         /*protocol=*/0));
}

static void setOption(int socket, int level, int option, int value) {
  (void)::setsockopt(socket, level, option, &value, sizeof(value));
}

/// Listens at one address, or gives the error in `problem`. A port of 0 becomes
/// the one that was chosen.
static Socket listenOn(const sockaddr *address, socklen_t size, uint16_t &port,
                       int &problem) {
  Socket listener = makeSocket(address->sa_family);
  // What an earlier attempt left in the kernel is no obstacle.
  setOption(listener.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  if (address->sa_family == AF_INET6)
    setOption(listener.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  sockaddr_storage bound = {};
  socklen_t boundSize = sizeof(bound);
  auto *general = reinterpret_cast<sockaddr *>(&bound);
  if (!listener.isOpen() || ::bind(listener.get(), address, size) != 0 ||
      ::listen(listener.get(), SOMAXCONN) != 0 ||
      ::getsockname(listener.get(), general, &boundSize) != 0) {
    problem = errno;
    return Socket();
  }
  // Both families have the port in the same place.
  port = ntohs(reinterpret_cast<sockaddr_in *>(&bound)->sin_port);
  return listener;
}

static Socket listenOnAll(uint16_t &port, int &problem) {
  sockaddr_in6 six = {};
  six.sin6_family = AF_INET6;
  six.sin6_addr = in6addr_any;
  six.sin6_port = htons(port);
  Socket both =
      listenOn(reinterpret_cast<sockaddr *>(&six), sizeof(six), port, problem);
  // Computers without IPv6 have no such address.
  if (both.isOpen() || (problem != EAFNOSUPPORT && problem != EADDRNOTAVAIL))
    return both;
  sockaddr_in four = {};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  return listenOn(reinterpret_cast<sockaddr *>(&four), sizeof(four), port,
                  problem);
}

llvm::Expected<std::vector<Socket>> coordination::listenAt(HostPort &place) {
  std::vector<Socket> out;
  int problem = 0;
  auto fail = [&] { return llvm::createStringError(std::strerror(problem)); };
  if (!place.isLoopback()) {
    Socket listener = listenOnAll(place.port, problem);
    if (!listener.isOpen())
      return fail();
    out.push_back(std::move(listener));
    return out;
  }
  // `localhost` may be two addresses.
  auto addresses = lookUp(place);
  if (!addresses)
    return addresses.takeError();
  for (addrinfo *at = addresses->get(); at; at = at->ai_next) {
    // The port that was chosen for the first address is that of all.
    reinterpret_cast<sockaddr_in *>(at->ai_addr)->sin_port = htons(place.port);
    Socket listener =
        listenOn(at->ai_addr, at->ai_addrlen, place.port, problem);
    if (listener.isOpen())
      out.push_back(std::move(listener));
    else if (problem == EADDRINUSE) // Some would reach somebody else there.
      return fail();
  }
  if (out.empty())
    return fail();
  return out;
}

static bool waitFor(int socket, short what, Clock::time_point end) {
  while (true) {
    pollfd wanted = {socket, what, 0};
    int ready = ::poll(&wanted, 1, pollTimeUntil(end));
    if (ready > 0)
      return true;
    if (ready == 0 || errno != EINTR)
      return false;
  }
}

static llvm::Expected<Socket> connectToOne(const addrinfo &address,
                                           Clock::time_point end) {
  Socket socket = makeSocket(address.ai_family);
  if (!socket.isOpen())
    return lastError();
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS)
      return lastError();
    int problem = ETIMEDOUT;
    socklen_t size = sizeof(problem);
    if (waitFor(socket.get(), POLLOUT, end))
      ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0)
      return llvm::createStringError(std::strerror(problem));
  }
  setOption(socket.get(), IPPROTO_TCP, TCP_NODELAY, 1);
  return socket;
}

llvm::Expected<Socket> coordination::connectTo(const HostPort &place,
                                               Clock::time_point end) {
  auto addresses = lookUp(place);
  if (!addresses)
    return addresses.takeError();
  llvm::Error problems = llvm::Error::success();
  for (addrinfo *at = addresses->get(); at; at = at->ai_next) {
    auto socket = connectToOne(*at, end);
    if (socket) {
      llvm::consumeError(std::move(problems));
      return socket;
    }
    // That of the last address is as good as any.
    llvm::consumeError(std::move(problems));
    problems = socket.takeError();
  }
  return problems;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

bool coordination::sendSome(int socket, std::string &bytes) {
  while (!bytes.empty()) {
    ssize_t sent =
        ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return errno == EAGAIN;
    bytes.erase(0, sent);
  }
  return true;
}

Reception coordination::receiveSome(int socket, std::string &bytes) {
  bytes.resize(1 << 16);
  ssize_t got = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  bool isLater = got < 0 && (errno == EAGAIN || errno == EINTR);
  bytes.resize(std::max<ssize_t>(got, 0));
  if (isLater)
    return Reception::Nothing;
  return got > 0 ? Reception::Some : Reception::Ended;
}

Waker::Waker() : event(::eventfd(/*initval=*/0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Waker::wake() {
  uint64_t one = 1;
  (void)!::write(event.get(), &one, sizeof(one));
}

void Waker::clear() {
  uint64_t count;
  (void)!::read(event.get(), &count, sizeof(count));
}
