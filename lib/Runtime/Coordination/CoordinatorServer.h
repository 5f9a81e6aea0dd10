//===- CoordinatorServer.h - Serves the processes of a job ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_COORDINATORSERVER_H
#define TRAINLINT_RUNTIME_COORDINATION_COORDINATORSERVER_H

#include "Runtime/Coordination/Coordinator.h"
#include "Runtime/Coordination/Socket.h"
#include <condition_variable>
#include <mutex>
#include <thread>

namespace trainlint::coordination {

/// A coordinator with its sockets and one thread for all of them.
class CoordinatorServer {
public:
  /// Listens at a place; a port of 0 becomes the one that was chosen.
  static llvm::Expected<std::unique_ptr<CoordinatorServer>>
  start(HostPort &place, JobSettings settings);

  /// Ends all connections at once.
  ~CoordinatorServer();

  /// Waits until all processes have left, or have been told why the job ends.
  /// False if that takes longer.
  bool waitForEnd(milliseconds timeout);
  /// Why the job has ended before its time; none if it has not.
  std::optional<Verdict> getVerdict();

private:
  CoordinatorServer(std::vector<Socket> listeners, JobSettings settings);

  void serve();
  void acceptFrom(int listener);
  void exchange(int64_t number, Socket &socket, short events);
  void closeEnded();

  Coordinator coordinator;
  std::vector<Socket> listeners;
  std::map<int64_t, Socket> sockets;
  /// Accepting is tried again from then on, if there were no files left.
  Clock::time_point acceptTime;
  Waker waker;
  std::mutex mutex;
  std::condition_variable changed;
  bool isStopping = false;
  bool hasEnded = false;
  std::optional<Verdict> verdict;
  std::thread thread;
};

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_COORDINATORSERVER_H
