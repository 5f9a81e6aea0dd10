//===- EventQueue.h - What the server has to do next ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_EVENTQUEUE_H
#define TRAINLINT_LSP_EVENTQUEUE_H

#include "LSP/CheckScheduler.h"
#include "llvm/Support/JSON.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <variant>

namespace trainlint::lsp {

/// A message of the client.
struct Message {
  /// None if the text was no JSON.
  std::optional<llvm::json::Value> value;
  /// What was wrong with the text then.
  std::string problem;
  /// True if the client took the request back before it was looked at.
  bool cancelled = false;
};

/// The client has closed its end.
struct EndOfInput {};

using Event = std::variant<Message, CheckOutcome, EndOfInput>;

/// The events in the order in which they arrive. Filled by the thread that
/// reads and the one that checks, emptied by the server.
class EventQueue {
public:
  /// A cancellation finds its request here, if that still waits.
  void push(Event event);
  /// Waits for the next event.
  Event pop();

private:
  bool cancelWaiting(const Message &message);

  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Event> events;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_EVENTQUEUE_H
