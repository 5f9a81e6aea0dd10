//===- EventQueue.cpp - What the server has to do next --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/EventQueue.h"

using namespace trainlint::lsp;

static const llvm::json::Object *objectOf(const Message &message) {
  return message.value ? message.value->getAsObject() : nullptr;
}

/// Marks the request that a cancellation speaks of; false if it does not wait.
bool EventQueue::cancelWaiting(const Message &message) {
  const llvm::json::Object *object = objectOf(message);
  if (!object || object->getString("method") != "$/cancelRequest")
    return false;
  const llvm::json::Object *params = object->getObject("params");
  const llvm::json::Value *id = params ? params->get("id") : nullptr;
  if (!id)
    return false;
  for (Event &event : events) {
    auto *waiting = std::get_if<Message>(&event);
    const llvm::json::Object *request = waiting ? objectOf(*waiting) : nullptr;
    const llvm::json::Value *own = request ? request->get("id") : nullptr;
    if (!own || !request->get("method") || *own != *id)
      continue;
    waiting->cancelled = true;
    return true;
  }
  return false;
}

void EventQueue::push(Event event) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto *message = std::get_if<Message>(&event);
    if (message && cancelWaiting(*message))
      return;
    events.push_back(std::move(event));
  }
  arrived.notify_one();
}

Event EventQueue::pop() {
  std::unique_lock<std::mutex> lock(mutex);
  arrived.wait(lock, [&] { return !events.empty(); });
  Event event = std::move(events.front());
  events.pop_front();
  return event;
}
