//===- Coordinator.h - Who coordinates the processes of a job ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the coordinator of a job knows and says, without sockets, threads and
// clocks: bytes and times go in, and bytes come out. The processes of a job
// begin together, share keys and barriers, and end together: when one is lost
// or fails, the others are told which one and why, once.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_COORDINATOR_H
#define TRAINLINT_RUNTIME_COORDINATION_COORDINATOR_H

#include "Runtime/Coordination/Frame.h"
#include "Runtime/Coordination/Handshake.h"
#include "Runtime/Pjrt/AbiTypes.h"
#include <chrono>
#include <map>
#include <vector>

namespace trainlint::coordination {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// What all processes of a job are told alike.
struct JobSettings {
  int64_t count = 1;
  std::string secret;
  /// After which silence a process is lost.
  milliseconds heartbeat{60000};
  /// In which all have to come.
  milliseconds meeting{300000};
  /// Names of the run, which stays through restarts where the launcher has one,
  /// and of this attempt.
  std::string run;
  std::string attempt;
};

/// Why a job ends before its time.
struct Verdict {
  /// Which process it has to do with.
  int64_t process = 0;
  /// True if another attempt may go better.
  bool canRestart = false;
  std::string message;
};

class Coordinator {
public:
  Coordinator(JobSettings settings, Clock::time_point now);

  /// Somebody connects from one address to another. Gives a number for it.
  int64_t connect(llvm::StringRef from, llvm::StringRef to,
                  Clock::time_point now);
  /// Takes what came over a connection.
  void receive(int64_t connection, llvm::StringRef bytes,
               Clock::time_point now);
  /// A connection has ended, whoever ended it.
  void disconnect(int64_t connection, Clock::time_point now);
  /// Does what is due. Is to be called at `nextTime`, or sooner.
  void tick(Clock::time_point now);
  Clock::time_point nextTime() const;

  /// Bytes that are to be sent over a connection; those that were sent are
  /// taken out of them.
  std::string &outputOf(int64_t connection);
  /// False where the other side does not read what it has asked for.
  bool takesInput(int64_t connection) const;
  /// True if the connection is to be ended when its output is sent.
  bool isEnding(int64_t connection) const;

  const std::optional<Verdict> &getVerdict() const { return verdict; }
  /// True if all processes have done their work.
  bool isComplete() const { return leftCount == settings.count; }

private:
  enum class State { Hello, Proof, Unready, Waiting, Member, Left, Refused };

  struct Session {
    State state = State::Hello;
    std::string from, to;
    Clock::time_point heard, end;
    /// Bytes of the handshake.
    std::string received;
    Handshake handshake;
    std::optional<Channel> channel;
    std::string output;
    std::string host;
    /// Requests that are not answered yet.
    size_t asked = 0;

    int64_t process() const { return handshake.process; }
    bool isStranger() const {
      return state == State::Hello || state == State::Proof ||
             state == State::Unready;
    }
    bool isPresent() const {
      return state == State::Waiting || state == State::Member;
    }
  };
  /// Who waits for a key or at a barrier.
  struct Request {
    int64_t connection;
    uint32_t number;
    std::string key;
    Clock::time_point end;
    milliseconds timeout;
  };

  void makeRoom();
  void takeHandshake(int64_t connection, llvm::StringRef &bytes);
  void take(int64_t connection, Frame frame, Clock::time_point now);
  void join(int64_t connection, Frame frame, Clock::time_point now);
  void welcome();
  void put(int64_t connection, Frame frame);
  void get(int64_t connection, Frame frame, Clock::time_point now);
  void reachBarrier(int64_t connection, Frame frame, Clock::time_point now);
  void checkBarrier(llvm::StringRef name);
  void noteTrouble(Session &session, Frame frame, Clock::time_point now);
  void stop(int64_t connection, const Frame &frame);
  void checkStop();
  void leave(Session &session, const Frame &frame);
  void refuse(Session &session);
  void judge(int64_t process, bool canRestart, const llvm::Twine &message);
  void checkSilence(Clock::time_point now);
  void checkRequests(Clock::time_point now);

  void send(Session &session, const Frame &frame);
  void answer(int64_t connection, uint32_t request, Frame::Kind kind,
              llvm::StringRef value = "");
  void answerError(int64_t connection, uint32_t request,
                   pjrt::abi::Error_Code code, const llvm::Twine &message);
  std::string describe(int64_t process) const;
  std::string describeMissing(llvm::ArrayRef<int64_t> processes) const;
  Session *find(int64_t connection);
  const Session *find(int64_t connection) const;

  JobSettings settings;
  Clock::time_point begin, lastTick;
  int64_t lastConnection = 0;
  std::map<int64_t, Session> sessions;
  /// The connection of each process, 0 for none; and what its host is called.
  std::vector<int64_t> connectionOf;
  std::vector<std::string> hostOf;
  std::vector<bool> hasLeft;
  int64_t leftCount = 0;
  bool hasBegun = false;
  /// Connections that knew the address and not the key.
  int64_t strangers = 0;
  std::map<std::string, std::string> values;
  size_t storedBytes = 0;
  std::vector<Request> waiting, atBarriers;
  /// Processes whose devices fail, and what they say.
  std::map<int64_t, std::string> troubles;
  Clock::time_point troubleEnd;
  /// Before which step all end, who has heard of it, and who asked for it.
  std::optional<int64_t> stopStep;
  std::vector<bool> knowsStop;
  std::vector<std::pair<int64_t, uint32_t>> stopRequests;
  std::optional<Verdict> verdict;
};

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_COORDINATOR_H
