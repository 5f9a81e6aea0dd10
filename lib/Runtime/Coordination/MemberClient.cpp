//===- MemberClient.cpp - A process that is coordinated -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/MemberClient.h"
#include "Support/Hmac.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include <cerrno>
#include <poll.h>

using namespace trainlint;
using namespace trainlint::coordination;
using pjrt::abi::Error_Code;
using Kind = Frame::Kind;

char NotTogether::ID;

std::error_code NotTogether::convertToErrorCode() const {
  return std::make_error_code(std::errc::timed_out);
}

/// How often a process says that it is there.
static milliseconds pauseOf(milliseconds heartbeat) {
  return std::max(heartbeat / 4, milliseconds(1));
}

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

/// Sends all bytes of a handshake.
static bool sendAll(int socket, std::string bytes, Clock::time_point end) {
  while (sendSome(socket, bytes)) {
    if (bytes.empty())
      return true;
    pollfd wanted = {socket, POLLOUT, 0};
    if (::poll(&wanted, 1, pollTimeUntil(end)) == 0)
      return false;
  }
  return false;
}

/// Receives the answer to a hello.
static llvm::Expected<std::string> receiveChallenge(int socket,
                                                    Clock::time_point end) {
  std::string out, bytes;
  while (out.size() < ChallengeSize) {
    pollfd wanted = {socket, POLLIN, 0};
    int ready = ::poll(&wanted, 1, pollTimeUntil(end));
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return llvm::createStringError("it does not answer");
    if (receiveSome(socket, bytes) == Reception::Ended)
      return llvm::createStringError("it ended the connection");
    out += bytes;
  }
  return out;
}

/// `isFinal` becomes true if there is no sense in trying again.
llvm::Error MemberClient::shakeHands(Clock::time_point end, bool &isFinal) {
  auto nonce = randomBytes(NonceSize);
  if (!nonce)
    return nonce.takeError();
  Handshake handshake;
  handshake.process = place.index;
  handshake.count = place.count;
  handshake.processNonce = std::move(*nonce);
  if (!sendAll(socket.get(), handshake.hello(), end))
    return llvm::createStringError("it ended the connection");
  auto challenge = receiveChallenge(socket.get(), end);
  if (!challenge)
    return challenge.takeError();
  if (llvm::Error error = handshake.readChallenge(*challenge, place.secret)) {
    isFinal = true;
    return error;
  }
  channel.emplace(Channel::Side::Process, handshake.sessionKey(place.secret));
  Frame join;
  join.kind = Kind::Join;
  join.value = hostName();
  if (!sendAll(socket.get(),
               handshake.proof(place.secret) + channel->seal(join), end))
    return llvm::createStringError("it ended the connection");
  return llvm::Error::success();
}

/// Hears from the coordinator until all are there.
MemberClient::Meeting MemberClient::waitForWelcome(Clock::time_point end,
                                                   std::string &why) {
  Clock::time_point heard = Clock::now(), beat = heard;
  std::string bytes, toSend;
  while (true) {
    Clock::time_point now = Clock::now();
    if (now >= beat) {
      toSend += channel->seal(Frame());
      beat = now + pauseOf(place.heartbeat);
    }
    // It says itself who is missing, if it is there.
    if (now >= end || now - heard >= place.heartbeat) {
      why = "the coordinator does not answer";
      return Meeting::Later;
    }
    bool isSent = sendSome(socket.get(), toSend);
    pollfd wanted = {socket.get(), POLLIN, 0};
    ::poll(&wanted, 1, pollTimeUntil(std::min(end, beat)));
    Reception got = receiveSome(socket.get(), bytes);
    if (got == Reception::Some)
      heard = Clock::now();
    channel->add(bytes);
    while (true) {
      auto frame = channel->next();
      if (!frame) {
        why = "the coordinator " + llvm::toString(frame.takeError());
        return Meeting::Never;
      }
      if (!*frame)
        break;
      if ((*frame)->kind == Kind::Welcome) {
        auto [name, own] = StringRef((*frame)->value).split('\n');
        run = (*frame)->key;
        attempt = name.str();
        address = own.str();
        return Meeting::Joined;
      }
      if ((*frame)->kind == Kind::Verdict) {
        why = (*frame)->value;
        return (*frame)->key.empty() ? Meeting::Never : Meeting::Over;
      }
      if ((*frame)->kind != Kind::Error)
        continue;
      why = (*frame)->value;
      auto code = static_cast<Error_Code>((*frame)->number);
      return code == Error_Code::FAILED_PRECONDITION ? Meeting::Never
                                                     : Meeting::Later;
    }
    if (got == Reception::Ended || !isSent) {
      why = "the coordinator ended the connection";
      return Meeting::Later;
    }
  }
}

/// One attempt to join.
MemberClient::Meeting MemberClient::meet(Clock::time_point end,
                                         std::string &why) {
  // Somebody else may have the address, who does not answer.
  constexpr milliseconds LongestTry{10000};
  Clock::time_point soon = std::min(end, Clock::now() + LongestTry);
  auto connected = connectTo(place.coordinator, soon);
  if (!connected) {
    why = llvm::toString(connected.takeError());
    return Meeting::Later;
  }
  socket = std::move(*connected);
  bool isFinal = false;
  if (llvm::Error error = shakeHands(soon, isFinal)) {
    why = llvm::toString(std::move(error));
    return isFinal ? Meeting::Never : Meeting::Later;
  }
  // The coordinator waits as long, and may have begun later.
  return waitForWelcome(end + place.meeting, why);
}

llvm::Expected<std::unique_ptr<MemberClient>>
MemberClient::join(const MemberPlace &place,
                   std::function<void(const Verdict &)> onEnd) {
  std::unique_ptr<MemberClient> client(
      new MemberClient(place, std::move(onEnd)));
  Clock::time_point end = Clock::now() + place.meeting;
  constexpr milliseconds LongestPause{1000};
  for (milliseconds pause{20};; pause = std::min(pause * 2, LongestPause)) {
    std::string why;
    Meeting result = client->meet(end, why);
    if (result == Meeting::Joined)
      break;
    std::string message = "process " + std::to_string(place.index) + " of " +
                          std::to_string(place.count) +
                          " cannot join the job at `" +
                          printable(place.coordinator.text()) + "`: " + why;
    if (result == Meeting::Never)
      return llvm::createStringError(message);
    if (result == Meeting::Over || Clock::now() + pause >= end)
      return llvm::make_error<NotTogether>(message);
    std::this_thread::sleep_for(pause);
  }
  client->thread = std::thread([self = client.get()] { self->work(); });
  return client;
}

MemberClient::~MemberClient() {
  {
    std::lock_guard lock(mutex);
    hasLeft = true;
  }
  waker.wake();
  if (thread.joinable())
    thread.join();
}

//===----------------------------------------------------------------------===//
// The thread of the connection
//===----------------------------------------------------------------------===//

void MemberClient::finish(Verdict given) {
  {
    std::lock_guard lock(mutex);
    if (hasLeft || verdict)
      return;
    verdict = std::move(given);
  }
  changed.notify_all();
  onEnd(*verdict);
}

void MemberClient::take(Frame frame) {
  if (frame.kind == Kind::Verdict)
    return finish({frame.number, !frame.key.empty(), std::move(frame.value)});
  std::lock_guard lock(mutex);
  if (frame.kind == Kind::Stop) {
    if (!stopAt)
      stopAt = frame.number;
    Frame known;
    known.kind = Kind::Stop;
    output += channel->seal(known);
    return;
  }
  auto place = answers.find(frame.request);
  if (frame.kind == Kind::Alive || place == answers.end())
    return;
  // The connection may end from then on.
  if (frame.request == leaveRequest)
    hasLeft = true;
  place->second = std::move(frame);
  changed.notify_all();
}

/// Takes the frames that are there. False if they are none.
bool MemberClient::takeFrames() {
  while (true) {
    std::unique_lock lock(mutex);
    auto frame = channel->next();
    if (!frame) {
      llvm::consumeError(frame.takeError());
      return false;
    }
    if (!*frame)
      return true;
    lock.unlock();
    take(std::move(**frame));
  }
}

/// False at the end of the connection.
bool MemberClient::receive() {
  std::string bytes;
  Reception got = receiveSome(socket.get(), bytes);
  {
    std::lock_guard lock(mutex);
    channel->add(bytes);
  }
  return takeFrames() && got != Reception::Ended;
}

void MemberClient::work() {
  const milliseconds pause = pauseOf(place.heartbeat);
  Clock::time_point heard = Clock::now(), beat = heard, last = heard;
  std::string where = "the coordinator, process 0 at `" +
                      printable(place.coordinator.text()) + "`, ";
  // Some may have come with the welcome.
  bool isOpen = takeFrames();
  while (true) {
    Clock::time_point now = Clock::now();
    // If this process did not run for a while, the coordinator may have said
    // much meanwhile.
    if (now - last > 2 * pause)
      heard = std::min(now, heard + (now - last));
    last = now;
    std::string bytes;
    {
      std::lock_guard lock(mutex);
      if (hasLeft || verdict)
        return;
      if (now >= beat) {
        output += channel->seal(Frame());
        beat = now + pause;
      }
      bytes = std::move(output);
      output.clear();
    }
    isOpen &= sendSome(socket.get(), bytes);
    bool isFull = !bytes.empty();
    if (isFull) {
      std::lock_guard lock(mutex);
      output.insert(0, bytes);
    }
    pollfd wanted[] = {{socket.get(),
                        static_cast<short>(isFull ? POLLIN | POLLOUT : POLLIN),
                        0},
                       {waker.get(), POLLIN, 0}};
    ::poll(wanted, 2, pollTimeUntil(std::min(beat, heard + place.heartbeat)));
    waker.clear();
    if (wanted[0].revents & ~POLLOUT) {
      heard = Clock::now();
      isOpen &= receive();
    }
    if (!isOpen)
      return finish({0, /*canRestart=*/true, where + "is gone"});
    if (Clock::now() - heard >= place.heartbeat)
      return finish({0, /*canRestart=*/true,
                     where + "was silent for " +
                         formatNumber(place.heartbeat.count() / 1000.0) +
                         " s"});
  }
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

llvm::Error MemberClient::ended(StringRef call) const {
  return llvm::make_error<pjrt::PjrtError>(
      call, Error_Code::UNAVAILABLE,
      verdict ? verdict->message : "this process has left the job");
}

/// Sends a request and waits for its answer, which an error may be. Without a
/// timeout it waits until the job ends, if need be.
llvm::Expected<Frame> MemberClient::ask(Frame frame, StringRef call,
                                        std::optional<milliseconds> timeout) {
  if (frame.key.size() > MostKeyBytes || frame.value.size() > MostValueBytes)
    return llvm::make_error<pjrt::PjrtError>(
        call, Error_Code::INVALID_ARGUMENT,
        "a key has at most " + std::to_string(MostKeyBytes) +
            " bytes, and a value " + std::to_string(MostValueBytes));
  std::unique_lock lock(mutex);
  if (verdict || hasLeft)
    return ended(call);
  uint32_t number = ++lastRequest == 0 ? ++lastRequest : lastRequest;
  frame.request = number;
  if (frame.kind == Kind::Leave)
    leaveRequest = number;
  auto answer = answers.try_emplace(number).first;
  output += channel->seal(frame);
  waker.wake();
  auto isOver = [&] { return answer->second || verdict || hasLeft; };
  if (timeout)
    (void)changed.wait_for(lock, *timeout, isOver);
  else
    changed.wait(lock, isOver);
  std::optional<Frame> got = std::move(answer->second);
  answers.erase(answer);
  if (!got && (verdict || hasLeft))
    return ended(call);
  if (!got)
    return llvm::make_error<pjrt::PjrtError>(
        call, Error_Code::DEADLINE_EXCEEDED, "the coordinator does not answer");
  if (got->kind == Kind::Error)
    return llvm::make_error<pjrt::PjrtError>(
        call, static_cast<Error_Code>(got->number), got->value);
  return std::move(*got);
}

llvm::Error MemberClient::put(StringRef key, StringRef value) {
  Frame frame;
  frame.kind = Kind::Put;
  frame.key = key.str();
  frame.value = value.str();
  return ask(std::move(frame), "KeyValuePut", std::nullopt).takeError();
}

llvm::Expected<std::optional<std::string>> MemberClient::tryGet(StringRef key) {
  Frame frame;
  frame.kind = Kind::TryGet;
  frame.key = key.str();
  auto got = ask(std::move(frame), "KeyValueTryGet", std::nullopt);
  if (!got)
    return got.takeError();
  if (got->kind == Kind::Nothing)
    return std::nullopt;
  return std::move(got->value);
}

llvm::Expected<std::string> MemberClient::get(StringRef key,
                                              milliseconds timeout) {
  Frame frame;
  frame.kind = Kind::Get;
  frame.key = key.str();
  frame.number = std::max<int64_t>(timeout.count(), 0);
  auto got = ask(std::move(frame), "KeyValueGet", std::nullopt);
  if (!got)
    return got.takeError();
  return std::move(got->value);
}

llvm::Error MemberClient::waitAt(StringRef barrier, milliseconds timeout) {
  Frame frame;
  frame.kind = Kind::Barrier;
  frame.key = barrier.str();
  frame.number = timeout.count();
  return ask(std::move(frame), "Barrier", std::nullopt).takeError();
}

llvm::Error MemberClient::askToStop(int64_t step) {
  Frame frame;
  frame.kind = Kind::Stop;
  frame.number = step;
  return ask(std::move(frame), "Stop", std::nullopt).takeError();
}

std::optional<int64_t> MemberClient::stopStep() const {
  std::lock_guard lock(mutex);
  return stopAt;
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

void MemberClient::reportTrouble(StringRef message) {
  Frame frame;
  frame.kind = Kind::Trouble;
  frame.value = message.take_front(MostKeyBytes).str();
  // The coordinator finds out within a little more than the heartbeat.
  llvm::consumeError(
      ask(std::move(frame), "Trouble", 2 * place.heartbeat).takeError());
}

void MemberClient::reportFailure(StringRef message) {
  Frame frame;
  frame.kind = Kind::Failed;
  frame.value = message.take_front(MostValueBytes).str();
  constexpr milliseconds LongestWait{5000};
  llvm::consumeError(ask(std::move(frame), "Failed", LongestWait).takeError());
}

llvm::Error MemberClient::leave() {
  Frame frame;
  frame.kind = Kind::Leave;
  return ask(std::move(frame), "Leave", std::nullopt).takeError();
}
