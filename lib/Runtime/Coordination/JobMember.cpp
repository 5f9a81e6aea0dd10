//===- JobMember.cpp - A process among those of its job -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/JobMember.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Signals.h"
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::coordination;

/// For the main thread to find out by itself, and to finish a file.
static constexpr milliseconds Grace{2000};
/// For the first process to tell the others.
static constexpr milliseconds LongestFarewell{2000};

/// Listens. An earlier attempt may still be ending at the same port.
static llvm::Expected<std::unique_ptr<CoordinatorServer>>
startServer(HostPort &place, const JobSettings &settings) {
  constexpr milliseconds LongestWait{10000};
  Clock::time_point end = Clock::now() + LongestWait;
  while (true) {
    auto server = CoordinatorServer::start(place, settings);
    if (server || Clock::now() >= end)
      return server;
    llvm::consumeError(server.takeError());
    std::this_thread::sleep_for(milliseconds(100));
  }
}

llvm::Expected<std::unique_ptr<JobMember>>
JobMember::join(const JobPlace &place, llvm::raw_ostream &out,
                llvm::raw_ostream &err) {
  std::unique_ptr<JobMember> member(new JobMember(out, err));
  MemberPlace own = place.member;
  member->index = own.index;
  if (own.index == 0) {
    JobSettings settings;
    settings.count = own.count;
    settings.secret = own.secret;
    settings.heartbeat = own.heartbeat;
    settings.meeting = own.meeting;
    auto name = randomBytes(8);
    if (!name)
      return name.takeError();
    settings.attempt = llvm::toHex(*name, /*LowerCase=*/true);
    settings.run = place.run.empty() ? settings.attempt : place.run;
    auto server = startServer(own.coordinator, settings);
    if (!server)
      return llvm::createStringError("the coordinator cannot listen at port " +
                                     std::to_string(own.coordinator.port) +
                                     ": " + llvm::toString(server.takeError()));
    member->server = std::move(*server);
    // The name may be that of an address before it, such as a service's.
    if (!own.coordinator.isLoopback())
      own.coordinator.host = "127.0.0.1";
  }
  auto client = MemberClient::join(
      own, [self = member.get()](const Verdict &given) { self->hear(given); });
  if (!client)
    return client.takeError();
  member->client = std::move(*client);
  return member;
}

JobMember::~JobMember() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
}

/// Says why the job ends, once, and gives the exit code.
int JobMember::report(const Verdict &given) {
  if (!isReported)
    err << "trainlint-run: " << printableLines(given.message)
        << (given.canRestart ? "; the job ends, and may be started anew\n"
                             : "; the job ends\n");
  isReported = true;
  return given.canRestart ? RestartExitCode : 1;
}

/// Runs in the client's thread.
void JobMember::hear(const Verdict &given) {
  std::unique_lock lock(mutex);
  verdict = given;
  changed.notify_all();
  if (changed.wait_for(lock, Grace, [&] { return isEnding; }))
    return;
  // The main thread waits for something that does not come.
  int code = report(given);
  out.flush();
  if (server)
    (void)server->waitForEnd(LongestFarewell);
  // Removes files that were being written.
  llvm::sys::RunInterruptHandlers();
  ::_exit(code);
}

int JobMember::leave(int code) {
  llvm::Error error = client->leave();
  bool isOver = error || !server;
  llvm::consumeError(std::move(error));
  // The others count on the first process until they are done.
  constexpr milliseconds Look{1000};
  while (!isOver)
    isOver = server->waitForEnd(Look);
  std::lock_guard lock(mutex);
  isEnding = true;
  changed.notify_all();
  if (!verdict && server)
    verdict = server->getVerdict();
  return verdict ? report(*verdict) : code;
}

int JobMember::fail(int code, StringRef message, bool isTrouble) {
  if (isTrouble)
    client->reportTrouble(message);
  else
    client->reportFailure(message);
  std::unique_lock lock(mutex);
  // Perhaps the client heard of it a moment ago.
  changed.wait_for(lock, milliseconds(100), [&] { return bool(verdict); });
  isEnding = true;
  changed.notify_all();
  bool isOwn = verdict && verdict->process == index && !verdict->canRestart;
  int result = verdict && !isOwn ? report(*verdict) : code;
  lock.unlock();
  if (server)
    (void)server->waitForEnd(LongestFarewell);
  return result;
}
