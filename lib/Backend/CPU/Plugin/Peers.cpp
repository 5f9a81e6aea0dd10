//===- Peers.cpp - Connections between the clients of a job ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Peers.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using std::chrono::milliseconds;

PeerSink::~PeerSink() = default;

/// For the others to end.
static constexpr milliseconds PartingTimeout{10000};

llvm::Expected<std::unique_ptr<Peers>>
Peers::connect(const Place &place, const JobStore &store, Receiver receiver) {
  auto sockets = meetPeers(place, store);
  if (!sockets)
    return sockets.takeError();
  std::unique_ptr<Peers> peers(new Peers(place, std::move(receiver)));
  for (PeerSocket &socket : *sockets) {
    auto connection = std::make_unique<Connection>();
    connection->socket = std::move(socket);
    peers->connections.push_back(std::move(connection));
  }
  for (auto [index, connection] : llvm::enumerate(peers->connections)) {
    if (!connection->socket.isOpen())
      continue;
    int yes = 1;
    ::setsockopt(connection->socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes,
                 sizeof(yes));
    connection->reading = std::thread(
        [self = peers.get(), number = index] { self->read(number); });
  }
  peers->beating = std::thread([self = peers.get()] { self->beat(); });
  return peers;
}

/// Says that nothing more comes, and reads until the others say so: what they
/// send to a closed socket would take back what they have not read yet.
Peers::~Peers() {
  {
    std::lock_guard lock(beatMutex);
    isEnding = true;
  }
  ended.notify_all();
  if (beating.joinable())
    beating.join();
  for (auto &connection : connections)
    if (connection->socket.isOpen())
      ::shutdown(connection->socket.get(), SHUT_WR);
  for (auto &connection : connections)
    if (connection->reading.joinable())
      connection->reading.join();
}

//===----------------------------------------------------------------------===//
// Sending
//===----------------------------------------------------------------------===//

void Peers::send(int64_t index, const PeerMessage &message, StringRef bytes) {
  Connection &connection = *connections[index];
  std::lock_guard lock(connection.sending);
  std::string head =
      std::move(connection.rest) + writePeerHead(message, bytes.size());
  connection.rest.clear();
  if (bytes.size() <= MostUnaskedBytes)
    head += std::exchange(bytes, {});
  // Whether the other is there shows where its messages are read.
  (void)(sendAll(connection.socket.get(), head) &&
         sendAll(connection.socket.get(), bytes));
}

/// Says now and then that this client is there. Where a message is on its way
/// or the connection is full, it has much to read as it is.
void Peers::beat() {
  PeerMessage alive;
  alive.kind = PeerMessage::Kind::Alive;
  const std::string sign = writePeerHead(alive, 0);
  milliseconds pause =
      std::clamp(place.timeout / 4, milliseconds(1), milliseconds(10000));
  auto beatOnce = [&] {
    for (auto &connection : connections) {
      std::unique_lock sending(connection->sending, std::try_to_lock);
      if (!sending || !connection->socket.isOpen())
        continue;
      if (connection->rest.empty())
        connection->rest = sign;
      ssize_t sent = sendSome(connection->socket.get(), connection->rest);
      connection->rest.erase(0, std::max<ssize_t>(sent, 0));
    }
  };
  // The others may have waited for a while already.
  beatOnce();
  std::unique_lock lock(beatMutex);
  while (!ended.wait_for(lock, pause, [&] { return isEnding.load(); }))
    beatOnce();
}

//===----------------------------------------------------------------------===//
// Receiving
//===----------------------------------------------------------------------===//

/// Lets a socket wake who waits for it when so many bytes are there.
static void awaitBytes(int socket, size_t &current, size_t wanted) {
  if (std::exchange(current, wanted) == wanted)
    return;
  int bytes = static_cast<int>(wanted);
  ::setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof(bytes));
}

/// Stops at the end of the stream, when nothing comes for too long and, once
/// this client is ending, after a while. What a sink does not want any more is
/// read all the same, as other messages follow it.
Peers::Reception Peers::receive(int socket, char *data, size_t size,
                                PeerSink *sink) {
  auto heard = PeerClock::now();
  milliseconds waited{0};
  constexpr milliseconds Look{100};
  std::string unwanted;
  constexpr size_t Much = 1 << 18;
  size_t awaited = 1;
  llvm::scope_exit ending([&] { awaitBytes(socket, awaited, 1); });
  while (size != 0) {
    // Each waking costs as much as many bytes.
    awaitBytes(socket, awaited, size < Much ? 1 : Much);
    pollfd wanted = {socket, POLLIN, 0};
    int ready = ::poll(&wanted, 1, Look.count());
    if (ready < 0 && errno == EINTR)
      continue;
    if (sink && unwanted.empty() && !sink->isWanted()) {
      sink->end(/*isWhole=*/false);
      unwanted.resize(Much);
    }
    ssize_t got = unwanted.empty() ? ::recv(socket, data, size, MSG_DONTWAIT)
                                   : ::recv(socket, unwanted.data(),
                                            std::min(size, Much), MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) {
      if (isEnding && (waited += Look) >= PartingTimeout)
        return Reception::Ended;
      if (PeerClock::now() - heard >= place.timeout)
        return Reception::Silent;
      continue;
    }
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return Reception::Ended;
    heard = PeerClock::now();
    if (unwanted.empty())
      data += got;
    size -= got;
  }
  if (sink && unwanted.empty())
    sink->end(/*isWhole=*/true);
  return Reception::Whole;
}

llvm::Expected<Peers::Reception> Peers::readMessage(int64_t index) {
  int socket = connections[index]->socket.get();
  char start[PeerHeadSize];
  if (Reception got = receive(socket, start, sizeof(start));
      got != Reception::Whole)
    return got;
  auto head = parsePeerHead(StringRef(start, sizeof(start)));
  if (!head)
    return head.takeError();
  PeerMessage &message = head->message;
  if (message.kind == PeerMessage::Kind::Alive)
    return Reception::Whole;
  auto sink = receiver.admit(index, message, head->size);
  if (!sink)
    return sink.takeError();
  if (*sink) {
    Reception got = receive(socket, (*sink)->data(), head->size, sink->get());
    if (got != Reception::Whole)
      (*sink)->end(/*isWhole=*/false);
    return got;
  }
  // Memory is taken as bytes come, not as they are announced.
  constexpr size_t Step = 1 << 16;
  while (message.bytes.size() < head->size) {
    size_t before = message.bytes.size();
    message.bytes.resize(std::min<uint64_t>(head->size, before + Step));
    if (Reception got = receive(socket, message.bytes.data() + before,
                                message.bytes.size() - before);
        got != Reception::Whole)
      return got;
  }
  receiver.receive(index, std::move(message));
  return Reception::Whole;
}

void Peers::read(int64_t index) {
  llvm::Expected<Reception> got = Reception::Whole;
  while (got && *got == Reception::Whole)
    got = readMessage(index);
  std::string why = "cannot be reached any more";
  // Who says nothing more needs to hear nothing more. From one that is at
  // fault, nothing more is taken, and a thread that is sending to it goes on.
  int side = SHUT_WR;
  if (!got) {
    why = llvm::toString(got.takeError());
    side = SHUT_RDWR;
  } else if (*got == Reception::Silent) {
    why = llvm::formatv("was silent for {0} s",
                        formatNumber(place.timeout.count() / 1000.0));
    side = SHUT_RDWR;
  }
  ::shutdown(connections[index]->socket.get(), side);
  receiver.lost(index, std::move(why));
}
