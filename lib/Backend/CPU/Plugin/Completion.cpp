//===- Completion.cpp - Work that ends later ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Plugin/Completion.h"

using namespace trainlint;
using namespace trainlint::cpuplugin;

llvm::Error cpuplugin::failed(abi::Error_Code code,
                              const llvm::Twine &message) {
  return llvm::make_error<pjrt::PjrtError>("", code, message.str());
}

llvm::Error cpuplugin::failed(const Failure &failure) {
  return failed(failure.code, failure.message);
}

Failure cpuplugin::failureOf(llvm::Error error) {
  abi::Error_Code code = pjrt::codeOf(error);
  if (code == abi::Error_Code::UNKNOWN)
    code = abi::Error_Code::INTERNAL;
  return {code, pjrt::takeMessage(std::move(error))};
}

void Completion::finish(std::optional<Failure> result) {
  std::vector<Callback> waiting;
  {
    std::lock_guard lock(mutex);
    done = true;
    failure = std::move(result);
    waiting.swap(callbacks);
    ended.notify_all();
  }
  for (const Callback &callback : waiting)
    callback(failure);
}

bool Completion::isDone() const {
  std::lock_guard lock(mutex);
  return done;
}

std::optional<Failure> Completion::await() const {
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return done; });
  return failure;
}

void Completion::onDone(Callback callback) {
  {
    std::lock_guard lock(mutex);
    if (!done) {
      callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback(failure);
}
