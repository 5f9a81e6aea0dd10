//===- Peers.cpp - Connections between the processes of a job -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CpuPlugin/Peers.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using llvm::StringRef;
using std::chrono::milliseconds;

/// For the others to begin.
static constexpr milliseconds MeetingTimeout{60000};
/// For the others to end.
static constexpr milliseconds PartingTimeout{10000};

static llvm::Error unavailable(const llvm::Twine &message) {
  return failed(abi::Error_Code::UNAVAILABLE, message);
}

static llvm::Error systemError(const llvm::Twine &what) {
  return unavailable(what + ": " + std::strerror(errno));
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static bool sendAll(int socket, const void *data, size_t size) {
  const char *at = static_cast<const char *>(data);
  while (size != 0) {
    ssize_t sent = ::send(socket, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    at += sent;
    size -= sent;
  }
  return true;
}

/// Stops at the end of the stream and, once `isEnding`, after a while.
static bool receiveAll(int socket, void *data, size_t size,
                       const std::atomic<bool> &isEnding) {
  char *at = static_cast<char *>(data);
  milliseconds waited{0};
  constexpr milliseconds Look{100};
  while (size != 0) {
    pollfd wanted = {socket, POLLIN, 0};
    int ready = ::poll(&wanted, 1, Look.count());
    if (ready == 0 && isEnding && (waited += Look) >= PartingTimeout)
      return false;
    if (ready == 0 || (ready < 0 && errno == EINTR))
      continue;
    ssize_t got = ::recv(socket, at, size, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    size -= got;
  }
  return true;
}

namespace {
/// What goes before the group and the bytes of a message.
struct Header {
  int64_t kind, run, process, hasFailed, operation, round, rank, members, size;
};
} // namespace

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

static llvm::Expected<addrinfo *> lookUp(const std::string &host,
                                         const std::string &port) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *found = nullptr;
  int problem = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (problem != 0)
    return unavailable("the host `" + host +
                       "` is not known: " + ::gai_strerror(problem));
  return found;
}

/// Listens where the others reach this client, at a port that is free.
static llvm::Expected<int> listenAt(const std::string &host,
                                    std::string &port) {
  auto address = lookUp(host, "0");
  if (!address)
    return address.takeError();
  llvm::scope_exit freeing([&] { ::freeaddrinfo(*address); });
  int listener = ::socket((*address)->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_storage bound = {};
  socklen_t size = sizeof(bound);
  auto *general = reinterpret_cast<sockaddr *>(&bound);
  char digits[NI_MAXSERV];
  if (listener < 0 ||
      ::bind(listener, (*address)->ai_addr, (*address)->ai_addrlen) != 0 ||
      ::listen(listener, SOMAXCONN) != 0 ||
      ::getsockname(listener, general, &size) != 0 ||
      ::getnameinfo(general, size, nullptr, 0, digits, sizeof(digits),
                    NI_NUMERICSERV) != 0) {
    llvm::Error error = systemError("cannot listen at `" + host + "`");
    if (listener >= 0)
      ::close(listener);
    return error;
  }
  port = digits;
  return listener;
}

static llvm::Expected<int> connectTo(const std::string &host,
                                     const std::string &port) {
  auto address = lookUp(host, port);
  if (!address)
    return address.takeError();
  llvm::scope_exit freeing([&] { ::freeaddrinfo(*address); });
  int socket = ::socket((*address)->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket >= 0 &&
      ::connect(socket, (*address)->ai_addr, (*address)->ai_addrlen) == 0)
    return socket;
  llvm::Error error = systemError("cannot reach `" + host + "`");
  if (socket >= 0)
    ::close(socket);
  return error;
}

/// Waits for somebody to connect.
static llvm::Expected<int> acceptAt(int listener) {
  pollfd wanted = {listener, POLLIN, 0};
  if (::poll(&wanted, 1, MeetingTimeout.count()) <= 0)
    return failed(abi::Error_Code::DEADLINE_EXCEEDED,
                  "not all processes of the job connected within " +
                      llvm::Twine(MeetingTimeout.count() / 1000) + " s");
  int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0)
    return systemError("cannot take a connection");
  return socket;
}

static std::string makeToken() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i)
    token += llvm::utohexstr(random(), /*LowerCase=*/true, /*Width=*/8);
  return token;
}

/// Where a client leaves how it is reached.
static std::string keyOf(int64_t index) {
  return "trainlint/cpu/" + std::to_string(index);
}

/// Each connects to those before it, and shows the word that they left in the
/// store: nobody else knows it. `token` is the own one.
llvm::Error Peers::meet(const JobStore &store, int listener, StringRef token) {
  for (int64_t index = 0; index < place.index; ++index) {
    auto value = store.get(keyOf(index), MeetingTimeout);
    if (!value)
      return value.takeError();
    llvm::SmallVector<StringRef> words;
    StringRef(*value).split(words, ' ');
    if (words.size() != 3)
      return unavailable("process " + llvm::Twine(index) +
                         " left no address in the store");
    auto socket = connectTo(words[0].str(), words[1].str());
    if (!socket)
      return socket.takeError();
    connections[index]->socket = *socket;
    if (!sendAll(*socket, words[2].data(), words[2].size()) ||
        !sendAll(*socket, &place.index, sizeof(place.index)))
      return systemError("cannot reach process " + llvm::Twine(index));
  }
  for (int64_t left = place.count - 1 - place.index; left > 0;) {
    auto socket = acceptAt(listener);
    if (!socket)
      return socket.takeError();
    std::string shown(token.size(), 0);
    int64_t index = 0;
    bool isKnown = receiveAll(*socket, shown.data(), shown.size(), isEnding) &&
                   receiveAll(*socket, &index, sizeof(index), isEnding) &&
                   shown == token && index > place.index &&
                   index < place.count && connections[index]->socket < 0;
    if (!isKnown) {
      ::close(*socket);
      continue;
    }
    connections[index]->socket = *socket;
    --left;
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Peers>>
Peers::connect(const Place &place, const JobStore &store, Receiver receiver) {
  std::unique_ptr<Peers> peers(new Peers(place, std::move(receiver)));
  for (int64_t index = 0; index < place.count; ++index)
    peers->connections.push_back(std::make_unique<Connection>());
  std::string port;
  auto listener = listenAt(place.host, port);
  if (!listener)
    return listener.takeError();
  llvm::scope_exit closing([&] { ::close(*listener); });
  std::string token = makeToken();
  if (llvm::Error error =
          store.put(keyOf(place.index), place.host + " " + port + " " + token))
    return error;
  if (llvm::Error error = peers->meet(store, *listener, token))
    return error;
  for (int64_t index = 0; index < place.count; ++index) {
    Connection &connection = *peers->connections[index];
    if (index == place.index)
      continue;
    int yes = 1;
    ::setsockopt(connection.socket, IPPROTO_TCP, TCP_NODELAY, &yes,
                 sizeof(yes));
    connection.reading =
        std::thread([self = peers.get(), index] { self->read(index); });
  }
  return peers;
}

/// Says that nothing more comes, and reads until the others say so: what they
/// send to a closed socket would take back what they have not read yet.
Peers::~Peers() {
  isEnding = true;
  for (auto &connection : connections)
    if (connection->socket >= 0)
      ::shutdown(connection->socket, SHUT_WR);
  for (auto &connection : connections) {
    if (connection->reading.joinable())
      connection->reading.join();
    if (connection->socket >= 0)
      ::close(connection->socket);
  }
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Peers::send(int64_t index, const PeerMessage &message) {
  Connection &connection = *connections[index];
  Header header = {static_cast<int64_t>(message.kind),
                   message.run,
                   message.process,
                   message.hasFailed,
                   message.operation,
                   message.round,
                   message.rank,
                   static_cast<int64_t>(message.group.size()),
                   static_cast<int64_t>(message.bytes.size())};
  std::lock_guard lock(connection.sending);
  // Whether the other is there shows where its messages are read.
  (void)(sendAll(connection.socket, &header, sizeof(header)) &&
         sendAll(connection.socket, message.group.data(),
                 message.group.size() * sizeof(int64_t)) &&
         sendAll(connection.socket, message.bytes.data(),
                 message.bytes.size()));
}

void Peers::read(int64_t index) {
  int socket = connections[index]->socket;
  // No run has more members, and no array is larger.
  constexpr int64_t MostMembers = 1 << 20;
  constexpr int64_t MostBytes = int64_t(1) << 40;
  Header header;
  while (receiveAll(socket, &header, sizeof(header), isEnding)) {
    if (header.members < 0 || header.members > MostMembers || header.size < 0 ||
        header.size > MostBytes || header.rank < 0 ||
        header.rank > std::max<int64_t>(header.members - 1, 0))
      break;
    PeerMessage message;
    message.kind = static_cast<PeerMessage::Kind>(header.kind);
    message.run = header.run;
    message.process = header.process;
    message.hasFailed = header.hasFailed != 0;
    message.operation = header.operation;
    message.round = header.round;
    message.rank = header.rank;
    message.group.resize(header.members);
    message.bytes.resize(header.size);
    if (!receiveAll(socket, message.group.data(),
                    message.group.size() * sizeof(int64_t), isEnding) ||
        !receiveAll(socket, message.bytes.data(), message.bytes.size(),
                    isEnding))
      break;
    receiver.receive(std::move(message));
  }
  // Who says nothing more needs to hear nothing more.
  ::shutdown(socket, SHUT_WR);
  receiver.lost(index);
}
