//===- CoordinatorServer.cpp - Serves the processes of a job --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/CoordinatorServer.h"
#include "Support/LLVM.h"
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

using namespace trainlint;
using namespace trainlint::coordination;

CoordinatorServer::CoordinatorServer(std::vector<Socket> listeners,
                                     JobSettings settings)
    : coordinator(std::move(settings), Clock::now()),
      listeners(std::move(listeners)), acceptTime(Clock::now()) {}

llvm::Expected<std::unique_ptr<CoordinatorServer>>
CoordinatorServer::start(HostPort &place, JobSettings settings) {
  auto listeners = listenAt(place);
  if (!listeners)
    return listeners.takeError();
  std::unique_ptr<CoordinatorServer> server(
      new CoordinatorServer(std::move(*listeners), std::move(settings)));
  server->thread = std::thread([self = server.get()] { self->serve(); });
  return server;
}

CoordinatorServer::~CoordinatorServer() {
  {
    std::lock_guard lock(mutex);
    isStopping = true;
  }
  waker.wake();
  thread.join();
}

bool CoordinatorServer::waitForEnd(milliseconds timeout) {
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, timeout, [&] { return hasEnded; });
}

std::optional<Verdict> CoordinatorServer::getVerdict() {
  std::lock_guard lock(mutex);
  return verdict;
}

void CoordinatorServer::acceptFrom(int listener) {
  Socket socket(
      ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.isOpen()) {
    // Without files left the listener would stay ready.
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS)
      acceptTime = Clock::now() + milliseconds(100);
    return;
  }
  int yes = 1;
  (void)::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  int64_t number = coordinator.connect(peerAddress(socket.get()),
                                       ownAddress(socket.get()), Clock::now());
  sockets[number] = std::move(socket);
}

void CoordinatorServer::exchange(int64_t number, Socket &socket, short events) {
  bool isEnded = events & (POLLERR | POLLNVAL);
  if (events & (POLLIN | POLLHUP)) {
    std::string bytes;
    Reception got = receiveSome(socket.get(), bytes);
    isEnded |= got == Reception::Ended;
    coordinator.receive(number, bytes, Clock::now());
  }
  if (isEnded)
    socket.reset();
}

/// Forgets connections that have ended, and ends those that are of no use.
void CoordinatorServer::closeEnded() {
  for (auto place = sockets.begin(); place != sockets.end();) {
    auto &[number, socket] = *place;
    bool isOpen = socket.isOpen() &&
                  sendSome(socket.get(), coordinator.outputOf(number)) &&
                  !coordinator.isEnding(number);
    if (isOpen) {
      ++place;
      continue;
    }
    coordinator.disconnect(number, Clock::now());
    place = sockets.erase(place);
  }
}

void CoordinatorServer::serve() {
  while (true) {
    Clock::time_point now = Clock::now(), next = coordinator.nextTime();
    std::vector<pollfd> wanted = {{waker.get(), POLLIN, 0}};
    for (const Socket &listener : listeners)
      wanted.push_back({listener.get(),
                        static_cast<short>(now < acceptTime ? 0 : POLLIN), 0});
    if (now < acceptTime)
      next = std::min(next, acceptTime);
    for (const auto &[number, socket] : sockets) {
      short events = coordinator.takesInput(number) ? POLLIN : 0;
      if (!coordinator.outputOf(number).empty())
        events |= POLLOUT;
      wanted.push_back({socket.get(), events, 0});
    }
    ::poll(wanted.data(), wanted.size(), pollTimeUntil(next));
    waker.clear();
    size_t at = 1 + listeners.size();
    for (auto &[number, socket] : sockets)
      exchange(number, socket, wanted[at++].revents);
    for (size_t index = 0; index < listeners.size(); ++index)
      if (wanted[index + 1].revents)
        acceptFrom(listeners[index].get());
    coordinator.tick(Clock::now());
    closeEnded();
    // What was just said goes out before anything is waited for.
    bool isToldAll = true;
    for (auto &[number, socket] : sockets) {
      std::string &output = coordinator.outputOf(number);
      isToldAll &= !sendSome(socket.get(), output) || output.empty();
    }
    std::lock_guard lock(mutex);
    bool isOver = coordinator.isComplete() || coordinator.getVerdict();
    if (isOver && isToldAll && !hasEnded) {
      hasEnded = true;
      verdict = coordinator.getVerdict();
      changed.notify_all();
    }
    if (isStopping)
      return;
  }
}
