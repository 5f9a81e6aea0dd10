//===- MemberClient.h - A process that is coordinated -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_MEMBERCLIENT_H
#define TRAINLINT_RUNTIME_COORDINATION_MEMBERCLIENT_H

#include "Runtime/Coordination/Coordinator.h"
#include "Runtime/Coordination/Socket.h"
#include "Runtime/Pjrt/KeyValueStore.h"
#include <functional>
#include <thread>

namespace trainlint::coordination {

/// Where a process stands, and whom it asks.
struct MemberPlace {
  int64_t index = 0;
  int64_t count = 1;
  HostPort coordinator;
  std::string secret;
  milliseconds heartbeat{60000};
  milliseconds meeting{300000};
};

/// An error that another attempt may not meet: nobody answers, or some are
/// missing.
class NotTogether : public llvm::ErrorInfo<NotTogether> {
public:
  static char ID;
  explicit NotTogether(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override;

private:
  std::string message;
};

/// The connection of a process to its coordinator, with a thread that says that
/// the process is there and hears whether all others are.
class MemberClient : public pjrt::KeyValueStore {
public:
  /// Waits until all processes are there. `onEnd` is called once, from the
  /// thread of the connection, if the job ends before its time.
  static llvm::Expected<std::unique_ptr<MemberClient>>
  join(const MemberPlace &place, std::function<void(const Verdict &)> onEnd);
  ~MemberClient() override;

  llvm::Error put(llvm::StringRef key, llvm::StringRef value) override;
  llvm::Expected<std::optional<std::string>>
  tryGet(llvm::StringRef key) override;
  llvm::Expected<std::string> get(llvm::StringRef key,
                                  milliseconds timeout) override;

  /// Waits until all processes are at a barrier.
  llvm::Error waitAt(llvm::StringRef barrier, milliseconds timeout);

  /// Tells the others before which step all of them end, and waits until they
  /// know. If another process did so before, its step counts.
  llvm::Error askToStop(int64_t step);
  /// Before which step all end; none if nobody asked for it.
  std::optional<int64_t> stopStep() const;

  /// Tells that a device fails, and waits until it is known why the job ends.
  void reportTrouble(llvm::StringRef message);
  /// Tells that this process failed.
  void reportFailure(llvm::StringRef message);
  /// Tells that this process has done its work.
  llvm::Error leave();

  const std::string &getRun() const { return run; }
  const std::string &getAttempt() const { return attempt; }
  /// Where other processes reach this one.
  const std::string &getOwnAddress() const { return address; }

private:
  MemberClient(const MemberPlace &place,
               std::function<void(const Verdict &)> onEnd)
      : place(place), onEnd(std::move(onEnd)) {}

  /// Later is to be tried again; after Over, in another attempt of the job.
  enum class Meeting { Joined, Later, Over, Never };
  Meeting meet(Clock::time_point end, std::string &why);
  llvm::Error shakeHands(Clock::time_point end, bool &isFinal);
  Meeting waitForWelcome(Clock::time_point end, std::string &why);

  void work();
  bool receive();
  bool takeFrames();
  void take(Frame frame);
  void finish(Verdict verdict);
  llvm::Expected<Frame> ask(Frame frame, llvm::StringRef call,
                            std::optional<milliseconds> timeout);
  llvm::Error ended(llvm::StringRef call) const;

  MemberPlace place;
  std::function<void(const Verdict &)> onEnd;
  std::string run, attempt, address;
  Socket socket;
  Waker waker;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::optional<Channel> channel;
  std::string output;
  uint32_t lastRequest = 0;
  /// Requests, and their answers once they are there.
  std::map<uint32_t, std::optional<Frame>> answers;
  std::optional<int64_t> stopAt;
  std::optional<Verdict> verdict;
  /// The request by which this process leaves, and whether it was heard.
  uint32_t leaveRequest = 0;
  bool hasLeft = false;
  std::thread thread;
};

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_MEMBERCLIENT_H
