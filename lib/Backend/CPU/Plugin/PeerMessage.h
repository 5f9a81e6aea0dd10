//===- PeerMessage.h - What clients of a job tell each other ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message is a head of fixed size, the group of a part, and bytes. What comes
// over a connection is taken apart here, without a connection.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::cpuplugin {

/// What one client of a job tells the others about a run.
struct PeerMessage {
  enum class Kind : int64_t {
    /// A process takes part in an operation; `bytes` is its input.
    Part,
    /// A process ended its run; `bytes` tells why if it failed.
    Leave,
    /// Nothing but that the client is still there.
    Alive,
  };
  Kind kind = Kind::Part;
  int64_t run = 0;
  int64_t process = 0;
  bool hasFailed = false;
  // Of a part.
  llvm::SmallVector<int64_t> group;
  int64_t operation = 0;
  int64_t round = 0;
  int64_t rank = 0;
  std::string bytes;
};

/// The head of a message, and what follows it.
struct PeerHead {
  /// Without its group and its bytes.
  PeerMessage message;
  /// Bytes of the group behind the head, and of what is behind that.
  uint64_t groupSize = 0;
  uint64_t size = 0;
};

constexpr size_t PeerHeadSize = 72;
/// No run has more processes.
constexpr uint64_t MostPeerMembers = 1024;
/// The longest reason for a failure.
constexpr uint64_t MostReasonBytes = 1 << 16;

/// Everything of a message that goes before its bytes.
std::string writePeerHead(const PeerMessage &message);

/// Reads the first `PeerHeadSize` bytes of a message. The sizes are those of a
/// message of its kind; how many bytes a part has only its program knows.
llvm::Expected<PeerHead> parsePeerHead(llvm::StringRef bytes);

/// Reads the group behind the head into the message.
llvm::Error parsePeerGroup(llvm::StringRef bytes, PeerMessage &message);

/// Reads a message that is all there.
llvm::Expected<PeerMessage> parsePeerMessage(llvm::StringRef bytes);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H
