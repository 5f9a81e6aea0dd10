//===- PeerMeeting.h - How the clients of a job meet ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERMEETING_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERMEETING_H

#include "Backend/CPU/Plugin/JobStore.h"
#include "Backend/CPU/Plugin/PeerSocket.h"
#include <vector>

namespace trainlint::cpuplugin {

/// Where a client stands in its job.
struct PeerPlace {
  /// Which of `count` clients this one is.
  int64_t index = 0;
  int64_t count = 1;
  /// Where the others reach it.
  std::string host = "127.0.0.1";
  /// In which they have to come and, after that, be heard of.
  std::chrono::milliseconds timeout{60000};
};

/// Connects to all other clients, each of which has shown that it has read the
/// store. The result has a socket for each client, and none for this one. The
/// error names who is missing.
llvm::Expected<std::vector<PeerSocket>> meetPeers(const PeerPlace &place,
                                                  const JobStore &store);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERMEETING_H
