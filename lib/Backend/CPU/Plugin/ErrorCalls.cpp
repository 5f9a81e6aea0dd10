//===- ErrorCalls.cpp - Calls on the plugin, errors and events ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Entry.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

//===----------------------------------------------------------------------===//
// Errors, whose functions return nothing or never fail
//===----------------------------------------------------------------------===//

static void destroyError(abi::Error_Destroy_Args *args) {
  delete unwrap(args->error);
}

static void messageOf(abi::Error_Message_Args *args) {
  const Failure &failure = *unwrap(args->error);
  args->message = failure.message.data();
  args->message_size = failure.message.size();
}

static llvm::Error getCode(abi::Error_GetCode_Args &args) {
  args.code = unwrap(args.error)->code;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The plugin
//===----------------------------------------------------------------------===//

static llvm::Error initialize(abi::Plugin_Initialize_Args &) {
  return llvm::Error::success();
}

static llvm::Error attributes(abi::Plugin_Attributes_Args &args) {
  static const std::vector<pjrt::NamedValue> values = {
      {"trainlint_version", std::string(TRAINLINT_VERSION)},
      {"reads_text_only", true},
  };
  static const std::vector<abi::NamedValue> written = writeNamedValues(values);
  args.attributes = written.data();
  args.num_attributes = written.size();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

static llvm::Error destroyEvent(abi::Event_Destroy_Args &args) {
  delete unwrap(args.event);
  return llvm::Error::success();
}

static llvm::Error isReady(abi::Event_IsReady_Args &args) {
  args.is_ready = unwrap(args.event)->work->isDone();
  return llvm::Error::success();
}

static llvm::Error await(abi::Event_Await_Args &args) {
  std::optional<Failure> failure = unwrap(args.event)->work->await();
  return failure ? failed(*failure) : llvm::Error::success();
}

static llvm::Error errorOf(abi::Event_Error_Args &args) {
  Completion &work = *unwrap(args.event)->work;
  if (!work.isDone())
    return failed(abi::Error_Code::FAILED_PRECONDITION,
                  "the event is not ready");
  std::optional<Failure> failure = work.await();
  return failure ? failed(*failure) : llvm::Error::success();
}

static llvm::Error onReady(abi::Event_OnReady_Args &args) {
  // The event may be destroyed by the callback.
  CompletionRef work = unwrap(args.event)->work;
  work->onDone([callback = args.callback, argument = args.user_arg](
                   const std::optional<Failure> &failure) {
    callback(failure ? toInterface(failed(*failure)) : nullptr, argument);
  });
  return llvm::Error::success();
}

void cpuplugin::addErrorCalls(abi::Api &api) {
  api.Error_Destroy = destroyError;
  api.Error_Message = messageOf;
  api.Error_GetCode = Entry<getCode>::call;
  api.Plugin_Initialize = Entry<initialize>::call;
  api.Plugin_Attributes = Entry<attributes>::call;
  api.Event_Destroy = Entry<destroyEvent>::call;
  api.Event_IsReady = Entry<isReady>::call;
  api.Event_Error = Entry<errorOf>::call;
  api.Event_Await = Entry<await>::call;
  api.Event_OnReady = Entry<onReady>::call;
}
