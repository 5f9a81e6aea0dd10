//===- Cancellation.h - Work that may be given up ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_CANCELLATION_H
#define TRAINLINT_SUPPORT_CANCELLATION_H

#include <atomic>

namespace trainlint {

/// Says that a piece of work is no longer wanted. Shared by the thread that
/// works and the one that wanted it.
class Cancellation {
public:
  void request() { requested.store(true, std::memory_order_relaxed); }
  bool isRequested() const { return requested.load(std::memory_order_relaxed); }

private:
  std::atomic<bool> requested = false;
};

/// While it lives, isCancelled() of its thread asks a cancellation, which lives
/// longer.
class CancellationScope {
public:
  explicit CancellationScope(const Cancellation &cancellation);
  ~CancellationScope();
  CancellationScope(const CancellationScope &) = delete;
  CancellationScope &operator=(const CancellationScope &) = delete;

private:
  const Cancellation *outer;
};

/// True if what this thread works on is no longer wanted, so that it may return
/// with anything as soon as it can. Cheap enough to be asked at each node of a
/// graph.
bool isCancelled();

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_CANCELLATION_H
