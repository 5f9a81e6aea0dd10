//===- Coordinator.cpp - Who coordinates the processes of a job -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/Coordinator.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::coordination;
using pjrt::abi::Error_Code;
using Kind = Frame::Kind;

/// For the handshake of somebody who may be anybody.
static constexpr milliseconds LongestVisit{10000};
/// Strangers at a time, besides the processes that are still to come.
static constexpr int64_t MostStrangers = 64;
/// All that the processes leave for each other.
static constexpr size_t MostStoredBytes = 256 << 20;
static constexpr size_t MostRequests = 1024;
/// Of what a process says about its failure; that of a plugin may be long.
static constexpr size_t MostWords = 1 << 14;
/// From one that does not read what it is sent, nothing more is taken.
static constexpr size_t MostUnread = 2 * MostValueBytes;

static std::string secondsOf(milliseconds time) {
  return formatNumber(time.count() / 1000.0) + " s";
}

Coordinator::Coordinator(JobSettings given, Clock::time_point now)
    : settings(std::move(given)), begin(now), lastTick(now),
      connectionOf(settings.count), hostOf(settings.count),
      hasLeft(settings.count), knowsStop(settings.count) {}

Coordinator::Session *Coordinator::find(int64_t connection) {
  auto place = sessions.find(connection);
  return place == sessions.end() ? nullptr : &place->second;
}

const Coordinator::Session *Coordinator::find(int64_t connection) const {
  return const_cast<Coordinator *>(this)->find(connection);
}

std::string Coordinator::describe(int64_t process) const {
  std::string out = "process " + std::to_string(process);
  if (!hostOf[process].empty())
    out += " on `" + printable(hostOf[process]) + "`";
  return out;
}

std::string Coordinator::describeMissing(ArrayRef<int64_t> processes) const {
  return (processes.size() == 1 ? "process " : "processes ") +
         formatNumbers(processes, "and");
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

/// Whoever comes is served, and the one that took longest goes for it.
void Coordinator::makeRoom() {
  int64_t count = 0, oldest = 0;
  for (const auto &[number, session] : sessions)
    if (session.isStranger() && ++count == 1)
      oldest = number;
  if (count >= MostStrangers + settings.count)
    refuse(sessions.find(oldest)->second);
}

int64_t Coordinator::connect(StringRef from, StringRef to,
                             Clock::time_point now) {
  makeRoom();
  Session &session = sessions[++lastConnection];
  session.from = from.str();
  session.to = to.str();
  session.heard = now;
  session.end = now + LongestVisit;
  return lastConnection;
}

void Coordinator::refuse(Session &session) {
  if (session.state == State::Proof)
    ++strangers;
  if (session.isPresent())
    connectionOf[session.process()] = 0;
  session.state = State::Refused;
}

void Coordinator::disconnect(int64_t connection, Clock::time_point now) {
  Session *session = find(connection);
  if (!session)
    return;
  if (session->state == State::Proof)
    ++strangers;
  auto isFromIt = [&](const Request &request) {
    return request.connection == connection;
  };
  llvm::erase_if(waiting, isFromIt);
  llvm::erase_if(atBarriers, isFromIt);
  llvm::erase_if(stopRequests, [&](const auto &request) {
    return request.first == connection;
  });
  State state = session->state;
  int64_t process = session->process();
  if (session->isPresent())
    connectionOf[process] = 0;
  sessions.erase(connection);
  // One that waits may come back; in a job that has begun, others count on it.
  if (state == State::Member)
    judge(process, /*canRestart=*/true,
          describe(process) + " is gone: its connection to the coordinator "
                              "ended");
}

std::string &Coordinator::outputOf(int64_t connection) {
  return sessions[connection].output;
}

bool Coordinator::takesInput(int64_t connection) const {
  const Session *session = find(connection);
  return session && session->output.size() < MostUnread &&
         session->state != State::Refused;
}

bool Coordinator::isEnding(int64_t connection) const {
  const Session *session = find(connection);
  return !session || session->state == State::Refused;
}

//===----------------------------------------------------------------------===//
// Handshake
//===----------------------------------------------------------------------===//

/// Takes what belongs to the handshake.
void Coordinator::takeHandshake(int64_t connection, StringRef &bytes) {
  Session &session = *find(connection);
  size_t wanted = session.state == State::Hello ? HelloSize : ProofSize;
  StringRef part = bytes.take_front(wanted - session.received.size());
  bytes = bytes.drop_front(part.size());
  session.received += part;
  if (session.received.size() < wanted)
    return;
  std::string whole = std::move(session.received);
  session.received.clear();
  if (session.state == State::Hello) {
    auto hello = parseHello(whole);
    auto nonce = randomBytes(NonceSize);
    if (!hello || !nonce) {
      llvm::consumeError(hello.takeError());
      llvm::consumeError(nonce.takeError());
      return refuse(session);
    }
    session.handshake = std::move(*hello);
    session.handshake.coordinatorNonce = std::move(*nonce);
    session.output += session.handshake.challenge(settings.secret);
    session.state = State::Proof;
    return;
  }
  if (!isSameSecret(whole, session.handshake.proof(settings.secret)))
    return refuse(session);
  session.channel.emplace(Channel::Side::Coordinator,
                          session.handshake.sessionKey(settings.secret));
  session.state = State::Unready;
}

void Coordinator::receive(int64_t connection, StringRef bytes,
                          Clock::time_point now) {
  Session *session = find(connection);
  if (!session)
    return;
  session->heard = now;
  while (!bytes.empty() &&
         (session->state == State::Hello || session->state == State::Proof))
    takeHandshake(connection, bytes);
  if (session->state == State::Refused || !session->channel)
    return;
  session->channel->add(bytes);
  while (session->state != State::Refused) {
    auto frame = session->channel->next();
    if (!frame) {
      std::string why = llvm::toString(frame.takeError());
      int64_t process = session->process();
      bool isMember = session->state == State::Member;
      refuse(*session);
      if (isMember)
        judge(process, /*canRestart=*/true, describe(process) + " " + why);
      return;
    }
    if (!*frame)
      return;
    take(connection, std::move(**frame), now);
  }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

void Coordinator::send(Session &session, const Frame &frame) {
  if (session.state != State::Refused)
    session.output += session.channel->seal(frame);
}

void Coordinator::answer(int64_t connection, uint32_t request, Kind kind,
                         StringRef value) {
  Frame frame;
  frame.kind = kind;
  frame.request = request;
  frame.value = value.str();
  send(*find(connection), frame);
}

void Coordinator::answerError(int64_t connection, uint32_t request,
                              Error_Code code, const llvm::Twine &message) {
  Frame frame;
  frame.kind = Kind::Error;
  frame.request = request;
  frame.number = static_cast<int64_t>(code);
  frame.value = message.str();
  send(*find(connection), frame);
}

/// The first verdict is that which counts: others may follow from it.
void Coordinator::judge(int64_t process, bool canRestart,
                        const llvm::Twine &message) {
  if (verdict || isComplete())
    return;
  verdict = Verdict{process, canRestart, message.str()};
  Frame frame;
  frame.kind = Kind::Verdict;
  frame.number = process;
  frame.key = canRestart ? "restart" : "";
  frame.value = verdict->message;
  for (auto &[number, session] : sessions)
    if (session.isPresent())
      send(session, frame);
}

//===----------------------------------------------------------------------===//
// What processes say
//===----------------------------------------------------------------------===//

void Coordinator::take(int64_t connection, Frame frame, Clock::time_point now) {
  Session &session = *find(connection);
  if (session.state == State::Unready) {
    if (frame.kind != Kind::Join)
      return refuse(session);
    return join(connection, std::move(frame), now);
  }
  if (frame.kind == Kind::Alive)
    return answer(connection, frame.request, Kind::Alive);
  if (session.state == State::Left)
    return;
  if (frame.kind == Kind::Failed)
    return judge(session.process(), /*canRestart=*/false,
                 describe(session.process()) + " failed: " +
                     StringRef(frame.value).take_front(MostWords));
  // Nothing else is to be said before all are there.
  if (session.state != State::Member)
    return refuse(session);
  switch (frame.kind) {
  case Kind::Put:
    return put(connection, std::move(frame));
  case Kind::Get:
  case Kind::TryGet:
    return get(connection, std::move(frame), now);
  case Kind::Barrier:
    return reachBarrier(connection, std::move(frame), now);
  case Kind::Trouble:
    return noteTrouble(session, std::move(frame), now);
  case Kind::Stop:
    return stop(connection, frame);
  case Kind::Leave:
    return leave(session, frame);
  default:
    return refuse(session);
  }
}

void Coordinator::join(int64_t connection, Frame frame, Clock::time_point now) {
  Session &session = *find(connection);
  int64_t process = session.process(), count = session.handshake.count;
  auto turnAway = [&](Error_Code code, const llvm::Twine &why) {
    answerError(connection, frame.request, code, why);
    refuse(session);
  };
  if (count != settings.count || process >= count)
    return turnAway(
        Error_Code::FAILED_PRECONDITION,
        llvm::formatv("this is process {0} of {1}, and the "
                      "coordinator's job has {2}",
                      process, count,
                      pluralize(settings.count, "process", "processes"))
            .str());
  if (verdict || isComplete())
    return turnAway(Error_Code::UNAVAILABLE, "an earlier attempt is ending");
  if (connectionOf[process] || hasLeft[process])
    return turnAway(Error_Code::ALREADY_EXISTS,
                    describe(process) + " is there already");
  connectionOf[process] = connection;
  hostOf[process] = StringRef(frame.value).take_front(255).str();
  session.state = State::Waiting;
  session.heard = now;
  if (llvm::all_of(connectionOf, [](int64_t number) { return number != 0; }))
    welcome();
}

void Coordinator::welcome() {
  hasBegun = true;
  // How others reach the first process, which itself connects from within.
  std::string own;
  for (int64_t number : connectionOf)
    if (const Session &session = *find(number); session.to != session.from)
      own = session.to;
  for (int64_t number : connectionOf) {
    Session &session = *find(number);
    bool isFirst = session.process() == 0 && !own.empty();
    Frame frame;
    frame.kind = Kind::Welcome;
    frame.key = StringRef(settings.run).take_front(MostKeyBytes).str();
    frame.value = settings.attempt + "\n" + (isFirst ? own : session.from);
    session.state = State::Member;
    send(session, frame);
  }
}

void Coordinator::put(int64_t connection, Frame frame) {
  auto found = values.find(frame.key);
  if (found != values.end() && found->second != frame.value)
    return answerError(connection, frame.request, Error_Code::ALREADY_EXISTS,
                       "`" + frame.key + "` was given another value before");
  size_t size = frame.key.size() + frame.value.size();
  if (found == values.end() && size > MostStoredBytes - storedBytes)
    return answerError(connection, frame.request,
                       Error_Code::RESOURCE_EXHAUSTED,
                       "the processes of the job leave more than " +
                           llvm::Twine(MostStoredBytes) + " bytes");
  answer(connection, frame.request, Kind::Done);
  if (found != values.end())
    return;
  storedBytes += size;
  for (const Request &request : waiting)
    if (request.key == frame.key) {
      answer(request.connection, request.number, Kind::Value, frame.value);
      --find(request.connection)->asked;
    }
  llvm::erase_if(waiting, [&](const Request &request) {
    return request.key == frame.key;
  });
  values.emplace(std::move(frame.key), std::move(frame.value));
}

/// When something that was asked for is too late.
static Clock::time_point endAfter(int64_t wait, Clock::time_point now) {
  constexpr int64_t Longest = int64_t(1) << 40;
  return now + milliseconds(std::min(wait, Longest));
}

void Coordinator::get(int64_t connection, Frame frame, Clock::time_point now) {
  auto found = values.find(frame.key);
  if (found != values.end())
    return answer(connection, frame.request, Kind::Value, found->second);
  if (frame.kind == Kind::TryGet)
    return answer(connection, frame.request, Kind::Nothing);
  if (find(connection)->asked >= MostRequests)
    return answerError(connection, frame.request,
                       Error_Code::RESOURCE_EXHAUSTED,
                       "too many keys are waited for");
  ++find(connection)->asked;
  waiting.push_back({connection, frame.request, std::move(frame.key),
                     endAfter(frame.number, now), milliseconds(frame.number)});
}

void Coordinator::reachBarrier(int64_t connection, Frame frame,
                               Clock::time_point now) {
  auto isThere = [&](const Request &request) {
    return request.connection == connection && request.key == frame.key;
  };
  if (llvm::any_of(atBarriers, isThere))
    return answerError(connection, frame.request, Error_Code::ALREADY_EXISTS,
                       "the process is at the barrier `" + frame.key +
                           "` already");
  if (find(connection)->asked >= MostRequests)
    return answerError(connection, frame.request,
                       Error_Code::RESOURCE_EXHAUSTED,
                       "the process is at too many barriers");
  ++find(connection)->asked;
  std::string name = frame.key;
  atBarriers.push_back({connection, frame.request, std::move(frame.key),
                        endAfter(frame.number, now),
                        milliseconds(frame.number)});
  checkBarrier(name);
}

void Coordinator::checkBarrier(StringRef name) {
  auto isAt = [&](const Request &request) { return request.key == name; };
  if (llvm::count_if(atBarriers, isAt) + leftCount < settings.count)
    return;
  for (const Request &request : atBarriers)
    if (isAt(request)) {
      answer(request.connection, request.number, Kind::Done);
      --find(request.connection)->asked;
    }
  llvm::erase_if(atBarriers, isAt);
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

/// A device may fail since another process is gone, of which the coordinator
/// may hear later. If all say so, or nobody is found to be gone, it is what
/// they say.
void Coordinator::noteTrouble(Session &session, Frame frame,
                              Clock::time_point now) {
  frame.value.resize(std::min(frame.value.size(), MostWords));
  if (troubles.empty())
    troubleEnd = now + settings.heartbeat + settings.heartbeat / 4;
  troubles.emplace(session.process(), std::move(frame.value));
  if (static_cast<int64_t>(troubles.size()) + leftCount < settings.count)
    return;
  const auto &[process, message] = *troubles.begin();
  judge(process, /*canRestart=*/true,
        describe(process) + " failed: " + message);
}

/// Tells all before which step they end, and who wanted it when all know.
void Coordinator::stop(int64_t connection, const Frame &frame) {
  Session &session = *find(connection);
  if (frame.request == 0) {
    knowsStop[session.process()] = true;
    return checkStop();
  }
  if (stopRequests.size() >= MostRequests)
    return refuse(session);
  stopRequests.push_back({connection, frame.request});
  if (!stopStep) {
    stopStep = frame.number;
    Frame told;
    told.kind = Kind::Stop;
    told.number = frame.number;
    for (auto &[number, other] : sessions)
      if (other.state == State::Member)
        send(other, told);
  }
  checkStop();
}

void Coordinator::checkStop() {
  for (int64_t process = 0; process < settings.count; ++process)
    if (!knowsStop[process] && !hasLeft[process])
      return;
  for (auto [connection, request] : stopRequests)
    answer(connection, request, Kind::Done);
  stopRequests.clear();
}

void Coordinator::leave(Session &session, const Frame &frame) {
  int64_t process = session.process();
  connectionOf[process] = 0;
  hasLeft[process] = true;
  ++leftCount;
  Frame done;
  done.kind = Kind::Done;
  done.request = frame.request;
  send(session, done);
  session.state = State::Left;
  // The others need not wait for it.
  std::vector<std::string> names;
  for (const Request &request : atBarriers)
    names.push_back(request.key);
  for (const std::string &name : names)
    checkBarrier(name);
  checkStop();
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// How often is looked.
static milliseconds pauseOf(const JobSettings &settings) {
  return std::max(settings.heartbeat / 4, milliseconds(1));
}

void Coordinator::checkSilence(Clock::time_point now) {
  // If this process did not run for a while, what others sent meanwhile may be
  // on its way still.
  Clock::duration late = now - lastTick - pauseOf(settings);
  if (late > pauseOf(settings))
    for (auto &[number, session] : sessions)
      session.heard = std::min(now, session.heard + late);
  lastTick = now;
  std::vector<int64_t> silent;
  for (auto &[number, session] : sessions) {
    if (session.isStranger() && now >= session.end)
      refuse(session);
    if (session.isPresent() && now - session.heard >= settings.heartbeat)
      silent.push_back(number);
  }
  for (int64_t number : silent) {
    Session &session = *find(number);
    int64_t process = session.process();
    bool isMember = session.state == State::Member;
    // It is told, too, if it comes back.
    if (isMember)
      judge(process, /*canRestart=*/true,
            describe(process) + " was silent for " +
                secondsOf(settings.heartbeat));
    refuse(session);
  }
}

void Coordinator::checkRequests(Clock::time_point now) {
  auto isLate = [&](const Request &request) { return now >= request.end; };
  for (const Request &request : waiting)
    if (isLate(request)) {
      answerError(request.connection, request.number,
                  Error_Code::DEADLINE_EXCEEDED,
                  "no process gave `" + request.key + "` within " +
                      llvm::Twine(request.timeout.count()) + " ms");
      --find(request.connection)->asked;
    }
  llvm::erase_if(waiting, isLate);
  for (const Request &request : atBarriers) {
    if (!isLate(request))
      continue;
    std::vector<int64_t> missing;
    for (int64_t process = 0; process < settings.count; ++process)
      if (!hasLeft[process] &&
          llvm::none_of(atBarriers, [&](const Request &other) {
            return other.key == request.key &&
                   other.connection == connectionOf[process];
          }))
        missing.push_back(process);
    answerError(request.connection, request.number,
                Error_Code::DEADLINE_EXCEEDED,
                describeMissing(missing) + " did not come to the barrier `" +
                    request.key + "` within " + secondsOf(request.timeout));
    --find(request.connection)->asked;
  }
  llvm::erase_if(atBarriers, isLate);
}

void Coordinator::tick(Clock::time_point now) {
  checkSilence(now);
  checkRequests(now);
  if (!troubles.empty() && now >= troubleEnd) {
    const auto &[process, message] = *troubles.begin();
    judge(process, /*canRestart=*/true,
          describe(process) + " failed: " + message);
  }
  if (hasBegun || now - begin < settings.meeting)
    return;
  std::vector<int64_t> missing;
  for (int64_t process = 0; process < settings.count; ++process)
    if (!connectionOf[process])
      missing.push_back(process);
  std::string message = describeMissing(missing) + " did not come within " +
                        secondsOf(settings.meeting);
  if (strangers)
    message += "; " + pluralize(strangers, "connection", "connections") +
               " did not prove to know the key";
  if (!missing.empty())
    judge(missing.front(), /*canRestart=*/true, message);
}

Clock::time_point Coordinator::nextTime() const {
  Clock::time_point next = lastTick + pauseOf(settings);
  if (!hasBegun && !verdict)
    next = std::min(next, begin + settings.meeting);
  if (!troubles.empty() && !verdict)
    next = std::min(next, troubleEnd);
  for (const auto &[number, session] : sessions) {
    if (session.isStranger())
      next = std::min(next, session.end);
    if (session.isPresent())
      next = std::min(next, session.heard + settings.heartbeat);
  }
  for (const auto *requests : {&waiting, &atBarriers})
    for (const Request &request : *requests)
      next = std::min(next, request.end);
  return next;
}
