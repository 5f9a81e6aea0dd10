//===- PeerMessage.h - What clients of a job tell each other ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message is a head of fixed size, and bytes. What comes over a connection is
// taken apart here, without a connection.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <compare>
#include <string>

namespace trainlint::cpuplugin {

/// Tells an array that one client of a run sends another one from all others
/// that it sends it.
struct ArrayName {
  int64_t operation = 0;
  /// How often the operation was run before.
  int64_t round = 0;
  /// The first process of the group.
  int64_t group = 0;
  /// Counts what one client sends the other one for all this.
  int64_t number = 0;

  auto operator<=>(const ArrayName &) const = default;
};

/// What one client of a job tells another one about a run.
struct PeerMessage {
  enum class Kind : int64_t {
    /// An array; `bytes` is what it consists of.
    Array,
    /// There is a place for an array, which may come now.
    Ready,
    /// A process ended its run; `bytes` tells why if it failed.
    Leave,
    /// Nothing but that the client is still there.
    Alive,
  };
  Kind kind = Kind::Array;
  int64_t run = 0;
  int64_t process = 0;
  bool hasFailed = false;
  ArrayName name;
  std::string bytes;
};

/// The head of a message, and how many bytes follow it.
struct PeerHead {
  /// Without its bytes.
  PeerMessage message;
  uint64_t size = 0;
};

constexpr size_t PeerHeadSize = 72;
/// Larger arrays are sent only when there is a place for them.
constexpr uint64_t MostUnaskedBytes = 1 << 16;
/// The longest reason for a failure.
constexpr uint64_t MostReasonBytes = 1 << 16;

/// Everything of a message that goes before its `size` bytes.
std::string writePeerHead(const PeerMessage &message, uint64_t size);

/// Reads the first `PeerHeadSize` bytes of a message. Whether so many bytes
/// are wanted, only who waits for the array knows.
llvm::Expected<PeerHead> parsePeerHead(llvm::StringRef bytes);

/// Reads a message that is all there.
llvm::Expected<PeerMessage> parsePeerMessage(llvm::StringRef bytes);

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_PEERMESSAGE_H
