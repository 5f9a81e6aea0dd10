//===- JobMember.h - A process among those of its job -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin may block in any of its calls, so a thread of its own hears of the
// others: when one is lost, it ends this process if the main thread does not do
// so soon by itself.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_JOBMEMBER_H
#define TRAINLINT_RUNTIME_COORDINATION_JOBMEMBER_H

#include "Runtime/Coordination/CoordinatorServer.h"
#include "Runtime/Coordination/JobPlace.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint::coordination {

/// With which a process ends that is not at fault, and may be started anew:
/// EX_TEMPFAIL of sysexits.h.
constexpr int RestartExitCode = 75;

class JobMember {
public:
  /// Joins the job, and serves the others if this is the first process. Output
  /// goes to `out`, and messages with the program's name to `err`.
  static llvm::Expected<std::unique_ptr<JobMember>>
  join(const JobPlace &place, llvm::raw_ostream &out, llvm::raw_ostream &err);
  ~JobMember();

  MemberClient &getClient() { return *client; }

  /// Says that the work of this process is done. The first process waits for
  /// the others. Gives the exit code: `code`, unless the job has ended
  /// otherwise.
  int leave(int code);

  /// Says that this process fails, and why. `isTrouble` if its device may fail
  /// for what happened to another process, which is found out then. Gives the
  /// exit code: `code`, unless another process is the reason.
  int fail(int code, llvm::StringRef message, bool isTrouble);

private:
  JobMember(llvm::raw_ostream &out, llvm::raw_ostream &err)
      : out(out), err(err) {}

  void hear(const Verdict &given);
  int report(const Verdict &given);

  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Verdict> verdict;
  /// True once the main thread tells how the process ends.
  bool isEnding = false;
  bool isReported = false;
  int64_t index = 0;
  // The server goes last, as the client speaks to it.
  std::unique_ptr<CoordinatorServer> server;
  std::unique_ptr<MemberClient> client;
};

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_JOBMEMBER_H
