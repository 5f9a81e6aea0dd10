//===- Event.h - What happens later on a device -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_EVENT_H
#define TRAINLINT_RUNTIME_PJRT_EVENT_H

#include "Runtime/Pjrt/Plugin.h"
#include <functional>
#include <utility>

namespace trainlint::pjrt {

/// Work of a device that has begun. An event without work is complete.
class Event {
public:
  Event() = default;
  /// Takes over a handle, which may be null.
  Event(const Plugin &plugin, abi::Event *event)
      : plugin(&plugin), event(event) {}
  Event(Event &&other)
      : plugin(other.plugin), event(std::exchange(other.event, nullptr)) {}
  Event &operator=(Event &&other) {
    std::swap(plugin, other.plugin);
    std::swap(event, other.event);
    return *this;
  }
  ~Event();

  /// Waits until the work is done. The error is that of the work.
  llvm::Error await() const;

  /// True if the work is done or has failed.
  llvm::Expected<bool> isReady() const;

  /// Calls a function once the work is done, with its error; at once if it is
  /// done already, otherwise from a thread of the plugin. The function keeps
  /// nothing of this event alive.
  llvm::Error onReady(std::function<void(llvm::Error)> function) const;

private:
  const Plugin *plugin = nullptr;
  abi::Event *event = nullptr;
};

/// Waits for all events; the error joins those of all.
llvm::Error awaitAll(llvm::ArrayRef<Event> events);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_EVENT_H
