//===- Event.cpp - What happens later on a device -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/Event.h"

using namespace trainlint::pjrt;

Event::~Event() {
  if (!event)
    return;
  auto args = abi::make<abi::Event_Destroy_Args>();
  args.event = event;
  plugin->release<abi::Slot::Event_Destroy>(args);
}

llvm::Error Event::await() const {
  if (!event)
    return llvm::Error::success();
  auto args = abi::make<abi::Event_Await_Args>();
  args.event = event;
  return plugin->callWithoutResults<abi::Slot::Event_Await>(args);
}

llvm::Expected<bool> Event::isReady() const {
  if (!event)
    return true;
  auto args = abi::make<abi::Event_IsReady_Args>();
  args.event = event;
  if (llvm::Error error = plugin->call<abi::Slot::Event_IsReady>(args))
    return error;
  return args.is_ready;
}

namespace {
struct PendingCall {
  const Plugin *plugin;
  std::function<void(llvm::Error)> function;
};
} // namespace

/// The plugin hands the error over, and calls this once.
static void runPendingCall(abi::Error *error, void *argument) {
  std::unique_ptr<PendingCall> pending(static_cast<PendingCall *>(argument));
  pending->function(pending->plugin->take(error, "Event_OnReady"));
}

llvm::Error Event::onReady(std::function<void(llvm::Error)> function) const {
  if (!event) {
    function(llvm::Error::success());
    return llvm::Error::success();
  }
  auto pending =
      std::make_unique<PendingCall>(PendingCall{plugin, std::move(function)});
  auto args = abi::make<abi::Event_OnReady_Args>();
  args.event = event;
  args.callback = runPendingCall;
  args.user_arg = pending.get();
  // A plugin that takes the call calls back, whatever it says besides.
  if (llvm::Error error =
          plugin->callWithoutResults<abi::Slot::Event_OnReady>(args))
    return error;
  pending.release();
  return llvm::Error::success();
}

llvm::Error trainlint::pjrt::awaitAll(llvm::ArrayRef<Event> events) {
  llvm::Error all = llvm::Error::success();
  for (const Event &event : events)
    all = llvm::joinErrors(std::move(all), event.await());
  return all;
}
