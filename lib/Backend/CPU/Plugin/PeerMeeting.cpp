//===- PeerMeeting.cpp - How the clients of a job meet --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All-to-all connection of the clients of a job: each listens, leaves its
// address in the store, connects to the clients of lower numbers and accepts
// those of higher ones. Visitors are served at once from one poll loop with a
// deadline for each, so one that is silent holds up nobody. Both ends prove
// with the handshake that they have read the store.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/PeerMeeting.h"
#include "Backend/CPU/Plugin/PeerHandshake.h"
#include "Support/Hmac.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

using namespace trainlint;
using namespace trainlint::cpuplugin;
using std::chrono::milliseconds;

static llvm::Error unavailable(const llvm::Twine &message) {
  return failed(abi::Error_Code::UNAVAILABLE, message);
}

/// Where a client leaves how it is reached.
static std::string keyOf(int64_t index) {
  return "trainlint/cpu/" + std::to_string(index);
}

static std::string secondsOf(const PeerPlace &place) {
  return formatNumber(place.timeout.count() / 1000.0);
}

namespace {
/// A connection of which it is not known yet who made it.
struct Visitor {
  PeerSocket socket;
  PeerClock::time_point end;
  std::string received;
  /// Known after the hello.
  std::optional<PeerHandshake> handshake;

  size_t wanted() const { return handshake ? ProofSize : HelloSize; }
};

class Meeting {
public:
  Meeting(const PeerPlace &place, const JobStore &store)
      : place(place), store(store), end(PeerClock::now() + place.timeout),
        sockets(place.count) {}

  llvm::Error run();
  std::vector<PeerSocket> take() { return std::move(sockets); }

private:
  llvm::Error leaveAddress(const std::string &port);
  llvm::Error visit(int64_t index);
  llvm::Error receiveOthers(int listener);
  llvm::Error acceptVisitor(int listener);
  bool hear(Visitor &visitor);
  bool read(Visitor &visitor);
  llvm::Error tooLate() const;

  const PeerPlace &place;
  const JobStore &store;
  PeerClock::time_point end;
  /// The own one.
  std::string secret;
  std::vector<PeerSocket> sockets;
  std::vector<Visitor> visitors;
};
} // namespace

llvm::Error Meeting::leaveAddress(const std::string &port) {
  llvm::Error error = store.put(keyOf(place.index),
                                writePeerAddress({place.host, port, secret}));
  if (!error)
    return error;
  Failure failure = failureOf(std::move(error));
  if (failure.code == abi::Error_Code::ALREADY_EXISTS)
    failure.message = llvm::formatv(
        "there is an address of process {0} in the store: from an earlier job, "
        "or as two processes have this number; each job needs a store that is "
        "empty when it begins",
        place.index);
  return failed(failure);
}

/// Goes to a client of a lower number.
llvm::Error Meeting::visit(int64_t index) {
  auto left = std::chrono::ceil<milliseconds>(end - PeerClock::now());
  auto value = store.get(keyOf(index), std::max(left, milliseconds(0)));
  if (!value) {
    Failure failure = failureOf(value.takeError());
    if (failure.code == abi::Error_Code::DEADLINE_EXCEEDED)
      failure.message = llvm::formatv("process {0} did not begin within {1} s",
                                      index, secondsOf(place));
    return failed(failure);
  }
  auto address = parsePeerAddress(*value);
  if (!address)
    return unavailable(llvm::formatv("process {0} {1}", index,
                                     llvm::toString(address.takeError()))
                           .str());
  auto fail = [&](llvm::Error error) {
    return unavailable(
        llvm::formatv("cannot reach process {0} at `{1}`, port {2}: {3}", index,
                      printable(address->host), address->port,
                      llvm::toString(std::move(error)))
            .str());
  };
  auto socket = connectTo(address->host, address->port, end);
  if (!socket)
    return fail(socket.takeError());
  auto nonce = randomBytes(NonceSize);
  if (!nonce)
    return nonce.takeError();
  PeerHandshake handshake;
  handshake.connector = place.index;
  handshake.listener = index;
  handshake.connectorNonce = std::move(*nonce);
  // So few bytes fit into a new connection.
  if (!sendAll(socket->get(), handshake.hello()))
    return fail(llvm::createStringError("it ended the connection"));
  auto challenge = receiveExactly(socket->get(), ChallengeSize, end);
  if (!challenge)
    return fail(challenge.takeError());
  if (llvm::Error error = handshake.readChallenge(*challenge, address->secret))
    return fail(std::move(error));
  if (!sendAll(socket->get(), handshake.proof(address->secret)))
    return fail(llvm::createStringError("it ended the connection"));
  sockets[index] = std::move(*socket);
  return llvm::Error::success();
}

llvm::Error Meeting::tooLate() const {
  std::vector<int64_t> missing;
  for (int64_t index = place.index + 1; index < place.count; ++index)
    if (!sockets[index].isOpen())
      missing.push_back(index);
  return failed(abi::Error_Code::DEADLINE_EXCEEDED,
                llvm::formatv("{0} {1} did not connect within {2} s",
                              missing.size() == 1 ? "process" : "processes",
                              formatNumbers(missing, "and"), secondsOf(place))
                    .str());
}

llvm::Error Meeting::acceptVisitor(int listener) {
  // What is silent, such as a scan of ports, holds nobody else.
  constexpr milliseconds LongestVisit{10000};
  constexpr size_t MostVisitors = 64;
  int socket =
      ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket >= 0) {
    Visitor &visitor = visitors.emplace_back();
    visitor.socket.reset(socket);
    visitor.end = PeerClock::now() + LongestVisit;
  }
  bool isFull =
      socket < 0 && !visitors.empty() && (errno == EMFILE || errno == ENFILE);
  if (socket < 0 && !isFull &&
      !llvm::is_contained({EAGAIN, EINTR, ECONNABORTED, EPROTO}, errno))
    return unavailable(llvm::Twine("cannot take a connection: ") +
                       std::strerror(errno));
  if (isFull || visitors.size() > MostVisitors)
    visitors.erase(visitors.begin());
  return llvm::Error::success();
}

/// Takes the next step of a handshake. False if the visitor is none of the job.
bool Meeting::read(Visitor &visitor) {
  if (!visitor.handshake) {
    auto hello = parseHello(visitor.received);
    if (!hello) {
      llvm::consumeError(hello.takeError());
      return false;
    }
    auto nonce = randomBytes(NonceSize);
    if (!nonce) {
      llvm::consumeError(nonce.takeError());
      return false;
    }
    hello->listenerNonce = std::move(*nonce);
    visitor.handshake = std::move(*hello);
    visitor.received.clear();
    bool isWanted = visitor.handshake->listener == place.index &&
                    visitor.handshake->connector > place.index &&
                    visitor.handshake->connector < place.count;
    std::string challenge = visitor.handshake->challenge(secret);
    return isWanted && sendSome(visitor.socket.get(), challenge) ==
                           static_cast<ssize_t>(challenge.size());
  }
  PeerSocket &place = sockets[visitor.handshake->connector];
  if (!isSameSecret(visitor.received, visitor.handshake->proof(secret)) ||
      place.isOpen())
    return false;
  int flags = ::fcntl(visitor.socket.get(), F_GETFL);
  ::fcntl(visitor.socket.get(), F_SETFL, flags & ~O_NONBLOCK);
  place = std::move(visitor.socket);
  return true;
}

/// Takes what a visitor sent. False if its visit is over.
bool Meeting::hear(Visitor &visitor) {
  while (visitor.socket.isOpen()) {
    char bytes[HelloSize];
    ssize_t got = ::recv(visitor.socket.get(), bytes,
                         visitor.wanted() - visitor.received.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
      return true;
    if (got <= 0)
      return false;
    visitor.received.append(bytes, got);
    if (visitor.received.size() == visitor.wanted() && !read(visitor))
      return false;
  }
  return false;
}

/// Takes those of higher numbers as they come. Several may be on their way at
/// once.
llvm::Error Meeting::receiveOthers(int listener) {
  auto isComplete = [&] {
    return llvm::all_of(llvm::drop_begin(sockets, place.index + 1),
                        [](const PeerSocket &other) { return other.isOpen(); });
  };
  while (!isComplete()) {
    PeerClock::time_point now = PeerClock::now(), next = end;
    if (now >= end)
      return tooLate();
    llvm::erase_if(visitors,
                   [&](const Visitor &visitor) { return visitor.end <= now; });
    std::vector<pollfd> wanted = {{listener, POLLIN, 0}};
    for (const Visitor &visitor : visitors) {
      wanted.push_back({visitor.socket.get(), POLLIN, 0});
      next = std::min(next, visitor.end);
    }
    if (::poll(wanted.data(), wanted.size(), pollTimeUntil(next)) <= 0)
      continue;
    for (size_t i = visitors.size(); i-- != 0;)
      if (wanted[i + 1].revents && !hear(visitors[i]))
        visitors.erase(visitors.begin() + i);
    if (wanted[0].revents)
      if (llvm::Error error = acceptVisitor(listener))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error Meeting::run() {
  auto made = randomBytes(HmacSize);
  if (!made)
    return made.takeError();
  secret = std::move(*made);
  std::string port;
  auto listener = listenAt(place.host, port);
  if (!listener)
    return unavailable("cannot listen at `" + place.host +
                       "`: " + llvm::toString(listener.takeError()));
  if (llvm::Error error = leaveAddress(port))
    return error;
  for (int64_t index = 0; index < place.index; ++index)
    if (llvm::Error error = visit(index))
      return error;
  return receiveOthers(listener->get());
}

llvm::Expected<std::vector<PeerSocket>>
cpuplugin::meetPeers(const PeerPlace &place, const JobStore &store) {
  Meeting meeting(place, store);
  if (llvm::Error error = meeting.run())
    return error;
  return meeting.take();
}
