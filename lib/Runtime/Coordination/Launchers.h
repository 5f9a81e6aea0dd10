//===- Launchers.h - What launchers say of a process ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_LAUNCHERS_H
#define TRAINLINT_RUNTIME_COORDINATION_LAUNCHERS_H

#include "Runtime/Coordination/Socket.h"
#include <functional>
#include <optional>

namespace trainlint::coordination {

/// What a variable of the environment says; none if it is not set.
using Environment =
    std::function<std::optional<std::string>(llvm::StringRef name)>;

/// The environment of this process.
std::optional<std::string> environmentOf(llvm::StringRef name);

/// What a launcher tells a process that it has started.
struct LaunchedPlace {
  /// Which variables said so, for messages.
  std::string source;
  int64_t index = 0;
  int64_t count = 1;
  /// Where the first process is; none if the launcher does not say so.
  std::optional<HostPort> first;
  /// What the launcher calls the job, the same for all attempts; may be empty.
  std::string run;
};

/// What coordinators listen at unless anybody says otherwise.
constexpr uint16_t DefaultPort = 8476;

/// Asks the environment for torchrun, Open MPI, PMI, Slurm, Vertex AI,
/// Kubernetes and TPU hosts, in this order: what starts others comes behind
/// what it starts. None if nothing started this process. Fails if what a
/// launcher says contradicts itself, and if something is missing.
llvm::Expected<std::optional<LaunchedPlace>>
findLaunchedPlace(const Environment &environment);

/// The first host of a list as Slurm writes it, such as `node[07-09,12],gpu1`.
std::string firstOfHostList(llvm::StringRef list);

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_LAUNCHERS_H
