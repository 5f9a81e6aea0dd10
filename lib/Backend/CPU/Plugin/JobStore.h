//===- JobStore.h - What the processes of a job tell each other -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_JOBSTORE_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_JOBSTORE_H

#include "Backend/CPU/Plugin/Completion.h"
#include "Runtime/Pjrt/AbiClient.h"
#include <chrono>

namespace trainlint::cpuplugin {

/// The words that the processes of a job leave for each other, through the
/// functions that a client was created with.
class JobStore {
public:
  /// None if the caller gave no functions.
  static std::optional<JobStore> of(const abi::Client_Create_Args &args);

  llvm::Error put(llvm::StringRef key, llvm::StringRef value) const;
  /// Waits for a value.
  llvm::Expected<std::string> get(llvm::StringRef key,
                                  std::chrono::milliseconds timeout) const;

private:
  abi::KeyValueGetCallback getFunction = nullptr;
  void *getData = nullptr;
  abi::KeyValuePutCallback putFunction = nullptr;
  void *putData = nullptr;
};

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_JOBSTORE_H
