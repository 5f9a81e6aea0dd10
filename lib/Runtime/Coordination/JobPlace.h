//===- JobPlace.h - Where a process of a job stands -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_JOBPLACE_H
#define TRAINLINT_RUNTIME_COORDINATION_JOBPLACE_H

#include "Runtime/Coordination/Launchers.h"
#include "Runtime/Coordination/MemberClient.h"

namespace trainlint::coordination {

/// What the command line says of the job that a process belongs to.
struct JobOptions {
  /// `HOST:PORT`, or `auto` for what the launcher says.
  std::string coordinator;
  /// A file with the key; empty for that of the environment.
  std::string keyFile;
  /// The number of the process and that of all, if they are given.
  std::optional<std::pair<int64_t, int64_t>> process;
  milliseconds heartbeat{60000};
  milliseconds meeting{300000};
};

/// A place in a job, and what the launcher calls the job.
struct JobPlace {
  MemberPlace member;
  std::string run;
};

/// Where the key is if no file is named.
constexpr llvm::StringLiteral KeyVariable = "TRAINLINT_COORDINATOR_KEY";

/// Finds the place of this process. A coordinator that only this computer
/// reaches needs no key: that of the user is taken, which all processes of the
/// user can read.
llvm::Expected<JobPlace> findJobPlace(const JobOptions &options,
                                      const Environment &environment);

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_JOBPLACE_H
