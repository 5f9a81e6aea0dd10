//===- KeyValueStore.cpp - What several processes tell each other ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/KeyValueStore.h"
#include "Support/LLVM.h"
#include "Support/OwnFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <thread>

using namespace trainlint;
using namespace trainlint::pjrt;
using std::chrono::milliseconds;

KeyValueStore::~KeyValueStore() = default;

static llvm::Error storeError(StringRef call, abi::Error_Code code,
                              const llvm::Twine &message) {
  return llvm::make_error<PjrtError>(call, code, message.str());
}

static llvm::Error tooLate(StringRef key, milliseconds timeout) {
  return storeError("KeyValueGet", abi::Error_Code::DEADLINE_EXCEEDED,
                    "no process gave `" + key + "` within " +
                        llvm::Twine(timeout.count()) + " ms");
}

static llvm::Error givenTwice(StringRef key) {
  return storeError("KeyValuePut", abi::Error_Code::ALREADY_EXISTS,
                    "`" + key + "` was given another value before");
}

llvm::Expected<std::string> KeyValueStore::get(StringRef key,
                                               milliseconds timeout) {
  auto end = std::chrono::steady_clock::now() + timeout;
  for (milliseconds pause{1};; pause = std::min(pause * 2, milliseconds(50))) {
    llvm::Expected<std::optional<std::string>> value = tryGet(key);
    if (!value)
      return value.takeError();
    if (*value)
      return std::move(**value);
    if (std::chrono::steady_clock::now() >= end)
      return tooLate(key, timeout);
    std::this_thread::sleep_for(pause);
  }
}

//===----------------------------------------------------------------------===//
// In memory
//===----------------------------------------------------------------------===//

llvm::Error MemoryStore::put(StringRef key, StringRef value) {
  std::lock_guard lock(mutex);
  auto [place, isNew] = values.try_emplace(key.str(), value.str());
  if (!isNew && place->second != value)
    return givenTwice(key);
  changed.notify_all();
  return llvm::Error::success();
}

llvm::Expected<std::optional<std::string>> MemoryStore::tryGet(StringRef key) {
  std::lock_guard lock(mutex);
  auto place = values.find(key.str());
  if (place == values.end())
    return std::nullopt;
  return place->second;
}

llvm::Expected<std::string> MemoryStore::get(StringRef key,
                                             milliseconds timeout) {
  std::unique_lock lock(mutex);
  auto isThere = [&] { return values.count(key.str()) != 0; };
  if (!changed.wait_for(lock, timeout, isThere))
    return tooLate(key, timeout);
  return values.find(key.str())->second;
}

//===----------------------------------------------------------------------===//
// In a folder
//===----------------------------------------------------------------------===//

std::string FolderStore::fileOf(StringRef key) const {
  llvm::SmallString<128> path(folder);
  // Keys contain slashes, and file names are shorter than keys may be.
  std::string name = llvm::toHex(key, /*LowerCase=*/true);
  for (size_t begin = 0; begin < name.size(); begin += 200)
    llvm::sys::path::append(path, StringRef(name).substr(begin, 200));
  path += ".value";
  return std::string(path);
}

/// The longest value: addresses, identifiers and the like.
static constexpr uint64_t LongestValue = 64 << 20;

static llvm::Error unusable(StringRef call, llvm::Error error) {
  return storeError(call, abi::Error_Code::UNAVAILABLE,
                    "the store cannot be used: " +
                        llvm::toString(std::move(error)));
}

llvm::Error FolderStore::open() {
  std::lock_guard lock(mutex);
  if (isOpen)
    return llvm::Error::success();
  auto made = makeOwnFolder(folder);
  if (!made)
    return made.takeError();
  folder = std::move(*made);
  isOpen = true;
  return llvm::Error::success();
}

llvm::Error FolderStore::put(StringRef key, StringRef value) {
  llvm::Expected<std::optional<std::string>> old = tryGet(key);
  if (!old)
    return old.takeError();
  if (*old && **old != value)
    return givenTwice(key);
  std::string file = fileOf(key);
  auto made = makeOwnFolder(llvm::sys::path::parent_path(file));
  if (!made)
    return unusable("KeyValuePut", made.takeError());
  if (llvm::Error error = replaceOwnFile(file, value))
    return unusable("KeyValuePut", std::move(error));
  return llvm::Error::success();
}

llvm::Expected<std::optional<std::string>> FolderStore::tryGet(StringRef key) {
  if (llvm::Error error = open())
    return unusable("KeyValueTryGet", std::move(error));
  auto file = readOwnFile(fileOf(key), LongestValue, Secrecy::Secret);
  if (!file)
    return unusable("KeyValueTryGet", file.takeError());
  if (!*file)
    return std::nullopt;
  return (*file)->getBuffer().str();
}

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

/// Hands an error to the plugin in its own form.
static abi::Error *handOver(llvm::Error error, abi::CallbackError *makeError) {
  abi::Error_Code code = codeOf(error);
  std::string message = takeMessage(std::move(error));
  return (*makeError)(code, message.data(), message.size());
}

static void freeValue(char *value) { delete[] value; }

template <typename Args>
static abi::Error *giveValue(Args &args, StringRef value) {
  args.value = new char[value.size()];
  std::memcpy(args.value, value.data(), value.size());
  args.value_size = value.size();
  args.value_deleter_callback = freeValue;
  return nullptr;
}

static abi::Error *getValue(abi::KeyValueGetCallback_Args *args) {
  auto &store = *static_cast<KeyValueStore *>(args->user_arg);
  llvm::Expected<std::string> value = store.get(
      StringRef(args->key, args->key_size), milliseconds(args->timeout_in_ms));
  if (!value)
    return handOver(value.takeError(), args->callback_error);
  return giveValue(*args, *value);
}

static abi::Error *tryGetValue(abi::KeyValueTryGetCallback_Args *args) {
  auto &store = *static_cast<KeyValueStore *>(args->user_arg);
  StringRef key(args->key, args->key_size);
  llvm::Expected<std::optional<std::string>> value = store.tryGet(key);
  if (!value)
    return handOver(value.takeError(), args->callback_error);
  if (!*value)
    return handOver(storeError("KeyValueTryGet", abi::Error_Code::NOT_FOUND,
                               "no process gave `" + key + "` yet"),
                    args->callback_error);
  return giveValue(*args, **value);
}

static abi::Error *putValue(abi::KeyValuePutCallback_Args *args) {
  auto &store = *static_cast<KeyValueStore *>(args->user_arg);
  llvm::Error error = store.put(StringRef(args->key, args->key_size),
                                StringRef(args->value, args->value_size));
  if (error)
    return handOver(std::move(error), args->callback_error);
  return nullptr;
}

void trainlint::pjrt::setCallbacks(abi::Client_Create_Args &args,
                                   KeyValueStore &store) {
  args.kv_get_callback = getValue;
  args.kv_get_user_arg = &store;
  args.kv_put_callback = putValue;
  args.kv_put_user_arg = &store;
  args.kv_try_get_callback = tryGetValue;
  args.kv_try_get_user_arg = &store;
}
