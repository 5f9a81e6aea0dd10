//===- KeyValueStore.h - What several processes tell each other -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_PJRT_KEYVALUESTORE_H
#define TRAINLINT_RUNTIME_PJRT_KEYVALUESTORE_H

#include "Runtime/Pjrt/AbiClient.h"
#include "Runtime/Pjrt/PjrtError.h"
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>

namespace trainlint::pjrt {

/// Words that the processes of a job leave for each other, by key. Plugins use
/// it to find the devices of the other processes. Functions may be called from
/// any thread.
class KeyValueStore {
public:
  virtual ~KeyValueStore();

  /// Puts a value. Fails with ALREADY_EXISTS if the key has another one.
  virtual llvm::Error put(llvm::StringRef key, llvm::StringRef value) = 0;

  /// Takes a value, if it is there.
  virtual llvm::Expected<std::optional<std::string>>
  tryGet(llvm::StringRef key) = 0;

  /// Waits for a value. Fails with DEADLINE_EXCEEDED.
  virtual llvm::Expected<std::string> get(llvm::StringRef key,
                                          std::chrono::milliseconds timeout);
};

/// For clients in one process.
class MemoryStore : public KeyValueStore {
public:
  llvm::Error put(llvm::StringRef key, llvm::StringRef value) override;
  llvm::Expected<std::optional<std::string>>
  tryGet(llvm::StringRef key) override;
  llvm::Expected<std::string> get(llvm::StringRef key,
                                  std::chrono::milliseconds timeout) override;

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, std::string> values;
};

/// For processes that share a folder, on one machine or over a network: each
/// value is a file that only the user may read. The folder has to be empty when
/// an attempt of a job begins. It is made if it is not there, and nobody else
/// may write to it: whoever does decides whom the processes trust.
class FolderStore : public KeyValueStore {
public:
  explicit FolderStore(llvm::StringRef folder) : folder(folder.str()) {}

  llvm::Error put(llvm::StringRef key, llvm::StringRef value) override;
  llvm::Expected<std::optional<std::string>>
  tryGet(llvm::StringRef key) override;

private:
  /// Makes the folder, and checks once whose it is.
  llvm::Error open();
  std::string fileOf(llvm::StringRef key) const;

  std::string folder;
  std::mutex mutex;
  bool isOpen = false;
};

/// Fills in the callbacks of a client that is created. The store outlives the
/// client.
void setCallbacks(abi::Client_Create_Args &args, KeyValueStore &store);

} // namespace trainlint::pjrt

#endif // TRAINLINT_RUNTIME_PJRT_KEYVALUESTORE_H
