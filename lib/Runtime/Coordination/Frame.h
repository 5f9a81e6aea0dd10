//===- Frame.h - What processes and their coordinator say -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A frame is a head of fixed size, a key and a value, and behind them a MAC of
// all of this, of its number on its way and of the direction that it goes: what
// was recorded, changed, left out or sent back is not taken for a frame.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_COORDINATION_FRAME_H
#define TRAINLINT_RUNTIME_COORDINATION_FRAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace trainlint::coordination {

/// What one side tells the other. What is not said of a kind is empty or 0.
struct Frame {
  enum class Kind : uint16_t {
    /// A process is ready; `value` is the name of its host.
    Join,
    /// `key` gets `value`. The answer is Done.
    Put,
    /// Waits for a key, at most `number` milliseconds. The answer is Value.
    Get,
    /// Asks for a key. The answer is Value or Nothing.
    TryGet,
    /// Waits at most `number` milliseconds until all processes are at the
    /// barrier `key`. The answer is Done.
    Barrier,
    /// That the other side is there. The coordinator answers with the same.
    Alive,
    /// A device fails, as `value` tells, perhaps since another process is gone.
    Trouble,
    /// A process ends with a failure of its own, as `value` tells.
    Failed,
    /// A process wants all to end before their step `number`. The coordinator
    /// says to all when that is; each answers with the same.
    Stop,
    /// A process has done its work. The answer is Done.
    Leave,

    /// All processes are there. `key` is the name of the run; `value` has the
    /// name of the attempt and, in another line, the address of the process as
    /// others see it.
    Welcome,
    Value,
    Nothing,
    Done,
    /// The request failed with the code `number` of PJRT, as `value` tells.
    Error,
    /// The job ends for the reason `value`, which has to do with the process
    /// `number`. `key` is `restart` if it may go better in another attempt.
    Verdict,
  };
  Kind kind = Kind::Alive;
  /// Tells which request an answer is for.
  uint32_t request = 0;
  int64_t number = 0;
  std::string key;
  std::string value;
};

constexpr size_t FrameHeadSize = 28;
constexpr size_t MostKeyBytes = 4096;
/// Addresses, identifiers, topologies and the like.
constexpr size_t MostValueBytes = 16 << 20;

/// The bytes of a frame without its MAC.
std::string writeFrame(const Frame &frame);

/// A head, and what follows it.
struct FrameHead {
  /// Without key and value.
  Frame frame;
  size_t keySize = 0;
  size_t valueSize = 0;
};

/// Reads the first `FrameHeadSize` bytes.
llvm::Expected<FrameHead> parseFrameHead(llvm::StringRef bytes);

/// What an end of a connection sends and receives after the handshake.
class Channel {
public:
  enum class Side { Coordinator, Process };

  Channel(Side side, llvm::StringRef key) : side(side), key(key.str()) {}

  /// The bytes of the next frame to be sent.
  std::string seal(const Frame &frame);

  /// Adds bytes that were received.
  void add(llvm::StringRef bytes) { received += bytes; }

  /// Takes a frame out of them; none if it is not all there. After an error
  /// nothing that comes can be trusted.
  llvm::Expected<std::optional<Frame>> next();

private:
  std::string macOf(Side from, uint64_t number, llvm::StringRef bytes) const;

  Side side;
  std::string key;
  uint64_t sent = 0;
  uint64_t taken = 0;
  std::string received;
  /// Where the next frame begins in them.
  size_t begin = 0;
};

} // namespace trainlint::coordination

#endif // TRAINLINT_RUNTIME_COORDINATION_FRAME_H
