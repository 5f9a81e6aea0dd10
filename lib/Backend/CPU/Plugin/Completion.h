//===- Completion.h - Work that ends later ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_PLUGIN_COMPLETION_H
#define TRAINLINT_BACKEND_CPU_PLUGIN_COMPLETION_H

#include "Runtime/Pjrt/PjrtError.h"
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace trainlint::cpuplugin {

namespace abi = pjrt::abi;

/// Why work failed, in a form that many can share.
struct Failure {
  abi::Error_Code code;
  std::string message;
};

/// The error of a call.
llvm::Error failed(abi::Error_Code code, const llvm::Twine &message);
llvm::Error failed(const Failure &failure);

/// An argument that the caller cannot have meant.
inline llvm::Error invalid(const llvm::Twine &message) {
  return failed(abi::Error_Code::INVALID_ARGUMENT, message);
}

/// Takes an error apart. Errors that are none of a plugin become INTERNAL.
Failure failureOf(llvm::Error error);

/// Whether some work is done, shared by who does it and who waits for it.
class Completion {
public:
  using Callback = std::function<void(const std::optional<Failure> &)>;

  /// Ends the work, once; runs the callbacks on this thread.
  void finish(std::optional<Failure> failure = std::nullopt);

  bool isDone() const;
  /// Waits for the end.
  std::optional<Failure> await() const;
  /// Runs a function at the end of the work, or now if it is done.
  void onDone(Callback callback);

private:
  mutable std::mutex mutex;
  mutable std::condition_variable ended;
  bool done = false;
  std::optional<Failure> failure;
  std::vector<Callback> callbacks;
};

using CompletionRef = std::shared_ptr<Completion>;

} // namespace trainlint::cpuplugin

#endif // TRAINLINT_BACKEND_CPU_PLUGIN_COMPLETION_H
