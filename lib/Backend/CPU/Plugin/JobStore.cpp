//===- JobStore.cpp - What the processes of a job tell each other ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/JobStore.h"
#include "Backend/CPU/Plugin/Entry.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

/// How the caller makes an error, which is one of ours then.
static abi::Error *makeError(abi::Error_Code code, const char *message,
                             size_t size) {
  return wrap<abi::Error>(new Failure{code, std::string(message, size)});
}

static llvm::Error take(abi::Error *error) {
  if (!error)
    return llvm::Error::success();
  std::unique_ptr<Failure> failure(unwrap(error));
  return failed(*failure);
}

std::optional<JobStore> JobStore::of(const abi::Client_Create_Args &args) {
  if (!args.kv_get_callback || !args.kv_put_callback)
    return std::nullopt;
  JobStore store;
  store.getFunction = args.kv_get_callback;
  store.getData = args.kv_get_user_arg;
  store.putFunction = args.kv_put_callback;
  store.putData = args.kv_put_user_arg;
  return store;
}

llvm::Error JobStore::put(StringRef key, StringRef value) const {
  abi::CallbackError callback = makeError;
  abi::KeyValuePutCallback_Args args = {};
  args.head.struct_size = sizeof(args);
  args.key = key.data();
  args.key_size = key.size();
  args.value = value.data();
  args.value_size = value.size();
  args.callback_error = &callback;
  args.user_arg = putData;
  return take(putFunction(&args));
}

llvm::Expected<std::string>
JobStore::get(StringRef key, std::chrono::milliseconds timeout) const {
  abi::CallbackError callback = makeError;
  abi::KeyValueGetCallback_Args args = {};
  args.head.struct_size = sizeof(args);
  args.key = key.data();
  args.key_size = key.size();
  args.timeout_in_ms = static_cast<int>(timeout.count());
  args.callback_error = &callback;
  args.user_arg = getData;
  if (llvm::Error error = take(getFunction(&args)))
    return error;
  std::string value(args.value, args.value_size);
  args.value_deleter_callback(args.value);
  return value;
}
